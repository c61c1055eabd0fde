//! Export: the effect for other programs, and pictures of frames, off the UI thread.

mod effect;
mod frames;
mod window;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use wavewright_core::compile::{CompileCache, CompileInput, Effect, compile};
use wavewright_core::gpu::Gpu;
use wavewright_core::graph::{Document, PortRef};
use wavewright_core::media::Files;
use wavewright_core::node::Catalog;
use wavewright_core::{Diagnostic, Severity};

pub use frames::{FrameFormat, Frames};
pub use window::{ExportWindow, Wanted};

use super::session::{Task, Wake};

/// What is exported from: the document as it was when the export began.
#[derive(Clone)]
pub struct Source {
    /// The document.
    pub document: Arc<Document>,
    /// What its nodes are.
    pub catalog: Arc<Catalog>,
    /// Files that it names.
    pub files: Arc<dyn Files + Send + Sync>,
    /// The device.
    pub gpu: Gpu,
}

/// What is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// `effect.wgsl`, `effect.json` and data files.
    Effect {
        /// The folder.
        folder: PathBuf,
    },
    /// One file a frame.
    Frames(Frames),
}

/// An export that is under way.
pub struct Export {
    progress: Arc<Progress>,
    task: Task<Result<String, String>>,
}

/// How far an export is, and whether it shall stop. Shared with its thread.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU32,
    of: AtomicU32,
    is_cancelled: AtomicBool,
}

impl Progress {
    fn begin(&self, of: u32) {
        self.of.store(of, Ordering::Relaxed);
    }

    fn set(&self, done: u32) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// An error where the artist has cancelled.
    fn go_on(&self) -> Result<(), String> {
        if self.is_cancelled.load(Ordering::Relaxed) { Err("it was cancelled; what was written is complete".to_owned()) } else { Ok(()) }
    }

    /// Steps that are done, and how many there are.
    #[must_use]
    pub fn counts(&self) -> (u32, u32) {
        (self.done.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed))
    }
}

impl Export {
    /// Starts an export.
    #[must_use]
    pub fn start(source: Source, target: Target, wake: Wake) -> Self {
        let progress = Arc::new(Progress::default());
        let task = Task::spawn("export", wake, {
            let progress = Arc::clone(&progress);
            move || match target {
                Target::Effect { folder } => effect::write(&source, &folder, &progress),
                Target::Frames(frames) => frames::write(&source, &frames, &progress),
            }
        });
        Self { progress, task }
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Asks it to stop soon.
    pub fn cancel(&self) {
        self.progress.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// What came of it, once: what was done in words.
    ///
    /// # Errors
    /// What went wrong.
    pub fn poll(&mut self) -> Option<Result<String, String>> {
        self.task.poll().map(|outcome| outcome.and_then(std::convert::identity))
    }
}

/// Compiles the document with an output to be looked at besides its own. A graph with errors is not exported.
fn compiled(source: &Source, look: Option<&PortRef>) -> Result<Arc<Effect>, String> {
    let looks: Vec<PortRef> = look.cloned().into_iter().collect();
    let input = CompileInput {
        document: &source.document,
        specs: source.catalog.as_ref(),
        files: source.files.as_ref(),
        looks: &looks,
        cache: &CompileCache::default(),
    };
    let compiled = compile(&input);
    let errors: Vec<&Diagnostic> = compiled.diagnostics.iter().filter(|problem| problem.severity == Severity::Error).collect();
    match (errors.as_slice(), compiled.effect) {
        ([], Some(effect)) => Ok(effect),
        ([], None) => Err("there is nothing to show; add an output node".to_owned()),
        ([first, rest @ ..], _) => {
            let more = if rest.is_empty() { String::new() } else { format!(" (and {} more)", rest.len()) };
            Err(format!("the graph has errors: {first}{more}"))
        }
    }
}
