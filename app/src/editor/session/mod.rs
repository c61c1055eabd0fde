//! What the editor edits and runs, without a window: the document and its history, its file, the compiler's thread, the running effect.
//!
//! Nothing here draws or waits. [`Session::update`] is called for each picture of the window (and while it is hidden): it fetches what
//! other threads finished and runs the frames that are due.

mod autosave;
mod compile_worker;
mod difference;
mod fetch;
mod file;
mod looks;
mod parameters;
mod play_clock;
mod problems;
pub mod recovery;
mod stage;
mod task;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use wavewright_core::Diagnostic;
use wavewright_core::compile::Statistics;
use wavewright_core::gpu::Gpu;
use wavewright_core::graph::edit::{EditError, Gesture};
use wavewright_core::graph::groups::expand;
use wavewright_core::graph::{Document, Edit, History, PortRef};
use wavewright_core::media::{Files, FolderFiles, NoFiles};
use wavewright_core::node::{Catalog, SpecSource};

pub use file::DocumentFile;
pub use looks::{Looks, first_visible, shown};
pub use play_clock::{Pace, PlayClock};
pub use problems::Problems;
pub use stage::Stage;
pub use task::{Task, Wake};

use self::autosave::Autosave;
use self::compile_worker::{CompileWorker, Job, Outcome};
use self::difference::{LiveInputs, needs_compiling};
use self::file::{Loading, Saved};
use self::recovery::{About, RunFolder};

/// Time that a document must run before it is believed not to stop the program, in seconds.
const SURVIVED_S: f64 = 3.0;

/// What a session gets from outside.
pub struct Services {
    /// Every kind of node.
    pub catalog: Arc<Catalog>,
    /// The device, or why there is none: the editor then edits and saves, and shows no picture.
    pub gpu: Result<Gpu, String>,
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
    wake: Wake,
    run_folder: Option<RunFolder>,

