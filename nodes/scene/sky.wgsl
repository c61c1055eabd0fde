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
    /// @given spread
    spread: f32,
) -> vec3f {
    let height = clamp(direction.y, -1.0, 1.0);
    // Seen from a cone, the horizon blurs: of the half of all directions round one at this height, (1 + height) / 2 of the light, weighted
    // by its cosine, is from the sky, and what is seen of the sky is on average higher than the horizon and lower than the zenith.
    let sky_height = mix(max(height, 0.0), 0.4 + 0.25 * height, spread);
    let share = mix(smoothstep(-0.04, 0.02, height), 0.5 + 0.5 * height, spread);
    let above = mix(horizon.rgb, zenith.rgb, pow(sky_height, max(falloff, 1e-3)));
    let colour = mix(ground.rgb, above, share);
    return max(colour * brightness, vec3f(0.0));
}
