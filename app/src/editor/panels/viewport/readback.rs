//! Numbers of the picture, brought back now and then without waiting: for the value under the cursor, the histogram and the map's range.

use std::sync::Arc;

use wavewright_core::compile::Pixels;
use wavewright_core::gpu::PendingRead;

use super::Scene;
use crate::editor::session::{Task, Wake};
use crate::editor::view::Statistics;

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
    pending: Option<PendingRead>,
    counting: Option<Task<Latest>>,
}

/// Numbers of an output as of lately.
pub struct Latest {
    /// The output.
    pub output: String,
    /// Its numbers.
    pub pixels: Arc<Pixels>,
    /// Figures of them.
    pub statistics: Statistics,
}

impl Readback {
    /// The latest numbers. They may be of another output than the one that is shown now.
    pub const fn latest(&self) -> Option<&Latest> {
        self.latest.as_ref()
    }

    /// Asks where it is time to, and takes what has come.
    pub fn update(&mut self, scene: &Scene<'_>, now_s: f64, wake: &Wake) {
        if let Some(Ok(latest)) = self.counting.as_mut().and_then(Task::poll) {
            self.latest = Some(latest);
            self.counting = None;
        }
        match self.pending.as_mut().map(PendingRead::poll) {
            Some(Ok(None)) => return,
            Some(Ok(Some(pixels))) => {
                let output = self.asked_for.clone();
                self.counting = Some(Task::spawn("statistics", Arc::clone(wake), move || {
                    let statistics = Statistics::of(&pixels);
                    Latest { output, pixels: Arc::new(pixels), statistics }
                }));
            }
            // A device that is lost is told of by the session.
            Some(Err(_)) | None => {}
        }
        self.pending = None;
        let is_other = self.asked_for != scene.output.name;
        let cells = f64::from(scene.cells[0]) * f64::from(scene.cells[1]);
        let interval_s = INTERVAL_S * (cells / CELLS_AT_FULL_RATE).max(1.0);
        let is_time = self.asked_s.is_none_or(|asked_s| now_s - asked_s >= interval_s);
        if self.counting.is_none() && (is_time || is_other) && scene.player.frame().is_some() {
            self.asked_s = Some(now_s);
            self.asked_for.clone_from(&scene.output.name);
            self.pending = scene.player.start_read(&scene.output.name).ok();
        }
    }
}
