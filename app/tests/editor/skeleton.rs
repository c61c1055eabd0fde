//! The window opens, shows its panels, and does what menus say.

use egui::{Event, Key, Theme};
use egui_kittest::kittest::Queryable;
use wavewright::editor::action::Action;
use wavewright::editor::command::EditorCommand;

use super::window::Window;

#[test]
fn the_first_start_shows_the_example_playing() {
    let mut window = Window::open(None);
    window.settle();
    let problems: Vec<String> = window.app().session().problems().all().iter().map(ToString::to_string).collect();
    assert!(window.app().session().stage().effect().is_some(), "{problems:?}");
    window.until("the third frame", |app| app.session().stage().frame().is_some_and(|frame| frame >= 3));
    for panel in ["Graph", "Viewport", "Inspector", "Library", "Timeline"] {
        assert!(window.harness.query_all_by_label(panel).next().is_some(), "{panel}");
    }
    assert_eq!(window.app().notices().texts().next(), None);
    if let Ok(folder) = std::env::var("WAVEWRIGHT_SCREENSHOTS") {
        window.harness.render().unwrap().save(format!("{folder}/first_start.png")).unwrap();
    }
}

#[test]
fn a_click_pauses_and_a_key_plays() {
    let mut window = Window::open(None);
    window.settle();
    window.harness.get_by_label("Pause").click();
    window.frames(2);
    assert!(!window.app().session().stage().is_playing());
    window.harness.key_press(Key::Space);
    window.frames(2);
    assert!(window.app().session().stage().is_playing());
}

#[test]
fn the_palette_finds_and_does_a_command() {
    let mut window = Window::open(None);
    window.frames(2);
    window.app().push(EditorCommand::Do(Action::Palette));
    window.frames(2);
    window.harness.event(Event::Text("light theme".to_owned()));
    window.frames(1);
    window.harness.key_press(Key::Enter);
    window.frames(3);
    assert_eq!(window.harness.ctx.theme(), Theme::Light);
}
