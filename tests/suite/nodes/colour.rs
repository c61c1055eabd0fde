//! Colours: ramps, curves, hues, layers.

use serde_json::json;
use wavewright_core::node::Literal;

use super::oracle::give;
use crate::support::{Graph, text};

fn assert_near(got: &[f32], want: &[f32]) {
    assert_eq!(got.len(), want.len());
    assert!(got.iter().zip(want).all(|(got, want)| (got - want).abs() < 2e-5), "{got:?} is not {want:?}");
}

/// A node's output for a row of numbers.
fn at(kind: &str, values: &[f64], settings: &[(&str, Literal)], output: &str) -> Vec<f32> {
    let mut graph = Graph::new([u32::try_from(values.len()).unwrap(), 1], 1.0, 1.0);
    graph.node("node", kind);
    for (input, literal) in settings {
        graph.set("node", input, literal.clone());
    }
    let rows: Vec<_> = values.iter().map(|value| json!([value])).collect();
    give(&mut graph, "node", "value", &json!(rows));
    graph.output_after(1, &format!("node.{output}"))
}

#[test]
fn ramps_go_from_stop_to_stop() {
    let stops = Literal::Rows(vec![vec![0.0, 0.0, 0.0, 0.0, 1.0], vec![0.5, 1.0, 0.0, 0.0, 1.0], vec![1.0, 1.0, 1.0, 0.0, 0.5]]);
    let red_green_alpha = |between: &str| {
        let got = at("colour_ramp", &[-1.0, 0.125, 0.75, 2.0], &[("ramp", stops.clone()), ("between", text(between))], "colour");
        got.chunks(4).flat_map(|colour| [colour[0], colour[1], colour[3]]).collect::<Vec<f32>>()
    };
    assert_near(&red_green_alpha("linear"), &[0.0, 0.0, 1.0, 0.25, 0.0, 1.0, 1.0, 0.5, 0.75, 1.0, 1.0, 0.5]);
    assert_near(&red_green_alpha("smooth"), &[0.0, 0.0, 1.0, 0.15625, 0.0, 1.0, 1.0, 0.5, 0.75, 1.0, 1.0, 0.5]);
    assert_near(&red_green_alpha("step"), &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.5]);
}

#[test]
fn curves_go_through_their_points_with_their_slopes() {
    let straight = at("curve", &[-1.0, 0.0, 0.3, 1.0, 2.0], &[], "value");
    assert_near(&straight, &[0.0, 0.0, 0.3, 1.0, 1.0]);
    // Flat at both ends: the soft step 3 t^2 - 2 t^3 over a width of 2.
    let points = Literal::Rows(vec![vec![0.0, 1.0, 0.0, 0.0], vec![2.0, 5.0, 0.0, 0.0]]);
    let soft = at("curve", &[0.0, 0.5, 1.0, 2.0], &[("points", points)], "value");
    assert_near(&soft, &[1.0, 1.625, 3.0, 5.0]);
}

#[test]
fn hues_turn() {
    let turned = |hue: f64| {
        let mut graph = Graph::new([1, 1], 1.0, 1.0);
        graph.node_with("node", "hsv", [("colour", Literal::Vector(vec![0.8, 0.2, 0.2, 0.6])), ("hue", Literal::Number(hue))]);
        graph.output_after(1, "node.colour")
    };
    assert_near(&turned(0.0), &[0.8, 0.2, 0.2, 0.6]);
    assert_near(&turned(120.0), &[0.2, 0.8, 0.2, 0.6]);
    assert_near(&turned(-120.0), &[0.2, 0.2, 0.8, 0.6]);
    assert_near(&turned(360.0), &[0.8, 0.2, 0.2, 0.6]);
}

#[test]
fn layers_cover_what_is_below() {
    let mixed = |mode: &str| {
        let mut graph = Graph::new([1, 1], 1.0, 1.0);
        let colours = [("below", vec![0.5, 0.5, 0.5, 1.0]), ("above", vec![0.4, 0.8, 0.0, 0.5])];
        graph.node_with("node", "mix_colours", [("mode", text(mode))]);
        for (input, colour) in colours {
            graph.set("node", input, Literal::Vector(colour));
        }
        graph.output_after(1, "node.colour")
    };
    assert_near(&mixed("over"), &[0.45, 0.65, 0.25, 1.0]);
    assert_near(&mixed("multiply"), &[0.35, 0.45, 0.25, 1.0]);
    assert_near(&mixed("add"), &[0.7, 0.9, 0.5, 1.0]);
}
