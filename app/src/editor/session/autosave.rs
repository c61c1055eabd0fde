//! Copies of the unsaved document, written now and then beside the artist's own files.

use std::sync::Arc;

use wavewright_core::graph::Document;
use wavewright_core::graph::file::save;

use super::recovery::{About, RunFolder};
use super::task::{Task, Wake};

/// Time between two copies, in seconds.
const INTERVAL_S: f64 = 20.0;

/// When the next copy is due, and the one that is being written.
#[derive(Default)]
pub(super) struct Autosave {
    /// The revision that was copied last.
    copied: Option<u64>,
    next_s: Option<f64>,
    writing: Option<Task<Result<(), String>>>,
    /// The disk refused last time; told once.
    refused: bool,
}

impl Autosave {
    /// Copies the document where it is due. What the disk refuses is returned, once.
    pub(super) fn update(
        &mut self,
        run: &RunFolder,
        now_s: f64,
        unsaved: Option<(u64, &Arc<Document>, About)>,
        wake: &Wake,
    ) -> Option<String> {
        let mut problem = None;
        if let Some(task) = &mut self.writing {
            let outcome = task.poll()?;
            self.writing = None;
            let outcome = outcome.and_then(std::convert::identity);
            if let Err(message) = outcome {
                problem = (!self.refused).then_some(message);
                self.refused = true;
            }
        }
        let Some((revision, document, about)) = unsaved else {
            if self.copied.take().is_some() {
                run.discard_copy();
            }
            self.next_s = None;
            return problem;
        };
        let due_s = *self.next_s.get_or_insert(now_s + INTERVAL_S);
        if now_s >= due_s && self.copied != Some(revision) {
            self.next_s = Some(now_s + INTERVAL_S);
            self.copied = Some(revision);
            let path = run.copy_path();
            let document = Arc::clone(document);
            let described = run.describe_copy(&about).map_err(|error| error.to_string());
            self.writing = Some(Task::spawn("autosave", Arc::clone(wake), move || {
                described?;
                save(&path, &document).map_err(|error| error.to_string())
            }));
        }
        problem
    }

    /// The next update copies what is there.
    pub(super) fn hurry(&mut self) {
        self.next_s = Some(f64::NEG_INFINITY);
    }
}
