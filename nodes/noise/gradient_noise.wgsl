//! Perlin's noise: soft hills and valleys of one size, and how steeply they rise.
//! @category Noise
//! @tags perlin random cloud hills
//! @source Perlin, Improving Noise (2002)
//! @import noise

struct Noise {
    /// From about -1 to 1.
    value: f32,
    /// How steeply it rises along each axis. @unit 1/m
    gradient: vec3f,
}

/// Value and slope.
fn gradient_noise(
    /// Where. @context position @unit m
    position: vec3f,
    /// Hills in a metre. @default 1 @range 0 20 @unit 1/m
    scale: f32,
    /// Moves through the noise, so that a flat pattern changes without sliding. @default 0
    evolution: f32,
    /// Another seed, another pattern. @default 1 @range 0 100
    seed: u32,
) -> Noise {
    let noise = gradient_noise_3d_derivatives(position * scale + vec3f(0.0, evolution, 0.0), seed);
    return Noise(noise.x, noise.yzw * scale);
}
