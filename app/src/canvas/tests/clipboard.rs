//! Copying, cutting, pasting, duplicating, deleting, and the other commands of the selection.

use egui::{Key, Modifiers, PointerButton, pos2, vec2};
use egui_kittest::kittest::Queryable;

use super::support::{ODD_COLOUR, at, click, double_click, drag, focus, harness, key, key_with, small_graph};
use crate::canvas::{CanvasCommand, Items};

fn nodes(ids: &[&str]) -> Items {
    Items { nodes: ids.iter().map(|id| (*id).into()).collect(), frames: Vec::new() }
}

#[test]
fn the_clipboard_gets_the_selection_in_the_graphs_order() {
    let mut harness = harness(small_graph());
    drag(&mut harness, pos2(20.0, 20.0), &[pos2(300.0, 180.0)]);
    harness.event(egui::Event::Copy);
    harness.run();
    assert_eq!(harness.state().log.last(), Some(&CanvasCommand::Copy(nodes(&["pointer", "brush"]))));
    harness.event(egui::Event::Cut);
    harness.run();
    assert_eq!(harness.state().log.iter().filter(|command| matches!(command, CanvasCommand::Cut(_))).count(), 1);
    assert_eq!(harness.state().graph.nodes().len(), 2);
}

#[test]
fn text_is_pasted_at_the_pointer() {
    let mut harness = harness(small_graph());
    focus(&mut harness);
    harness.hover_at(pos2(640.0, 320.0));
    harness.step();
    harness.event(egui::Event::Paste("{\"nodes\":{}}".to_owned()));
    harness.run();
    let pasted = CanvasCommand::Paste { text: "{\"nodes\":{}}".to_owned(), position: pos2(640.0, 320.0) };
    assert_eq!(harness.state().log, [pasted]);
    harness.state_mut().state.show_note("That is no graph");
    harness.run();
    assert_eq!(harness.state().state.shown_note(), Some("That is no graph"));
}

#[test]
fn nothing_selected_is_told() {
    let mut harness = harness(small_graph());
    focus(&mut harness);
    harness.event(egui::Event::Copy);
    harness.run();
    assert!(harness.state().log.is_empty());
    assert!(harness.state().state.shown_note().unwrap().starts_with("Copy"));
}

#[test]
fn keys_duplicate_and_delete() {
    let mut harness = harness(small_graph());
    let brush = at(&harness, "Brush node");
    click(&mut harness, brush);
    key_with(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::D);
    assert_eq!(harness.state().log.last(), Some(&CanvasCommand::Duplicate { items: nodes(&["brush"]), incoming: true }));
    assert_eq!(harness.state().selected(), ["copy_1"], "the copy is selected");
    key_with(&mut harness, Modifiers::COMMAND, Key::D);
    assert_eq!(harness.state().log.last(), Some(&CanvasCommand::Duplicate { items: nodes(&["copy_1"]), incoming: false }));
    key(&mut harness, Key::Delete);
    assert_eq!(harness.state().log.iter().filter(|command| matches!(command, CanvasCommand::Delete(_))).count(), 1);
    assert_eq!(harness.state().graph.nodes().len(), 5);
}

#[test]
fn a_selected_wire_is_deleted() {
    let mut harness = harness(small_graph());
    let (from, to) = (at(&harness, "Pointer output position"), at(&harness, "Brush input center, linked to Pointer position"));
    click(&mut harness, from.lerp(to, 0.5));
    key(&mut harness, Key::Backspace);
    assert!(harness.state().graph.wires().is_empty());
    assert_eq!(harness.state().graph.nodes().len(), 4);
}

#[test]
fn keys_mute_collapse_and_look() {
    let mut harness = harness(small_graph());
    let brush = at(&harness, "Brush node");
    click(&mut harness, brush);
    key(&mut harness, Key::M);
    assert!(harness.query_by_label("Brush node, muted").is_some());
    key(&mut harness, Key::H);
    assert!(harness.query_by_label("Brush node, muted, collapsed").is_some());
    assert!(harness.query_by_label("Brush radius").is_none(), "rows are folded away");
    key(&mut harness, Key::H);
    key(&mut harness, Key::V);
    assert!(harness.query_by_label("View Brush, viewed").is_some());
    harness.get_by_label("View Brush, viewed").click();
    harness.run();
    assert!(harness.query_by_label("View Brush").is_some());
}

#[test]
fn a_title_is_renamed_in_place() {
    let mut harness = harness(small_graph());
    let brush = at(&harness, "Brush node");
    double_click(&mut harness, brush);
    harness.event(egui::Event::Text("Big brush".to_owned()));
    harness.run();
    key(&mut harness, Key::Enter);
    assert!(harness.query_by_label("Big brush node").is_some());
    // Nothing typed is no command.
    key(&mut harness, Key::F2);
    key(&mut harness, Key::Enter);
    let renames = harness.state().log.iter().filter(|command| matches!(command, CanvasCommand::Rename { .. })).count();
    assert_eq!(renames, 1);
}

#[test]
fn a_group_is_entered_by_double_click_and_by_key() {
    let mut graph = small_graph();
    graph.node_mut(&"brush".into()).unwrap().is_group = true;
    let mut harness = harness(graph);
    let brush = at(&harness, "Brush group");
    double_click(&mut harness, brush);
    assert_eq!(harness.state().log.last(), Some(&CanvasCommand::EnterGroup("brush".into())));
    key(&mut harness, Key::U);
    assert_eq!(harness.state().log.last(), Some(&CanvasCommand::LeaveGroup));
    key_with(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    assert_eq!(harness.state().log.last(), Some(&CanvasCommand::Ungroup("brush".into())));
}

#[test]
fn the_menu_of_a_node_does_what_it_says() {
    let mut harness = harness(small_graph());
    harness.state_mut().style.swatches = vec![("Odd", ODD_COLOUR)];
    harness.run();
    let pos = at(&harness, "Brush node");
    let open = |harness: &mut super::support::TestHarness| {
        harness.hover_at(pos);
        harness.step();
        for pressed in [true, false] {
            harness.event(egui::Event::PointerButton { pos, button: PointerButton::Secondary, pressed, modifiers: Modifiers::NONE });
            harness.step();
        }
        harness.run();
    };
    open(&mut harness);
    assert_eq!(harness.state().selected(), ["brush"]);
    harness.get_by_label_contains("Mute").click();
    harness.run();
    assert!(harness.state().graph.node(&"brush".into()).unwrap().muted);
    open(&mut harness);
    harness.get_by_label_contains("Colour").click();
    harness.run();
    harness.get_by_label_contains("Odd").click();
    harness.run();
    assert_eq!(harness.state().graph.node(&"brush".into()).unwrap().colour, Some(ODD_COLOUR));
    assert!(harness.query_by_label_contains("Mute").is_none(), "the menu is closed");
}

#[test]
fn a_broken_node_leads_to_its_problem() {
    let mut graph = small_graph();
    graph.node_mut(&"brush".into()).unwrap().error = Some("radius is negative".to_owned());
    let mut harness = harness(graph);
    let title = at(&harness, "Brush node, broken");
    let rows = 3.0;
    click(&mut harness, title + vec2(0.0, 12.0 + 6.0 + rows * 20.0 + 12.0));
    assert_eq!(harness.state().log.last(), Some(&CanvasCommand::ShowProblem("brush".into())));
}
