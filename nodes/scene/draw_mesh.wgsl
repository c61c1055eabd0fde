//! Puts a mesh into a scene. What is linked here is asked for by each pixel of it.
//! @category Scene
//! @tags material shade surface pbr metal rough
//! @source Walter et al. (2007) and Karis (2014), see the library's scene
//! @import scene
//! @mesh mesh The mesh.
//! @scene scene What else is in the scene.
//! @draws surface mesh

/// The scene with the mesh.
fn draw_mesh(
    /// Its colour. @default 0.8 0.8 0.8 1
    colour: vec4f,
    /// From 0, a mirror, to 1, chalk. @default 0.5 @range 0 1
    roughness: f32,
    /// 1 for metal. @default 0 @range 0 1
    metallic: f32,
    /// Light that it sends out by itself. @default 0 0 0 1
    emission: vec4f,
    /// Which way it faces. @context normal
    normal: vec3f,
    /// How it joins what is behind it: hides it, covers it by its alpha, or adds its light. @choice hide over add @default hide
    blend: u32,
    /// Whether the edges of its triangles are drawn: not at all, over it, or alone. @choice off over only @default off @advanced
    wireframe: u32,
    /// How wide the edges are. @default 1.5 @range 0 10 @unit px @advanced
    wire_width: f32,
) -> Surface {
    let squared = dot(normal, normal);
    let facing = select(vec3f(0.0, 1.0, 0.0), normal * inverseSqrt(max(squared, 1e-30)), squared > 1e-20);
    return Surface(
        max(colour.rgb, vec3f(0.0)),
        colour.a,
        clamp(roughness, 0.02, 1.0),
        clamp(metallic, 0.0, 1.0),
        max(emission.rgb, vec3f(0.0)),
        facing,
    );
}
