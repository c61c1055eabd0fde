//! Graphs made for what the examples do not have: pictures, and numbers that are none.

use std::path::PathBuf;

use wavewright_core::compile::{Pixels, write_bundle};

use super::replay::{Action, Outcome, play_here, play_in_dawn};
use super::{Distance, distance};
use crate::support::{Graph, number, text};

/// Exports a graph, plays three steps of it in Dawn and here, and compares.
fn check(graph: &Graph, output: &str) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let bundle: PathBuf = folder.path().join("bundle");
    write_bundle(&bundle, &graph.compile(&[output])).unwrap();
    let actions = [Action::Steps(3), Action::Read];
    let here = play_here(&bundle, &actions);
    let outcome = play_in_dawn(&[(bundle, actions.to_vec())]).remove(0).unwrap();
    assert_eq!(outcome.messages, Vec::<String>::new());
    assert_eq!(outcome.faults, here.faults);
    let Distance { mean, far_share } = distance(&here.pictures[0].1, &outcome.pictures[0].1);
    assert!(mean <= 1e-6 && far_share == 0.0, "{mean:.1e} apart in the mean, {far_share:.1e} of the numbers far");
    outcome
}

#[test]
fn pictures_travel_with_the_effect() {
    for channels in [1, 2, 3, 4] {
        let values = (0..15 * channels).map(|place| f32::from(u16::try_from(place * 7 % 31).unwrap()) / 8.0).collect();
        let mut graph = Graph::new([5, 3], 0.2, 1.0 / 60.0);
        let output = graph.field("photo of a wall", Pixels { width: 5, height: 3, channels, values });
        let outcome = check(&graph, &output);
        assert!(outcome.pictures[0].1.values.iter().any(|value| *value > 3.0));
    }
}

#[test]
fn children_and_trails_are_the_same_everywhere() {
    let mut graph = Graph::new([4, 6], 0.25, 1.0 / 60.0);
    // Each lives for a step and bears three that live for two; halves and quarters leave nothing to round.
    graph.node_with("old", "emit", [("capacity", number(2.0)), ("rate", number(120.0)), ("lifetime", number(0.02))]);
    graph.node_with("young", "emit_from", [("count", number(3.0)), ("lifetime", number(0.03)), ("inherit", number(0.5))]);
    graph.node_with("spot", "expression", [("expression", text("vec3f(n, 0.25 * n, 2.0)")), ("type", text("vec3"))]);
    graph.node("number", "element_index");
    graph.node_with("lines", "particle_trails", [("points", number(4.0)), ("duration", number(1.0 / 30.0))]);
    graph.node("corner", "vertex_at");
    for (from, to) in [
        ("number.index", "spot.n"),
        ("spot.result", "old.position"),
        ("old.particles", "young.parents"),
        ("young.particles", "lines.particles"),
        ("lines.mesh", "corner.mesh"),
    ] {
        graph.link(from, to);
    }
    let outcome = check(&graph, "corner.position");
    assert!(outcome.pictures[0].1.values.contains(&2.0));
}

#[test]
fn numbers_that_are_none_are_stopped_and_counted_everywhere() {
    let mut graph = Graph::new([4, 3], 0.25, 1.0 / 60.0);
    graph.node_with("broken", "expression", [("expression", text("1.0 / nothing")), ("nothing", number(0.0))]);
    graph.node("stroke", "trail");
    graph.link("broken.result", "stroke.drawn");
    let outcome = check(&graph, "stroke.painted");
    let counts: Vec<u64> = outcome.faults.iter().map(|(_, _, count)| *count).collect();
    assert_eq!(counts, [4 * 3 * 3], "{:?}", outcome.faults);
    assert_eq!(outcome.pictures[0].1.values, [0.0; 12]);
}
