//! Random waves, as the `wave_set` node makes them.

use super::super::number::short;

/// A wave: wavelength in metres, amplitude in metres, direction in degrees, stiffness.
pub type Wave = [f64; 4];

/// Most waves of a list.
pub const MOST: usize = 64;

/// What random waves are like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sea {
    /// How many.
    pub count: usize,
    /// Length around which all others lie, in metres.
    pub median_wavelength_m: f64,
    /// Shortest and longest, as a share of the median.
    pub wavelength_range: [f64; 2],
    /// Height of a crest as a share of the wave's length.
    pub amplitude_ratio: f64,
    /// Where the waves run to, in degrees.
    pub direction_deg: f64,
    /// How far to either side they may turn, in degrees.
    pub spread_deg: f64,
    /// Least and greatest stiffness.
    pub stiffness_range: [f64; 2],
    /// Another seed, another sea.
    pub seed: u32,
}

impl Default for Sea {
    fn default() -> Self {
        Self {
            count: 8,
            median_wavelength_m: 20.0,
            wavelength_range: [0.5, 2.0],
            amplitude_ratio: 0.02,
            direction_deg: 0.0,
            spread_deg: 45.0,
            stiffness_range: [0.2, 0.6],
            seed: 1,
        }
    }
}

/// The waves, longest first.
#[must_use]
pub fn waves(sea: &Sea) -> Vec<Wave> {
    let count = sea.count.min(MOST);
    let mix = |[low, high]: [f64; 2], share: f64| low + (high - low) * share;
    let mut waves: Vec<Wave> = (0..count as u32)
        .map(|index| {
            let wavelength = sea.median_wavelength_m * mix(sea.wavelength_range, random(sea.seed, index, 0));
            let direction = sea.direction_deg + sea.spread_deg * (2.0 * random(sea.seed, index, 1) - 1.0);
            let stiffness = mix(sea.stiffness_range, random(sea.seed, index, 2));
            [short(wavelength, 3), short(sea.amplitude_ratio * wavelength, 4), short(direction, 1), short(stiffness, 3)]
        })
        .collect();
    waves.sort_by(|one, other| other[0].total_cmp(&one[0]));
    waves
}

/// The shader library's `random`, from `shaders/library/hash.wgsl`.
fn random(seed: u32, element: u32, channel: u32) -> f64 {
    let bits = pcg(pcg(pcg(seed) ^ element) ^ channel);
    f64::from(bits >> 8) / f64::from(1 << 24)
}

/// PCG-RXS-M-XS (Jarzynski and Olano 2020), as in the shader library.
const fn pcg(value: u32) -> u32 {
    let state = value.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
    (word >> 22) ^ word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_numbers_are_those_of_the_shader_library() {
        // Known values of the published hash.
        assert_eq!([pcg(0), pcg(1)], [129_708_002, 2_831_084_092]);
    }

    #[test]
    fn a_sea_is_what_was_asked_for() {
        let sea = Sea { count: 20, ..Sea::default() };
        let waves = waves(&sea);
        assert_eq!(waves.len(), 20);
        assert!(waves.windows(2).all(|pair| pair[0][0] >= pair[1][0]), "{waves:?}");
        for wave in &waves {
            assert!((10.0..=40.0).contains(&wave[0]) && wave[2].abs() <= 45.0 && (0.2..=0.6).contains(&wave[3]), "{wave:?}");
            assert!((wave[1] - 0.02 * wave[0]).abs() < 1e-3, "{wave:?}");
        }
        assert_ne!(waves, super::waves(&Sea { seed: 2, ..sea }));
        assert_eq!(super::waves(&Sea { count: 500, ..sea }).len(), MOST);
    }
}
