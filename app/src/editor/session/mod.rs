//! What the editor edits and runs, without a window: the document and its history, its file, the compiler's thread, the running effect.
//!
//! Nothing here draws or waits. [`Session::update`] is called for each picture of the window (and while it is hidden): it fetches what
//! other threads finished. The effect runs on a thread of its own and wakes the window when there is another picture.

mod autosave;
mod compile_worker;
mod difference;
mod editing;
mod fetch;
mod file;
mod kept_states;
mod life;
mod looks;
mod media_watch;
mod parameters;
mod play_clock;
mod problems;
pub mod recovery;
mod run;
mod runner;
mod stage;
mod task;
#[cfg(test)]
mod tests;
mod unfolded;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wavewright_core::Diagnostic;
use wavewright_core::compile::Statistics;
use wavewright_core::gpu::Gpu;
use wavewright_core::graph::edit::{EditError, Gesture};
use wavewright_core::graph::groups::{Origin, expand};
use wavewright_core::graph::{Document, Edit, History, PortRef};
use wavewright_core::media::{Files, FolderFiles, NoFiles};
use wavewright_core::node::{Catalog, Literal, SpecSource};

pub use file::DocumentFile;
pub use looks::{Looks, first_visible, set_at, shown};
pub use play_clock::Pace;
pub use problems::Problems;
pub use runner::{Coming, ComingPixels};
pub use stage::Stage;
pub use task::{Task, Wake};

use self::autosave::Autosave;
use self::compile_worker::{CompileWorker, Job, Outcome};
use self::difference::{LiveInputs, needs_compiling};
use self::file::{Loading, Saved};
use self::media_watch::MediaWatch;
use self::recovery::{About, RunFolder};

/// Time that a document must run before it is believed not to stop the program, in seconds.
const SURVIVED_S: f64 = 3.0;

/// What a session gets from outside.
pub struct Services {
    /// Every kind of node.
    pub catalog: Arc<Catalog>,
    /// The device that effects run on, or why there is none: the editor then edits and saves, and shows no picture.
    pub gpu: Result<Gpu, String>,
    /// The window's device, where it is another: pictures are made on it.
    pub screen: Option<Gpu>,
    /// Called from other threads when they have something.
    pub wake: Wake,
    /// Where copies of unsaved documents go; `None` for nowhere.
    pub run_folder: Option<RunFolder>,
}

/// Something that the artist should hear of.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Another document is there.
    DocumentReplaced,
    /// A file was opened, with so many remarks on it.
    Opened {
        /// The file.
        path: PathBuf,
        /// How many remarks.
        remarks: usize,
    },
    /// A file could not be opened; the document is the one from before.
    OpenFailed {
        /// The file.
        path: PathBuf,
        /// Why.
        problem: Diagnostic,
    },
    /// The document was saved.
    Saved(PathBuf),
    /// It was not.
    SaveFailed {
        /// The file.
        path: PathBuf,
        /// Why.
        message: String,
    },
    /// Copies for recovery can't be written.
    AutosaveFailed(String),
    /// Files that the document names were changed by another program, and are read again.
    FilesChanged(Vec<String>),
}

/// What happens to a document that was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// It is compiled and runs.
    Running,
    /// Nothing is compiled before [`Session::release`]: it is suspected to stop the program.
    Held,
}

/// The document that is edited, and the effect that it is.
pub struct Session {
    catalog: Arc<Catalog>,
    gpu: Result<Gpu, String>,
    screen: Option<Gpu>,
    wake: Wake,
    run_folder: Option<RunFolder>,

    /// Shared with threads that read it; edits copy it where one does.
    document: Arc<Document>,
    /// The document without groups, as the compiler reads it: parameters of the effect are named by its nodes.
    unfolded: Arc<Document>,
    /// Where nodes of it that stood in groups are from.
    origins: HashMap<String, Origin>,
    history: History,
    /// Counts up with every change of the document.
    revision: u64,
    file: DocumentFile,
    files: Arc<dyn Files + Send + Sync>,
    media: MediaWatch,
    loading: Option<Loading>,
    autosave: Autosave,

    looks: Looks,
    problems: Problems,
    stage: Stage,
    compiler: Compiling,
    events: Vec<Event>,
    opening: Option<Trial>,
}

