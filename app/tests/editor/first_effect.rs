//! "Your first effect in five minutes" of the README, walked as it is written there.

use egui::{Event, Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable;
use wavewright::canvas::CanvasAction;
use wavewright::editor::action::Action;
use wavewright::editor::command::EditorCommand;
use wavewright_core::graph::file::load;
use wavewright_core::node::Literal;

use super::window::Window;

fn click_twice(window: &mut Window, pos: Pos2) {
    window.harness.hover_at(pos);
    window.frames(1);
    for _ in 0..2 {
        window.harness.drag_at(pos);
        window.frames(1);
        window.harness.drop_at(pos);
        window.frames(1);
    }
    window.frames(2);
}

/// Types into what has the keyboard, and Enter.
fn enter(window: &mut Window, text: &str) {
    window.frames(2);
    window.harness.event(Event::Text(text.to_owned()));
    window.frames(2);
    window.harness.key_press(Key::Enter);
    window.frames(3);
}

/// Drags a number of a node by so many points and returns what it is then.
fn drag(window: &mut Window, field: &str, input: &str, points: f32) -> f64 {
    let from = window.harness.get_by_label(field).rect().center();
    window.harness.hover_at(from);
    window.frames(2);
    window.harness.drag_at(from);
    window.frames(1);
    for step in 1..=6 {
        window.harness.hover_at(from + egui::vec2(points * step as f32 / 6.0, 0.0));
        window.frames(1);
    }
    window.harness.drop_at(from + egui::vec2(points, 0.0));
    window.frames(3);
    match window.app().session().document().nodes["rain"].inputs.get(input) {
        Some(Literal::Number(number)) => *number,
        other => panic!("{input} is {other:?}"),
    }
}

fn picture(window: &mut Window, name: &str) {
    if let Ok(folder) = std::env::var("WAVEWRIGHT_SCREENSHOTS") {
        window.harness.render().unwrap().save(format!("{folder}/first_effect_{name}.png")).unwrap();
    }
}

#[test]
fn the_first_effect_of_the_readme() {
    let mut window = Window::open(None);
    window.frames(3);
    // 1. An empty document.
    window.app().push(EditorCommand::Do(Action::New));
    window.frames(3);
    window.harness.get_by_role_and_label(egui::accesskit::Role::Button, "Empty").click();
    window.frames(3);
    // 2. Rain. Not so soon after the last click that it would count with these.
    window.frames(40);
    let canvas = window.harness.get_by_label("Node graph, 0 nodes").rect().center();
    click_twice(&mut window, canvas);
    assert!(window.app().graph_mut().state().is_typing(), "a double-click on the canvas opens no search");
    enter(&mut window, "rain");
    assert!(window.app().session().document().nodes.contains_key("rain"));
    // 3. An output, which wires itself.
    window.harness.key_press(Key::Tab);
    enter(&mut window, "output");
    let document = std::sync::Arc::clone(window.app().session().document());
    assert_eq!(document.links.len(), 1, "{document:?}");
    assert_eq!(
        (document.links[0].from.to_string(), document.links[0].to.to_string()),
        ("rain.height".to_owned(), "output.value".to_owned())
    );
    window.settle();
    window.until("the rings", |app| app.session().stage().frame().is_some_and(|frame| frame > 30));
    picture(&mut window, "flat");
    // 4. Lower rings.
    window.app().push(EditorCommand::Do(Action::Canvas(CanvasAction::FrameAll)));
    window.frames(30);
    assert!(drag(&mut window, "Rain ring height", "ring_height", -50.0) < 0.8);
    assert!(drag(&mut window, "Rain wavelength", "wavelength", -30.0) < 1.0);
    assert!(drag(&mut window, "Rain radius", "radius", 50.0) > 1.0);
    assert!(!window.app().session().is_compiling(), "a number was compiled");
    // 5. As a surface.
    window.harness.get_by_label("As a surface").click();
    let frame = window.app().session().stage().frame().unwrap();
    window.until("more rings", |app| app.session().stage().frame().is_some_and(|shown| shown > frame + 60 || shown < frame));
    picture(&mut window, "surface");
    // 6. Saved.
    let path = window.path("rings.json");
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
    window.frames(3);
    window.harness.get_by_label("Name").focus();
    window.frames(2);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.harness.event(Event::Text(path.display().to_string()));
    window.frames(2);
    window.harness.get_by_label("Save").click();
    window.until("the save", |_| path.exists());
    assert_eq!(load(&path).unwrap().document.nodes.len(), 2);
}
