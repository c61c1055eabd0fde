//! Puts a soft disc that faces the camera into a scene for each particle. What is linked here is asked for by each particle, the picture by
//! each pixel. Sprites that cover what is behind them are drawn from far to near, up to 65,536 of them.
//! @category Scene
//! @tags billboard point spark smoke dust spray
//! @import scene
//! @particles particles The particles.
//! @scene scene What else is in the scene.
//! @draws sprites particles

/// The scene with the sprites.
fn draw_sprites(
    /// Colour and cover. @default 1 1 1 1
    colour: vec4f,
    /// Multiplies the particle's radius. @default 1 @range 0 10
    scale: f32,
    /// Stretches it along its velocity: by this much for each m/s, its area kept. @default 0 @range 0 1 @unit s/m
    smear: f32,
    /// From 0, a disc with an edge, to 1, all edge. @default 1 @range 0 1
    softness: f32,
    /// A picture over the disc; the element's uv runs over it. @default 1 1 1 1
    picture: vec4f,
    /// How it joins what is behind it: covers it by its alpha, or adds its light. @choice over add @default over
    blend: u32,
    /// Whether they fade where they meet a surface, so that they end in no hard line. @default off
    depth_fade: bool,
    /// How far before a surface fading begins. @default 0.3 @range 0.01 5 @unit m
    fade_distance: f32,
    /// @given size
    size: f32,
    /// @given velocity
    velocity: vec3f,
) -> Sprite {
    return Sprite(max(colour, vec4f(0.0)), size * max(scale, 0.0), velocity * max(smear, 0.0), clamp(softness, 0.0, 1.0));
}
