//! Adding nodes by search.

use std::sync::Arc;

use egui::{DragAndDrop, PointerButton, pos2};
use egui_kittest::kittest::Queryable;

use super::support::{at, click, double_click, focus, harness, key, small_graph, type_text, wire};
use crate::canvas::{CanvasCommand, CanvasGraph, NewNodeWire, NodeKindPayload, PortId};

#[test]
fn tab_letters_and_enter_add_a_node_wired_to_the_selected_one() {
    let mut harness = harness(small_graph());
    let pointer = at(&harness, "Pointer node");
    click(&mut harness, pointer);
    key(&mut harness, egui::Key::Tab);
    assert!(harness.state().state.is_typing());
    type_text(&mut harness, "smoke");
    key(&mut harness, egui::Key::Enter);
    let CanvasCommand::AddNode { kind, wires, .. } = harness.state().log.last().unwrap() else { panic!("{:?}", harness.state().log) };
    assert_eq!(&**kind, "advect");
    assert_eq!(*wires, [NewNodeWire { existing: PortId::output("pointer", "position"), new_port: "velocity".into() }]);
    assert!(!harness.state().state.is_typing());
    assert_eq!(harness.state().graph.nodes().len(), 5);
    // The keyboard is back: the next letter is a command again.
    key(&mut harness, egui::Key::M);
    assert!(matches!(harness.state().log.last(), Some(CanvasCommand::Mute { muted: true, .. })));
}

#[test]
fn arrows_choose_and_escape_closes() {
    let mut harness = harness(CanvasGraph::default());
    assert!(harness.query_by_label_contains("Press Tab or double-click").is_some(), "an empty canvas teaches");
    double_click(&mut harness, pos2(300.0, 200.0));
    key(&mut harness, egui::Key::ArrowDown);
    key(&mut harness, egui::Key::ArrowDown);
    key(&mut harness, egui::Key::ArrowUp);
    key(&mut harness, egui::Key::Enter);
    let CanvasCommand::AddNode { kind, position, wires } = &harness.state().log[0] else { panic!("{:?}", harness.state().log) };
    assert_eq!((&**kind, wires.len()), ("brush", 0));
    assert_eq!((position.x % 8.0, position.y % 8.0), (0.0, 0.0));

    focus(&mut harness);
    key(&mut harness, egui::Key::Tab);
    key(&mut harness, egui::Key::Escape);
    assert!(!harness.state().state.is_typing());
    assert_eq!(harness.state().graph.nodes().len(), 1);
}

#[test]
fn the_right_button_opens_it_and_a_click_adds() {
    let mut harness = harness(CanvasGraph::default());
    let pos = pos2(300.0, 200.0);
    harness.hover_at(pos);
    harness.step();
    for pressed in [true, false] {
        harness.event(egui::Event::PointerButton { pos, button: PointerButton::Secondary, pressed, modifiers: egui::Modifiers::NONE });
        harness.step();
    }
    harness.run();
    harness.get_by_label("Divergence, Fluid").click();
    harness.run();
    assert!(matches!(&harness.state().log[0], CanvasCommand::AddNode { kind, .. } if &**kind == "divergence"));
    // A click beside it closes it.
    key(&mut harness, egui::Key::Tab);
    assert!(harness.state().state.is_typing());
    click(&mut harness, pos2(780.0, 20.0));
    assert!(!harness.state().state.is_typing());
}

#[test]
fn nothing_found_is_told_and_enter_waits() {
    let mut harness = harness(CanvasGraph::default());
    focus(&mut harness);
    key(&mut harness, egui::Key::Tab);
    type_text(&mut harness, "zzzz");
    assert!(harness.query_by_label_contains("Nothing found").is_some());
    key(&mut harness, egui::Key::Enter);
    assert!(harness.state().state.is_typing() && harness.state().log.is_empty());
}

#[test]
fn letters_of_the_search_are_no_commands() {
    let mut harness = harness(small_graph());
    let brush = at(&harness, "Brush node");
    click(&mut harness, brush);
    key(&mut harness, egui::Key::Tab);
    let before = harness.state().log.len();
    for letter in [egui::Key::M, egui::Key::Delete, egui::Key::Backspace, egui::Key::F, egui::Key::L] {
        key(&mut harness, letter);
    }
    assert_eq!(harness.state().log.len(), before);
    assert_eq!(harness.state().graph.nodes().len(), 4);
}

#[test]
fn a_kind_dropped_from_the_library_is_added_and_inserted_on_a_wire() {
    let mut harness = harness(small_graph());
    let (from, to) = (at(&harness, "Pointer output position"), at(&harness, "Brush input center, linked to Pointer position"));
    let middle = from.lerp(to, 0.5);
    harness.drag_at(pos2(795.0, 495.0));
    harness.step();
    DragAndDrop::set_payload(&harness.ctx, NodeKindPayload(Arc::from("scale")));
    harness.hover_at(middle);
    harness.step();
    harness.drop_at(middle);
    harness.run();
    assert!(
        matches!(harness.state().log.last(), Some(CanvasCommand::AddNode { wires, .. }) if wires.len() == 2),
        "{:?}",
        harness.state().log
    );
    assert!(!harness.state().graph.wires().contains(&wire(("pointer", "position"), ("brush", "center"))));
}
