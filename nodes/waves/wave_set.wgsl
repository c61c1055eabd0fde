//! Random waves around a median length and a main direction, longest first.
//! @category Waves
//! @tags ocean sea spectrum random swell list
//! @import hash lists

/// The waves; connect them to a Gerstner sum. @output waves
fn wave_set(
    /// How many, up to 64. @default 8 @range 1 64
    count: u32,
    /// Length around which all others lie. @default 20 @range 0.1 100 @unit m
    median_wavelength: f32,
    /// Shortest and longest, as a share of the median. @default 0.5 2 @range 0 4
    wavelength_range: vec2f,
    /// Height of a crest as a share of the wave's length. @default 0.02 @range 0 0.1
    amplitude_ratio: f32,
    /// Where the waves run to: 0 is +z, 90 is +x. @default 0 @range -180 180 @unit deg
    direction: f32,
    /// How far to either side they may turn. @default 45 @range 0 180 @unit deg
    direction_range: f32,
    /// Least and greatest stiffness: 0 is a sine, 1 a cusp. @default 0.2 0.6 @range 0 1
    stiffness_range: vec2f,
    /// Another seed, another sea. @default 1 @range 0 100
    seed: u32,
) -> Waves {
    var waves: Waves;
    waves.count = min(count, 64u);
    for (var index = 0u; index < waves.count; index++) {
        let wavelength = median_wavelength * mix(wavelength_range.x, wavelength_range.y, random(seed, index, 0u));
        let turned = direction + direction_range * (2.0 * random(seed, index, 1u) - 1.0);
        let stiffness = mix(stiffness_range.x, stiffness_range.y, random(seed, index, 2u));
        // Insertion keeps the list in order of falling length while it grows.
        var place = index;
        while place > 0u && waves.rows[place - 1u].wavelength < wavelength {
            waves.rows[place] = waves.rows[place - 1u];
            place--;
        }
        waves.rows[place] = make_wave(radians(turned), wavelength, amplitude_ratio * wavelength, stiffness);
    }
    return waves;
}
