//! Numbers, vectors, colours, choices and switches.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable};
use wavewright_core::node::Literal;

use super::super::editing::{drag, json};
use super::super::window::Window;
use super::{button, click, document, double_click, number, number_field, press, select, showing, steps, type_number, value};

#[test]
fn a_drag_is_one_step_and_undone_to_the_letter() {
    let mut window = showing(document(&[("ball", "sphere", &[("radius", number(2.0))])], &[]), &["ball"]);
    let before = json(&mut window);
    let at = number_field(&window, "radius");
    drag(&mut window, at, at + vec2(60.0, 0.0));
    let Some(Literal::Number(now)) = value(&mut window, "ball", "radius") else { panic!("no number") };
    // The range is 0 to 10 on 300 points.
    assert!((2.5..5.0).contains(&now) && (now * 100.0 - (now * 100.0).round()).abs() < 1e-9, "{now}");
    assert_eq!(json(&mut window), before.replace("\"radius\": 2", &format!("\"radius\": {now}")));
    assert_eq!(steps(&mut window), 1);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.frames(2);
    assert_eq!(json(&mut window), before);
}

#[test]
fn escape_gives_a_drag_up() {
    let mut window = showing(document(&[("ball", "sphere", &[("radius", number(2.0))])], &[]), &["ball"]);
    let before = json(&mut window);
    let at = number_field(&window, "radius");
    window.harness.hover_at(at);
    window.harness.drag_at(at);
    window.frames(1);
    for distance in [10.0, 20.0, 30.0] {
        window.harness.hover_at(at + vec2(distance, 0.0));
        window.frames(1);
    }
    assert_ne!(json(&mut window), before);
    press(&mut window, Key::Escape);
    assert_eq!(json(&mut window), before);
    window.harness.hover_at(at + vec2(80.0, 0.0));
    window.frames(2);
    window.harness.drop_at(at + vec2(80.0, 0.0));
    window.frames(2);
    assert_eq!((json(&mut window), steps(&mut window)), (before, 0));
}

#[test]
fn arithmetic_and_units_are_typed() {
    let mut window = showing(document(&[("ball", "sphere", &[])], &[]), &["ball"]);
    type_number(&mut window, "radius", "2*pi/3");
    assert_eq!(value(&mut window, "ball", "radius"), Some(number(2.0 * std::f64::consts::PI / 3.0)));
    type_number(&mut window, "radius", "0.25 m");
    assert_eq!(value(&mut window, "ball", "radius"), Some(number(0.25)));
    assert_eq!(steps(&mut window), 2);
    // What is no number stays in the field, with a word about it, until it is given up.
    type_number(&mut window, "radius", "two");
    assert!(window.harness.query_by_role_and_label(Role::TextInput, "radius").is_some());
    assert!(window.harness.query_by_label_contains("\"two\" is not known").is_some());
    press(&mut window, Key::Escape);
    assert_eq!((value(&mut window, "ball", "radius"), steps(&mut window)), (Some(number(0.25)), 2));
}

#[test]
fn keys_of_a_number_that_is_typed_stay_in_it() {
    let mut window = showing(document(&[("ball", "sphere", &[("radius", number(2.0))])], &[]), &["ball"]);
    let before = json(&mut window);
    let at = number_field(&window, "radius");
    double_click(&mut window, at);
    for key in [Key::Space, Key::Delete, Key::Backspace, Key::Home, Key::M] {
        press(&mut window, key);
    }
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.frames(2);
    assert!(!window.app().session().stage().is_playing());
    press(&mut window, Key::Escape);
    assert_eq!((json(&mut window), steps(&mut window)), (before, 0));
}

#[test]
fn arrow_keys_step_and_digits_type() {
    let mut window = showing(document(&[("ball", "sphere", &[("radius", number(2.0))])], &[]), &["ball"]);
    let at = number_field(&window, "radius");
    click(&mut window, at);
    for _ in 0..3 {
        press(&mut window, Key::ArrowRight);
    }
    let Some(Literal::Number(now)) = value(&mut window, "ball", "radius") else { panic!("no number") };
    assert!(now > 2.2 && now < 2.5, "{now}");
    press(&mut window, Key::Tab);
    assert_eq!(steps(&mut window), 1);
    click(&mut window, at);
    for text in ["7", ".5"] {
        window.harness.event(Event::Text(text.to_owned()));
        window.frames(2);
    }
    press(&mut window, Key::Enter);
    assert_eq!((value(&mut window, "ball", "radius"), steps(&mut window)), (Some(number(7.5)), 2));
}

