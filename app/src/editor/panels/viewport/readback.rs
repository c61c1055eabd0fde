//! The numbers of what the viewport shows, a few times a second.

use std::time::Duration;

use egui::Ui;

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
    /// The output and the picture that were asked for last.
    asked_for: (String, u64),
    reading: Reading,
}

impl Readback {
    /// The latest numbers. They may be of another output than the one that is shown now.
    pub const fn latest(&self) -> Option<&Latest> {
        self.latest.as_ref()
    }

    /// Asks where it is time to, and takes what has come.
    pub fn update(&mut self, ui: &Ui, scene: &Scene<'_>, wake: &Wake) {
        if let Some(latest) = self.reading.poll(wake) {
            self.latest = Some(latest);
        }
        let wanted = (scene.output.name.clone(), scene.stage.stamp());
        if self.asked_for == wanted || !self.reading.is_idle() {
            return;
        }
        let now_s = ui.input(|input| input.time);
        let cells = f64::from(scene.cells[0]) * f64::from(scene.cells[1]);
        let interval_s = INTERVAL_S * (cells / CELLS_AT_FULL_RATE).max(1.0);
        let rest_s = self.asked_s.map_or(0.0, |asked_s| interval_s - (now_s - asked_s));
        if rest_s > 0.0 && self.asked_for.0 == wanted.0 {
            return ui.ctx().request_repaint_after(Duration::from_secs_f64(rest_s));
        }
        if let Some(pending) = scene.stage.read(&scene.output.name) {
            self.asked_s = Some(now_s);
            self.asked_for = wanted;
            self.reading.start(&scene.output.name, pending);
        }
    }
}
