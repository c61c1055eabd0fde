//! Why a command did not do what it was asked, and the exit code that says so.

use wavewright_core::compile::BundleError;
use wavewright_core::gpu::{GpuError, PlayerError};
use wavewright_core::media::MediaError;

/// A failed command. Its message is one paragraph for people.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The graph or the effect has problems. Exit code 1.
    #[error("{0}")]
    Graph(String),
    /// The command line asks for what is not there. Exit code 2.
    #[error("{0}")]
    Usage(String),
    /// The machine can't: no GPU, disk full. Exit code 3.
    #[error("{0}")]
    Machine(String),
}

impl Failure {
    /// The process's exit code.
    #[must_use]
    pub const fn exit_code(&self) -> u8 {
        match self {
            Self::Graph(_) => 1,
            Self::Usage(_) => 2,
            Self::Machine(_) => 3,
        }
    }

    /// A bundle that could not be read: a file that is not there was named wrongly, one that is broken is the effect's problem.
    #[must_use]
    pub fn reading_bundle(error: &BundleError) -> Self {
        match error {
            BundleError::File(MediaError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
                Self::Usage(format!("{error}; expected the folder of an exported effect with effect.json, effect.wgsl and its data files"))
            }
            _ => Self::Graph(error.to_string()),
        }
    }

    /// A bundle that could not be written.
    #[must_use]
    pub fn writing_bundle(error: &BundleError) -> Self {
        match error {
            BundleError::Foreign { .. } => Self::Usage(error.to_string()),
            BundleError::File(_) => Self::Machine(error.to_string()),
        }
    }
}

/// A file that could not be written.
impl From<MediaError> for Failure {
    fn from(error: MediaError) -> Self {
        Self::Machine(error.to_string())
    }
}

impl From<GpuError> for Failure {
    fn from(error: GpuError) -> Self {
        Self::Machine(error.to_string())
    }
}

impl From<PlayerError> for Failure {
    fn from(error: PlayerError) -> Self {
        let message = error.to_string();
        match error {
            PlayerError::Manifest(_) | PlayerError::Kernel { .. } | PlayerError::Pipeline { .. } => Self::Graph(message),
            PlayerError::Parameter { .. } | PlayerError::NoSuchName { .. } | PlayerError::State(_) => Self::Usage(message),
            PlayerError::TooLarge { .. } | PlayerError::OutOfMemory { .. } | PlayerError::Lost(_) | PlayerError::Device(_) => {
                Self::Machine(message)
            }
        }
    }
}
