//! Soft blotches: random values on a lattice, blended smoothly. Cheaper and blockier than gradient noise.
//! @category Noise
//! @tags random blotch cloud
//! @import noise

/// From about -1 to 1. @output value
fn value_noise(
    /// Where. @context position @unit m
    position: vec3f,
    /// Blotches in a metre. @default 1 @range 0 20 @unit 1/m
    scale: f32,
    /// Moves through the noise, so that a flat pattern changes without sliding. @default 0
    evolution: f32,
    /// Another seed, another pattern. @default 1 @range 0 100
    seed: u32,
) -> f32 {
    return value_noise_3d(position * scale + vec3f(0.0, evolution, 0.0), seed);
}
