//! The document's file: its name, what may be saved over, and saving and loading off the UI thread.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use wavewright_core::graph::Document;
use wavewright_core::graph::file::{FileStamp, LoadError, Loaded, SaveError, SaveGuard, load, save};

use super::Start;
use super::task::{Task, Wake};

/// The document's file.
#[derive(Default)]
pub struct DocumentFile {
    path: Option<PathBuf>,
    /// What the window calls a document without a file.
    untitled: String,
    guard: SaveGuard,
    saving: Option<Saving>,
    /// A save that was asked for while another is under way.
    next_save: Option<PathBuf>,
    /// A save failed since the last that did not.
    is_behind: bool,
}

struct Saving {
    path: PathBuf,
    task: Task<Result<FileStamp, SaveError>>,
}

/// What became of a save.
pub(super) enum Saved {
    /// The file is on the disk.
    Done(PathBuf),
    /// It isn't; the message says why.
    Failed {
        /// The file.
        path: PathBuf,
        /// Why.
        message: String,
    },
}

/// A file that is being loaded.
pub(super) struct Loading {
    pub path: PathBuf,
    pub start: Start,
    pub task: Task<(FileStamp, Result<Loaded, LoadError>)>,
}

impl Loading {
    pub(super) fn start(path: PathBuf, start: Start, wake: Wake) -> Self {
        let file = path.clone();
        // Before reading: what is written meanwhile is then seen as a change.
        Self { path, start, task: Task::spawn("load", wake, move || (FileStamp::of(&file), load(&file))) }
    }
}

impl DocumentFile {
    /// Where the document is saved; `None` before it was.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The document's name: its file's, or what it was made from.
    #[must_use]
    pub fn name(&self) -> String {
        match self.path.as_deref().and_then(Path::file_name) {
            Some(name) => name.to_string_lossy().into_owned(),
            None if self.untitled.is_empty() => "Untitled".to_owned(),
            None => self.untitled.clone(),
        }
    }

    /// The folder that paths of the document are relative to.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.path.as_deref().and_then(Path::parent)
    }

    /// Saves again, as `path`, when the save that is under way is done.
    pub(super) fn save_next(&mut self, path: PathBuf) {
        self.next_save = Some(path);
    }

    /// The save that waited, when none is under way.
    pub(super) fn take_next_save(&mut self) -> Option<PathBuf> {
        if self.saving.is_some() { None } else { self.next_save.take() }
    }

    /// Whether a save is under way.
    #[must_use]
    pub const fn is_saving(&self) -> bool {
        self.saving.is_some()
    }

    /// Why saving over `path` would lose something, where it would.
    #[must_use]
    pub fn reason_not_to_replace(&self, path: &Path) -> Option<&str> {
        self.guard.reason(path).filter(|_| path.exists())
    }

    /// A person said that the file may be replaced.
    pub fn allow_replacing(&mut self, path: &Path) {
        self.guard.allow(path);
    }

    /// The document differs from its file whatever its history says.
    pub(super) const fn mark_behind(&mut self) {
        self.is_behind = true;
    }

    pub(super) const fn is_behind(&self) -> bool {
        self.is_behind
    }

    pub(super) fn become_untitled(&mut self, name: String) {
        self.path = None;
        self.untitled = name;
        self.is_behind = false;
    }

    pub(super) fn become_file(&mut self, path: PathBuf) {
        self.path = Some(path);
        self.is_behind = false;
    }

    /// Remembers what may be saved over `path` after it was loaded, or was not.
    pub(super) fn note_load(&mut self, path: &Path, stamp: FileStamp, outcome: &Result<Loaded, LoadError>) {
        self.guard.note_load(path, outcome);
        self.guard.note_stamp(path, stamp);
    }

    pub(super) fn start_save(&mut self, path: PathBuf, document: Arc<Document>, wake: Wake) {
        let file = path.clone();
        let task = Task::spawn("save", wake, move || save(&file, &document).map(|()| FileStamp::of(&file)));
        self.saving = Some(Saving { path, task });
    }

    pub(super) fn poll_save(&mut self) -> Option<Saved> {
        let saving = self.saving.as_mut()?;
        let outcome = saving.task.poll()?;
        let path = std::mem::take(&mut saving.path);
        self.saving = None;
        Some(match outcome.and_then(|outcome| outcome.map_err(|error| error.to_string())) {
            Ok(stamp) => {
                self.guard.allow(&path);
                self.guard.note_stamp(&path, stamp);
                self.become_file(path.clone());
                Saved::Done(path)
            }
            Err(message) => {
                self.is_behind = true;
                Saved::Failed { path, message }
            }
        })
    }
}
