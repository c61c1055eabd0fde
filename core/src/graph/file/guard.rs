//! Which files a save must not replace: those that hold what the document in memory does not.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::load::{LoadError, Loaded, load};
use super::save::{SaveError, save};
use crate::graph::Document;

/// Why a file that another program has written must not be replaced.
const CHANGED: &str = "another program has changed it since it was opened or saved here";

/// Remembers files that could not be read, or not in full, or that other programs have written since, and refuses to save over them
/// until a person says so.
#[derive(Debug, Default)]
pub struct SaveGuard {
    protected: HashMap<PathBuf, String>,
    /// Files as they were when the document was read from them or written to them.
    known: HashMap<PathBuf, FileStamp>,
}

/// Tells one state of a file from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp(Option<(SystemTime, u64)>);

impl FileStamp {
    /// The file as it is now: time of its last change and length, or that there is none.
    #[must_use]
    pub fn of(path: &Path) -> Self {
        let metadata = std::fs::metadata(path).ok();
        Self(metadata.and_then(|metadata| Some((metadata.modified().ok()?, metadata.len()))))
    }
}

impl SaveGuard {
    /// Reads a document as [`load`] does, and protects its file where something of it would be lost.
    ///
    /// # Errors
    /// As [`load`].
    pub fn load(&mut self, path: &Path) -> Result<Loaded, LoadError> {
        let stamp = FileStamp::of(path);
        let outcome = load(path);
        self.note_load(path, &outcome);
        self.note_stamp(path, stamp);
        outcome
    }

    /// Protects a file, or lifts its protection, by what became of loading it elsewhere (on another thread).
    pub fn note_load(&mut self, path: &Path, outcome: &Result<Loaded, LoadError>) {
        match outcome {
            Ok(loaded) if loaded.safe_to_overwrite => self.allow(path),
            Ok(_) => self.protect(path, "it is of a newer version of Wavewright and was not understood in full"),
            Err(error) => self.protect(path, &format!("it could not be opened and may still be mended ({error})")),
        }
    }

    /// The document is what the file held when it had this stamp: of before it was read, or after it was written. Saves over what others
    /// write to it from then on are refused.
    pub fn note_stamp(&mut self, path: &Path, stamp: FileStamp) {
        self.known.insert(identity(path), stamp);
    }

    /// Refuses saves over `path`.
    pub fn protect(&mut self, path: &Path, reason: &str) {
        self.protected.insert(identity(path), reason.to_owned());
    }

    /// A person said that the file may be replaced, or it is known to hold nothing more than the document.
    pub fn allow(&mut self, path: &Path) {
        let path = identity(path);
        self.protected.remove(&path);
        self.known.remove(&path);
    }

    /// What a save over `path` would lose, where it would.
    #[must_use]
    pub fn reason(&self, path: &Path) -> Option<&str> {
        let identity = identity(path);
        let changed = self.known.get(&identity).filter(|known| **known != FileStamp::of(path)).map(|_| CHANGED);
        self.protected.get(&identity).map(String::as_str).or(changed)
    }

    /// Saves as [`save`] does, unless the file is protected.
    ///
    /// # Errors
    /// As [`save`], and for protected files.
    pub fn save(&mut self, path: &Path, document: &Document) -> Result<(), SaveError> {
        match self.reason(path) {
            Some(reason) if path.exists() => Err(SaveError::Protected { path: path.to_owned(), reason: reason.to_owned() }),
            _ => {
                save(path, document)?;
                self.note_stamp(path, FileStamp::of(path));
                Ok(())
            }
        }
    }
}

/// One name for a file however its path is written.
fn identity(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}
