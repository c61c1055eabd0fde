//! A document's life: saved, reopened, asked about before it is lost.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use wavewright::editor::action::Action;
use wavewright::editor::command::EditorCommand;
use wavewright_core::graph::Edit;
use wavewright_core::graph::file::to_json;

use super::window::Window;

/// A window with a file of its own, changed since it was saved.
fn with_file() -> (Window, std::path::PathBuf) {
    let mut window = Window::open(None);
    let path = window.path("mine.json");
    wavewright_core::graph::file::save(&path, window.app().session().document()).unwrap();
    window.app().push(EditorCommand::OpenFile(path.clone()));
    window.until("the file", |app| app.session().file().path().is_some());
    rename(&mut window, "Changed here");
    (window, path)
}

/// As another program would save the file: other contents of another length.
fn write_elsewhere(path: &std::path::Path) -> String {
    let text = std::fs::read_to_string(path).unwrap().replacen("\"nodes\"", "\"description\": \"theirs\",\n  \"nodes\"", 1);
    std::fs::write(path, &text).unwrap();
    text
}

fn rename(window: &mut Window, title: &str) {
    let id = window.app().session().document().nodes.keys().next().unwrap().clone();
    window.app().push(EditorCommand::Edit("Rename".to_owned(), Edit::SetTitle { node: id, title: Some(title.to_owned()) }));
    window.frames(2);
}

#[test]
fn saved_under_a_name_and_opened_again_it_is_the_same() {
    let mut window = Window::open(None);
    rename(&mut window, "Mine");
    assert!(window.app().session().is_modified());
    let path = window.path("mine.json");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.frames(3);
    let name = window.harness.get_by_label("Name");
    name.focus();
    window.frames(2);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(egui::Event::Text(path.display().to_string()));
    window.frames(2);
    window.harness.get_by_label("Save").click();
    window.until("the save", |app| app.session().file().path().is_some());
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text, to_json(window.app().session().document()).unwrap());
    assert!(!window.app().session().is_modified());

    let home = std::sync::Arc::clone(window.home());
    drop(window);
    let mut again = Window::open_in(home, Some(&path), egui::vec2(1280.0, 800.0));
    again.until("the file", |app| app.session().file().path().is_some());
    assert_eq!(to_json(again.app().session().document()).unwrap(), text);
    assert_eq!(again.app().session().file().name(), "mine.json");
}

/// Asks for a new, empty document.
fn start_anew(window: &mut Window) {
    window.app().push(EditorCommand::Do(Action::New));
    window.frames(3);
    window.harness.get_by_role_and_label(egui::accesskit::Role::Button, "Empty").click();
    window.frames(3);
}

#[test]
fn changes_are_not_lost_without_a_question() {
    let mut window = Window::open(None);
    rename(&mut window, "Mine");
    start_anew(&mut window);
    window.harness.get_by_label("Cancel").click();
    window.frames(2);
    assert!(window.app().session().is_modified());
    start_anew(&mut window);
    window.harness.get_by_label("Don't save").click();
    window.frames(2);
    assert!(window.app().session().document().nodes.is_empty());
}

#[test]
fn undo_and_redo_pass_through_the_same_documents() {
    let mut window = Window::open(None);
    window.frames(1);
    let before = to_json(window.app().session().document()).unwrap();
    rename(&mut window, "Mine");
    let after = to_json(window.app().session().document()).unwrap();
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.frames(2);
    assert_eq!(to_json(window.app().session().document()).unwrap(), before);
    window.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    window.frames(2);
    assert_eq!(to_json(window.app().session().document()).unwrap(), after);
}

#[test]
fn what_another_program_saved_is_not_overwritten_without_a_question() {
    let (mut window, path) = with_file();
    let theirs = write_elsewhere(&path);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.frames(3);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), theirs);
    window.harness.get_by_label_contains("another program has changed it");
    window.harness.get_by_label("Cancel").click();
    window.frames(3);
    assert!(window.app().session().is_modified());
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.frames(3);
    window.harness.get_by_label("Replace it").click();
    window.until("the save", |app| !app.session().is_modified());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), to_json(window.app().session().document()).unwrap());
    // From here on the file is known again.
    rename(&mut window, "Once more");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.until("the save", |app| !app.session().is_modified());
}

#[test]
fn closing_waits_for_the_question_about_the_file() {
    let (mut window, path) = with_file();
    let theirs = write_elsewhere(&path);
    window.app().push(EditorCommand::Do(Action::New));
    window.frames(3);
    window.harness.get_by_role_and_label(egui::accesskit::Role::Button, "Empty").click();
    window.frames(3);
    window.harness.get_by_label("Save").click();
    window.frames(3);
    window.harness.get_by_label_contains("another program has changed it");
    // A save elsewhere that ends meanwhile answers nothing.
    let copy = window.path("copy.json");
    window.app().session_mut().save_as(copy.clone());
    window.until("the copy", |_| copy.exists());
    window.frames(10);
    assert!(!window.app().session().document().nodes.is_empty(), "the question was passed by");
    window.harness.get_by_label("Cancel").click();
    window.frames(5);
    assert!(!window.app().session().document().nodes.is_empty());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), theirs);
}

#[test]
fn a_second_save_during_the_first_saves_what_is_there_by_then() {
    let (mut window, path) = with_file();
    for title in ["One", "Two", "Three"] {
        window.app().session_mut().save();
        rename(&mut window, title);
    }
    window.app().session_mut().save();
    window.until("the saves", |app| !app.session().is_modified());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), to_json(window.app().session().document()).unwrap());
    let wrong: Vec<String> = window.app().notices().texts().filter(|text| text.contains("not saved")).map(str::to_owned).collect();
    assert_eq!(wrong, Vec::<String>::new());
}
