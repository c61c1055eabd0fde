//! What the editor remembers between starts.

use std::path::{Path, PathBuf};

use egui_tiles::Tree;
use serde::{Deserialize, Serialize};
use wavewright_core::graph::file::write_atomically;

use super::folders::Folders;
use super::panels::PanelKind;
use super::session::Pace;

/// Name of the file in the folder of settings.
pub const SETTINGS_FILE: &str = "settings.json";
/// How many recent files are remembered.
const MOST_RECENT: usize = 12;
/// Smallest and largest scale of the window in percent.
pub const SCALE_PERCENT: std::ops::RangeInclusive<u16> = 80..=200;

/// What is remembered. Fields that are not known (a newer version's) are dropped, missing ones are at their default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Light rather than dark.
    pub light_theme: bool,
    /// Size of everything in percent.
    pub scale_percent: u16,
    /// Files that were opened or saved, newest first.
    pub recent: Vec<PathBuf>,
    /// Whether the first start is over.
    pub greeted: bool,
    /// Whether selecting a node views it.
    pub follow_selection: bool,
    /// How time goes on.
    pub pace: Pace,
    /// Where panels are; `None` for as at first.
    pub layout: Option<Tree<PanelKind>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            light_theme: false,
            scale_percent: 100,
            recent: Vec::new(),
            greeted: false,
            follow_selection: false,
            pace: Pace::RealTime,
            layout: None,
        }
    }
}

impl Settings {
    /// Reads the settings. What is wrong with them comes as a sentence, and they are then at their defaults.
    #[must_use]
    pub fn load(folders: &Folders) -> (Self, Option<String>) {
        let Some(path) = settings_path(folders) else { return (Self::default(), None) };
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return (Self::default(), None),
            Err(error) => {
                return (Self::default(), Some(format!("Settings can't be read, defaults are used: {}: {error}", path.display())));
            }
        };
        match serde_json::from_str::<Self>(&text) {
            Ok(settings) => (settings.in_range(), None),
            Err(error) => {
                let kept = keep_aside(&path);
                (Self::default(), Some(format!("Settings were damaged and are at their defaults ({error}). {kept}")))
            }
        }
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// What the disk refuses, as a sentence.
    pub fn save(&self, folders: &Folders) -> Result<(), String> {
        let Some(path) = settings_path(folders) else { return Ok(()) };
        let refused = |error: &dyn std::fmt::Display| format!("Settings can't be saved, this start's changes will be forgotten: {error}");
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| refused(&format!("{}: {error}", folder.display())))?;
        }
        let text = serde_json::to_string_pretty(self).map_err(|error| refused(&error))?;
        write_atomically(&path, text.as_bytes()).map_err(|error| refused(&error))
    }

    /// Remembers a file as the newest.
    pub fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|known| *known != path);
        self.recent.insert(0, path);
        self.recent.truncate(MOST_RECENT);
    }

    /// Forgets a file that is gone.
    pub fn forget(&mut self, path: &Path) {
        self.recent.retain(|known| known != path);
    }

    fn in_range(mut self) -> Self {
        self.scale_percent = self.scale_percent.clamp(*SCALE_PERCENT.start(), *SCALE_PERCENT.end());
        self.recent.truncate(MOST_RECENT);
        self
    }
}

fn settings_path(folders: &Folders) -> Option<PathBuf> {
    folders.config.as_ref().map(|folder| folder.join(SETTINGS_FILE))
}

/// Moves a damaged file out of the way, so that it can be mended, and says where to.
fn keep_aside(path: &Path) -> String {
    let aside = path.with_extension("damaged.json");
    match std::fs::rename(path, &aside) {
        Ok(()) => format!("The old file is {}", aside.display()),
        Err(error) => format!("The old file stays in place ({error})"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

    use super::*;

    #[test]
    fn settings_come_back_as_they_were() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::below(home.path());
        let mut settings = Settings { light_theme: true, scale_percent: 150, ..Settings::default() };
        settings.remember(Path::new("/art/a.json"));
        settings.remember(Path::new("/art/b.json"));
        settings.remember(Path::new("/art/a.json"));
        settings.save(&folders).unwrap();
        assert_eq!(Settings::load(&folders), (settings.clone(), None));
        assert_eq!(settings.recent, [PathBuf::from("/art/a.json"), PathBuf::from("/art/b.json")]);
    }

    #[test]
    fn damaged_settings_are_kept_aside_and_told() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::below(home.path());
        let config = folders.config.clone().unwrap();
        std::fs::create_dir_all(&config).unwrap();
        std::fs::write(config.join(SETTINGS_FILE), "{\"scale_percent\": ").unwrap();
        let (settings, notice) = Settings::load(&folders);
        assert_eq!(settings, Settings::default());
        assert!(notice.unwrap().contains("damaged"));
        assert_eq!(std::fs::read_to_string(config.join("settings.damaged.json")).unwrap(), "{\"scale_percent\": ");
        settings.save(&folders).unwrap();
    }

    #[test]
    fn a_folder_that_can_not_be_made_is_told() {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("config"), "a file").unwrap();
        let folders = Folders::below(home.path());
        assert!(Settings::default().save(&folders).unwrap_err().contains("can't be saved"));
    }

    #[test]
    fn numbers_out_of_range_are_brought_back() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::below(home.path());
        Settings { scale_percent: 9_000, ..Settings::default() }.save(&folders).unwrap();
        assert_eq!(Settings::load(&folders).0.scale_percent, 200);
    }
}
