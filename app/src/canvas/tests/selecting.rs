//! Selecting by click, box and wires.

use egui::{Modifiers, PointerButton, Pos2, pos2};
use egui_kittest::kittest::Queryable;

use super::support::{TestHarness, at, click, drag, focus, harness, key, key_with, small_graph, wire};
use crate::canvas::CanvasCommand;

fn click_with(harness: &mut TestHarness, pos: Pos2, modifiers: Modifiers) {
    harness.hover_at(pos);
    harness.step();
    for pressed in [true, false] {
        harness.event(egui::Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers });
        harness.step();
    }
    harness.run();
}

#[test]
fn clicks_select_add_and_toggle() {
    let mut harness = harness(small_graph());
    let (pointer, brush) = (at(&harness, "Pointer node"), at(&harness, "Brush node"));
    click(&mut harness, pointer);
    assert_eq!(harness.state().selected(), ["pointer"]);
    click_with(&mut harness, brush, Modifiers::SHIFT);
    assert_eq!(harness.state().selected(), ["pointer", "brush"]);
    click_with(&mut harness, pointer, Modifiers::COMMAND | Modifiers::CTRL);
    assert_eq!(harness.state().selected(), ["brush"]);
    click(&mut harness, pos2(700.0, 450.0));
    assert!(harness.state().selected().is_empty());
    assert!(harness.state().log.iter().all(|command| *command == CanvasCommand::SelectionChanged));
    assert_eq!(harness.state().log.len(), 4);
}

#[test]
fn a_box_selects_what_it_touches() {
    let mut harness = harness(small_graph());
    drag(&mut harness, pos2(20.0, 20.0), &[pos2(300.0, 180.0)]);
    assert_eq!(harness.state().selected(), ["pointer", "brush"]);
    assert_eq!(harness.state().log, [CanvasCommand::SelectionChanged]);
    // Escape brings back what was selected before.
    super::support::press(&mut harness, pos2(500.0, 460.0));
    harness.hover_at(pos2(780.0, 20.0));
    harness.step();
    assert_eq!(harness.state().selected(), ["advect"]);
    harness.key_press(egui::Key::Escape);
    harness.run();
    assert_eq!(harness.state().selected(), ["pointer", "brush"]);
}

#[test]
fn a_box_outside_of_the_window_is_harmless() {
    let mut harness = harness(small_graph());
    drag(&mut harness, pos2(500.0, 300.0), &[pos2(-300.0, 200.0), pos2(3000.0, -2000.0)]);
    assert_eq!(harness.state().selected(), ["advect"]);
}

#[test]
fn whole_branches_are_selected_along_wires() {
    let mut graph = small_graph();
    graph.wires_mut().push(wire(("brush", "strength"), ("advect", "damping")));
    let mut harness = harness(graph);
    let brush = at(&harness, "Brush node");
    click(&mut harness, brush);
    key(&mut harness, egui::Key::OpenBracket);
    assert_eq!(harness.state().selected(), ["pointer", "brush"]);
    click(&mut harness, brush);
    key(&mut harness, egui::Key::CloseBracket);
    assert_eq!(harness.state().selected(), ["brush", "advect"]);
}

#[test]
fn all_none_and_inverse() {
    let mut harness = harness(small_graph());
    focus(&mut harness);
    key_with(&mut harness, Modifiers::COMMAND, egui::Key::A);
    assert_eq!(harness.state().selected().len(), 4);
    key_with(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, egui::Key::A);
    assert!(harness.state().selected().is_empty());
    let brush = at(&harness, "Brush node");
    click(&mut harness, brush);
    key_with(&mut harness, Modifiers::COMMAND, egui::Key::I);
    assert_eq!(harness.state().selected(), ["pointer", "advect", "waves"]);
}

#[test]
fn the_selection_lets_go_of_what_is_deleted_elsewhere() {
    let mut harness = harness(small_graph());
    let brush = at(&harness, "Brush node");
    click(&mut harness, brush);
    harness.state_mut().graph.nodes_mut().retain(|node| node.id.as_str() != "brush");
    harness.run();
    assert!(harness.state().selected().is_empty());
    assert!(harness.query_by_label("Brush node").is_none());
}
