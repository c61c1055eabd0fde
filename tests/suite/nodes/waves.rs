//! Waves, ripples and rain.

use std::f64::consts::TAU;

use serde_json::{Value, json};

use super::oracle::{Case, cases, waves};
use crate::support::{Graph, number};

const SURFACE: [(&str, &str); 4] = [("offset", "offset"), ("velocity", "velocity"), ("normal", "normal"), ("fold", "fold")];

#[test]
fn gerstner_wave() {
    for case in cases("gerstner_wave") {
        let mut graph = case.graph();
        case.fill(&mut graph, "gerstner_wave", &[]);
        case.check_outputs(&graph, 1, &SURFACE);
    }
}

#[test]
fn gerstner_sum() {
    for case in cases("gerstner_sum") {
        let mut graph = case.graph();
        case.fill(&mut graph, "gerstner_sum", &["waves"]);
        graph.set("node", "waves", waves(case.inputs["waves"].as_array().unwrap()));
        case.check_outputs(&graph, 1, &SURFACE);
    }
}

#[test]
fn surface_height() {
    for case in cases("surface_height") {
        let mut graph = case.graph();
        case.fill(&mut graph, "surface_height", &[]);
        case.check_outputs(&graph, 1, &[("height", "height")]);
    }
}

#[test]
fn wave_set() {
    for case in cases("wave_set") {
        let rows = case.expected["waves"].as_array().unwrap();
        let mut graph = Graph::new([u32::try_from(rows.len()).unwrap(), 1], 1.0, 1.0);
        case.fill(&mut graph, "wave_set", &[]);
        check_rows(&case, &mut graph, rows, "node.waves");
    }
}

#[test]
fn wave_list_hands_on_its_rows() {
    for case in cases("wave_set") {
        let rows = case.expected["waves"].as_array().unwrap();
        let mut graph = Graph::new([u32::try_from(rows.len()).unwrap(), 1], 1.0, 1.0);
        graph.node_with("node", "wave_list", [("rows", waves(rows))]);
        check_rows(&case, &mut graph, rows, "node.waves");
    }
}

fn check_rows(case: &Case, graph: &mut Graph, rows: &[Value], list: &str) {
    graph.node("rows", "wave_rows");
    graph.link(list, "rows.waves");
    let names = ["amplitude", "direction", "wavelength", "stiffness"];
    let ports = names.map(|name| format!("rows.{name}"));
    let mut run = graph.start(&ports.each_ref().map(String::as_str));
    run.player.step().unwrap();
    for (name, port) in names.iter().zip(&ports) {
        let column: Vec<Value> = rows.iter().map(|row| row[*name].clone()).collect();
        let column = if *name == "direction" { column.iter().map(direction).collect() } else { column };
        case.check_value(name, &run.read(port), &json!(column));
    }
}

/// The unit vector of a direction in degrees: 0 is +z, 90 is +x.
fn direction(degrees: &Value) -> Value {
    let (sine, cosine) = degrees.as_f64().unwrap().to_radians().sin_cos();
    json!([sine, cosine])
}

#[test]
fn ripple() {
    for case in cases("ripple") {
        let mut graph = case.graph();
        case.fill(&mut graph, "ripple", &[]);
        case.check_outputs(&graph, 1, &[("out", "height")]);
    }
}

#[test]
fn ripple_pole() {
    for case in cases("ripple_pole") {
        let mut graph = case.graph();
        case.fill(&mut graph, "ripple_pole", &[]);
        case.check_outputs(&graph, 1, &[("out", "height")]);
    }
}

#[test]
fn rain() {
    for case in cases("rain") {
        let mut graph = case.graph();
        case.fill(&mut graph, "rain", &["height"]);
        graph.set("node", "ring_height", number(case.number("height", 1.0)));
        case.check_outputs(&graph, 1, &[("out", "height"), ("gradient", "gradient")]);
    }
}

/// Steps that are a thousand periods of the wave and a sixtieth of a second long: the picture must move like one of sixty a second, though
/// the time is already far beyond what 32 bits tell apart.
#[test]
fn waves_stay_smooth_after_a_day() {
    let (amplitude_m, wavelength_m, gravity) = (0.5, 10.0, 9.81);
    let frequency_rad = f64::sqrt(gravity * TAU / wavelength_m);
    let frame_s = 1.0 / 60.0;
    let mut graph = Graph::new([1, 1], 1.0, 1000.0 * TAU / frequency_rad + frame_s);
    graph.node("node", "gerstner_wave");
    let mut run = graph.start(&["node.offset"]);
    run.player.run_steps(60).unwrap();
    let mut heights = Vec::new();
    for _ in 0..20 {
        run.player.step().unwrap();
        heights.push(f64::from(run.read("node.offset")[1]));
    }
    assert!(run.player.time_s() > 86_400.0);
    let bend = amplitude_m * (frequency_rad * frame_s).powi(2);
    for three in heights.windows(3) {
        let second_difference = (three[2] - 2.0 * three[1] + three[0]).abs();
        assert!(second_difference < 1.5 * bend, "jumps by {second_difference:e}, a smooth wave bends by {bend:e}");
    }
}
