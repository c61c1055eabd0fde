//! Numbers of outputs, brought back now and then without waiting: for values under the cursor, histograms, and the ranges of colour maps.

use std::sync::Arc;

use wavewright_core::compile::Pixels;
use wavewright_core::gpu::{PendingRead, Player};

use super::session::{Task, Wake};
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
    pending: Option<PendingRead>,
    counting: Option<Task<Latest>>,
}

impl Reading {
    /// Whether another output can be asked for.
    #[must_use]
    pub const fn is_idle(&self) -> bool {
        self.pending.is_none() && self.counting.is_none()
    }

    /// Asks for an output.
    pub fn start(&mut self, player: &Player, output: &str) {
        output.clone_into(&mut self.asked_for);
        // An output that is gone, or a device that is lost, is told of elsewhere.
        self.pending = player.start_read(output).ok();
    }

    /// What has come, once.
    pub fn poll(&mut self, wake: &Wake) -> Option<Latest> {
        match self.pending.as_mut().map(PendingRead::poll) {
            Some(Ok(None)) => return None,
            Some(Ok(Some(pixels))) => {
                let output = std::mem::take(&mut self.asked_for);
                self.counting = Some(Task::spawn("statistics", Arc::clone(wake), move || {
                    let statistics = Statistics::of(&pixels);
                    Latest { output, pixels: Arc::new(pixels), statistics }
                }));
            }
            Some(Err(_)) | None => {}
        }
        self.pending = None;
        let outcome = self.counting.as_mut()?.poll()?;
        self.counting = None;
        outcome.ok()
    }
}