    /// Shared with threads that read it; edits copy it where one does.
    document: Arc<Document>,
    /// The document without groups, as the compiler reads it: parameters of the effect are named by its nodes.
    unfolded: Arc<Document>,
    history: History,
    /// Counts up with every change of the document.
    revision: u64,
    file: DocumentFile,
    files: Arc<dyn Files + Send + Sync>,
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
        let Services { catalog, gpu, wake, run_folder } = services;
        let document = Document::default();
        let worker = CompileWorker::start(gpu.as_ref().ok().cloned(), Arc::clone(&wake)).map_err(|error| error.to_string());
        let mut session = Self {
            catalog,
            gpu,
            wake,
            run_folder,
            history: History::new(&document),
            unfolded: Arc::new(document.clone()),
            document: Arc::new(document),
            revision: 0,
            file: DocumentFile::default(),
            files: Arc::new(NoFiles),
            loading: None,
            autosave: Autosave::default(),
            looks: Looks::default(),
            problems: Problems::default(),
            stage: Stage::default(),
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

    /// The device, or why there is none.
    pub const fn gpu(&self) -> Result<&Gpu, &String> {
        self.gpu.as_ref()
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

    /// The effect that runs, to change its clock or its pointer.
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

    /// The output that the viewport should show.
    #[must_use]
    pub fn wanted_look(&self) -> Option<PortRef> {
        self.looks.wanted(&self.document, self.catalog.as_ref())
    }

    /// Events since the last call.
    #[must_use]
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    // Editing.

    /// Makes a change that is a step of its own.
    ///
    /// # Errors
    /// An edit that does not fit; the document is then as it was.
    pub fn perform(&mut self, name: impl Into<String>, edit: Edit) -> Result<(), EditError> {
        let outcome = self.history.perform(Arc::make_mut(&mut self.document), name, edit);
        self.changed();
        outcome
    }

    /// Makes a change that belongs to a gesture: see [`History::perform_in`].
    ///
    /// # Errors
    /// An edit that does not fit; the document is then as it was.
    pub fn perform_in(&mut self, gesture: Gesture, name: impl Into<String>, edit: Edit) -> Result<(), EditError> {
        let outcome = self.history.perform_in(Arc::make_mut(&mut self.document), gesture, name, edit);
        self.changed();
        outcome
    }

    /// Ends the gesture that is going on, if any.
    pub fn end_gesture(&mut self) {
        self.history.end_gesture(&self.document);
    }

    /// Takes back the gesture that is going on, if any.
    ///
    /// # Errors
    /// As [`History::cancel_gesture`].
    pub fn cancel_gesture(&mut self) -> Result<(), EditError> {
        let outcome = self.history.cancel_gesture(Arc::make_mut(&mut self.document));
        self.changed();
        outcome
    }

    /// Takes the last step back; false where there is none.
    ///
    /// # Errors
    /// As [`History::undo`].
    pub fn undo(&mut self) -> Result<bool, EditError> {
        let outcome = self.history.undo(Arc::make_mut(&mut self.document));
        self.changed();
        outcome
    }

    /// Makes the step again that was taken back last; false where there is none.
    ///
    /// # Errors
    /// As [`History::redo`].
    pub fn redo(&mut self) -> Result<bool, EditError> {
        let outcome = self.history.redo(Arc::make_mut(&mut self.document));
        self.changed();
        outcome
    }

    /// Goes to the document after the first `position` steps.
    ///
    /// # Errors
    /// As [`History::jump_to`].
    pub fn jump_to(&mut self, position: usize) -> Result<(), EditError> {
        let outcome = self.history.jump_to(Arc::make_mut(&mut self.document), position);
        self.changed();
        outcome
    }

    // The document's life.

    /// Starts a document without a file, called `name`. Unsaved changes of the one before are gone: ask first.
    pub fn start_document(&mut self, document: Document, name: String) {
        self.replace_document(document);
        self.file.become_untitled(name);
        self.files = Arc::new(NoFiles);
        self.problems.set_loading(Vec::new());
        self.changed();
    }

    /// Starts loading a file. [`Event::Opened`] or [`Event::OpenFailed`] tells of the end. Unsaved changes are gone: ask first.
    pub fn open(&mut self, path: PathBuf, start: Start) {
        if let Some(run) = &self.run_folder {
            run.opening(&path);
        }
        self.loading = Some(Loading::start(path, start, Arc::clone(&self.wake)));
    }

    /// Whether the document waits for [`Self::release`].
    #[must_use]
    pub const fn is_held(&self) -> bool {
        self.compiler.is_held
    }

    /// Compiles and runs a document that was opened with [`Start::Held`].
    pub fn release(&mut self) {
        self.compiler.is_held = false;
        self.compile_if_needed();
    }

    /// Opens what an earlier run left as a document of that name, changed since its file was saved.
    pub fn recover(&mut self, about: &About, loaded: wavewright_core::graph::file::Loaded) {
        self.replace_document(loaded.document);
        self.problems.set_loading(loaded.diagnostics);
        match &about.path {
            Some(path) => {
                self.files = Arc::new(FolderFiles::new(path.parent().unwrap_or(Path::new(""))));
                self.file.become_file(path.clone());
            }
            None => {
                self.files = Arc::new(NoFiles);
                self.file.become_untitled(about.name.clone());
            }
        }
        self.file.mark_behind();
        self.changed();
    }

    /// Saves under the document's own name; false where it has none.
    pub fn save(&mut self) -> bool {
        let Some(path) = self.file.path().map(Path::to_owned) else { return false };
        self.save_as(path);
        true
    }

    /// Saves as `path`, which becomes the document's file. A file that must not be replaced is refused:
    /// see [`DocumentFile::reason_not_to_replace`].
    pub fn save_as(&mut self, path: PathBuf) {
        if self.file.is_saving() {
            let message = "it is still being saved; try again in a moment".to_owned();
            self.events.push(Event::SaveFailed { path, message });
            return;
        }
        if let Some(reason) = self.file.reason_not_to_replace(&path) {
            let message = format!("it was not overwritten: {reason}; save under another name");
            self.events.push(Event::SaveFailed { path, message });
            return;
        }
        // What is edited from here on counts as changed; a save that fails keeps the document changed by itself.
        self.history.mark_saved(&self.document);
        self.file.start_save(path, Arc::clone(&self.document), Arc::clone(&self.wake));
    }

    // Time.

    /// Fetches what other threads finished and runs the frames that are due. `now_s` is any clock that only goes forward.
    pub fn update(&mut self, now_s: f64) {
        self.poll_loading();
        self.poll_saving();
        self.poll_compiler();
        let timeline = &self.document.timeline;
        if !self.compiler.is_held {
            self.stage.update(now_s, timeline.range, timeline.looped);
        }
        self.problems.set_running(self.stage.diagnostics().collect());
        self.end_trial(now_s);
        self.autosave(now_s);
    }

    /// Whether the window must be drawn again soon without anybody's doing.
    #[must_use]
    pub const fn is_moving(&self) -> bool {
        self.stage.is_moving() && !self.compiler.is_held
    }

    /// Runs one frame and stops.
    pub fn step(&mut self) {
        self.stage.step();
    }

    /// Goes back to the first frame of the document's range.
    pub fn rewind(&mut self) {
        self.stage.seek(u64::from(self.document.timeline.range[0]));
    }

    /// The program ends as it should. The copy for recovery goes.
    pub fn close(&mut self) {
        if let Some(run) = self.run_folder.take() {
            run.close();
        }
    }

    fn replace_document(&mut self, document: Document) {
        self.history = History::new(&document);
        self.document = Arc::new(document);
        self.looks = Looks { follows_selection: self.looks.follows_selection, ..Looks::default() };
        self.stage.clear();
        self.problems.set_compiling(Vec::new());
        self.compiler.requested = None;
        self.compiler.live = LiveInputs::default();
        self.compiler.is_held = false;
        self.compiler.first_of_document = self.compiler.serial + 1;
        self.loading = None;
        self.events.push(Event::DocumentReplaced);
    }

    /// The document may be another one.
    fn changed(&mut self) {
        self.revision += 1;
        let has_groups = !self.document.groups.is_empty();
        self.unfolded = if has_groups { Arc::new(expand(&self.document).document) } else { Arc::clone(&self.document) };
        if !self.stage.follow(&self.unfolded, self.catalog.as_ref()) {
            self.compiler.requested = None;
        }
        self.compile_if_needed();
    }

    fn compile_if_needed(&mut self) {
        let looks = self.looks.compiled(&self.document, self.catalog.as_ref());
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
