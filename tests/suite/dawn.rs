//! Exported effects in other people's WebGPU: `export/player/player.mjs` plays them in Dawn, which is Chrome's, with the driver that
//! Chromium carries, and what comes out is what our player gives.

mod bundles;
mod documentation;
mod examples;
mod graphs;
mod replay;

use wavewright_core::compile::Pixels;

/// How far two pictures are apart, in units of the largest number of the one that is right.
struct Distance {
    /// Root of the mean square; no number where one of the pictures has one that is none.
    mean: f64,
    /// Share of the numbers that are further apart than [`NEAR`].
    far_share: f64,
}

/// What still counts as near. WGSL lets a device's sine be off by 2^-11, and that may add up.
const NEAR: f64 = 4.0 / 2048.0;

/// Compares two pictures of the same shape.
fn distance(right: &Pixels, other: &Pixels) -> Distance {
    let shape = |pixels: &Pixels| (pixels.width, pixels.height, pixels.channels);
    assert_eq!(shape(right), shape(other));
    let scale = right.values.iter().fold(0.0_f64, |most, value| most.max(f64::from(value.abs()))).max(f64::MIN_POSITIVE);
    let apart: Vec<f64> = right.values.iter().zip(&other.values).map(|(one, two)| f64::from((one - two).abs()) / scale).collect();
    let count = apart.len() as f64;
    Distance {
        mean: (apart.iter().map(|apart| apart * apart).sum::<f64>() / count).sqrt(),
        far_share: apart.iter().filter(|apart| **apart > NEAR).count() as f64 / count,
    }
}