#[test]
fn what_was_typed_is_not_lost_by_a_click_elsewhere() {
    let mut window = showing(document(&[("ball", "sphere", &[]), ("wall", "plane", &[])], &[]), &["ball"]);
    let at = number_field(&window, "radius");
    double_click(&mut window, at);
    window.harness.event(Event::Text("4".to_owned()));
    window.frames(1);
    select(&mut window, &["wall"]);
    let canvas = window.harness.get_by_label_contains("Node graph, 2 nodes").rect();
    click(&mut window, canvas.left_bottom() + vec2(40.0, -40.0));
    assert_eq!(value(&mut window, "ball", "radius"), Some(number(4.0)));
}

#[test]
fn a_component_of_a_vector_leaves_the_others() {
    let size = Literal::Vector(vec![1.0, 2.0, 3.0]);
    let mut window = showing(document(&[("crate", "box", &[("half_size", size)])], &[]), &["crate"]);
    type_number(&mut window, "half size y", "5");
    assert_eq!(value(&mut window, "crate", "half_size"), Some(Literal::Vector(vec![1.0, 5.0, 3.0])));
    type_number(&mut window, "half size x", "7, 8, 9");
    assert_eq!(value(&mut window, "crate", "half_size"), Some(Literal::Vector(vec![7.0, 8.0, 9.0])));
    assert_eq!(steps(&mut window), 2);
}

#[test]
fn a_colour_brighter_than_the_screen_is_one_step() {
    let mut window = showing(document(&[("paint", "colour", &[])], &[]), &["paint"]);
    let patch = window.harness.get_by_role_and_label(Role::ColorWell, "value").rect().center();
    click(&mut window, patch);
    type_number(&mut window, "value linear R", "4");
    type_number(&mut window, "value linear G", "0.5");
    assert_eq!(value(&mut window, "paint", "value"), Some(Literal::Vector(vec![4.0, 0.5, 1.0, 1.0])));
    window.harness.get_by_label("Stops");
    window.harness.get_by_role_and_label(Role::TextInput, "Hex").focus();
    window.frames(2);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.frames(1);
    window.harness.event(Event::Text("#00ff00".to_owned()));
    window.frames(2);
    press(&mut window, Key::Enter);
    assert_eq!(value(&mut window, "paint", "value"), Some(Literal::Vector(vec![0.0, 1.0, 0.0, 1.0])));
    press(&mut window, Key::Escape);
    window.frames(3);
    assert!(window.harness.query_by_label("Stops").is_none());
}

#[test]
fn a_word_is_chosen() {
    let mut window = showing(document(&[("paint", "colour_ramp", &[])], &[]), &["paint"]);
    let at = window.harness.get_by_role_and_label(Role::ComboBox, "between").rect().center();
    click(&mut window, at);
    let at = window.harness.get_by_label("smooth").rect().center();
    click(&mut window, at);
    assert_eq!(value(&mut window, "paint", "between"), Some(Literal::Text("smooth".to_owned())));
    assert_eq!(steps(&mut window), 1);
}

#[test]
fn a_switch_is_flipped() {
    let mut window = showing(document(&[("range", "remap", &[])], &[]), &["range"]);
    let at = window.harness.get_by_role_and_label(Role::CheckBox, "clamp result").rect().center();
    click(&mut window, at);
    assert_eq!((value(&mut window, "range", "clamp_result"), steps(&mut window)), (Some(Literal::Bool(true)), 1));
    click(&mut window, at);
    assert_eq!(value(&mut window, "range", "clamp_result"), Some(Literal::Bool(false)));
}

#[test]
fn everything_of_a_row_is_reached_by_keys() {
    let size = Literal::Vector(vec![1.0, 2.0, 3.0]);
    let mut window = showing(document(&[("crate", "box", &[("half_size", size)])], &[]), &["crate"]);
    window.harness.get_by_role_and_label(Role::SpinButton, "half size z").focus();
    window.frames(2);
    window.harness.key_press_modifiers(Modifiers::SHIFT, Key::F10);
    window.frames(3);
    let reset = window.harness.get_by_label("Reset to 1, 1, 1").rect().center();
    click(&mut window, reset);
    assert_eq!((value(&mut window, "crate", "half_size"), steps(&mut window)), (None, 1));
    // Tab goes through the fields.
    window.harness.get_by_role_and_label(Role::SpinButton, "half size x").focus();
    window.frames(2);
    press(&mut window, Key::Tab);
    assert!(window.harness.get_by_role_and_label(Role::SpinButton, "half size y").is_focused());
    press(&mut window, Key::ArrowRight);
    press(&mut window, Key::Tab);
    let set = value(&mut window, "crate", "half_size");
    assert!(matches!(&set, Some(Literal::Vector(numbers)) if numbers[1] > 1.0 && numbers[0] == 1.0), "{set:?}");
    assert_eq!(steps(&mut window), 2);
}

