//! Noise upon noise: each layer finer and weaker than the one before. Clouds, mountains, dirt.
//! @category Noise
//! @tags fbm perlin cloud terrain turbulence ridged octaves
//! @source Musgrave, Texturing and Modeling (1994)
//! @import noise

const MOST_OCTAVES = 12u;

/// From about -1 to 1; ridged and billowed noise from 0 to 1. @output value
fn fractal_noise(
    /// Where. @context position @unit m
    position: vec3f,
    /// Hills of the first layer in a metre. @default 1 @range 0 20 @unit 1/m
    scale: f32,
    /// How many layers, up to 12. @default 4 @range 1 12
    octaves: u32,
    /// How much finer each layer is. @default 2 @range 1 4
    lacunarity: f32,
    /// How much of its strength each layer keeps. @default 0.5 @range 0 1
    gain: f32,
    /// What a layer is made of: gradient hills, blocky values, sharp ridges or round billows. @choice gradient value ridged billowed
    /// @default gradient
    basis: u32,
    /// Moves through the noise, so that a flat pattern changes without sliding. @default 0
    evolution: f32,
    /// Another seed, another pattern. @default 1 @range 0 100
    seed: u32,
) -> f32 {
    let place = position * scale + vec3f(0.0, evolution, 0.0);
    var sum = 0.0;
    var weights = 0.0;
    var weight = 1.0;
    var frequency = 1.0;
    for (var octave = 0u; octave < min(octaves, MOST_OCTAVES); octave++) {
        sum += weight * layer_of(place * frequency, basis, seed + octave);
        weights += abs(weight);
        weight *= gain;
        frequency *= lacunarity;
    }
    return sum / max(weights, 1e-20);
}

fn layer_of(place: vec3f, basis: u32, seed: u32) -> f32 {
    if basis == 1u {
        return value_noise_3d(place, seed);
    }
    let hills = gradient_noise_3d(place, seed);
    if basis == 2u {
        return 1.0 - abs(hills);
    }
    return select(hills, abs(hills), basis == 3u);
}
