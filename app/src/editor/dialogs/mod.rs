//! Dialogs: questions, file choosers, the command palette, lists of keys.

mod choose_file;
mod file_browser;
mod new_document;
mod palette;
mod question;
mod recover;
mod shortcuts;

use std::path::PathBuf;

use egui::Context;

pub use choose_file::{Choice, Chosen, FileChooser, NativeDialogs};
pub use palette::{CommandPalette, Picked};
pub use question::{Answer, Question};

use self::new_document::Template;
use super::action::{Action, Entry};
use super::session::recovery::Left;

/// What was meant to happen when a question came in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// End the program.
    Quit,
    /// Open this file.
    OpenFile(PathBuf),
    /// Start a copy of this example.
    OpenExample(String),
    /// Choose a file to open.
    ChooseFile,
    /// Start an empty document.
    StartEmpty,
    /// Go back to what is on the disk.
    Revert,
}

/// A dialog that is open. There is one at a time.
#[derive(Default)]
pub enum Dialog {
    /// None.
    #[default]
    None,
    /// Changes would be lost.
    Unsaved(Then),
    /// A file that must not be replaced without a word.
    Protected {
        /// The file.
        path: PathBuf,
        /// What would be lost.
        reason: String,
    },
    /// An earlier run ended badly.
    Recover(Vec<Left>),
    /// A new document.
    New,
    /// The command palette.
    Palette(CommandPalette),
    /// The list of keys.
    Shortcuts,
    /// What this is.
    About,
}

/// What a dialog asks for.
#[derive(Debug)]
pub enum Asked {
    /// Do this action.
    Do(Action),
    /// Go on where nothing would be lost; ask else.
    UnlessUnsaved(Then),
    /// Save, and go on with what was meant when it is saved.
    SaveThen(Then),
    /// Go on; changes are lost.
    Discard(Then),
    /// Save over this file after all.
    Replace(PathBuf),
    /// Open what an earlier run left.
    Recover(Left),
    /// Throw away what an earlier run left.
    Forget(Left),
}

impl Dialog {
    /// Draws the dialog that is open, if any.
    pub fn show(&mut self, context: &Context, name: &str, table: &[Entry]) -> Option<Asked> {
        match self {
            Self::None => None,
            Self::Unsaved(then) => {
                let text = format!("{name} has changes that are not saved.");
                let answers = ["Save", "Don't save", "Cancel"];
                match (Question { title: "Save the changes?", text: &text, answers: &answers }).show(context) {
                    Answer::None => None,
                    Answer::Place(place @ (0 | 1)) => {
                        let then = then.clone();
                        *self = Self::None;
                        Some(if place == 0 { Asked::SaveThen(then) } else { Asked::Discard(then) })
                    }
                    Answer::Place(_) | Answer::Closed => {
                        *self = Self::None;
                        None
                    }
                }
            }
            Self::Protected { path, reason } => {
                let text = format!("{} was not overwritten: {reason}.", path.display());
                let answers = ["Save under another name", "Replace it", "Cancel"];
                let asked = match (Question { title: "Replace the file?", text: &text, answers: &answers }).show(context) {
                    Answer::None => return None,
                    Answer::Place(0) => Some(Asked::Do(Action::SaveAs)),
                    Answer::Place(1) => Some(Asked::Replace(path.clone())),
                    Answer::Place(_) | Answer::Closed => None,
                };
                *self = Self::None;
                asked
            }
            Self::Recover(left) => {
                let asked = recover::show(context, left);
                if left.is_empty() {
                    *self = Self::None;
                }
                asked
            }
            Self::New => match new_document::show(context) {
                Template::Nothing => None,
                Template::Chosen(then) => {
                    *self = Self::None;
                    Some(Asked::UnlessUnsaved(then))
                }
                Template::Closed => {
                    *self = Self::None;
                    None
                }
            },
            Self::Palette(palette) => match palette.show(context, table) {
                Picked::Nothing => None,
                Picked::Action(action) => {
                    *self = Self::None;
                    Some(Asked::Do(action))
                }
                Picked::Closed => {
                    *self = Self::None;
                    None
                }
            },
            Self::Shortcuts => {
                if shortcuts::show(context, table) {
                    *self = Self::None;
                }
                None
            }
            Self::About => {
                let text = format!("Wavewright {}\n\nNode graphs that run as visual effects on the GPU.", env!("CARGO_PKG_VERSION"));
                if !matches!((Question { title: "About", text: &text, answers: &["Close"] }).show(context), Answer::None) {
                    *self = Self::None;
                }
                None
            }
        }
    }

    /// Whether a dialog is open.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        !matches!(self, Self::None)
    }
}
