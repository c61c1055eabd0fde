//! What keys do: shortcuts, the clipboard, and walking along wires.

use egui::{Event, EventFilter, FocusDirection, Key, Modifiers, Rect, Response, Vec2};

use super::action::CanvasAction;
use super::command::CanvasCommand;
use super::gesture::Gesture;
use super::model::{NodeId, PortId, PortSide};
use super::perform::pointer_on_canvas;
use super::scene::{PortSlot, port_id, wire_of};
use super::selection::SelectMode;
use super::session::Session;
use super::state::CanvasState;

impl CanvasState {
    /// Reads this frame's keys, if they are meant for the canvas.
    pub(super) fn handle_keys(&mut self, session: &mut Session<'_>, response: &Response) {
        // Keys that egui would otherwise use to move the focus away.
        let filter = EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };
        session.context.memory_mut(|memory| memory.set_focus_lock_filter(session.id, filter));
        let nobody_else = session.context.memory(|memory| memory.focused().is_none());
        let are_ours = response.has_focus() || (nobody_else && response.contains_pointer());
        if !are_ours || self.is_typing() || self.menu.is_some() {
            return;
        }
        let has_any = session.context.input(|input| {
            input.events.iter().any(|event| matches!(event, Event::Key { pressed: true, .. } | Event::Copy | Event::Cut | Event::Paste(_)))
        });
        if !has_any {
            return;
        }
        if let Gesture::Wire(drag) = &self.gesture
            && drag.keyboard.is_some()
        {
            self.keys_of_keyboard_wire(session);
            return;
        }
        if !matches!(self.gesture, Gesture::Idle) {
            return;
        }
        self.clipboard_events(session);
        if pressed(session, Modifiers::SHIFT, Key::Tab) {
            // The way out for those who have no pointer: Tab itself adds nodes.
            session.context.memory_mut(|memory| {
                memory.surrender_focus(session.id);
                memory.move_focus(FocusDirection::Previous);
            });
            return;
        }
        for action in actions_by_modifiers() {
            let is_pressed = session.context.input_mut(|input| input.consume_shortcut(&action.shortcut()));
            if is_pressed {
                self.perform(session, action);
            }
        }
        if pressed(session, Modifiers::NONE, Key::Backspace) {
            self.perform(session, CanvasAction::Delete);
        }
        if pressed(session, Modifiers::NONE, Key::Plus) {
            self.perform(session, CanvasAction::ZoomIn);
        }
        for (key, direction) in
            [(Key::ArrowLeft, Vec2::LEFT), (Key::ArrowRight, Vec2::RIGHT), (Key::ArrowUp, Vec2::UP), (Key::ArrowDown, Vec2::DOWN)]
        {
            if pressed(session, Modifiers::NONE, key) {
                self.walk(session, direction);
            }
        }
        if pressed(session, Modifiers::NONE, Key::Enter) {
            self.enter(session);
        }
        if pressed(session, Modifiers::NONE, Key::Escape) && !self.selection.is_empty() {
            self.perform(session, CanvasAction::SelectNone);
        }
    }

    fn clipboard_events(&mut self, session: &mut Session<'_>) {
        let events = session.context.input_mut(|input| {
            let (clipboard, rest): (Vec<Event>, Vec<Event>) = std::mem::take(&mut input.events)
                .into_iter()
                .partition(|event| matches!(event, Event::Copy | Event::Cut | Event::Paste(_)));
            input.events = rest;
            clipboard
        });
        for event in events {
            match event {
                Event::Copy => self.perform(session, CanvasAction::Copy),
                Event::Cut => self.perform(session, CanvasAction::Cut),
                Event::Paste(text) => {
                    let at = pointer_on_canvas(session).unwrap_or(session.screen.rect.center());
                    let position = session.screen.pos_to_canvas(at);
                    session.emit(CanvasCommand::Paste { text, position });
                }
                _ => {}
            }
        }
    }

    fn keys_of_keyboard_wire(&mut self, session: &mut Session<'_>) {
        for (key, step) in [(Key::ArrowDown, 1), (Key::ArrowRight, 1), (Key::Tab, 1), (Key::ArrowUp, -1), (Key::ArrowLeft, -1)] {
            if pressed(session, Modifiers::NONE, key) {
                self.choose_keyboard_wire(session, step);
            }
        }
        if pressed(session, Modifiers::NONE, Key::Enter) {
            self.finish_keyboard_wire(session);
        }
    }

    /// What Enter does where the keyboard is: edit a value, draw a wire from an output, enter a group.
    fn enter(&mut self, session: &mut Session<'_>) {
        match self.active_port.clone() {
            Some(port) if port.side == PortSide::Input => self.start_typing(session, &port),
            Some(port) => self.start_keyboard_wire(session, &port),
            None => {
                let group = self.active.as_ref().and_then(|node| session.graph.node(node)).filter(|node| node.is_group);
                if let Some(group) = group {
                    session.emit(CanvasCommand::EnterGroup(group.id.clone()));
                }
            }
        }
    }

    /// Goes where an arrow points: across along wires, up and down through the rows of a node and on to the next.
    fn walk(&mut self, session: &mut Session<'_>, direction: Vec2) {
        let Some(index) = self.active.as_ref().and_then(|node| session.scene.node_index(node)) else {
            let middle = session.screen.view.centre;
            let rects = session.scene.rects().iter().enumerate();
            let nearest = rects.min_by(|(_, one), (_, other)| one.distance_to_pos(middle).total_cmp(&other.distance_to_pos(middle)));
            if let Some((index, _)) = nearest {
                self.walk_to(session, index, None);
            }
            return;
        };
        if direction.y == 0.0 {
            let side = if direction.x < 0.0 { PortSide::Input } else { PortSide::Output };
            match self.along_wire(session, index, side) {
                Some(slot) => self.walk_to(session, slot.node, Some(port_id(session.graph, slot))),
                None => self.walk_to_neighbour(session, index, direction),
            }
            return;
        }
        let node = &session.graph.nodes()[index];
        let rows: Vec<PortId> = if node.is_folded() {
            Vec::new()
        } else {
            let outputs = (0..node.outputs.len()).map(|port| PortSlot { node: index, side: PortSide::Output, port });
            let inputs = (0..node.inputs.len()).map(|port| PortSlot { node: index, side: PortSide::Input, port });
            outputs.chain(inputs).map(|slot| port_id(session.graph, slot)).collect()
        };
        let row = self.active_port.as_ref().and_then(|port| rows.iter().position(|other| other == port));
        let down = direction.y > 0.0;
        match (row, down) {
            (None, true) if !rows.is_empty() => self.walk_to(session, index, rows.first().cloned()),
            (Some(row), true) if row + 1 < rows.len() => self.walk_to(session, index, Some(rows[row + 1].clone())),
            (Some(0), false) => self.walk_to(session, index, None),
            (Some(row), false) => self.walk_to(session, index, Some(rows[row - 1].clone())),
            _ => self.walk_to_neighbour(session, index, direction),
        }
    }

    /// The far end of the wire at the active port, or of the first wire on that side.
    fn along_wire(&self, session: &Session<'_>, index: usize, side: PortSide) -> Option<PortSlot> {
        let active = self.active_port.as_ref().filter(|port| port.side == side).and_then(|port| session.scene.slot(session.graph, port));
        session
            .scene
            .wires()
            .iter()
            .filter_map(|curve| match side {
                PortSide::Input => (curve.to.node == index).then_some((curve.to, curve.from)),
                PortSide::Output => (curve.from.node == index).then_some((curve.from, curve.to)),
            })
            .filter(|(near, _)| active.is_none_or(|active| active == *near))
            .min_by_key(|(near, _)| near.port)
            .map(|(_, far)| far)
    }

    /// Goes to the node that lies nearest in a direction.
    fn walk_to_neighbour(&mut self, session: &mut Session<'_>, index: usize, direction: Vec2) {
        let from = session.scene.rects()[index];
        let cost = |rect: &Rect| {
            let offset = rect.center() - from.center();
            let ahead = offset.dot(direction);
            let aside = (offset - ahead * direction).length();
            (ahead > 1.0).then_some(ahead + 2.0 * aside)
        };
        let others = session.scene.rects().iter().enumerate().filter(|(other, _)| *other != index);
        let nearest = others.filter_map(|(other, rect)| Some((other, cost(rect)?))).min_by(|(_, one), (_, other)| one.total_cmp(other));
        if let Some((other, _)) = nearest {
            self.walk_to(session, other, None);
        }
    }

    /// Puts the keyboard on a node or one of its ports, and the node into view.
    pub(super) fn walk_to(&mut self, session: &mut Session<'_>, index: usize, port: Option<PortId>) {
        let node: NodeId = session.graph.nodes()[index].id.clone();
        self.click_node(session, &node, SelectMode::Replace);
        self.active_port = port;
        let border = 24.0 / session.screen.zoom();
        let visible = session.screen.visible().shrink(border);
        let rect = session.scene.rects()[index];
        let shift = |low: f32, high: f32, from: f32, to: f32| {
            if low < from {
                low - from
            } else if high > to {
                (high - to).min(low - from)
            } else {
                0.0
            }
        };
        let shift = Vec2::new(
            shift(rect.left(), rect.right(), visible.left(), visible.right()),
            shift(rect.top(), rect.bottom(), visible.top(), visible.bottom()),
        );
        if shift != Vec2::ZERO {
            let view = super::view::View { centre: session.screen.view.centre + shift, ..session.screen.view };
            self.jump_to(session, view);
        }
    }

    /// Where the keyboard is on the screen; drawn as a ring while the canvas has the focus.
    pub(super) fn keyboard_rect(&self, session: &Session<'_>) -> Option<Rect> {
        let index = session.scene.node_index(self.active.as_ref()?)?;
        let rect = session.scene.rects()[index];
        let place = match self.active_port.as_ref().and_then(|port| session.scene.slot(session.graph, port)) {
            Some(slot) if !session.graph.nodes()[index].is_folded() => {
                super::scene::row_rect(&session.graph.nodes()[index], rect, slot.side, slot.port)
            }
            _ => return None,
        };
        Some(session.screen.rect_to_screen(place))
    }

    /// The wire that ends at an input, if any.
    pub(super) fn source_of(session: &Session<'_>, slot: PortSlot) -> Option<PortId> {
        if slot.side == PortSide::Output {
            return None;
        }
        let curve = session.scene.wire_into(slot.node, slot.port)?;
        Some(wire_of(session.graph, &session.scene.wires()[curve]).from.clone())
    }
}

fn pressed(session: &Session<'_>, modifiers: Modifiers, key: Key) -> bool {
    session.context.input_mut(|input| input.consume_key(modifiers, key))
}

/// Actions with the most modifiers first: egui lets Ctrl+Shift+D pass for Ctrl+D.
fn actions_by_modifiers() -> Vec<CanvasAction> {
    let mut actions: Vec<CanvasAction> =
        CanvasAction::all().filter(|action| !matches!(action, CanvasAction::Copy | CanvasAction::Cut | CanvasAction::Paste)).collect();
    let count = |modifiers: Modifiers| [modifiers.alt, modifiers.shift, modifiers.command].into_iter().filter(|held| *held).count();
    actions.sort_by_key(|action| std::cmp::Reverse(count(action.shortcut().modifiers)));
    actions
}
