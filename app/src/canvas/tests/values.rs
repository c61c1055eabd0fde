//! Editing values in place.

use egui::{Modifiers, PointerButton, pos2, vec2};
use egui_kittest::kittest::Queryable;

use super::support::{at, click, double_click, drag, harness, key, node, press, small_graph, type_text};
use crate::canvas::{CanvasCommand, CanvasGraph, EditedValue, InlineValue, NumberTraits, Phase, PortId};

fn values(log: &[CanvasCommand]) -> Vec<(EditedValue, Phase)> {
    log.iter()
        .filter_map(|command| if let CanvasCommand::SetValue { value, phase, .. } = command { Some((value.clone(), *phase)) } else { None })
        .collect()
}

#[test]
fn a_number_is_dragged_in_one_gesture() {
    let mut harness = harness(small_graph());
    let field = at(&harness, "Advect damping");
    drag(&mut harness, field, &[field + vec2(40.0, 0.0)]);
    let values = values(&harness.state().log);
    assert!(values.len() > 2);
    assert!(values[..values.len() - 1].iter().all(|(_, phase)| *phase == Phase::Running));
    assert_eq!(values.last().unwrap().1, Phase::Finished);
    assert!(harness.state().number("advect", "damping") > 0.5);
    assert!(harness.state().selected().is_empty(), "dragging a number selects nothing");
}

#[test]
fn shift_is_fine_and_ctrl_is_coarse() {
    let dragged_by = |modifiers: Modifiers| {
        let mut harness = harness(small_graph());
        let field = at(&harness, "Advect damping");
        press(&mut harness, field);
        harness.event(egui::Event::ModifiersChanged(modifiers));
        harness.hover_at(field + vec2(60.0, 0.0));
        harness.step();
        harness.state().number("advect", "damping") - 0.5
    };
    let (fine, normal, coarse) =
        (dragged_by(Modifiers::SHIFT), dragged_by(Modifiers::NONE), dragged_by(Modifiers::CTRL | Modifiers::COMMAND));
    assert!(0.0 < fine && fine < 0.2 * normal && normal < 0.2 * coarse, "{fine} {normal} {coarse}");
}

#[test]
fn escape_puts_a_dragged_number_back() {
    let mut harness = harness(small_graph());
    let field = at(&harness, "Advect damping");
    press(&mut harness, field);
    harness.hover_at(field + vec2(60.0, 0.0));
    harness.step();
    harness.key_press(egui::Key::Escape);
    harness.run();
    assert_eq!(values(&harness.state().log).last().unwrap(), &(EditedValue::Number(0.5), Phase::Cancelled));
}

#[test]
fn a_double_click_types_arithmetic() {
    let mut harness = harness(small_graph());
    let field = at(&harness, "Advect damping");
    double_click(&mut harness, field);
    assert!(harness.state().state.is_typing());
    type_text(&mut harness, "2*pi/3");
    key(&mut harness, egui::Key::Enter);
    assert_eq!(values(&harness.state().log), [(EditedValue::Number(2.0 * std::f64::consts::PI / 3.0), Phase::Finished)]);
    assert!(!harness.state().state.is_typing());
}

#[test]
fn what_is_no_number_is_told_and_changes_nothing() {
    let mut harness = harness(small_graph());
    let field = at(&harness, "Advect damping");
    double_click(&mut harness, field);
    type_text(&mut harness, "many");
    key(&mut harness, egui::Key::Enter);
    assert!(harness.state().state.is_typing());
    assert!(harness.query_by_label_contains("\"many\" is not known").is_some());
    // A click elsewhere gives up, with a note.
    click(&mut harness, pos2(780.0, 20.0));
    assert!(!harness.state().state.is_typing());
    assert!(values(&harness.state().log).is_empty());
    assert!(harness.state().state.shown_note().unwrap().contains("many"));
}

#[test]
fn a_text_field_keeps_its_keys_to_itself() {
    let mut harness = harness(small_graph());
    let field = at(&harness, "Advect damping");
    double_click(&mut harness, field);
    let selected = harness.state().selected();
    assert_eq!(selected, ["advect"]);
    for letter in [egui::Key::Delete, egui::Key::Backspace, egui::Key::M, egui::Key::F] {
        key(&mut harness, letter);
    }
    harness.key_press_modifiers(Modifiers::COMMAND, egui::Key::Z);
    harness.key_press_modifiers(Modifiers::COMMAND, egui::Key::A);
    harness.key_press_modifiers(Modifiers::COMMAND, egui::Key::D);
    harness.event(egui::Event::Copy);
    harness.event(egui::Event::Paste("7".to_owned()));
    harness.run();
    assert_eq!(harness.state().graph.nodes().len(), 4);
    let others = harness.state().log.iter().filter(|command| !matches!(command, CanvasCommand::SelectionChanged)).count();
    assert_eq!(others, 0, "{:?}", harness.state().log);
    key(&mut harness, egui::Key::Enter);
    assert_eq!(values(&harness.state().log), [(EditedValue::Number(7.0), Phase::Finished)]);
}

