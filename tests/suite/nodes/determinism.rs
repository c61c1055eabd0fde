//! The same bytes every time.

use super::fluid::wire_fluid;
use crate::support::{Graph, number, text};

/// A fluid stirred by noise, with a pressure solver, and springs that it pushes.
fn busy_graph() -> Graph {
    let mut graph = Graph::new([48, 36], 0.1, 1.0 / 60.0);
    wire_fluid(&mut graph, "clamp", 0.99, 0.1);
    graph.node_with("noise", "curl_noise", [("strength", number(0.4))]);
    graph.node_with("dab", "brush", [("radius", number(0.8))]);
    graph.node("pressure", "pressure_multigrid");
    graph.node_with("spring", "spring", [("method", text("exact"))]);
    for (from, to) in [
        ("noise.velocity", "composite.noise_velocity"),
        ("dab.value", "composite.interaction_density"),
        ("divergence.divergence", "pressure.divergence"),
        ("pressure.pressure", "last_pressure.value"),
        ("composite.velocity", "spring.force"),
    ] {
        graph.link(from, to);
    }
    graph
}

const OUTPUTS: [&str; 4] = ["composite.velocity", "composite.density", "pressure.pressure", "spring.offset"];

fn bits_after(steps: u64, at_a_time: u64) -> Vec<u32> {
    let mut run = busy_graph().start(&OUTPUTS);
    for _ in 0..steps / at_a_time {
        run.player.run_steps(at_a_time).unwrap();
    }
    OUTPUTS.iter().flat_map(|output| run.read(output)).map(f32::to_bits).collect()
}

#[test]
fn two_runs_give_the_same_bytes() {
    let first = bits_after(12, 12);
    assert!(first.iter().any(|bits| *bits != 0));
    assert_eq!(first, bits_after(12, 12));
}

#[test]
fn steps_one_by_one_give_the_same_bytes() {
    assert_eq!(bits_after(12, 12), bits_after(12, 1));
}

#[test]
fn going_back_gives_the_same_bytes() {
    let mut run = busy_graph().start(&OUTPUTS);
    run.player.run_steps(5).unwrap();
    let first = run.read(OUTPUTS[0]);
    run.player.run_steps(5).unwrap();
    run.player.run_to_frame(4).unwrap();
    assert_eq!(first, run.read(OUTPUTS[0]));
}