/// The compiler's thread, and what it was asked.
struct Compiling {
    worker: Result<CompileWorker, String>,
    /// The number of the last job, and of the first of this document.
    serial: u64,
    first_of_document: u64,
    /// The document of the last job, without groups, and its looks.
    requested: Option<(Arc<Document>, Vec<PortRef>)>,
    live: LiveInputs,
    /// Compiling waits until the artist says so: the document is suspected to stop the program.
    is_held: bool,
    last_took_s: f64,
}

/// A document that was opened lately and may yet stop the program.
struct Trial {
    /// When its effect began to run.
    running_since_s: Option<f64>,
}

impl Session {
    /// A session with an empty document.
    #[must_use]
    pub fn new(services: Services) -> Self {
        let Services { catalog, gpu, screen, wake, run_folder } = services;
        let document = Document::default();
        let worker = CompileWorker::start(gpu.as_ref().ok().cloned(), Arc::clone(&wake)).map_err(|error| error.to_string());
        let mut session = Self {
            catalog,
            gpu,
            screen,
            wake,
            run_folder,
            history: History::new(&document),
            unfolded: Arc::new(document.clone()),
            origins: HashMap::new(),
            document: Arc::new(document),
            revision: 0,
            file: DocumentFile::default(),
            files: Arc::new(NoFiles),
            media: MediaWatch::default(),
            loading: None,
            autosave: Autosave::default(),
            looks: Looks::default(),
            problems: Problems::default(),
            stage: Stage::playing(),
            compiler: Compiling {
                worker,
                serial: 0,
                first_of_document: 0,
                requested: None,
                live: LiveInputs::default(),
                is_held: false,
                last_took_s: 0.0,
            },
            events: Vec::new(),
            opening: None,
        };
        session.changed();
        session
    }

