//! A file dialog inside of the window, for systems that have none.

use std::path::{Path, PathBuf};

use egui::{Button, Context, Id, Key, Modal, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo};
use lucide_icons::Icon;

use super::choose_file::Choice;
use crate::editor::widgets;
use crate::theme::{self, fonts, scale};

/// A folder's contents, with one entry chosen.
pub struct FileBrowser {
    choice: Choice,
    folder: PathBuf,
    /// The folder as it is typed.
    folder_text: String,
    entries: Result<Vec<Entry>, String>,
    name: String,
    /// A file that exists and was chosen for saving: asked about once.
    to_replace: Option<PathBuf>,
    is_new: bool,
}

struct Entry {
    name: String,
    is_folder: bool,
}

/// What came of a frame.
pub enum Browsed {
    /// Nothing yet.
    Nothing,
    /// This was chosen.
    Path(PathBuf),
    /// The dialog was closed.
    Cancelled,
}

/// Most entries of a folder that are listed.
const MOST_ENTRIES: usize = 2_000;

impl FileBrowser {
    /// Shows `folder`, with `name` in the field for the name.
    #[must_use]
    pub fn new(choice: Choice, folder: &Path, name: &str) -> Self {
        let mut browser = Self {
            choice,
            folder: PathBuf::new(),
            folder_text: String::new(),
            entries: Ok(Vec::new()),
            name: name.to_owned(),
            to_replace: None,
            is_new: true,
        };
        browser.go_to(&std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned()));
        browser
    }

    fn go_to(&mut self, folder: &Path) {
        self.folder = folder.to_owned();
        self.folder_text = folder.display().to_string();
        self.entries = list(folder, self.choice);
        self.to_replace = None;
    }

    /// Draws the dialog.
    pub fn show(&mut self, context: &Context) -> Browsed {
        let response = Modal::new(Id::unique("file browser")).show(context, |ui| self.contents(ui));
        if response.should_close() { Browsed::Cancelled } else { response.inner }
    }

    fn contents(&mut self, ui: &mut Ui) -> Browsed {
        let palette = theme::palette(ui.ctx());
        ui.set_width(560.0);
        ui.label(RichText::new(self.choice.title()).text_style(scale::title_style()));
        ui.add_space(scale::SPACE_2);
        self.folder_row(ui);
        let mut browsed = self.list(ui, &palette);
        if self.choice != Choice::Folder {
            ui.horizontal(|ui| {
                let label = ui.label("Name");
                let field = ui.add(TextEdit::singleline(&mut self.name).desired_width(f32::INFINITY)).labelled_by(label.id);
                if std::mem::take(&mut self.is_new) {
                    field.request_focus();
                }
                if field.changed() {
                    self.to_replace = None;
                }
                if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
                    browsed = self.confirm();
                }
            });
        }
        if let Some(path) = &self.to_replace {
            ui.label(RichText::new(format!("{} is there already.", path.display())).color(palette.warning));
        }
        ui.add_space(scale::SPACE_2);
        ui.horizontal(|ui| {
            let words = match (self.choice, &self.to_replace) {
                (_, Some(_)) => "Replace",
                (Choice::SaveDocument, None) => "Save",
                (Choice::Folder, None) => "Choose this folder",
                (Choice::OpenDocument | Choice::OpenPicture, None) => "Open",
            };
            if ui.button(words).clicked() {
                browsed = self.confirm();
            }
            if ui.button("Cancel").clicked() {
                browsed = Browsed::Cancelled;
            }
        });
        browsed
    }

    fn folder_row(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let up = widgets::icon_button(ui, Icon::ArrowUp, "The folder above");
            if let Some(above) = self.folder.parent().map(Path::to_owned).filter(|_| up.clicked()) {
                self.go_to(&above);
            }
            let field = ui.add(TextEdit::singleline(&mut self.folder_text).desired_width(f32::INFINITY));
            field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Folder"));
            if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
                let typed = PathBuf::from(self.folder_text.trim());
                self.go_to(&typed);
            }
        });
    }

    fn list(&mut self, ui: &mut Ui, palette: &theme::Palette) -> Browsed {
        let mut browsed = Browsed::Nothing;
        let mut enter = None;
        ScrollArea::vertical().max_height(280.0).min_scrolled_height(280.0).auto_shrink(false).show(ui, |ui| match &self.entries {
            Err(problem) => drop(ui.label(RichText::new(problem).color(palette.error))),
            Ok(entries) => {
                for entry in entries {
                    let icon = if entry.is_folder { Icon::Folder } else { Icon::File };
                    let is_chosen = !entry.is_folder && entry.name == self.name;
                    let response = ui.add(Button::selectable(is_chosen, (fonts::icon(icon), entry.name.as_str())));
                    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, &entry.name));
                    if entry.is_folder && response.clicked() {
                        enter = Some(self.folder.join(&entry.name));
                    } else if response.clicked() {
                        self.name.clone_from(&entry.name);
                        self.to_replace = None;
                    }
                    if response.double_clicked() && !entry.is_folder && !self.choice.is_save() {
                        browsed = Browsed::Path(self.folder.join(&entry.name));
                    }
                }
            }
        });
        if let Some(folder) = enter {
            self.go_to(&folder);
        }
        browsed
    }

    fn confirm(&mut self) -> Browsed {
        if self.choice == Choice::Folder {
            return Browsed::Path(self.folder.clone());
        }
        let name = self.name.trim();
        if name.is_empty() {
            return Browsed::Nothing;
        }
        let mut path = self.folder.join(name);
        if path.is_dir() {
            self.name.clear();
            self.go_to(&path);
            return Browsed::Nothing;
        }
        if self.choice.is_save() {
            if let Some(extension) = self.choice.extensions().first().filter(|_| path.extension().is_none()) {
                path.set_extension(extension);
            }
            if path.exists() && self.to_replace.as_ref() != Some(&path) {
                self.to_replace = Some(path);
                return Browsed::Nothing;
            }
        }
        Browsed::Path(path)
    }
}

/// Folders first, then the files that fit, each by name; hidden ones are passed over.
fn list(folder: &Path, choice: Choice) -> Result<Vec<Entry>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{} can't be listed: {error}", folder.display()))?;
    let mut listed: Vec<Entry> = entries
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let name = entry.file_name().into_string().ok()?;
            let is_folder = entry.path().is_dir();
            let fits = || {
                let extension = Path::new(&name).extension().map(|extension| extension.to_string_lossy().to_lowercase());
                extension.is_some_and(|extension| choice.extensions().contains(&extension.as_str()))
            };
            (!name.starts_with('.') && (is_folder || fits())).then_some(Entry { name, is_folder })
        })
        .take(MOST_ENTRIES)
        .collect();
    listed.sort_by_key(|entry| (!entry.is_folder, entry.name.to_lowercase()));
    Ok(listed)
}
