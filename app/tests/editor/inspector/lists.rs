//! Curves, ramps and tables of waves.

use egui::accesskit::Role;
use egui::{Key, vec2};
use egui_kittest::kittest::Queryable;
use wavewright_core::node::Literal;

use super::super::editing::{drag, json};
use super::super::window::Window;
use super::{button, click, document, double_click, press, showing, steps, type_number, value};

fn rows(window: &mut Window, node: &str, input: &str) -> Vec<Vec<f64>> {
    match value(window, node, input) {
        Some(Literal::Rows(rows)) => rows,
        other => panic!("{other:?}"),
    }
}

fn curve() -> Window {
    let points = Literal::Rows(vec![vec![0.0, 0.0, 1.0, 1.0], vec![0.5, 0.5, 1.0, 1.0], vec![1.0, 1.0, 1.0, 1.0]]);
    showing(document(&[("ease", "curve", &[("points", points)])], &[]), &["ease"])
}

#[test]
fn a_point_of_a_curve_is_dragged_in_one_step() {
    let mut window = curve();
    let before = json(&mut window);
    let at = window.harness.get_by_label("Point 2 of points").rect().center();
    drag(&mut window, at, at + vec2(30.0, -40.0));
    let points = rows(&mut window, "ease", "points");
    assert!(points[1][0] > 0.52 && points[1][0] < 0.8 && points[1][1] > 0.6, "{points:?}");
    // What was straight is straight still.
    let slope = (points[1][1] - points[0][1]) / (points[1][0] - points[0][0]);
    assert!((points[0][3] - slope).abs() < 1e-3 && (points[1][2] - slope).abs() < 1e-3, "{points:?}");
    assert_eq!(steps(&mut window), 1);
    window.app().session_mut().undo().unwrap();
    window.frames(2);
    assert_eq!(json(&mut window), before);
}

#[test]
fn points_are_added_typed_and_deleted() {
    let mut window = curve();
    let plot = window.harness.get_by_label_contains("Plot of points").rect();
    double_click(&mut window, plot.left_top() + vec2(0.3 * plot.width(), 0.2 * plot.height()));
    let points = rows(&mut window, "ease", "points");
    assert_eq!(points.len(), 4);
    assert!(points[1][0] > 0.2 && points[1][0] < 0.4 && points[1][1] > 0.7, "{points:?}");
    type_number(&mut window, "points y", "0.125");
    assert_eq!(rows(&mut window, "ease", "points")[1][1], 0.125);
    let at = window.harness.get_by_label("Point 2 of points").rect().center();
    click(&mut window, at);
    press(&mut window, Key::Delete);
    assert_eq!(rows(&mut window, "ease", "points").len(), 3);
    assert_eq!(steps(&mut window), 3);
    assert_eq!(window.app().session().document().nodes.len(), 1, "the node is not deleted");
}

#[test]
fn slopes_and_presets_are_chosen() {
    let mut window = curve();
    let at = window.harness.get_by_label("Point 2 of points").rect().center();
    click(&mut window, at);
    let at = window.harness.get_by_role_and_label(Role::ComboBox, "Slopes of points").rect().center();
    click(&mut window, at);
    let at = window.harness.get_by_label("Level").rect().center();
    click(&mut window, at);
    assert_eq!(rows(&mut window, "ease", "points")[1], [0.5, 0.5, 0.0, 0.0]);
    button(&mut window, "Presets");
    let at = window.harness.get_by_label("Ease in").rect().center();
    click(&mut window, at);
    assert_eq!(rows(&mut window, "ease", "points"), [[0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 2.0, 2.0]]);
    assert_eq!(steps(&mut window), 2);
}

fn ramp() -> Window {
    let stops = [0.0, 0.5, 1.0].map(|place| vec![place, place, 0.0, 0.0, 1.0]).to_vec();
    showing(document(&[("paint", "colour_ramp", &[("ramp", Literal::Rows(stops))])], &[]), &["paint"])
}

