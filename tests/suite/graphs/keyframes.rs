//! Values over time, from the document to what is shown.

use wavewright_core::compile::{CompileCache, CompileInput, compile};
use wavewright_core::graph::Keyframe;
use wavewright_core::media::NoFiles;
use wavewright_core::node::Literal;

use crate::support::{Graph, number, text};

fn keyframe(frame: f64, value: Literal) -> Keyframe {
    Keyframe { frame, value, interpolation: "linear".to_owned(), extra: serde_json::Map::new() }
}

fn keyed(graph: &mut Graph, target: &str, keyframes: Vec<Keyframe>) {
    graph.document.timeline.keyframes.insert(target.to_owned(), keyframes);
}

#[test]
fn an_input_moves_from_keyframe_to_keyframe() {
    let mut graph = Graph::new([2, 1], 1.0, 1.0 / 60.0);
    graph.node_with("sum", "add", [("b", number(100.0))]);
    // In any order, and some that say nothing.
    let keyframes =
        vec![keyframe(8.0, number(4.0)), keyframe(0.0, number(0.0)), keyframe(f64::NAN, number(7.0)), keyframe(3.0, text("red"))];
    keyed(&mut graph, "sum.a", keyframes);
    let mut run = graph.start(&["sum.result"]);
    for (frame, value) in [(0, 100.0), (1, 100.5), (6, 103.0), (8, 104.0), (20, 104.0), (2, 101.0)] {
        run.player.run_to_frame(frame).unwrap();
        assert_eq!(run.read("sum.result"), [value; 2], "frame {frame}");
    }
}

#[test]
fn keyframes_take_the_place_of_the_elements_own_and_decide_a_type() {
    let mut graph = Graph::new([2, 1], 1.0, 1.0 / 60.0);
    graph.node("sum", "add");
    keyed(&mut graph, "sum.a", vec![keyframe(0.0, Literal::Vector(vec![1.0, 2.0]))]);
    assert_eq!(graph.output_after(1, "sum.result"), [1.0, 2.0, 1.0, 2.0]);

    let mut graph = Graph::new([2, 1], 1.0, 1.0 / 60.0);
    graph.node("ring", "ripple");
    keyed(&mut graph, "ring.position", vec![keyframe(0.0, Literal::Vector(vec![0.0, 0.0]))]);
    let heights = graph.output_after(1, "ring.height");
    assert_eq!(heights[0], heights[1], "both cells ask for the same place");
}

#[test]
fn what_decides_the_program_does_not_change_over_time() {
    let mut graph = Graph::new([2, 2], 1.0, 1.0 / 60.0);
    graph.node("carried", "advect");
    graph.node("shown", "output");
    graph.link("carried.result", "shown.value");
    keyed(&mut graph, "carried.scheme", vec![keyframe(0.0, text("maccormack"))]);
    keyed(&mut graph, "carried.damping", vec![keyframe(2.0, text("much"))]);
    let cache = CompileCache::default();
    let input = CompileInput { document: &graph.document, specs: Graph::catalog(), files: &NoFiles, looks: &[], cache: &cache };
    let compiled = compile(&input);
    let said: Vec<String> = compiled.diagnostics.iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|line| line.contains("carried.scheme") && line.contains("keyframes do nothing")), "{said:?}");
    assert!(said.iter().any(|line| line.contains("carried.damping")), "{said:?}");
    assert!(compiled.effect.is_some(), "{said:?}");
}
