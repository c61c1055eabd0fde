//! Random gestures: nothing panics, every gesture ends, and commands only ever speak of what is there.

use std::collections::HashSet;

use egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase, pos2, vec2};

use super::demo;
use super::support::{TestHarness, World, sized_harness, small_graph};
use crate::canvas::{CanvasAction, CanvasCommand, CanvasGraph, NodeId, Phase};

/// A small generator of random numbers (xorshift), the same every time.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn pos(&mut self) -> Pos2 {
        // Often somewhere near the first nodes, at times outside of the window.
        let (width, height) = if self.below(3) == 0 { (900.0, 700.0) } else { (700.0, 250.0) };
        pos2(self.below(1000) as f32 / 1000.0 * width - 20.0, self.below(1000) as f32 / 1000.0 * height - 20.0)
    }

    fn modifiers(&mut self) -> Modifiers {
        [Modifiers::NONE, Modifiers::NONE, Modifiers::NONE, Modifiers::SHIFT, Modifiers::COMMAND | Modifiers::CTRL, Modifiers::ALT]
            [self.below(6)]
    }
}

fn random_event(random: &mut Random, harness: &TestHarness) {
    let modifiers = random.modifiers();
    match random.below(10) {
        0..=2 => {
            let button = [PointerButton::Primary, PointerButton::Primary, PointerButton::Secondary, PointerButton::Middle][random.below(4)];
            let (from, to) = (random.pos(), random.pos());
            harness.event(Event::PointerMoved(from));
            harness.event(Event::PointerButton { pos: from, button, pressed: true, modifiers });
            for share in [0.3, 0.7, 1.0] {
                harness.event(Event::PointerMoved(from.lerp(to, share)));
            }
            if random.below(8) > 0 {
                harness.event(Event::PointerButton { pos: to, button, pressed: false, modifiers });
            }
        }
        3 | 4 => {
            let pos = random.pos();
            harness.event(Event::PointerMoved(pos));
            for _ in 0..=random.below(2) {
                for pressed in [true, false] {
                    harness.event(Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers });
                }
            }
        }
        5 => {
            let delta = vec2(0.0, random.below(9) as f32 - 4.0);
            let source = MouseWheelSource::Unknown;
            harness.event(Event::MouseWheel { unit: MouseWheelUnit::Line, delta, phase: TouchPhase::Move, source, modifiers });
        }
        6 => harness.event(Event::Text(["a", "2*", "pi", "∞", "smoke"][random.below(5)].to_owned())),
        7 => harness.event([Event::Copy, Event::Cut, Event::Paste("x".to_owned()), Event::PointerGone][random.below(4)].clone()),
        _ => {
            let keys =
                [Key::Tab, Key::Enter, Key::Escape, Key::ArrowDown, Key::ArrowRight, Key::ArrowLeft, Key::ArrowUp, Key::W, Key::Backspace];
            harness.key_press_modifiers(modifiers, keys[random.below(keys.len())]);
        }
    }
}

fn named_nodes(command: &CanvasCommand) -> Vec<NodeId> {
    match command {
        CanvasCommand::Move(moved) => moved.nodes.iter().map(|(node, _)| node.clone()).collect(),
        CanvasCommand::Connect(wire) => vec![wire.from.node.clone(), wire.to.node.clone()],
        CanvasCommand::Delete(items) | CanvasCommand::Copy(items) | CanvasCommand::Cut(items) => items.nodes.clone(),
        CanvasCommand::SetValue { input, .. } => vec![input.node.clone()],
        CanvasCommand::Rename { node, .. } | CanvasCommand::EnterGroup(node) => vec![node.clone()],
        _ => Vec::new(),
    }
}

fn phase(command: &CanvasCommand) -> Option<Phase> {
    match command {
        CanvasCommand::Move(moved) => Some(moved.phase),
        CanvasCommand::SetValue { phase, .. } | CanvasCommand::ResizeFrame { phase, .. } => Some(*phase),
        _ => None,
    }
}

fn run(seed: u64, graph: CanvasGraph, rounds: usize) {
    let mut random = Random(seed);
    let mut harness = sized_harness(World::new(graph), vec2(800.0, 500.0));
    // Whether a gesture has begun and not ended. One about what is removed from outside ends without a word.
    let mut is_open = false;
    for round in 0..rounds {
        let there: HashSet<NodeId> = harness.state().graph.nodes().iter().map(|node| node.id.clone()).collect();
        harness.state_mut().log.clear();
        match random.below(12) {
            0 => {
                let actions: Vec<CanvasAction> = CanvasAction::all().collect();
                harness.state_mut().state.request(actions[random.below(actions.len())]);
            }
            1 if !there.is_empty() => {
                // Somebody else changes the graph in the middle of a gesture.
                let index = random.below(there.len());
                is_open = false;
                let gone = harness.state_mut().graph.nodes_mut().remove(index).id;
                harness.state_mut().graph.wires_mut().retain(|wire| wire.from.node != gone && wire.to.node != gone);
            }
            _ => random_event(&mut random, &harness),
        }
        harness.step();
        harness.step();
        for command in &harness.state().log {
            is_open = match phase(command) {
                Some(phase) => phase == Phase::Running,
                None => is_open,
            };
            let added = |node: &NodeId| harness.state().graph.node(node).is_some();
            let missing: Vec<NodeId> = named_nodes(command).into_iter().filter(|node| !there.contains(node) && !added(node)).collect();
            assert!(missing.is_empty(), "seed {seed}, round {round}: {command:?} speaks of {missing:?}");
            if let CanvasCommand::Move(moved) = command {
                assert!(moved.nodes.iter().all(|(_, position)| position.is_finite()));
            }
        }
    }
    harness.state_mut().log.clear();
    // Whatever was going on ends with Escape and a release.
    for button in [PointerButton::Primary, PointerButton::Secondary, PointerButton::Middle] {
        let pos = pos2(10.0, 10.0);
        harness.event(Event::PointerButton { pos, button, pressed: false, modifiers: Modifiers::NONE });
    }
    harness.key_press(Key::Escape);
    harness.key_press(Key::Escape);
    harness.step();
    harness.step();
    assert!(!harness.state().state.is_busy(), "seed {seed}");
    let last = harness.state().log.iter().filter_map(phase).next_back();
    assert!(!is_open || last.is_some_and(|phase| phase != Phase::Running), "seed {seed}: a gesture never ended");
}

#[test]
fn random_gestures_on_a_small_graph() {
    for seed in 1..7 {
        run(seed * 7919, small_graph(), 60);
    }
}

#[test]
fn random_gestures_on_every_kind_of_node() {
    for seed in 1..5 {
        run(seed * 104_729, demo::states(), 60);
    }
}
