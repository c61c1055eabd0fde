//! What is outside of the window or too small to read is left out.

use egui::{pos2, vec2};

use super::support::{World, node, sized_harness, wire};
use crate::canvas::{CanvasGraph, View};

/// Rows and columns of nodes, each wired to its right neighbour.
fn field(columns: usize, rows: usize) -> CanvasGraph {
    let mut nodes = Vec::new();
    let mut wires = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            let id = format!("mix_{row}_{column}");
            nodes.push(node(&id, "mix", pos2(column as f32 * 200.0, row as f32 * 160.0)));
            if column > 0 {
                let from = format!("mix_{row}_{}", column - 1);
                wires.push(wire((&from, "result"), (&id, "a")));
            }
        }
    }
    CanvasGraph::new(nodes, wires, Vec::new())
}

fn drawn_at(zoom: f32) -> (crate::canvas::DrawnCounts, usize) {
    let graph = field(25, 20);
    let count = graph.nodes().len();
    let mut world = World::new(graph);
    world.state.view = Some(View { centre: pos2(2500.0, 1600.0), zoom });
    let harness = sized_harness(world, vec2(1200.0, 800.0));
    (harness.state().drawn, count)
}

#[test]
fn only_what_is_in_the_window_is_drawn() {
    let (near, all) = drawn_at(1.0);
    assert!(near.nodes < 60 && near.nodes > 20, "{near:?}");
    assert!(near.wires < 80, "{near:?}");
    assert_eq!(near.detailed_nodes, near.nodes);
    let (far, _) = drawn_at(0.2);
    assert_eq!(far.nodes, all);
}

#[test]
fn far_away_nodes_are_blocks() {
    let (far, all) = drawn_at(0.2);
    assert_eq!(far.detailed_nodes, 0);
    assert!(far.shapes < all * 6, "{far:?}");
    let (middle, _) = drawn_at(0.6);
    assert!(middle.detailed_nodes > 0);
}
