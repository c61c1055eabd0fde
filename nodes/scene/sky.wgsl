//! What is behind everything and lights it from all around: a sky that brightens towards the horizon, over ground.
//! @category Scene
//! @tags background environment ambient gradient
//! @scene scene What is in front of it.
//! @draws sky

/// The scene under the sky.
fn sky(
    /// Colour overhead. @default 0.13 0.3 0.62 1
    zenith: vec4f,
    /// Colour at the horizon. @default 0.62 0.74 0.86 1
    horizon: vec4f,
    /// Colour below the horizon. @default 0.12 0.12 0.11 1
    ground: vec4f,
    /// Multiplies all of it. @default 1 @range 0 10
    brightness: f32,
    /// How quickly the horizon gives way to the zenith. @default 0.45 @range 0.1 2 @advanced
    falloff: f32,
    /// @given direction
    direction: vec3f,
) -> vec3f {
    let height = clamp(direction.y, -1.0, 1.0);
    let above = mix(horizon.rgb, zenith.rgb, pow(max(height, 0.0), max(falloff, 1e-3)));
    let colour = mix(ground.rgb, above, smoothstep(-0.04, 0.02, height));
    return max(colour * brightness, vec3f(0.0));
}
