//! The daily round on the canvas, by pointer and keys: find a node, wire it, tune it, delete, undo, copy.

use egui::{Event, Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable;
use wavewright::editor::action::Action;
use wavewright::editor::command::EditorCommand;
use wavewright_core::graph::Document;
use wavewright_core::graph::file::to_json;

use super::window::Window;

/// A window with an empty document and the keyboard on the canvas.
fn empty() -> Window {
    let mut window = Window::open(None);
    window.app().session_mut().start_document(Document::default(), String::new());
    window.frames(2);
    window.harness.get_by_label("Node graph, 0 nodes").focus();
    window.frames(2);
    window
}

/// Adds a node as an artist does: Tab, a few letters, Enter.
fn add(window: &mut Window, letters: &str) {
    window.harness.key_press(Key::Tab);
    window.frames(2);
    window.harness.event(Event::Text(letters.to_owned()));
    window.frames(2);
    window.harness.key_press(Key::Enter);
    window.frames(3);
}

pub fn drag(window: &mut Window, from: Pos2, to: Pos2) {
    window.harness.hover_at(from);
    window.frames(2);
    window.harness.drag_at(from);
    window.frames(1);
    for step in 1..=6 {
        let share = step as f32 / 6.0;
        window.harness.hover_at(from + (to - from) * share);
        window.frames(1);
    }
    window.harness.drop_at(to);
    window.frames(3);
}

fn centre(window: &Window, label: &str) -> Pos2 {
    window.harness.get_by_label(label).rect().center()
}

pub fn json(window: &mut Window) -> String {
    to_json(window.app().session().document()).unwrap()
}

#[test]
fn a_node_is_found_wired_and_shown() {
    let mut window = empty();
    add(&mut window, "time");
    assert_eq!(window.app().session().document().nodes.keys().collect::<Vec<_>>(), ["time"]);
    let before = json(&mut window);
    add(&mut window, "output");
    let document = std::sync::Arc::clone(window.app().session().document());
    assert_eq!(document.nodes.len(), 2);
    // The new node wires itself to the selected one.
    assert_eq!(document.links.len(), 1, "{document:?}");
    window.settle();
    window.until("the picture", |app| app.session().stage().frame().is_some());
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.frames(2);
    assert_eq!(json(&mut window), before);
}

#[test]
fn a_wire_is_drawn_by_dragging() {
    let mut window = empty();
    add(&mut window, "time");
    window.harness.key_press(Key::Escape);
    window.app().graph_mut().state_mut().select_nodes([]);
    add(&mut window, "sine");
    window.app().graph_mut().state_mut().select_nodes([]);
    window.app().push(EditorCommand::Do(Action::Canvas(wavewright::canvas::CanvasAction::AutoLayout)));
    window.app().push(EditorCommand::Do(Action::Canvas(wavewright::canvas::CanvasAction::FrameAll)));
    window.frames(30);
    assert!(window.app().session().document().links.is_empty());
    let (start, end) = (port(&window, "Time output seconds"), port(&window, "Sine input angle"));
    drag(&mut window, start, end);
    assert_eq!(window.app().session().document().links.len(), 1);
}

/// Where the port is whose name starts with these words.
fn port(window: &Window, words: &str) -> Pos2 {
    let mut found = window.harness.query_all_by_label_contains(words);
    found.next().map(|node| node.rect().center()).unwrap_or_else(|| panic!("no port {words}"))
}

#[test]
fn a_number_dragged_is_one_step_and_is_not_compiled() {
    let mut window = Window::open(None);
    window.settle();
    window.app().push(EditorCommand::Do(Action::Canvas(wavewright::canvas::CanvasAction::ZoomReset)));
    window.app().push(EditorCommand::Reveal("brush".to_owned()));
    window.frames(30);
    let steps = window.app().session().history().position();
    let field = centre(&window, "Brush radius");
    let before = json(&mut window);
    drag(&mut window, field, field + egui::vec2(40.0, 0.0));
    assert_ne!(json(&mut window), before);
    assert_eq!(window.app().session().history().position(), steps + 1);
    assert!(!window.app().session().is_compiling());
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.frames(2);
    assert_eq!(json(&mut window), before);
}

#[test]
fn delete_undo_redo_and_copies() {
    let mut window = empty();
    add(&mut window, "time");
    add(&mut window, "sine");
    let whole = json(&mut window);
    window.harness.key_press(Key::Delete);
    window.frames(2);
    let without = json(&mut window);
    assert_eq!(window.app().session().document().nodes.len(), 1);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.frames(2);
    assert_eq!(json(&mut window), whole);
    window.harness.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    window.frames(2);
    assert_eq!(json(&mut window), without);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.frames(2);
    window.app().graph_mut().state_mut().select_nodes(["time".into(), "sine".into()]);
    window.harness.event(Event::Copy);
    let text = window.copied().expect("nothing was copied");
    window.harness.event(Event::Paste(text));
    window.frames(3);
    let ids: Vec<String> = window.app().session().document().nodes.keys().cloned().collect();
    assert_eq!(ids, ["time", "sine", "time_2", "sine_2"]);
    let copied = window.app().session().document().links.last().unwrap().clone();
    assert_eq!((copied.from.node.as_str(), copied.to.node.as_str()), ("time_2", "sine_2"), "the inner wire is copied, too");
}

#[test]
fn a_wrong_wire_is_refused_in_words() {
    let mut window = empty();
    add(&mut window, "time");
    window.app().graph_mut().state_mut().select_nodes([]);
    add(&mut window, "gerstner sum");
    window.app().graph_mut().state_mut().select_nodes([]);
    window.app().push(EditorCommand::Do(Action::Canvas(wavewright::canvas::CanvasAction::AutoLayout)));
    window.app().push(EditorCommand::Do(Action::Canvas(wavewright::canvas::CanvasAction::FrameAll)));
    window.frames(30);
    let links = window.app().session().document().links.len();
    let (from, to) = (port(&window, "Time output seconds"), port(&window, "Gerstner sum input waves"));
    window.harness.hover_at(from);
    window.frames(2);
    window.harness.drag_at(from);
    window.frames(1);
    for step in 1..=6 {
        window.harness.hover_at(from + (to - from) * (step as f32 / 6.0));
        window.frames(1);
    }
    assert_eq!(window.app().graph_mut().state().refusal(), Some("number into waves"));
    window.harness.drop_at(to);
    window.frames(3);
    assert_eq!(window.app().session().document().links.len(), links);
}

#[test]
fn keys_of_a_text_field_stay_in_it() {
    let mut window = empty();
    add(&mut window, "time");
    let before = json(&mut window);
    let frame = window.app().session().stage().is_playing();
    window.app().push(EditorCommand::Do(Action::Palette));
    window.frames(2);
    for key in [Key::Space, Key::Delete, Key::Backspace, Key::Home] {
        window.harness.key_press(key);
        window.frames(1);
    }
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.frames(2);
    assert_eq!(json(&mut window), before);
    assert_eq!(window.app().session().stage().is_playing(), frame);
}