#[test]
fn a_changed_input_can_be_reset() {
    let mut window = showing(document(&[("ball", "sphere", &[])], &[]), &["ball"]);
    assert!(window.harness.query_by_label("Reset radius").is_none());
    type_number(&mut window, "radius", "3");
    button(&mut window, "Reset radius");
    assert_eq!((value(&mut window, "ball", "radius"), steps(&mut window)), (None, 2));
    assert!(window.harness.query_by_label("Reset radius").is_none());
}

#[test]
fn values_are_copied_and_pasted() {
    let mut window = showing(document(&[("ball", "sphere", &[("radius", number(3.5))]), ("other", "sphere", &[])], &[]), &["ball"]);
    let at = number_field(&window, "radius");
    window.harness.get_by_role_and_label(Role::SpinButton, "radius").click_secondary();
    window.frames(3);
    let copy = window.harness.get_by_label("Copy value").rect().center();
    click(&mut window, copy);
    select(&mut window, &["other"]);
    click(&mut window, at);
    window.harness.event(Event::Paste("3.5".to_owned()));
    window.frames(2);
    assert_eq!(value(&mut window, "other", "radius"), Some(number(3.5)));
    window.harness.event(Event::Paste("\"words\"".to_owned()));
    window.frames(2);
    assert_eq!((value(&mut window, "other", "radius"), steps(&mut window)), (Some(number(3.5)), 1));
}

/// The range that a node has of its own.
fn range(window: &mut Window, node: &str) -> Option<[f64; 2]> {
    window.app().session().document().nodes[node].ranges.get("radius").copied()
}

fn slider(window: &Window) -> [Option<f64>; 2] {
    let field = window.harness.get_by_role_and_label(Role::SpinButton, "radius");
    let node = field.accesskit_node();
    [node.min_numeric_value(), node.max_numeric_value()]
}

#[test]
fn a_sliders_range_is_set_on_the_node_and_taken_back() {
    let mut window = showing(document(&[("ball", "sphere", &[]), ("other", "sphere", &[])], &[]), &["ball"]);
    let of_kind = slider(&window);
    window.harness.get_by_role_and_label(Role::SpinButton, "radius").click_secondary();
    window.frames(3);
    button(&mut window, "Set range\u{2026}");
    type_number(&mut window, "End of radius\u{2019}s range", "25");
    type_number(&mut window, "Start of radius\u{2019}s range", "-5");
    assert_eq!((range(&mut window, "ball"), steps(&mut window)), (Some([-5.0, 25.0]), 2));
    assert_eq!(slider(&window), [Some(-5.0), Some(25.0)]);
    // The ends are never the wrong way round.
    type_number(&mut window, "Start of radius\u{2019}s range", "30");
    assert_eq!((range(&mut window, "ball"), steps(&mut window)), (Some([-5.0, 25.0]), 2));
    button(&mut window, "Done with the range");
    assert!(window.harness.query_by_label("Done with the range").is_none());
    select(&mut window, &["other"]);
    assert_eq!((slider(&window), range(&mut window, "other")), (of_kind, None), "another node keeps that of its kind");
    select(&mut window, &["ball", "other"]);
    window.harness.get_by_role_and_label(Role::SpinButton, "radius").click_secondary();
    window.frames(3);
    button(&mut window, "Set range\u{2026}");
    type_number(&mut window, "End of radius\u{2019}s range", "9");
    assert_eq!([range(&mut window, "ball"), range(&mut window, "other")], [Some([-5.0, 9.0]); 2], "both are set together");
    button(&mut window, "The range of the node\u{2019}s kind");
    assert_eq!([range(&mut window, "ball"), range(&mut window, "other")], [None; 2]);
    assert_eq!(slider(&window), of_kind);
    let undone = steps(&mut window);
    for _ in 0..undone {
        window.app().session_mut().undo().unwrap();
    }
    window.frames(3);
    assert_eq!([range(&mut window, "ball"), range(&mut window, "other")], [None; 2]);
}
