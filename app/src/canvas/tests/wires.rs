//! Drawing, refusing, picking up and cutting wires.

use egui::{Modifiers, PointerButton, pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

use super::support::{at, click, double_click, drag, harness, press, small_graph, wire};
use crate::canvas::{CanvasCommand, NewNodeWire, PortId};

#[test]
fn a_wire_is_drawn_from_either_end() {
    let mut harness = harness(small_graph());
    let (from, to) = (at(&harness, "Pointer output velocity"), at(&harness, "Advect input velocity"));
    drag(&mut harness, from, &[to]);
    let drawn = wire(("pointer", "velocity"), ("advect", "velocity"));
    assert_eq!(harness.state().log, [CanvasCommand::Connect(drawn.clone())]);
    assert!(harness.query_by_label("Advect input velocity, linked to Pointer velocity").is_some());

    harness.state_mut().graph.wires_mut().retain(|wire| *wire != drawn);
    harness.run();
    drag(&mut harness, to, &[from]);
    assert_eq!(harness.state().log[1..], [CanvasCommand::Connect(drawn)]);
}

#[test]
fn numbers_widen_by_themselves() {
    let mut harness = harness(small_graph());
    let (from, to) = (at(&harness, "Pointer output pressed"), at(&harness, "Advect input quantity"));
    drag(&mut harness, from, &[to]);
    assert_eq!(harness.state().graph.wires().len(), 2);
}

#[test]
fn a_wrong_wire_is_refused_in_words() {
    let mut harness = harness(small_graph());
    let (from, to) = (at(&harness, "Brush output strength"), at(&harness, "Gerstner sum input waves"));
    press(&mut harness, from);
    harness.hover_at(from.lerp(to, 0.5));
    harness.hover_at(to);
    harness.step();
    assert_eq!(harness.state().state.refusal(), Some("number into waves"));
    harness.drop_at(to);
    harness.run();
    assert!(harness.state().log.is_empty());
    assert_eq!(harness.state().graph.wires().len(), 1);
    assert_eq!(harness.state().state.shown_note(), Some("number into waves"));
}

#[test]
fn two_outputs_are_refused() {
    let mut harness = harness(small_graph());
    let (from, to) = (at(&harness, "Pointer output velocity"), at(&harness, "Brush output strength"));
    press(&mut harness, from);
    harness.hover_at(to);
    harness.step();
    assert!(harness.state().state.refusal().unwrap().contains("outputs"));
}

#[test]
fn a_wire_dropped_on_a_node_takes_its_first_free_port_that_fits() {
    let mut harness = harness(small_graph());
    let (from, to) = (at(&harness, "Pointer output velocity"), at(&harness, "Advect node") + vec2(0.0, 4.0));
    drag(&mut harness, from, &[to]);
    assert_eq!(harness.state().log, [CanvasCommand::Connect(wire(("pointer", "velocity"), ("advect", "velocity")))]);
}

#[test]
fn a_connected_input_gives_up_its_wire() {
    let mut harness = harness(small_graph());
    let old = wire(("pointer", "position"), ("brush", "center"));
    let (from, to) = (at(&harness, "Brush input center, linked to Pointer position"), at(&harness, "Advect input velocity"));
    drag(&mut harness, from, &[to]);
    let new = wire(("pointer", "position"), ("advect", "velocity"));
    assert_eq!(harness.state().log, [CanvasCommand::Reconnect { old, new: new.clone() }]);

    // Dropped on nothing, it is gone; dropped where it was, nothing happens.
    let end = at(&harness, "Advect input velocity, linked to Pointer position");
    drag(&mut harness, end, &[end + vec2(-60.0, 90.0), end]);
    assert_eq!(harness.state().log.len(), 1);
    drag(&mut harness, end, &[pos2(600.0, 400.0)]);
    assert_eq!(harness.state().log[1..], [CanvasCommand::Disconnect(vec![new])]);
    assert!(!harness.state().state.is_typing(), "no search for a wire that was thrown away");
}

#[test]
fn dropping_on_the_empty_canvas_offers_what_fits() {
    let mut harness = harness(small_graph());
    let from = at(&harness, "Advect input quantity");
    drag(&mut harness, from, &[pos2(600.0, 400.0)]);
    let offered: Vec<String> =
        harness.query_all_by_role(egui::accesskit::Role::ListBoxOption).filter_map(|row| row.accesskit_node().label()).collect();
    // What gives a colour, or a number that widens to one: no waves, no vectors.
    assert_eq!(offered, ["Pointer, Input", "Brush, Shapes", "Advect, Fluid", "Divergence, Fluid", "Gerstner sum, Waves"]);
    harness.key_press(egui::Key::Enter);
    harness.run();
    let CanvasCommand::AddNode { kind, wires, .. } = harness.state().log[0].clone() else { panic!("{:?}", harness.state().log) };
    assert_eq!(&*kind, "pointer");
    assert_eq!(wires, [NewNodeWire { existing: PortId::input("advect", "quantity"), new_port: "pressed".into() }]);
}

#[test]
fn a_knife_stroke_cuts_what_it_crosses() {
    let mut graph = small_graph();
    graph.wires_mut().push(wire(("pointer", "velocity"), ("advect", "velocity")));
    let mut harness = harness(graph);
    let alt = Modifiers::ALT;
    let (from, to) = (pos2(220.0, 20.0), pos2(220.0, 200.0));
    harness.hover_at(from);
    harness.event(egui::Event::ModifiersChanged(alt));
    harness.event(egui::Event::PointerButton { pos: from, button: PointerButton::Primary, pressed: true, modifiers: alt });
    harness.step();
    for share in [0.3, 0.6, 1.0] {
        harness.hover_at(from.lerp(to, share));
    }
    harness.step();
    harness.event(egui::Event::PointerButton { pos: to, button: PointerButton::Primary, pressed: false, modifiers: alt });
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    harness.run();
    let both = vec![wire(("pointer", "position"), ("brush", "center")), wire(("pointer", "velocity"), ("advect", "velocity"))];
    assert_eq!(harness.state().log, [CanvasCommand::Disconnect(both)]);
}

#[test]
fn ctrl_and_the_right_button_cut_too() {
    let mut harness = harness(small_graph());
    let command = Modifiers::COMMAND | Modifiers::CTRL;
    let (from, to) = (pos2(220.0, 20.0), pos2(220.0, 200.0));
    harness.hover_at(from);
    harness.event(egui::Event::PointerButton { pos: from, button: PointerButton::Secondary, pressed: true, modifiers: command });
    harness.step();
    harness.hover_at(to);
    harness.step();
    harness.event(egui::Event::PointerButton { pos: to, button: PointerButton::Secondary, pressed: false, modifiers: command });
    harness.run();
    assert_eq!(harness.state().log, [CanvasCommand::Disconnect(vec![wire(("pointer", "position"), ("brush", "center"))])]);
}

#[test]
fn a_double_click_bends_a_wire_and_a_click_selects_it() {
    let mut harness = harness(small_graph());
    let (from, to) = (at(&harness, "Pointer output position"), at(&harness, "Brush input center, linked to Pointer position"));
    click(&mut harness, from.lerp(to, 0.5));
    assert_eq!(harness.state().state.selection.wires.len(), 1);
    double_click(&mut harness, from.lerp(to, 0.5));
    assert!(harness.state().log.iter().any(|command| matches!(command, CanvasCommand::AddReroute { .. })));
    assert_eq!(harness.state().graph.wires().len(), 2);
    // The dot is an ordinary node: its wires can be picked up at its sides.
    let dot = harness.get_by_label("Reroute reroute dot").rect().center();
    drag(&mut harness, dot, &[dot + vec2(0.0, 80.0)]);
    assert!(matches!(harness.state().log.last(), Some(CanvasCommand::Move(_))));
}

#[test]
fn escape_gives_up_a_wire() {
    let mut harness = harness(small_graph());
    let (from, to) = (at(&harness, "Pointer output velocity"), at(&harness, "Advect input velocity"));
    press(&mut harness, from);
    harness.hover_at(to);
    harness.step();
    assert!(harness.state().state.is_busy());
    harness.key_press(egui::Key::Escape);
    harness.step();
    assert!(!harness.state().state.is_busy());
    harness.drop_at(to);
    harness.run();
    assert!(harness.state().log.is_empty());
}
