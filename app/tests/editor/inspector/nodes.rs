//! Headers, wires, keyframes, several nodes, and the document itself.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;
use wavewright::canvas::FrameId;
use wavewright::theme::{self, Palette};
use wavewright_core::graph::{Frame, Keyframe};

use super::super::editing::{drag, json};
use super::{button, click, document, number, number_field, press, select, showing, steps, type_number, value};

#[test]
fn several_nodes_are_edited_together() {
    let nodes = [("one", "sphere", &[("radius", number(1.0))][..]), ("two", "sphere", &[("radius", number(2.0))]), ("flat", "disc", &[])];
    let mut window = showing(document(&nodes, &[]), &["one", "two"]);
    let before = json(&mut window);
    assert_eq!(window.harness.get_by_role_and_label(Role::SpinButton, "radius").value().as_deref(), Some("mixed"));
    type_number(&mut window, "radius", "3");
    assert_eq!([value(&mut window, "one", "radius"), value(&mut window, "two", "radius")], [Some(number(3.0)), Some(number(3.0))]);
    assert_eq!(steps(&mut window), 1);
    // One number of a vector leaves the others of each node.
    window.app().session_mut().undo().unwrap();
    window.frames(2);
    assert_eq!(json(&mut window), before);
    // A disc is flat: its middle has two numbers, but its radius is a radius.
    select(&mut window, &["one", "flat"]);
    assert!(window.harness.query_by_role_and_label(Role::SpinButton, "radius").is_some());
    assert!(window.harness.query_by_label_contains("Common inputs").is_some());
}

#[test]
fn a_wire_names_what_drives_an_input() {
    let nodes = [("amount", "number", &[][..]), ("ball", "sphere", &[])];
    let mut window = showing(document(&nodes, &[("amount.value", "ball.radius")]), &["ball"]);
    assert!(window.harness.query_by_role_and_label(Role::SpinButton, "radius").is_none());
    button(&mut window, "radius from Number \u{b7} value");
    window.frames(2);
    assert_eq!(window.app().graph_mut().state().selection.single_node().map(ToString::to_string).as_deref(), Some("amount"));
    select(&mut window, &["ball"]);
    button(&mut window, "Unlink radius");
    assert!(window.app().session().document().links.is_empty());
    assert!(window.harness.query_by_role_and_label(Role::SpinButton, "radius").is_some());
}

#[test]
fn editing_a_keyframed_number_sets_a_keyframe() {
    let mut document = document(&[("ball", "sphere", &[("radius", number(1.0))])], &[]);
    let key = |frame, value| Keyframe { frame, value: number(value), interpolation: "smooth".into(), extra: serde_json::Map::new() };
    document.timeline.keyframes.insert("ball.radius".to_owned(), vec![key(0.0, 1.0), key(40.0, 5.0)]);
    let mut window = showing(document, &["ball"]);
    let shown = window.app().session().stage().frame().unwrap_or_default() as f64;
    type_number(&mut window, "radius", "4");
    let list = window.app().session().document().timeline.keyframes["ball.radius"].clone();
    let at = list.iter().find(|keyframe| keyframe.frame == shown).expect("a keyframe at the frame that is shown");
    assert_eq!((&at.value, at.interpolation.as_str()), (&number(4.0), "smooth"));
    assert_eq!((value(&mut window, "ball", "radius"), steps(&mut window)), (Some(number(1.0)), 1));
    // The canvas shows what is true at this frame.
    assert!(
        window.harness.query_by_label_contains("Sphere radius").is_some_and(|row| row.value().is_some_and(|value| value.contains("4.00")))
    );
    // The diamond takes it out again.
    button(&mut window, "Remove the keyframe of radius at this frame");
    let list = window.app().session().document().timeline.keyframes["ball.radius"].clone();
    assert!(list.iter().all(|keyframe| keyframe.frame != shown), "{list:?}");
}

