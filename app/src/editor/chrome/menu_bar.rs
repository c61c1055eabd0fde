//! The menu bar: menus from the table of actions, the document's name, and the search for commands.

use egui::{Align, Align2, Atoms, Button, Frame, IntoAtoms, Layout, Margin, MenuBar, Panel, RichText, TextStyle, Ui};
use lucide_icons::Icon;

use crate::editor::action::{Action, Entry, Menu};
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::session::Pace;
use crate::theme::{fonts, scale};

/// Draws the bar.
pub fn show(ui: &mut Ui, editor: &mut EditorContext<'_>, table: &[Entry]) {
    let frame = Frame::new().fill(editor.palette.panel).inner_margin(Margin::symmetric(scale::SPACE_2 as i8, 4));
    let response = Panel::top("menu bar").frame(frame).show(ui, |ui| {
        MenuBar::new().ui(ui, |ui| {
            ui.label(RichText::new("Wavewright").family(fonts::semibold()));
            for menu in Menu::ALL {
                ui.menu_button(menu.title(), |ui| show_menu(ui, editor, table, menu));
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if ui.button(RichText::new("Find a command  Ctrl+P").color(editor.palette.text_dim)).clicked() {
                    editor.push(EditorCommand::Do(Action::Palette));
                }
            });
        });
    });
    let title =
        if editor.session.is_modified() { format!("{} \u{2022}", editor.session.file().name()) } else { editor.session.file().name() };
    let font = TextStyle::Body.resolve(ui.style());
    ui.painter().text(response.response.rect.center(), Align2::CENTER_CENTER, title, font, editor.palette.text);
}

fn show_menu(ui: &mut Ui, editor: &mut EditorContext<'_>, table: &[Entry], menu: Menu) {
    ui.set_min_width(220.0);
    for entry in table.iter().filter(|entry| entry.menu == menu) {
        if entry.starts_section {
            ui.separator();
        }
        let mut button = Button::new(words(entry, editor));
        if let Some(shortcut) = &entry.shortcut {
            button = button.shortcut_text(ui.ctx().format_shortcut(shortcut));
        }
        if ui.add_enabled(is_enabled(entry.action, editor), button).clicked() {
            editor.push(EditorCommand::Do(entry.action));
            ui.close();
        }
        if entry.action == Action::ReopenLast {
            show_recent(ui, editor);
        }
    }
}

fn show_recent(ui: &mut Ui, editor: &mut EditorContext<'_>) {
    let recent = &editor.settings.recent;
    let mut wanted = None;
    ui.add_enabled_ui(!recent.is_empty(), |ui| {
        ui.menu_button("Open recent", |ui| {
            for path in recent {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                    wanted = Some(path.clone());
                    ui.close();
                }
            }
        });
    });
    if let Some(path) = wanted {
        editor.push(EditorCommand::OpenFile(path));
    }
}

/// The name of an action, with what it would take back, or a tick where it is on.
fn words(entry: &Entry, editor: &EditorContext<'_>) -> Atoms<'static> {
    let step = match entry.action {
        Action::Undo => editor.session.history().undo_name(),
        Action::Redo => editor.session.history().redo_name(),
        _ => None,
    };
    let is_on = match entry.action {
        Action::FollowSelection => editor.session.looks().follows_selection,
        Action::TogglePace => editor.session.stage().pace() == Pace::EveryFrame,
        Action::ToggleTheme => editor.settings.light_theme,
        _ => false,
    };
    match step {
        Some(step) => format!("{} \u{201c}{step}\u{201d}", entry.title).into_atoms(),
        None if is_on => (fonts::icon(Icon::Check), entry.title).into_atoms(),
        None => entry.title.into_atoms(),
    }
}

/// Whether an action can do something now.
#[must_use]
pub fn is_enabled(action: Action, editor: &EditorContext<'_>) -> bool {
    match action {
        Action::Undo => editor.session.history().undo_name().is_some(),
        Action::Redo => editor.session.history().redo_name().is_some(),
        Action::Revert => editor.session.file().path().is_some() && editor.session.is_modified(),
        Action::ReopenLast => !editor.settings.recent.is_empty(),
        Action::ExportEffect | Action::ExportFrames => editor.session.stage().effect().is_some(),
        _ => true,
    }
}
