//! Draws the rows of a mesh as bands that face the camera: tubes of constant width, blades, lightning. One band runs along each row of
//! squares. What is linked here is asked for by each pixel, the width along the band.
//! @category Scene
//! @tags tube line trail strand hair tentacle billboard
//! @import scene
//! @mesh mesh The mesh.
//! @scene scene What else is in the scene.
//! @draws ribbons mesh

/// The scene with the bands.
fn draw_ribbons(
    /// How wide it is. @default 0.05 @range 0 1 @unit m
    width: f32,
    /// Its colour. @default 0.8 0.8 0.8 1
    colour: vec4f,
    /// From 0, a mirror, to 1, chalk. @default 0.5 @range 0 1
    roughness: f32,
    /// Light that it sends out by itself. @default 0 0 0 1
    emission: vec4f,
    /// How it joins what is behind it: hides it, covers it by its alpha, or adds its light. @choice hide over add @default hide
    blend: u32,
    /// @given normal
    normal: vec3f,
) -> Surface {
    return Surface(max(colour.rgb, vec3f(0.0)), colour.a, clamp(roughness, 0.02, 1.0), 0.0, max(emission.rgb, vec3f(0.0)), normal);
}
