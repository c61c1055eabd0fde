//! Numbers of outputs, brought back now and then without waiting: for values under the cursor, histograms, and the ranges of colour maps.

use std::sync::Arc;

use wavewright_core::compile::Pixels;

use super::session::{Coming, ComingPixels, Task, Wake};
use super::view::Statistics;

/// Numbers of an output as of lately.
pub struct Latest {
    /// The output.
    pub output: String,
    /// Its numbers.
    pub pixels: Arc<Pixels>,
    /// Figures of them.
    pub statistics: Statistics,
}

/// One output at a time on its way from the device, then counted on a thread.
#[derive(Default)]
pub struct Reading {
    asked_for: String,
    pending: Option<ComingPixels>,
    counting: Option<Task<Latest>>,
}

impl Reading {
    /// Whether another output can be asked for.
    #[must_use]
    pub const fn is_idle(&self) -> bool {
        self.pending.is_none() && self.counting.is_none()
    }

    /// Waits for the numbers of an output, which were asked for.
    pub fn start(&mut self, output: &str, pending: ComingPixels) {
        output.clone_into(&mut self.asked_for);
        self.pending = Some(pending);
    }

    /// What has come, once.
    pub fn poll(&mut self, wake: &Wake) -> Option<Latest> {
        match self.pending.as_ref().map(ComingPixels::poll) {
            Some(Coming::NotYet) => return None,
            Some(Coming::Here(pixels)) => {
                let output = std::mem::take(&mut self.asked_for);
                self.counting = Some(Task::spawn("statistics", Arc::clone(wake), move || {
                    let statistics = Statistics::of(&pixels);
                    Latest { output, pixels: Arc::new(pixels), statistics }
                }));
            }
            Some(Coming::Never) | None => {}
        }
        self.pending = None;
        let outcome = self.counting.as_mut()?.poll()?;
        self.counting = None;
        outcome.ok()
    }
}
