//! What survives a crash: copies of unsaved documents, and which document was being opened when the program stopped.
//!
//! Each run of the program has a folder of its own under `runs/` and holds a lock on a file in it. A folder whose lock is free is of a
//! run that ended without saying so.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use wavewright_core::graph::file::write_atomically;

const LOCK_FILE: &str = "lock";
const COPY_FILE: &str = "document.json";
const ABOUT_FILE: &str = "about.json";
const OPENING_FILE: &str = "opening.json";

/// The folder of this run of the program.
#[derive(Debug)]
pub struct RunFolder {
    folder: PathBuf,
    /// Held for as long as the program runs.
    _lock: File,
}

/// What is known of a copy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The document's name as the window showed it.
    pub name: String,
    /// Its file, where it had one.
    pub path: Option<PathBuf>,
}

/// Which document was being opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// Its file.
    pub path: PathBuf,
}

/// What a run that ended badly left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// The run's folder.
    pub folder: PathBuf,
    /// The copy of its unsaved document.
    pub copy: Option<(About, PathBuf)>,
    /// The document that it was opening: it may be what stopped the program.
    pub opening: Option<PathBuf>,
}

impl RunFolder {
    /// Makes the folder of this run in `data`.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn create(data: &Path) -> io::Result<Self> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let name = format!("{}-{}", now.as_micros(), std::process::id());
        let folder = runs(data).join(name);
        fs::create_dir_all(&folder)?;
        let lock = File::create(folder.join(LOCK_FILE))?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::Error(error) => error,
            TryLockError::WouldBlock => io::ErrorKind::WouldBlock.into(),
        })?;
        Ok(Self { folder, _lock: lock })
    }

    /// What earlier runs left, newest first. Empty leftovers are tidied away.
    #[must_use]
    pub fn left_by_others(&self, data: &Path) -> Vec<Left> {
        let Ok(entries) = fs::read_dir(runs(data)) else { return Vec::new() };
        let mut folders: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| *path != self.folder).collect();
        folders.sort();
        folders.into_iter().rev().filter(|folder| is_abandoned(folder)).filter_map(|folder| left_in(&folder)).collect()
    }

    /// Where the copy of the document is written.
    #[must_use]
    pub fn copy_path(&self) -> PathBuf {
        self.folder.join(COPY_FILE)
    }

    /// Writes down what the copy is of; the copy itself is written by whoever has the document.
    ///
    /// # Errors
    /// The disk refuses.
    pub fn describe_copy(&self, about: &About) -> io::Result<()> {
        write_json(&self.folder.join(ABOUT_FILE), about)
    }

    /// The document was saved, or given up.
    pub fn discard_copy(&self) {
        remove(&self.folder.join(COPY_FILE));
        remove(&self.folder.join(ABOUT_FILE));
    }

    /// Remembers that `path` is being opened until [`Self::opened`] says that the program survived it.
    pub fn opening(&self, path: &Path) {
        let opening = Opening { path: path.to_owned() };
        if let Err(error) = write_json(&self.folder.join(OPENING_FILE), &opening) {
            log::warn!("{} can't be noted as being opened: {error}", path.display());
        }
    }

    /// The document that was being opened runs.
    pub fn opened(&self) {
        remove(&self.folder.join(OPENING_FILE));
    }

    /// The program ends as it should: nothing is left to recover.
    pub fn close(self) {
        let Self { folder, _lock: lock } = self;
        drop(lock);
        remove_run(&folder);
    }
}

/// Throws away what a run left.
pub fn discard(left: &Left) {
    remove_run(&left.folder);
}

fn runs(data: &Path) -> PathBuf {
    data.join("runs")
}

/// Whether nobody holds the folder's lock.
fn is_abandoned(folder: &Path) -> bool {
    let Ok(lock) = File::open(folder.join(LOCK_FILE)) else { return folder.is_dir() };
    lock.try_lock().is_ok()
}

/// What a folder of a dead run holds; the folder goes where it holds nothing.
fn left_in(folder: &Path) -> Option<Left> {
    let copy = folder.join(COPY_FILE);
    let about = read_json::<About>(&folder.join(ABOUT_FILE)).unwrap_or(About { name: "a document".to_owned(), path: None });
    let left = Left {
        folder: folder.to_owned(),
        copy: copy.is_file().then_some((about, copy)),
        opening: read_json::<Opening>(&folder.join(OPENING_FILE)).map(|opening| opening.path),
    };
    if left.copy.is_none() && left.opening.is_none() {
        remove_run(folder);
        return None;
    }
    Some(left)
}

fn remove_run(folder: &Path) {
    if let Err(error) = fs::remove_dir_all(folder)
        && error.kind() != io::ErrorKind::NotFound
    {
        log::warn!("{} can't be tidied away: {error}", folder.display());
    }
}

fn remove(file: &Path) {
    if let Err(error) = fs::remove_file(file)
        && error.kind() != io::ErrorKind::NotFound
    {
        log::warn!("{} can't be removed: {error}", file.display());
    }
}

fn write_json(path: &Path, value: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_string_pretty(value)?;
    write_atomically(path, text.as_bytes()).map_err(io::Error::other)
}

fn read_json<T: for<'de> Deserialize<'de>>(path: &Path) -> Option<T> {
    serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

    use super::*;

    fn about() -> About {
        About { name: "fluid".to_owned(), path: Some(PathBuf::from("/art/fluid.json")) }
    }

    /// Ends a run as a crash does: the lock goes, the files stay.
    fn crash(run: RunFolder) {
        drop(run);
    }

    #[test]
    fn a_crash_leaves_the_copy_and_the_file_that_was_being_opened() {
        let data = tempfile::tempdir().unwrap();
        let run = RunFolder::create(data.path()).unwrap();
        fs::write(run.copy_path(), "{}").unwrap();
        run.describe_copy(&about()).unwrap();
        run.opening(Path::new("/art/bad.json"));
        let copy = run.copy_path();
        crash(run);
        let next = RunFolder::create(data.path()).unwrap();
        let left = next.left_by_others(data.path());
        assert_eq!(left.len(), 1);
        assert_eq!(left[0].copy, Some((about(), copy.clone())));
        assert_eq!(left[0].opening.as_deref(), Some(Path::new("/art/bad.json")));
        discard(&left[0]);
        assert!(!copy.exists());
        assert_eq!(next.left_by_others(data.path()), []);
    }

    #[test]
    fn a_run_that_ended_well_leaves_nothing() {
        let data = tempfile::tempdir().unwrap();
        let run = RunFolder::create(data.path()).unwrap();
        fs::write(run.copy_path(), "{}").unwrap();
        run.close();
        let next = RunFolder::create(data.path()).unwrap();
        assert_eq!(next.left_by_others(data.path()), []);
    }

    #[test]
    fn a_run_that_goes_on_is_left_alone() {
        let data = tempfile::tempdir().unwrap();
        let first = RunFolder::create(data.path()).unwrap();
        fs::write(first.copy_path(), "{}").unwrap();
        let second = RunFolder::create(data.path()).unwrap();
        assert_eq!(second.left_by_others(data.path()), []);
        assert!(first.copy_path().exists());
    }

    #[test]
    fn a_document_that_opened_is_not_suspected() {
        let data = tempfile::tempdir().unwrap();
        let run = RunFolder::create(data.path()).unwrap();
        run.opening(Path::new("/art/good.json"));
        run.opened();
        crash(run);
        let next = RunFolder::create(data.path()).unwrap();
        assert_eq!(next.left_by_others(data.path()), []);
        assert_eq!(fs::read_dir(data.path().join("runs")).unwrap().count(), 1);
    }
}
