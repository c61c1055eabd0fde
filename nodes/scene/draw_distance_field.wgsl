//! Puts the surface of a distance field into a scene, found by marching along the view: what is seen is what is collided with.
//! @category Scene
//! @tags sdf raymarch sphere tracing implicit rock
//! @source Hart, Sphere Tracing (1996)
//! @import scene
//! @scene scene What else is in the scene.
//! @draws field

/// The distance to the surface. @read positions @default 1 @unit m
fn distance_to(position: vec3f) -> f32 {
    return 1.0;
}

/// The scene with the surface.
fn draw_distance_field(
    /// Its colour. @default 0.5 0.5 0.5 1
    colour: vec4f,
    /// From 0, a mirror, to 1, chalk. @default 0.7 @range 0 1
    roughness: f32,
    /// 1 for metal. @default 0 @range 0 1
    metallic: f32,
    /// Light that it sends out by itself. @default 0 0 0 1
    emission: vec4f,
    /// How far away it is still looked for. @default 100 @range 1 1000 @unit m @advanced
    reach: f32,
    /// Darkens where something is near; 0 leaves it. @default 0.5 @range 0 1
    occlusion: f32,
    /// @given position
    position: vec3f,
    /// @given normal
    normal: vec3f,
) -> Surface {
    let near = clamp(distance_to(position + normal * 0.15) / 0.15, 0.0, 1.0);
    let wide = clamp(distance_to(position + normal * 0.6) / 0.6, 0.0, 1.0);
    let open = mix(1.0, near * (0.4 + 0.6 * wide), clamp(occlusion, 0.0, 1.0));
    return Surface(
        max(colour.rgb, vec3f(0.0)) * open,
        1.0,
        clamp(roughness, 0.02, 1.0),
        clamp(metallic, 0.0, 1.0),
        max(emission.rgb, vec3f(0.0)),
        normal,
    );
}
