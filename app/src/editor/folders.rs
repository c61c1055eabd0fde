//! Where the editor keeps what is its own.

use std::path::{Path, PathBuf};

use directories::ProjectDirs;

/// Folders of the editor. Either may be missing: then it forgets, and works.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folders {
    /// Settings and layout.
    pub config: Option<PathBuf>,
    /// Copies of unsaved documents.
    pub data: Option<PathBuf>,
}

impl Folders {
    /// Where this platform keeps such things, or below the folder that the environment's `WAVEWRIGHT_HOME` names.
    #[must_use]
    pub fn of_this_user() -> Self {
        if let Some(home) = std::env::var_os("WAVEWRIGHT_HOME").filter(|home| !home.is_empty()) {
            return Self::below(Path::new(&home));
        }
        match ProjectDirs::from("", "", "wavewright") {
            Some(folders) => Self { config: Some(folders.config_dir().to_owned()), data: Some(folders.data_local_dir().to_owned()) },
            None => Self::default(),
        }
    }

    /// Both below one folder.
    #[must_use]
    pub fn below(home: &Path) -> Self {
        Self { config: Some(home.join("config")), data: Some(home.join("data")) }
    }
}