#[test]
fn a_node_is_renamed_muted_and_looked_at() {
    let mut window = showing(document(&[("ball", "sphere", &[])], &[]), &["ball"]);
    window.harness.get_by_role_and_label(Role::TextInput, "Title").focus();
    window.frames(2);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.frames(1);
    for letter in ["M", "o", "o", "n"] {
        window.harness.event(Event::Text(letter.to_owned()));
        window.frames(1);
    }
    press(&mut window, Key::Enter);
    let title = |window: &mut super::super::window::Window| window.app().session().document().nodes["ball"].title.clone();
    assert_eq!((title(&mut window).as_deref(), steps(&mut window)), (Some("Moon"), 1));
    window.app().session_mut().undo().unwrap();
    window.frames(2);
    assert_eq!(title(&mut window), None);
    button(&mut window, "Mute");
    assert!(window.app().session().document().nodes["ball"].muted);
    button(&mut window, "View distance");
    assert_eq!(window.app().session().looks().viewed.as_ref().map(ToString::to_string).as_deref(), Some("ball.distance"));
    button(&mut window, "Colour of the node");
    let pink = window.harness.get_by_label("Pink").rect().center();
    click(&mut window, pink);
    assert!(window.app().session().document().nodes["ball"].colour.is_some());
}

#[test]
fn what_is_wrong_with_a_node_is_told_with_what_to_do() {
    let mut window = showing(document(&[("odd", "no_such_kind", &[("speed", number(2.0))])], &[]), &["odd"]);
    window.settle();
    assert!(window.harness.query_by_label_contains("no node is called").is_some());
    // Its values are kept and can be seen.
    assert!(window.harness.query_by_role_and_label(Role::SpinButton, "speed").is_some());
}

#[test]
fn nothing_selected_shows_the_document() {
    let mut window = showing(document(&[("ball", "sphere", &[])], &[]), &[]);
    type_number(&mut window, "width", "25 m");
    assert_eq!(window.app().session().document().grid.width_m, 25.0);
    type_number(&mut window, "cells along x", "64");
    assert_eq!(window.app().session().document().grid.resolution, [64, 32]);
    type_number(&mut window, "seed", "77");
    assert_eq!(window.app().session().document().seed, 77);
    type_number(&mut window, "end", "120");
    assert_eq!(window.app().session().document().timeline.range, [0, 120]);
    let at = window.harness.get_by_role_and_label(Role::CheckBox, "loop").rect().center();
    click(&mut window, at);
    assert!(!window.app().session().document().timeline.looped);
    assert_eq!(steps(&mut window), 5);
    // What can't be is not done: a plane has a cell at least, and its numbers are kept within limits.
    type_number(&mut window, "cells along z", "-5");
    assert_eq!(window.app().session().document().grid.resolution, [64, 1]);
}

#[test]
fn a_resolution_is_told_at_the_end_of_a_drag() {
    let mut window = showing(document(&[("ball", "sphere", &[])], &[]), &[]);
    let at = number_field(&window, "cells along x");
    window.harness.hover_at(at);
    window.harness.drag_at(at);
    window.frames(1);
    for distance in [10.0, 16.0, 22.0] {
        window.harness.hover_at(at + vec2(distance, 0.0));
        window.frames(1);
    }
    assert_eq!(window.app().session().document().grid.resolution, [32, 32]);
    window.harness.drop_at(at + vec2(22.0, 0.0));
    window.frames(3);
    assert!(window.app().session().document().grid.resolution[0] > 32);
    assert_eq!(steps(&mut window), 1);
    let width = number_field(&window, "width");
    drag(&mut window, width, width + vec2(30.0, 0.0));
    assert_eq!(steps(&mut window), 2);
}

#[test]
fn a_frame_that_is_selected_shows_its_text_and_its_colour() {
    let mut document = document(&[("ball", "sphere", &[])], &[]);
    let frame = Frame { text: "Waves".into(), position: [-40.0, -80.0], size: [300.0, 240.0], colour: None, extra: serde_json::Map::new() };
    document.frames.push(frame);
    let mut window = showing(document, &[]);
    window.app().graph_mut().state_mut().selection.frames.insert(FrameId(0));
    window.frames(3);
    assert!(window.harness.query_by_label_contains("Simulation plane").is_none(), "not the document's settings");
    let before = json(&mut window);
    let at = window.harness.get_by_role_and_label(Role::MultilineTextInput, "Text").rect().center();
    click(&mut window, at);
    window.harness.key_press(Key::End);
    window.harness.event(Event::Text(" of eight lengths".to_owned()));
    window.frames(2);
    let swatches = theme::canvas_style(&Palette::DARK).swatches;
    button(&mut window, swatches[1].0);
    let frame = window.app().session().document().frames[0].clone();
    assert_eq!(frame.text, "Waves of eight lengths");
    assert!(frame.colour.is_some());
    assert_eq!(steps(&mut window), 2);
    button(&mut window, "No colour");
    assert_eq!(window.app().session().document().frames[0].colour, None);
    for _ in 0..3 {
        window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        window.frames(2);
    }
    assert_eq!(json(&mut window), before);
}
