//! Everything by keyboard, and names for screen readers.

use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT, Queryable};

use super::support::{at, click, focus, harness, key, key_with, small_graph, type_text, wire};
use crate::canvas::{CanvasCommand, PortId};

#[test]
fn nodes_ports_and_values_have_names_and_places() {
    let harness = harness(small_graph());
    for label in [
        "Pointer node",
        "Pointer output velocity",
        "Brush input center, linked to Pointer position",
        "Brush input radius",
        "Brush radius",
        "View Brush",
        "Node graph, 4 nodes",
    ] {
        let rect = harness.get_by_label(label).rect();
        assert!(
            rect.is_positive() && egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(800.0, 500.0)).contains(rect.center()),
            "{label}"
        );
    }
    let port = harness.get_by_label("Brush input radius").rect();
    let node = harness.get_by_label("Brush node").rect();
    assert!((port.center().x - node.left()).abs() < 1.0, "a port sits on the edge of its node");
    let value = harness.get_by_label("Brush radius");
    assert_eq!(value.accesskit_node().value().as_deref(), Some("0.50"));
}

#[test]
fn names_keep_their_places_when_the_view_moves() {
    let mut harness = harness(small_graph());
    let before = at(&harness, "Advect node");
    let view = harness.state().state.view.unwrap();
    harness.state_mut().state.view = Some(crate::canvas::View { centre: view.centre + egui::vec2(100.0, 10.0), zoom: 0.8 });
    harness.run();
    let after = at(&harness, "Advect node");
    assert_ne!(before, after);
    click(&mut harness, after);
    assert_eq!(harness.state().selected(), ["advect"]);
}

#[test]
fn arrows_walk_along_wires_and_through_rows() {
    let mut graph = small_graph();
    graph.wires_mut().push(wire(("brush", "strength"), ("advect", "damping")));
    let mut harness = harness(graph);
    let brush = at(&harness, "Brush node");
    click(&mut harness, brush);
    key(&mut harness, Key::ArrowLeft);
    assert_eq!(harness.state().selected(), ["pointer"], "up the wire");
    assert_eq!(harness.state().state.keyboard_port(), Some(&PortId::output("pointer", "position")));
    key(&mut harness, Key::ArrowRight);
    key(&mut harness, Key::ArrowRight);
    assert_eq!(harness.state().selected(), ["advect"], "down two wires");
    key(&mut harness, Key::ArrowUp);
    assert_eq!(harness.state().state.keyboard_port(), Some(&PortId::input("advect", "velocity")));
    // Left of a port without a wire, the first wire on that side is taken.
    key(&mut harness, Key::ArrowLeft);
    assert_eq!(harness.state().selected(), ["brush"]);
    // Past the last row, on to the node below.
    for _ in 0..5 {
        key(&mut harness, Key::ArrowDown);
    }
    assert_eq!(harness.state().selected(), ["waves"]);
}

#[test]
fn a_value_is_typed_and_tab_goes_on_to_the_next() {
    let mut graph = small_graph();
    let mut extra = graph.nodes()[1].inputs[1].clone();
    extra.name = "softness".into();
    extra.label = "softness".to_owned();
    graph.node_mut(&"brush".into()).unwrap().inputs.push(extra);
    let mut harness = harness(graph);
    let brush = at(&harness, "Brush node");
    click(&mut harness, brush);
    for _ in 0..3 {
        key(&mut harness, Key::ArrowDown);
    }
    assert_eq!(harness.state().state.keyboard_port(), Some(&PortId::input("brush", "radius")));
    key(&mut harness, Key::Enter);
    type_text(&mut harness, "0.2");
    key(&mut harness, Key::Tab);
    type_text(&mut harness, "0.9");
    key(&mut harness, Key::Enter);
    assert_eq!((harness.state().number("brush", "radius"), harness.state().number("brush", "softness")), (0.2, 0.9));
}

#[test]
fn a_wire_is_drawn_by_keys() {
    let mut harness = harness(small_graph());
    let brush = at(&harness, "Brush node");
    click(&mut harness, brush);
    key(&mut harness, Key::ArrowDown);
    key(&mut harness, Key::Enter);
    assert!(harness.state().state.is_busy());
    let first = harness.state().state.wire_target().cloned().unwrap();
    key(&mut harness, Key::ArrowDown);
    let second = harness.state().state.wire_target().cloned().unwrap();
    assert_ne!(first, second);
    key(&mut harness, Key::ArrowUp);
    key(&mut harness, Key::Enter);
    let Some(CanvasCommand::Connect(drawn)) = harness.state().log.last() else { panic!("{:?}", harness.state().log) };
    assert_eq!((&drawn.from, &drawn.to), (&PortId::output("brush", "strength"), &first));
    key(&mut harness, Key::W);
    assert!(harness.state().state.is_busy());
    key(&mut harness, Key::Escape);
    assert!(!harness.state().state.is_busy());
}

#[test]
fn assistive_tools_reach_nodes_and_ports() {
    let mut harness = harness(small_graph());
    harness.get_by_label("Advect node").click_accesskit();
    harness.run();
    assert_eq!(harness.state().selected(), ["advect"]);
    harness.get_by_label("Pointer output velocity").focus();
    harness.run();
    assert_eq!(harness.state().state.keyboard_port(), Some(&PortId::output("pointer", "velocity")));
    harness.get_by_label("View Brush").click_accesskit();
    harness.run();
    assert!(harness.query_by_label("View Brush, viewed").is_some());
}

#[test]
fn the_menu_opens_by_key() {
    let mut harness = harness(small_graph());
    let brush = at(&harness, "Brush node");
    click(&mut harness, brush);
    key_with(&mut harness, Modifiers::SHIFT, Key::F10);
    assert!(harness.query_by_label_contains("Duplicate with incoming").is_some());
    key(&mut harness, Key::Escape);
    assert!(harness.query_by_label_contains("Duplicate with incoming").is_none());
}

#[test]
fn keys_without_focus_reach_the_canvas_only_under_the_pointer() {
    let mut harness = harness(small_graph());
    let brush = at(&harness, "Brush node");
    click(&mut harness, brush);
    harness.ctx.memory_mut(|memory| memory.stop_text_input());
    harness.run();
    key(&mut harness, Key::M);
    assert!(!harness.state().graph.node(&"brush".into()).unwrap().muted, "the pointer is gone and nothing has the focus");
    harness.hover_at(egui::pos2(600.0, 400.0));
    harness.run();
    key(&mut harness, Key::M);
    assert!(harness.state().graph.node(&"brush".into()).unwrap().muted);
    focus(&mut harness);
}

#[test]
fn shift_tab_leaves_the_canvas() {
    let mut harness = harness(small_graph());
    focus(&mut harness);
    assert!(harness.ctx.memory(|memory| memory.focused()).is_some());
    key_with(&mut harness, Modifiers::SHIFT, Key::Tab);
    assert!(!harness.state().state.is_typing(), "no search");
}
