//! Panning, zooming, fitting, bookmarks, the map.

use egui::{Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase, pos2, vec2};

use super::support::{TestHarness, World, at, click, focus, harness, key, key_with, node, sized_harness, small_graph};
use crate::canvas::{CanvasAction, CanvasCommand, CanvasGraph, View};

fn wheel(harness: &mut TestHarness, unit: MouseWheelUnit, source: MouseWheelSource, delta: egui::Vec2, modifiers: Modifiers) {
    harness.event(egui::Event::ModifiersChanged(modifiers));
    harness.event(egui::Event::MouseWheel { unit, delta, phase: TouchPhase::Move, source, modifiers });
    for _ in 0..30 {
        harness.step();
    }
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    harness.run();
}

fn view(harness: &TestHarness) -> View {
    harness.state().state.view.unwrap()
}

fn drag_with(harness: &mut TestHarness, button: PointerButton, from: Pos2, to: Pos2) {
    harness.hover_at(from);
    harness.step();
    harness.event(egui::Event::PointerButton { pos: from, button, pressed: true, modifiers: Modifiers::NONE });
    harness.step();
    harness.hover_at(from.lerp(to, 0.5));
    harness.hover_at(to);
    harness.step();
    harness.event(egui::Event::PointerButton { pos: to, button, pressed: false, modifiers: Modifiers::NONE });
    harness.run();
}

#[test]
fn zooming_keeps_what_is_under_the_pointer() {
    for (source, modifiers) in
        [(MouseWheelSource::Wheel, Modifiers::NONE), (MouseWheelSource::Trackpad, Modifiers::COMMAND | Modifiers::CTRL)]
    {
        let mut harness = harness(small_graph());
        let pos = pos2(610.0, 130.0);
        harness.hover_at(pos);
        harness.run();
        let before = harness.state().state.canvas_position(pos).unwrap();
        wheel(&mut harness, MouseWheelUnit::Line, source, vec2(0.0, 3.0), modifiers);
        assert!(view(&harness).zoom > 1.1, "{}", view(&harness).zoom);
        let after = harness.state().state.canvas_position(pos).unwrap();
        assert!(before.distance(after) < 0.1, "{before:?} {after:?}");
    }
}

#[test]
fn a_trackpad_pans() {
    let mut harness = harness(small_graph());
    harness.hover_at(pos2(400.0, 250.0));
    harness.run();
    wheel(&mut harness, MouseWheelUnit::Point, MouseWheelSource::Trackpad, vec2(30.0, 40.0), Modifiers::NONE);
    assert_eq!(view(&harness).zoom, 1.0);
    assert!((view(&harness).centre - pos2(370.0, 210.0)).length() < 0.5, "{:?}", view(&harness));
}

#[test]
fn the_middle_and_the_right_button_pan_and_so_does_space() {
    let mut harness = harness(small_graph());
    for button in [PointerButton::Middle, PointerButton::Secondary] {
        let before = view(&harness).centre;
        drag_with(&mut harness, button, pos2(500.0, 300.0), pos2(460.0, 330.0));
        assert_eq!(view(&harness).centre - before, vec2(40.0, -30.0));
    }
    let before = view(&harness).centre;
    harness.key_down(Key::Space);
    drag_with(&mut harness, PointerButton::Primary, pos2(500.0, 300.0), pos2(520.0, 300.0));
    harness.key_up(Key::Space);
    harness.run();
    assert_eq!(view(&harness).centre - before, vec2(-20.0, 0.0));
    assert!(harness.state().log.is_empty());
}

#[test]
fn everything_or_the_selection_is_brought_into_view() {
    let mut harness = harness(small_graph());
    harness.state_mut().state.view = Some(View { centre: pos2(9000.0, 9000.0), zoom: 2.0 });
    focus(&mut harness);
    key(&mut harness, Key::A);
    for label in ["Pointer node", "Advect node", "Gerstner sum node"] {
        assert!(egui::Rect::from_min_size(Pos2::ZERO, vec2(800.0, 500.0)).contains(at(&harness, label)), "{label}");
    }
    let waves = at(&harness, "Gerstner sum node");
    click(&mut harness, waves);
    key(&mut harness, Key::F);
    assert!((at(&harness, "Gerstner sum node") - pos2(400.0, 250.0)).length() < 60.0);
}

#[test]
fn bookmarks_are_returned_to() {
    let mut harness = harness(small_graph());
    focus(&mut harness);
    let first = view(&harness);
    key_with(&mut harness, Modifiers::SHIFT, Key::B);
    key(&mut harness, Key::Minus);
    key(&mut harness, Key::Minus);
    assert!(view(&harness).zoom < 0.7);
    key(&mut harness, Key::B);
    assert_eq!(view(&harness), first);
}

#[test]
fn the_map_moves_the_view() {
    let mut graph = small_graph();
    graph.nodes_mut().push(node("far", "scale", pos2(3000.0, 2000.0)));
    let mut harness = harness(graph);
    harness.state_mut().state.view = Some(View::default());
    harness.run();
    let before = view(&harness).centre;
    // The map is in the lower left corner; its own lower right is where the far node is.
    click(&mut harness, pos2(170.0, 470.0));
    assert!(view(&harness).centre.x > before.x + 500.0 && view(&harness).centre.y > before.y + 500.0, "{:?}", view(&harness));
    harness.state_mut().state.request(CanvasAction::ToggleMinimap);
    harness.run();
    let before = view(&harness).centre;
    click(&mut harness, pos2(170.0, 470.0));
    assert_eq!(view(&harness).centre, before);
    assert!(harness.state().log.iter().all(|command| *command == CanvasCommand::SelectionChanged));
}

#[test]
fn a_view_from_a_broken_settings_file_is_replaced() {
    let mut world = World::new(small_graph());
    world.state.view = Some(View { centre: pos2(f32::NAN, 0.0), zoom: 0.0 });
    let harness = sized_harness(world, vec2(800.0, 500.0));
    assert!(view(&harness).is_sane());
}

#[test]
fn no_room_and_an_empty_graph_are_survived() {
    for size in [vec2(0.0, 0.0), vec2(1.0, 500.0), vec2(30.0, 30.0)] {
        let mut harness = sized_harness(World::new(small_graph()), size);
        harness.run();
    }
    let mut harness = harness(CanvasGraph::default());
    focus(&mut harness);
    for action in CanvasAction::all() {
        harness.state_mut().state.request(action);
        harness.run();
    }
}

#[test]
fn dragging_at_the_edge_moves_the_view() {
    let mut harness = harness(small_graph());
    let grip = at(&harness, "Advect node");
    super::support::press(&mut harness, grip);
    harness.hover_at(pos2(795.0, 250.0));
    harness.step();
    let before = (view(&harness).centre.x, harness.state().graph.node(&"advect".into()).unwrap().position.x);
    harness.run_steps(10);
    let after = (view(&harness).centre.x, harness.state().graph.node(&"advect".into()).unwrap().position.x);
    assert!(after.0 > before.0 + 10.0 && after.1 > before.1 + 10.0, "{before:?} {after:?}");
    harness.drop_at(pos2(795.0, 250.0));
    harness.run();
    let rest = view(&harness);
    harness.run_steps(5);
    assert_eq!(view(&harness), rest);
}
