//! Why a file could not be read or written.

use std::io;
use std::path::Path;

/// Why a file could not be read or written. The message starts with the file's name.
#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    /// The operating system refused.
    #[error("{file}: can't {action}: {source}")]
    Io {
        /// The file as it was named.
        file: String,
        /// `read` or `write`.
        action: &'static str,
        /// The reason.
        source: io::Error,
    },
    /// The file's contents are not what is expected, or can't be put into the format.
    #[error("{file}: {problem}")]
    Content {
        /// The file as it was named.
        file: String,
        /// What is wrong and what is expected.
        problem: String,
    },
}

impl MediaError {
    /// The operating system refused to `action` the file.
    #[must_use]
    pub fn io(action: &'static str, path: &Path, source: io::Error) -> Self {
        Self::Io { file: path.display().to_string(), action, source }
    }

    /// The contents are wrong.
    #[must_use]
    pub fn content(path: &Path, problem: impl Into<String>) -> Self {
        Self::Content { file: path.display().to_string(), problem: problem.into() }
    }

    /// Whether the disk, or the user's share of it, is full.
    #[must_use]
    pub fn is_disk_full(&self) -> bool {
        matches!(self, Self::Io { source, .. } if matches!(source.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded))
    }
}