#[test]
fn a_click_elsewhere_takes_what_was_typed_and_escape_does_not() {
    let mut harness = harness(small_graph());
    let field = at(&harness, "Advect damping");
    double_click(&mut harness, field);
    type_text(&mut harness, "0.25");
    click(&mut harness, pos2(780.0, 20.0));
    assert_eq!(harness.state().number("advect", "damping"), 0.25);
    double_click(&mut harness, field);
    type_text(&mut harness, "9");
    key(&mut harness, egui::Key::Escape);
    assert_eq!(harness.state().number("advect", "damping"), 0.25);
}

fn graph_with(value: InlineValue) -> CanvasGraph {
    let mut graph = small_graph();
    graph.node_mut(&"advect".into()).unwrap().inputs[2].value = Some(value);
    graph
}

#[test]
fn components_of_a_vector_are_dragged_on_their_own() {
    let mut harness = harness(graph_with(InlineValue::Vector { components: vec![1.0, 2.0], traits: NumberTraits::default() }));
    let field = harness.get_by_label("Advect damping").rect();
    let second = pos2(field.right() - 20.0, field.center().y);
    drag(&mut harness, second, &[second + vec2(50.0, 0.0)]);
    let Some((EditedValue::Vector(components), Phase::Finished)) = values(&harness.state().log).last().cloned() else { panic!() };
    assert!(components[0] == 1.0 && components[1] > 2.0, "{components:?}");
}

#[test]
fn switches_toggle_and_choices_open_a_list() {
    let mut harness = harness(graph_with(InlineValue::Switch(false)));
    let field = at(&harness, "Advect damping");
    click(&mut harness, field);
    assert_eq!(values(&harness.state().log), [(EditedValue::Switch(true), Phase::Finished)]);

    let options: std::sync::Arc<[String]> = ["clamp", "wrap", "zero"].map(str::to_owned).into();
    let mut harness = super::support::harness(graph_with(InlineValue::Choice { selected: 0, options }));
    let field = at(&harness, "Advect damping");
    click(&mut harness, field);
    harness.get_by_label("wrap").click();
    harness.run();
    assert_eq!(values(&harness.state().log), [(EditedValue::Choice(1), Phase::Finished)]);
    assert!(harness.query_by_label("zero").is_none(), "the list is closed");
}

#[test]
fn a_colour_is_picked_in_one_gesture() {
    let mut harness = harness(graph_with(InlineValue::Colour([0.5, 0.5, 0.0, 1.0])));
    let field = at(&harness, "Advect damping");
    click(&mut harness, field);
    let intensity = harness.get_by_role_and_label(egui::accesskit::Role::SpinButton, "Intensity").rect().center();
    drag(&mut harness, intensity, &[intensity + vec2(60.0, 0.0)]);
    click(&mut harness, pos2(20.0, 480.0));
    let values = values(&harness.state().log);
    assert!(values.len() > 1, "{:?}", harness.state().log);
    let (EditedValue::Colour(rgba), phase) = values.last().unwrap() else { panic!() };
    assert_eq!(*phase, Phase::Finished);
    assert!(rgba[0] > 0.5 && rgba[2] == 0.0, "brighter, of the same hue: {rgba:?}");
}

#[test]
fn the_right_button_offers_reset_and_copy() {
    let mut graph = small_graph();
    graph.node_mut(&"advect".into()).unwrap().inputs[2].is_default = false;
    let mut harness = harness(graph);
    let pos = at(&harness, "Advect damping");
    for wanted in ["Reset", "Copy value", "Set keyframe", "Set range…"] {
        harness.hover_at(pos);
        harness.step();
        for pressed in [true, false] {
            harness.event(egui::Event::PointerButton { pos, button: PointerButton::Secondary, pressed, modifiers: Modifiers::NONE });
            harness.step();
        }
        harness.run();
        harness.get_by_label(wanted).click();
        harness.run();
    }
    let port = PortId::input("advect", "damping");
    let log = &harness.state().log;
    assert!(log.contains(&CanvasCommand::ResetValue(port.clone())));
    assert!(log.contains(&CanvasCommand::ToggleKeyframe(port.clone())));
    assert!(log.contains(&CanvasCommand::EditRange(port)));
}

#[test]
fn assistive_tools_set_values() {
    let mut harness = harness(small_graph());
    harness.get_by_label("Advect damping").set_value_accesskit(0.75);
    harness.run();
    assert_eq!(harness.state().number("advect", "damping"), 0.75);
    harness.get_by_label("Advect damping").increment_accesskit();
    harness.run();
    assert!(harness.state().number("advect", "damping") > 0.75);
}

#[test]
fn a_linked_input_has_no_value_to_edit() {
    let mut graph = small_graph();
    graph.nodes_mut().push(node("second", "divergence", pos2(40.0, 240.0)));
    graph.wires_mut().push(super::support::wire(("second", "divergence"), ("advect", "damping")));
    let harness = harness(graph);
    assert!(harness.query_by_label("Advect damping").is_none());
    assert!(harness.query_by_label("Advect input damping, linked to Divergence divergence").is_some());
}
