//! The files that nodes name.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::SystemTime;

use super::{Content, MediaError};
use crate::compile::Pixels;

/// Where the compiler gets the files that nodes name.
pub trait Files {
    /// The picture, array or mesh called `path` in the document. `content` is what the node makes of it: a mesh where it makes one from
    /// the file, data where its choice input `content` says so, else colours.
    ///
    /// # Errors
    /// A sentence for the node's diagnostic, with the file's name.
    fn load(&self, path: &str, content: Content) -> Result<Arc<Pixels>, String>;
}

/// For documents that name no files.
pub struct NoFiles;

impl Files for NoFiles {
    fn load(&self, path: &str, _: Content) -> Result<Arc<Pixels>, String> {
        Err(format!("{path}: there is no folder to read files from; save the document first"))
    }
}

/// Files of a folder, usually the document's. What is in use is read once and again when the file changes.
pub struct FolderFiles {
    folder: PathBuf,
    read: Mutex<HashMap<(String, Content), ReadFile>>,
}

/// What a file was when it was read.
struct ReadFile {
    /// The file, and those that it names and that were read with it.
    stamps: Vec<(PathBuf, Stamp)>,
    /// Weak: pixels live as long as an effect holds them.
    pixels: Weak<Pixels>,
}

impl ReadFile {
    fn is_as_it_was(&self) -> bool {
        self.stamps.iter().all(|(file, known)| stamp(file) == *known)
    }
}

/// Tells one state of a file from another: time of the last change and length, `None` where there is no file.
type Stamp = Option<(SystemTime, u64)>;

impl FolderFiles {
    /// Paths are relative to `folder`; absolute paths are taken as they are.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), read: Mutex::default() }
    }

    /// The paths, as documents name them, whose files are not as they were when they were last loaded.
    #[must_use]
    pub fn changed(&self) -> Vec<String> {
        let read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let mut paths: Vec<String> = read.iter().filter(|(_, file)| !file.is_as_it_was()).map(|((path, _), _)| path.clone()).collect();
        paths.sort();
        paths.dedup();
        paths
    }
}

impl Files for FolderFiles {
    fn load(&self, path: &str, content: Content) -> Result<Arc<Pixels>, String> {
        let file = self.folder.join(path);
        let key = (path.to_owned(), content);
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = read.get(&key).filter(|known| known.is_as_it_was())
            && let Some(pixels) = known.pixels.upgrade()
        {
            return Ok(pixels);
        }
        // Before reading: a change while reading is then seen as a change.
        let all = std::iter::once(file.clone()).chain(super::files_beside(&file, content));
        let stamps = all.map(|file| (file.clone(), stamp(&file))).collect();
        let result = super::read(&file, content).map(Arc::new);
        let pixels = result.as_ref().map(Arc::downgrade).unwrap_or_default();
        read.insert(key, ReadFile { stamps, pixels });
        result.map_err(|error: MediaError| error.to_string())
    }
}

fn stamp(file: &Path) -> Stamp {
    let metadata = std::fs::metadata(file).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
