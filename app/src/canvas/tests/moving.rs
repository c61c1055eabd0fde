//! Moving, snapping, aligning, inserting.

use egui::{Modifiers, PointerButton, pos2, vec2};

use super::support::{at, click, drag, focus, harness, key, key_with, node, press, small_graph, wire};
use crate::canvas::{CanvasCommand, CanvasGraph, Move, Phase};

fn moves(log: &[CanvasCommand]) -> Vec<&Move> {
    log.iter().filter_map(|command| if let CanvasCommand::Move(moved) = command { Some(moved) } else { None }).collect()
}

#[test]
fn moving_many_is_one_gesture() {
    let mut harness = harness(small_graph());
    drag(&mut harness, pos2(20.0, 20.0), &[pos2(300.0, 180.0)]);
    let grip = at(&harness, "Brush node");
    drag(&mut harness, grip, &[grip + vec2(100.0, 203.0)]);
    let moves = moves(&harness.state().log);
    assert!(moves.len() > 2);
    assert!(moves[..moves.len() - 1].iter().all(|moved| moved.phase == Phase::Running));
    let last = moves.last().unwrap();
    assert_eq!(last.phase, Phase::Finished);
    assert_eq!(last.nodes.len(), 2);
    let graph = &harness.state().graph;
    let (pointer, brush) = (graph.node(&"pointer".into()).unwrap().position, graph.node(&"brush".into()).unwrap().position);
    assert_eq!(brush - pointer, vec2(240.0, 0.0), "they keep their distance");
    assert_eq!((brush.x % 8.0, brush.y % 8.0), (0.0, 0.0), "on the grid");
}

#[test]
fn escape_puts_everything_back() {
    let mut harness = harness(small_graph());
    let before = harness.state().graph.nodes().to_vec();
    let grip = at(&harness, "Brush node");
    press(&mut harness, grip);
    harness.hover_at(grip + vec2(40.0, 90.0));
    harness.step();
    assert_ne!(harness.state().graph.nodes(), before);
    harness.key_press(egui::Key::Escape);
    harness.run();
    assert_eq!(harness.state().graph.nodes(), before);
    assert_eq!(moves(&harness.state().log).last().unwrap().phase, Phase::Cancelled);
}

#[test]
fn a_press_without_moving_moves_nothing() {
    let mut harness = harness(small_graph());
    let grip = at(&harness, "Brush node");
    drag(&mut harness, grip, &[grip + vec2(2.0, 1.0)]);
    assert_eq!(harness.state().log, [CanvasCommand::SelectionChanged]);
}

#[test]
fn nodes_snap_in_line_and_move_freely_with_ctrl() {
    let mut harness = harness(small_graph());
    let grip = at(&harness, "Gerstner sum node");
    // Three points off the right edge of the node above.
    press(&mut harness, grip);
    harness.hover_at(grip + vec2(3.0, 60.0));
    harness.step();
    assert_eq!(harness.state().graph.node(&"waves".into()).unwrap().position.x, 280.0);
    harness.event(egui::Event::ModifiersChanged(Modifiers::CTRL | Modifiers::COMMAND));
    harness.hover_at(grip + vec2(3.0, 61.0));
    harness.step();
    assert_eq!(harness.state().graph.node(&"waves".into()).unwrap().position, pos2(283.0, 301.0));
}

#[test]
fn a_wire_snaps_level() {
    let mut harness = harness(small_graph());
    let grip = at(&harness, "Brush node");
    drag(&mut harness, grip, &[grip + vec2(16.0, -17.0)]);
    let (from, to) = (at(&harness, "Pointer output position"), at(&harness, "Brush input center, linked to Pointer position"));
    assert_eq!(from.y, to.y);
}

#[test]
fn a_node_dropped_on_a_wire_is_inserted() {
    let mut graph = small_graph();
    graph.nodes_mut().push(node("scale", "scale", pos2(520.0, 300.0)));
    let mut harness = harness(graph);
    let (from, to) = (at(&harness, "Pointer output position"), at(&harness, "Brush input center, linked to Pointer position"));
    let grip = at(&harness, "Scale node");
    drag(&mut harness, grip, &[from.lerp(to, 0.5)]);
    let last = moves(&harness.state().log).last().copied().cloned().unwrap();
    let insertion = last.insertion.expect("dropped on the wire");
    assert_eq!(last.phase, Phase::Finished);
    assert_eq!((&*insertion.input.port, &*insertion.output.port), ("vector", "result"));
    let wires = harness.state().graph.wires();
    assert!(
        wires.contains(&wire(("pointer", "position"), ("scale", "vector")))
            && wires.contains(&wire(("scale", "result"), ("brush", "center")))
    );
    assert_eq!(wires.len(), 2);
}

#[test]
fn nodes_align_distribute_and_tidy_up() {
    let mut harness = harness(small_graph());
    focus(&mut harness);
    key_with(&mut harness, Modifiers::COMMAND, egui::Key::A);
    key_with(&mut harness, Modifiers::ALT, egui::Key::ArrowLeft);
    assert!(harness.state().graph.nodes().iter().all(|node| node.position.x == 40.0));
    key(&mut harness, egui::Key::L);
    let graph = &harness.state().graph;
    let x = |id: &str| graph.node(&id.into()).unwrap().position.x;
    assert!(x("pointer") < x("brush"), "wires run to the right");
    assert!(moves(&harness.state().log).iter().all(|moved| moved.phase == Phase::Finished));
    // Laid out once, there is nothing left to do.
    let count = harness.state().log.len();
    key(&mut harness, egui::Key::L);
    assert_eq!(harness.state().log.len(), count);
}

#[test]
fn keys_nudge() {
    let mut harness = harness(small_graph());
    let grip = at(&harness, "Brush node");
    click(&mut harness, grip);
    key_with(&mut harness, Modifiers::COMMAND, egui::Key::ArrowRight);
    assert_eq!(harness.state().graph.node(&"brush".into()).unwrap().position, pos2(288.0, 40.0));
}

#[test]
fn deleting_what_is_being_dragged_ends_the_drag() {
    let mut harness = harness(small_graph());
    let grip = at(&harness, "Brush node");
    press(&mut harness, grip);
    harness.hover_at(grip + vec2(30.0, 30.0));
    harness.step();
    harness.state_mut().graph = CanvasGraph::default();
    harness.hover_at(grip + vec2(60.0, 30.0));
    harness.step();
    assert!(!harness.state().state.is_busy());
    harness.drop_at(grip);
    harness.run();
}

#[test]
fn a_release_that_was_missed_ends_the_drag() {
    let mut harness = harness(small_graph());
    let grip = at(&harness, "Brush node");
    press(&mut harness, grip);
    harness.hover_at(grip + vec2(48.0, 48.0));
    harness.step();
    assert!(harness.state().state.is_busy());
    // The window lost the focus: egui lets all buttons go, without an event for the canvas.
    harness.event(egui::Event::WindowFocused(false));
    harness.event(egui::Event::PointerButton { pos: grip, button: PointerButton::Primary, pressed: false, modifiers: Modifiers::NONE });
    harness.run();
    assert!(!harness.state().state.is_busy());
}
