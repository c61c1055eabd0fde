//! What comes in: random numbers, pictures, time.

use serde_json::json;
use wavewright_core::compile::Pixels;

use super::oracle::{cases, give};
use crate::support::{Graph, number, text};

#[test]
fn random() {
    for case in cases("random").iter().filter(|case| case.inputs.contains_key("seed")) {
        let elements = case.inputs["element"].as_array().unwrap();
        let rows: Vec<_> = elements.iter().map(|element| json!([element])).collect();
        for (column, channel) in case.inputs["channel"].as_array().unwrap().iter().enumerate() {
            let mut graph = Graph::new([u32::try_from(elements.len()).unwrap(), 1], 1.0, 1.0);
            graph.node("node", "random");
            give(&mut graph, "node", "seed", &case.inputs["seed"]);
            give(&mut graph, "node", "channel", channel);
            give(&mut graph, "node", "element", &json!(rows));
            let expected: Vec<_> = case.expected["value"].as_array().unwrap().iter().map(|row| row[column].clone()).collect();
            case.check_value("value", &graph.output_after(1, "node.value"), &json!(expected));
        }
    }
}

#[test]
fn pcg() {
    let all = cases("random");
    let case = all.iter().find(|case| case.inputs.contains_key("v")).expect("a case of pcg");
    let words = |value: &serde_json::Value| -> Vec<u32> {
        let digits = |word: &serde_json::Value| u32::from_str_radix(word.as_str().unwrap().trim_start_matches("0x"), 16).unwrap();
        value.as_array().unwrap().iter().map(digits).collect()
    };
    let (given, expected) = (words(&case.inputs["v"]), words(&case.expected["hash"]));
    let mut graph = Graph::new([u32::try_from(given.len()).unwrap(), 1], 1.0, 1.0);
    graph.node("node", "pcg_of_halves");
    let rows = |half: &dyn Fn(u32) -> u32| json!(given.iter().map(|word| [half(*word)]).collect::<Vec<_>>());
    give(&mut graph, "node", "high", &rows(&|word| word >> 16));
    give(&mut graph, "node", "low", &rows(&|word| word & 0xffff));
    let mut run = graph.start(&["node.high", "node.low"]);
    run.player.step().unwrap();
    let got: Vec<u32> =
        run.read("node.high").iter().zip(run.read("node.low")).map(|(high, low)| ((*high as u32) << 16) | low as u32).collect();
    assert_eq!(got, expected);
}

/// A picture of the grid's own size is read cell by cell, without a rounding error, whatever the size.
#[test]
fn pictures_of_the_grids_size_are_read_exactly() {
    for [width, height] in [[1, 1], [3, 5], [640, 7], [1000, 3], [4096, 2]] {
        let values: Vec<f32> = (0..width * height).map(|cell| (cell as f32).mul_add(0.731, 0.1).sin() * 1e6).collect();
        let mut graph = Graph::new([width, height], 0.1, 1.0);
        let output = graph.field("picture", Pixels { width, height, channels: 1, values: values.clone() });
        assert_eq!(graph.output_after(1, &output), values, "{width} x {height}");
    }
}

/// Off the texels' centres a picture is blended, and beyond it its boundary rules.
#[test]
fn pictures_are_blended_between_texels() {
    let expected = [("clamp", [1.0, 1.5, 2.0, 2.0]), ("wrap", [1.5, 1.5, 1.5, 1.5]), ("zero", [0.5, 1.5, 1.0, 0.0])];
    for (boundary, values) in expected {
        let mut graph = Graph::new([4, 1], 1.0, 1.0);
        graph.field("picture", Pixels { width: 2, height: 1, channels: 1, values: vec![1.0, 2.0] });
        graph.set("picture", "boundary", text(boundary));
        // At 0, 0.5, 1 and 1.5 of the picture's width.
        graph.field("places", Pixels { width: 4, height: 1, channels: 2, values: vec![0.0, 0.5, 0.5, 0.5, 1.0, 0.5, 1.5, 0.5] });
        graph.link("places.vector", "picture.uv");
        let got = graph.output_after(1, "picture.value");
        assert_eq!(got, values, "{boundary}");
    }
}

#[test]
fn time_runs_and_starts_again() {
    let mut graph = Graph::new([1, 1], 1.0, 0.25);
    graph.node_with("node", "time", [("speed", number(2.0)), ("period", number(3.0))]);
    graph.node("plain", "time");
    let mut run = graph.start(&["node.seconds", "node.phase", "plain.seconds"]);
    run.player.run_steps(9).unwrap();
    // The ninth step starts at 2 s: 4 s of its own time, 1 s into the second round.
    assert!((run.read("node.seconds")[0] - 1.0).abs() < 1e-5);
    assert!((run.read("node.phase")[0] - 1.0 / 3.0).abs() < 1e-5);
    assert!((run.read("plain.seconds")[0] - 2.0).abs() < 1e-5);
}

/// Turns are counted exactly far from time 0, on both sides of it.
#[test]
fn turns_are_counted_exactly() {
    let code = "//! @import time
struct Result {
    whole: f32,
    part: f32,
    again: f32,
}
fn turned(time: f32, rate: f32) -> Result {
    let moment = moment_of(time, vec2f(0.0, -1e9));
    let turns = turns_of(moment, rate);
    return Result(f32(turns.whole), turns.part, turn_part(moment, rate));
}";
    for (time_s, rate, whole, part) in [
        (100_000.25, 2.5, 250_000.0, 0.625),
        (-10.5, 0.3125, -4.0, 0.71875),
        (5000.0, 130.75, 653_750.0, 0.0),
        (-70_000.5, 0.75, -52_501.0, 0.625),
        (3600.0, -0.25, -900.0, 0.0),
    ] {
        let mut graph = Graph::new([1, 1], 1.0, 1.0);
        graph.node_with("node", "code", [("code", text(code)), ("time", number(time_s)), ("rate", number(rate))]);
        let mut run = graph.start(&["node.whole", "node.part", "node.again"]);
        run.player.step().unwrap();
        let got = ["whole", "part", "again"].map(|output| run.read(&format!("node.{output}"))[0]);
        assert_eq!(got, [whole, part, part], "{time_s} s at {rate} turns a second");
    }
}