#[test]
fn a_stop_of_a_ramp_is_dragged_in_one_step() {
    let mut window = ramp();
    let before = json(&mut window);
    let at = window.harness.get_by_label("Stop 2 of ramp").rect().center();
    drag(&mut window, at, at + vec2(60.0, 0.0));
    let stops = rows(&mut window, "paint", "ramp");
    assert!(stops[1][0] > 0.6 && stops[1][0] < 0.8 && stops[1][1..] == [0.5, 0.0, 0.0, 1.0], "{stops:?}");
    assert_eq!(steps(&mut window), 1);
    window.app().session_mut().undo().unwrap();
    window.frames(2);
    assert_eq!(json(&mut window), before);
}

#[test]
fn stops_are_added_coloured_and_deleted() {
    let mut window = ramp();
    let strip = window.harness.get_by_label_contains("Gradient of ramp").rect();
    double_click(&mut window, strip.left_top() + vec2(0.25 * strip.width(), 8.0));
    let stops = rows(&mut window, "paint", "ramp");
    assert_eq!(stops.len(), 4);
    // It has the colour that was there.
    assert!((stops[1][0] - stops[1][1]).abs() < 1e-9 && (0.2..0.3).contains(&stops[1][0]), "{stops:?}");
    type_number(&mut window, "ramp place", "0.125");
    assert_eq!(rows(&mut window, "paint", "ramp")[1][0], 0.125);
    let patch = window.harness.get_by_role_and_label(Role::ColorWell, "ramp colour").rect().center();
    click(&mut window, patch);
    type_number(&mut window, "ramp colour linear B", "6");
    assert_eq!(rows(&mut window, "paint", "ramp")[1][3], 6.0);
    press(&mut window, Key::Escape);
    window.frames(3);
    let at = window.harness.get_by_label("Stop 2 of ramp").rect().center();
    click(&mut window, at);
    press(&mut window, Key::Delete);
    assert_eq!(rows(&mut window, "paint", "ramp").len(), 3);
    assert_eq!(window.app().session().document().nodes.len(), 1, "the node is not deleted");
}

#[test]
fn a_ramp_is_reversed_and_replaced() {
    let mut window = ramp();
    button(&mut window, "Reverse ramp");
    assert_eq!(rows(&mut window, "paint", "ramp")[0], [0.0, 1.0, 0.0, 0.0, 1.0]);
    button(&mut window, "Presets");
    let at = window.harness.get_by_label("Black to white").rect().center();
    click(&mut window, at);
    assert_eq!(rows(&mut window, "paint", "ramp").len(), 2);
    assert_eq!(steps(&mut window), 2);
}

#[test]
fn waves_are_a_table() {
    let waves = Literal::Rows(vec![vec![18.0, 0.6, 20.0, 0.5], vec![11.0, 0.35, -35.0, 0.6]]);
    let mut window = showing(document(&[("sea", "wave_list", &[("rows", waves)])], &[]), &["sea"]);
    type_number(&mut window, "rows amplitude 2", "1.5");
    assert_eq!(rows(&mut window, "sea", "rows")[1], [11.0, 1.5, -35.0, 0.6]);
    button(&mut window, "Duplicate wave 1");
    assert_eq!(rows(&mut window, "sea", "rows")[1], [18.0, 0.6, 20.0, 0.5]);
    button(&mut window, "Remove wave 3");
    assert_eq!(rows(&mut window, "sea", "rows").len(), 2);
    button(&mut window, "Add wave");
    assert_eq!(rows(&mut window, "sea", "rows").len(), 3);
    assert_eq!(steps(&mut window), 4);
    button(&mut window, "Random waves\u{2026}");
    type_number(&mut window, "random waves", "12");
    button(&mut window, "Fill the table");
    assert_eq!(rows(&mut window, "sea", "rows").len(), 12);
    assert_eq!(steps(&mut window), 5);
}
