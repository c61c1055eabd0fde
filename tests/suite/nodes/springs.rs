//! Springs.

use serde_json::{Value, json};

use super::oracle::{Case, cases, flatten, give};
use crate::support::{Graph, number};

#[test]
fn spring() {
    for case in cases("spring") {
        let mut graph = case.graph();
        case.fill(&mut graph, "spring", &["offset", "velocity", "steps", "stamp_mask", "stamp_steps"]);
        give(&mut graph, "node", "initial_offset", &case.inputs["offset"]);
        give(&mut graph, "node", "initial_velocity", &case.inputs["velocity"]);
        give_mask(&case, &mut graph);
        let mut run = graph.start(&["node.offset", "node.velocity"]);
        let mut history: Vec<f32> = Vec::new();
        for _ in 0..case.number("steps", 1.0) as u64 {
            run.player.step().unwrap();
            history.extend(run.read("node.offset"));
        }
        for name in ["offset", "velocity"] {
            if case.expected.contains_key(name) {
                case.check(name, &run.read(&format!("node.{name}")));
            }
        }
        if case.expected.contains_key("offset_history") {
            case.check("offset_history", &history);
        }
    }
}

/// The mask, which counts in the first `stamp_steps` only.
fn give_mask(case: &Case, graph: &mut Graph) {
    let Some(mask) = case.inputs.get("stamp_mask") else { return };
    let Some(steps) = case.inputs.get("stamp_steps") else {
        give(graph, "node", "stamp_mask", mask);
        return;
    };
    graph.node("step", "frame");
    graph.node_with("is_early", "less_than", [("b", number(steps.as_f64().unwrap()))]);
    graph.node("mask", "multiply");
    graph.link("step.number", "is_early.a");
    graph.link("is_early.result", "mask.b");
    give(graph, "mask", "a", mask);
    graph.link("mask.result", "node.stamp_mask");
}

#[test]
fn encode_offset() {
    for case in cases("encode_offset") {
        let mut graph = case.graph();
        case.fill(&mut graph, "encode_offset", &[]);
        let mut run = graph.start(&["node.direction", "node.strength"]);
        run.player.step().unwrap();
        let (directions, strengths) = (run.read("node.direction"), run.read("node.strength"));
        let channels = directions.len() / strengths.len();
        let encoded: Vec<f32> =
            directions.chunks(channels).zip(&strengths).flat_map(|(direction, strength)| [direction, &[*strength]].concat()).collect();
        case.check("encoded", &encoded);
    }
}

#[test]
fn decode_offset() {
    for case in cases("decode_offset") {
        let mut numbers = Vec::new();
        flatten(&case.inputs["encoded"], &mut numbers);
        let count = if case.inputs["encoded"][0].is_array() { case.inputs["encoded"].as_array().unwrap().len() } else { 1 };
        let channels = numbers.len() / count;
        let rows: Vec<&[f64]> = numbers.chunks(channels).collect();
        let direction: Vec<&[f64]> = rows.iter().map(|row| &row[..channels - 1]).collect();
        let strength: Vec<[f64; 1]> = rows.iter().map(|row| [row[channels - 1]]).collect();
        let mut graph = case.graph();
        case.fill(&mut graph, "decode_offset", &["encoded"]);
        give_rows(&mut graph, "direction", &json!(direction));
        give_rows(&mut graph, "strength", &json!(strength));
        case.check_outputs(&graph, 1, &[("offset", "offset")]);
    }
}

/// One row is a literal, several are a picture.
fn give_rows(graph: &mut Graph, input: &str, rows: &Value) {
    let list = rows.as_array().unwrap();
    match (list.as_slice(), list[0].as_array().map(Vec::as_slice)) {
        ([_], Some([only])) => give(graph, "node", input, only),
        ([row], _) => give(graph, "node", input, row),
        _ => give(graph, "node", input, rows),
    }
}
