//! Why a file could not be read or written.

use std::io;
use std::path::Path;

use crate::graph::file::WriteError;

/// Why a file could not be read or written. The message starts with the file's name.
#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    /// The operating system refused.
    #[error("{file}: can't {action}: {source}")]
    Io {
        /// The file as it was named.
        file: String,
        /// `read`, `make`.
        action: &'static str,
        /// The reason.
        source: io::Error,
    },
    /// The file can't be written.
    #[error(transparent)]
    Write(#[from] WriteError),
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
        let source = match self {
            Self::Io { source, .. } => Some(source),
            Self::Write(error) => error.source.as_ref(),
            Self::Content { .. } => None,
        };
        source.is_some_and(|source| matches!(source.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded))
    }
}
