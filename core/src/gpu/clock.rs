//! Time of a step, exact after hours.

use crate::compile::{Clock, FrameBlock, Plane};
use crate::graph::pointer::PointerState;

/// Time at the start of a step in seconds. A division, so that whole seconds are whole at any frame rate.
pub(super) fn step_time_s(clock: &Clock, step: u64) -> f64 {
    step as f64 / (clock.fps * f64::from(clock.substeps.max(1)))
}

/// A time as a multiple of 1/64 s that f32 holds exactly, and the rest. From 2^18 s (3 days) on, where 24 bits no longer reach
/// down to 1/64 s, the multiple is of the next power of two that they do reach.
pub(super) fn split(time_s: f64) -> [f32; 2] {
    let mut unit_s = 1.0 / 64.0;
    while time_s / unit_s >= f64::from(1_u32 << 24) {
        unit_s *= 2.0;
    }
    let coarse_s = (time_s / unit_s).floor() * unit_s;
    [coarse_s as f32, (time_s - coarse_s) as f32]
}

/// The block that kernels see during `step`.
pub(super) fn frame_block(clock: &Clock, plane: &Plane, step: u64, pointer: &PointerState) -> FrameBlock {
    let time_s = step_time_s(clock, step);
    FrameBlock {
        time_split: split(time_s),
        time: time_s as f32,
        dt: clock.dt_s() as f32,
        pointer_position: pointer.position_m.map(|metres| metres as f32),
        pointer_velocity: pointer.velocity_m_s.map(|speed| speed as f32),
        pointer_pressed: f32::from(u8::from(pointer.pressed)),
        // WGSL has no 64-bit numbers: the count wraps after 2 years of 60 steps a second.
        frame: step as u32,
        seed: plane.seed,
        padding: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coarse_part_is_exact_and_the_sum_is_the_time() {
        let clock = Clock { fps: 60.0, substeps: 1, range: [0, 1], looped: false };
        for step in [0, 1, 59, 60, 12_345, 60 * 3_600 * 10, 60 * 3_600 * 24 * 30] {
            let time_s = step_time_s(&clock, step);
            let [coarse, rest] = split(time_s);
            let error_s = (f64::from(coarse) + f64::from(rest) - time_s).abs();
            assert!(error_s <= 1e-9, "step {step}: {error_s:e} s");
            assert!((0.0..1.0).contains(&rest));
            if time_s < f64::from(1 << 18) {
                assert_eq!((coarse * 64.0).fract(), 0.0);
                assert!(rest < 1.0 / 64.0 + 1e-9);
            }
        }
        assert_eq!(split(1.0), [1.0, 0.0]);
    }

    #[test]
    fn whole_seconds_are_whole() {
        let clock = Clock { fps: 24.0, substeps: 3, range: [0, 1], looped: false };
        assert_eq!(step_time_s(&clock, 24 * 3 * 7), 7.0);
    }
}
