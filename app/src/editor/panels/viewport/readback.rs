//! The numbers of what the viewport shows, a few times a second.

use super::Scene;
use crate::editor::reading::{Latest, Reading};
use crate::editor::session::Wake;

/// Time between two readings, in seconds.
const INTERVAL_S: f64 = 0.25;
/// Grids with more cells are read less often, in proportion.
const CELLS_AT_FULL_RATE: f64 = 1024.0 * 1024.0;

/// The latest numbers, and those on their way.
#[derive(Default)]
pub struct Readback {
    latest: Option<Latest>,
    asked_s: Option<f64>,
    asked_for: String,
    reading: Reading,
}

impl Readback {
    /// The latest numbers. They may be of another output than the one that is shown now.
    pub const fn latest(&self) -> Option<&Latest> {
        self.latest.as_ref()
    }

    /// Asks where it is time to, and takes what has come.
    pub fn update(&mut self, scene: &Scene<'_>, now_s: f64, wake: &Wake) {
        if let Some(latest) = self.reading.poll(wake) {
            self.latest = Some(latest);
        }
        let is_other = self.asked_for != scene.output.name;
        let cells = f64::from(scene.cells[0]) * f64::from(scene.cells[1]);
        let interval_s = INTERVAL_S * (cells / CELLS_AT_FULL_RATE).max(1.0);
        let is_time = self.asked_s.is_none_or(|asked_s| now_s - asked_s >= interval_s);
        if self.reading.is_idle() && (is_time || is_other) && scene.player.frame().is_some() {
            self.asked_s = Some(now_s);
            self.asked_for.clone_from(&scene.output.name);
            self.reading.start(scene.player, &scene.output.name);
        }
    }
}
