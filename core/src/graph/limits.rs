//! What a document's figures may be. The reader puts a stated value in place of others; edits are refused.

use std::ops::RangeInclusive;

use super::{GridSettings, Timeline};

/// Cells along a side: core WebGPU promises textures of 8192.
pub const RESOLUTION: RangeInclusive<u32> = 1..=8192;
/// Width of the plane in metres.
pub const WIDTH_M: RangeInclusive<f64> = 1e-6..=1e9;
/// The plane's centre in metres, either side of 0.
pub const ORIGIN_M: RangeInclusive<f64> = -1e9..=1e9;
/// Frames a second.
pub const FPS: RangeInclusive<f64> = 0.01..=1000.0;
/// Steps a frame.
pub const SUBSTEPS: RangeInclusive<u32> = 1..=1000;
/// Last frame: more than a day at 60 frames a second.
pub const LAST_FRAME: u32 = 10_000_000;
/// Places and sizes on the canvas: f32 on the screen still tells neighbours apart.
pub const CANVAS: RangeInclusive<f64> = -1e6..=1e6;

/// A figure outside its limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {message}")]
pub struct OutOfLimits {
    /// The field, as in the file.
    pub field: &'static str,
    /// What it is and what it may be.
    pub message: String,
}

fn within<T: Copy + PartialOrd + std::fmt::Display>(field: &'static str, value: T, limits: &RangeInclusive<T>) -> Result<(), OutOfLimits> {
    if limits.contains(&value) {
        return Ok(());
    }
    Err(OutOfLimits { field, message: format!("{value} is outside {} to {}", limits.start(), limits.end()) })
}

/// Whether the plane can be made.
///
/// # Errors
/// The first field outside its limits.
pub fn check_grid(grid: &GridSettings) -> Result<(), OutOfLimits> {
    for cells in grid.resolution {
        within("grid.resolution", cells, &RESOLUTION)?;
    }
    within("grid.width_m", grid.width_m, &WIDTH_M)?;
    for metres in grid.origin_m {
        within("grid.origin_m", metres, &ORIGIN_M)?;
    }
    Ok(())
}

/// Whether time can run so. Keyframes are not looked at.
///
/// # Errors
/// The first field outside its limits.
pub fn check_timeline(timeline: &Timeline) -> Result<(), OutOfLimits> {
    within("timeline.fps", timeline.fps, &FPS)?;
    within("timeline.substeps", timeline.substeps, &SUBSTEPS)?;
    check_range(timeline.range)
}

/// Whether a range of frames holds at least one frame.
///
/// # Errors
/// An empty, reversed or endless range.
pub fn check_range([first, end]: [u32; 2]) -> Result<(), OutOfLimits> {
    if first < end && end <= LAST_FRAME {
        return Ok(());
    }
    let message = format!("frames {first} to {end} must rise and end at {LAST_FRAME} at the latest");
    Err(OutOfLimits { field: "timeline.range", message })
}

/// Whether a slider can run from one end to the other.
#[must_use]
pub fn is_range([low, high]: [f64; 2]) -> bool {
    low.is_finite() && high.is_finite() && low < high
}

/// Whether a place or a size on the canvas can be drawn.
#[must_use]
pub fn on_canvas(place: [f64; 2]) -> bool {
    place.iter().all(|coordinate| CANVAS.contains(coordinate))
}

/// Whether `text` is `#rrggbb`.
#[must_use]
pub fn is_colour(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_within_the_limits() {
        assert_eq!(check_grid(&GridSettings::default()), Ok(()));
        assert_eq!(check_timeline(&Timeline::default()), Ok(()));
    }

    #[test]
    fn a_figure_outside_is_named() {
        let grid = GridSettings { width_m: f64::NAN, ..GridSettings::default() };
        assert_eq!(check_grid(&grid).map_err(|error| error.field), Err("grid.width_m"));
        let grid = GridSettings { resolution: [512, 0], ..GridSettings::default() };
        assert_eq!(check_grid(&grid).map_err(|error| error.to_string()), Err("grid.resolution: 0 is outside 1 to 8192".to_owned()));
        assert_eq!(check_range([5, 5]).map_err(|error| error.field), Err("timeline.range"));
    }

    #[test]
    fn colours_are_six_hexadecimal_digits() {
        assert!(is_colour("#00ffA9"));
        for wrong in ["", "#fff", "red", "#00ffzz", "#00ff000"] {
            assert!(!is_colour(wrong), "{wrong}");
        }
    }
}