    /// The document.
    #[must_use]
    pub fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// Counts up with every change of the document, and when it is replaced.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.revision
    }

    /// The steps that can be undone and redone.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Every kind of node.
    #[must_use]
    pub const fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// Other kinds of nodes: an artist's file changed.
    pub fn set_catalog(&mut self, catalog: Arc<Catalog>) {
        self.catalog = catalog;
        self.compiler.requested = None;
        self.changed();
    }

    /// The device that effects run on, or why there is none.
    pub const fn gpu(&self) -> Result<&Gpu, &String> {
        self.gpu.as_ref()
    }

    /// The device that pictures are on, or why there is none.
    pub fn screen(&self) -> Result<&Gpu, &String> {
        self.screen.as_ref().map_or(self.gpu.as_ref(), Ok)
    }

    /// What wakes the window when another thread has something.
    #[must_use]
    pub const fn wake(&self) -> &Wake {
        &self.wake
    }

    /// What an export is made from: the document as it is now.
    ///
    /// # Errors
    /// There is no device to run it on.
    pub fn export_source(&self) -> Result<super::export::Source, String> {
        Ok(super::export::Source {
            document: Arc::clone(&self.document),
            catalog: Arc::clone(&self.catalog),
            files: Arc::clone(&self.files),
            gpu: self.gpu.clone()?,
        })
    }

    /// The document's file.
    #[must_use]
    pub const fn file(&self) -> &DocumentFile {
        &self.file
    }

    /// The document's file, to allow replacing one.
    pub const fn file_mut(&mut self) -> &mut DocumentFile {
        &mut self.file
    }

    /// Whether closing would lose something.
    #[must_use]
    pub fn is_modified(&self) -> bool {
        self.history.is_modified() || self.file.is_behind() || self.file.is_saving()
    }

    /// Whether a file is being loaded.
    #[must_use]
    pub const fn is_loading(&self) -> bool {
        self.loading.is_some()
    }

    /// Everything that is wrong.
    #[must_use]
    pub const fn problems(&self) -> &Problems {
        &self.problems
    }

    /// The effect that runs.
    #[must_use]
    pub const fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The effect that runs, to play or stop it, to go to a frame, or to ask for numbers.
    pub const fn stage_mut(&mut self) -> &mut Stage {
        &mut self.stage
    }

    /// What the effect costs.
    #[must_use]
    pub const fn statistics(&self) -> Statistics {
        self.stage.statistics()
    }

    /// Whether a newer effect is on the way.
    #[must_use]
    pub fn is_compiling(&self) -> bool {
        self.compiler.worker.as_ref().is_ok_and(CompileWorker::is_busy)
    }

    /// How long the last compile took, in seconds.
    #[must_use]
    pub const fn compile_took_s(&self) -> f64 {
        self.compiler.last_took_s
    }

    /// What is looked at.
    #[must_use]
    pub const fn looks(&self) -> &Looks {
        &self.looks
    }

    /// Looks at something else; compiles where the running effect does not show it.
    pub fn look(&mut self, change: impl FnOnce(&mut Looks)) {
        change(&mut self.looks);
        self.compile_if_needed();
    }

    /// Moves the camera that looks at meshes, particles and scenes; the document stays as it is.
    pub fn steer_look(&mut self, inputs: Vec<(String, Literal)>) {
        self.looks.camera.extend(inputs);
        self.stage.follow(&self.unfolded, &self.looks.camera, self.catalog.as_ref());
    }

    /// The output that the viewport should show.
    #[must_use]
    pub fn wanted_look(&self) -> Option<PortRef> {
        self.looks.wanted(&self.unfolded, self.catalog.as_ref())
    }

    /// Events since the last call.
    #[must_use]
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Fetches what other threads finished. `now_s` is any clock that only goes forward.
    pub fn update(&mut self, now_s: f64) {
        self.poll_loading();
        self.poll_saving();
        self.poll_compiler();
        self.poll_media(now_s);
        let timeline = &self.document.timeline;
        if !self.compiler.is_held {
            let looks = self.looks.compiled(&self.unfolded, self.catalog.as_ref());
            self.stage.update(timeline.range, timeline.looped, &looks);
        }
        self.problems.set_running(self.in_document(self.stage.diagnostics()));
        self.end_trial(now_s);
        self.autosave(now_s);
    }

    /// Runs one frame and stops.
    pub fn step(&mut self) {
        self.stage.step();
    }

    /// Goes back to the first frame of the document's range.
    pub fn rewind(&mut self) {
        self.stage.seek(u64::from(self.document.timeline.range[0]));
    }

    /// The program ends as it should. The copy for recovery goes, and no thread is left in the driver.
    pub fn close(&mut self) {
        self.end_threads();
        if let Some(run) = self.run_folder.take() {
            run.close();
        }
    }

    fn end_threads(&mut self) {
        self.stage.end();
        if let Ok(worker) = &self.compiler.worker {
            worker.end();
        }
    }

    /// When [`Self::update`] should be called though nobody does anything, in seconds from now: files are looked after.
    #[must_use]
    pub fn next_update_s(&self) -> Option<f64> {
        self.media.is_watching().then_some(media_watch::INTERVAL_S)
    }

    /// The document may be another one.
    pub(super) fn changed(&mut self) {
        self.revision += 1;
        let has_groups = !self.document.groups.is_empty();
        (self.unfolded, self.origins) = if has_groups {
            let expanded = expand(&self.document);
            (Arc::new(expanded.document), expanded.origins)
        } else {
            (Arc::clone(&self.document), HashMap::new())
        };
        if !self.stage.follow(&self.unfolded, &self.looks.camera, self.catalog.as_ref()) {
            self.compiler.requested = None;
        }
        self.compile_if_needed();
    }

    pub(super) fn compile_if_needed(&mut self) {
        let looks = self.looks.compiled(&self.unfolded, self.catalog.as_ref());
        let is_known = self.compiler.requested.as_ref().is_some_and(|(document, known_looks)| {
            *known_looks == looks && !needs_compiling(document, &self.unfolded, self.catalog.as_ref(), &self.compiler.live)
        });
        if is_known || self.compiler.is_held {
            return;
        }
        let worker = match &self.compiler.worker {
            Ok(worker) => worker,
            Err(error) => {
                self.problems.set_compiling(vec![Diagnostic::error(format!("nothing can be compiled: {error}"))]);
                return;
            }
        };
        self.compiler.serial += 1;
        worker.request(Job {
            serial: self.compiler.serial,
            document: Arc::clone(&self.document),
            specs: Arc::clone(&self.catalog) as Arc<dyn SpecSource + Send + Sync>,
            files: Arc::clone(&self.files),
            looks: looks.clone(),
        });
        self.compiler.requested = Some((Arc::clone(&self.unfolded), looks));
    }
}

/// A driver that is taken down with the program while a thread is in it crashes, also where the program ends otherwise than it should.
impl Drop for Session {
    fn drop(&mut self) {
        self.end_threads();
    }
}
