//! Choosing a file or a folder: the system's own dialog where there is one, and one inside of the window where there isn't.
//!
//! Without a portal or a dialog program the system's dialog comes back at once with nothing, as if it had been cancelled: an answer
//! that no person could have given in that time means that there is none. A portal that hangs blocks for long, so it is asked on a
//! thread of its own.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use egui::Context;

use super::file_browser::{Browsed, FileBrowser};
use crate::editor::session::{Task, Wake};

/// An answer that comes faster is no person's.
const FASTEST_PERSON: Duration = Duration::from_millis(300);

/// What is to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A document to open.
    OpenDocument,
    /// A name for the document.
    SaveDocument,
    /// A picture, an array or a mesh for a node's input.
    OpenPicture,
    /// A folder to write into.
    Folder,
}

impl Choice {
    /// What the dialog is called.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::OpenDocument => "Open a document",
            Self::SaveDocument => "Save the document",
            Self::OpenPicture => "Choose a file",
            Self::Folder => "Choose a folder",
        }
    }

    /// The ends of file names that fit, without the dot; none for folders.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::OpenDocument | Self::SaveDocument => &["json"],
            Self::OpenPicture => &["png", "jpg", "jpeg", "exr", "npy", "gltf", "glb", "obj"],
            Self::Folder => &[],
        }
    }

    /// Whether a name for a new file is asked for.
    #[must_use]
    pub const fn is_save(self) -> bool {
        matches!(self, Self::SaveDocument)
    }
}

/// A dialog that is open.
pub struct FileChooser {
    choice: Choice,
    start: PathBuf,
    name: String,
    stage: Stage,
}

enum Stage {
    Native { task: Task<Option<PathBuf>>, asked: Instant },
    InWindow(FileBrowser),
}

/// Whether the system's dialogs are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NativeDialogs {
    /// Where they answer.
    #[default]
    WhereThereAre,
    /// Never: known not to be there, or a test.
    Never,
}

/// What came of a dialog.
pub enum Chosen {
    /// It is open.
    Nothing,
    /// This was chosen.
    Path(PathBuf),
    /// Nothing is chosen.
    Cancelled,
}

impl FileChooser {
    /// Opens a dialog in the folder `start` with `name` as the file's name.
    #[must_use]
    pub fn open(choice: Choice, start: &Path, name: &str, native: NativeDialogs, wake: Wake) -> Self {
        let stage = match native {
            NativeDialogs::WhereThereAre => Stage::Native { task: ask_system(choice, start, name, wake), asked: Instant::now() },
            NativeDialogs::Never => Stage::InWindow(FileBrowser::new(choice, start, name)),
        };
        Self { choice, start: start.to_owned(), name: name.to_owned(), stage }
    }

    /// What is to be chosen.
    #[must_use]
    pub const fn choice(&self) -> Choice {
        self.choice
    }

    /// Shows the dialog and returns what came of it. `native` is set where the system turns out to have none.
    pub fn show(&mut self, context: &Context, native: &mut NativeDialogs) -> Chosen {
        match &mut self.stage {
            Stage::Native { task, asked } => {
                let Some(answer) = task.poll() else { return Chosen::Nothing };
                let was_instant = asked.elapsed() < FASTEST_PERSON;
                match answer {
                    Ok(Some(path)) => Chosen::Path(self.with_extension(path)),
                    Ok(None) if !was_instant => Chosen::Cancelled,
                    Ok(None) | Err(_) => {
                        log::info!("the system has no file dialog; the editor's own is used");
                        *native = NativeDialogs::Never;
                        self.stage = Stage::InWindow(FileBrowser::new(self.choice, &self.start, &self.name));
                        context.request_repaint();
                        Chosen::Nothing
                    }
                }
            }
            Stage::InWindow(browser) => match browser.show(context) {
                Browsed::Nothing => Chosen::Nothing,
                Browsed::Path(path) => Chosen::Path(self.with_extension(path)),
                Browsed::Cancelled => Chosen::Cancelled,
            },
        }
    }

    /// A name for a new document ends like one.
    fn with_extension(&self, path: PathBuf) -> PathBuf {
        match self.choice.extensions().first() {
            Some(extension) if self.choice.is_save() && path.extension().is_none() => path.with_extension(extension),
            _ => path,
        }
    }
}

fn ask_system(choice: Choice, start: &Path, name: &str, wake: Wake) -> Task<Option<PathBuf>> {
    let mut dialog = rfd::AsyncFileDialog::new().set_title(choice.title()).set_directory(start);
    if !choice.extensions().is_empty() {
        let kind = if choice == Choice::OpenPicture { "Pictures, arrays and meshes" } else { "Wavewright documents" };
        dialog = dialog.add_filter(kind, choice.extensions());
    }
    // Made on this thread, as some systems want; waited for on another.
    let answer: std::pin::Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>> = match choice {
        Choice::SaveDocument => Box::pin(dialog.set_file_name(name).save_file()),
        Choice::OpenDocument | Choice::OpenPicture => Box::pin(dialog.pick_file()),
        Choice::Folder => Box::pin(dialog.pick_folder()),
    };
    Task::spawn("file dialog", wake, move || pollster::block_on(answer).map(|file| file.path().to_owned()))
}
