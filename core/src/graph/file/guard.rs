//! Which files a save must not replace: those that hold what the document in memory does not.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::load::{LoadError, Loaded, load};
use super::save::{SaveError, save};
use crate::graph::Document;

/// Remembers files that could not be read, or not in full, and refuses to save over them until a person says so.
#[derive(Debug, Default)]
pub struct SaveGuard {
    protected: HashMap<PathBuf, String>,
}

impl SaveGuard {
    /// Reads a document as [`load`] does, and protects its file where something of it would be lost.
    ///
    /// # Errors
    /// As [`load`].
    pub fn load(&mut self, path: &Path) -> Result<Loaded, LoadError> {
        let outcome = load(path);
        self.note_load(path, &outcome);
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

    /// Refuses saves over `path`.
    pub fn protect(&mut self, path: &Path, reason: &str) {
        self.protected.insert(identity(path), reason.to_owned());
    }

    /// A person said that the file may be replaced, or it is known to hold nothing more than the document.
    pub fn allow(&mut self, path: &Path) {
        self.protected.remove(&identity(path));
    }

    /// What a save over `path` would lose, where it would.
    #[must_use]
    pub fn reason(&self, path: &Path) -> Option<&str> {
        self.protected.get(&identity(path)).map(String::as_str)
    }

    /// Saves as [`save`] does, unless the file is protected.
    ///
    /// # Errors
    /// As [`save`], and for protected files.
    pub fn save(&self, path: &Path, document: &Document) -> Result<(), SaveError> {
        match self.reason(path) {
            Some(reason) if path.exists() => Err(SaveError::Protected { path: path.to_owned(), reason: reason.to_owned() }),
            _ => save(path, document),
        }
    }
}

/// One name for a file however its path is written.
fn identity(path: &Path) -> PathBuf {
    path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned())
}
