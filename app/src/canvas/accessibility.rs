//! Names for screen readers (and for tests): nodes, ports and values as a tree below the canvas.
//!
//! The canvas draws without egui widgets, so it tells the accessibility tree itself what is there. This costs something for
//! each visible node, and only while somebody listens.

use egui::accesskit::{Action, ActionData, Role};
use egui::{Id, Rect, Sense, Ui};

use super::command::{CanvasCommand, Phase};
use super::gesture::editable_value;
use super::hit::slots;
use super::model::{CanvasNode, Eye, NodeForm, PortId, PortSide};
use super::scene::{PortSlot, eye_rect, field_rect, port_id, row_rect};
use super::session::Session;
use super::state::CanvasState;
use super::style::metrics;
use super::value::{DragSpeed, EditedValue, InlineValue, drag_step};

/// What a part of the canvas is to a screen reader.
struct Part {
    id: Id,
    rect: Rect,
    role: Role,
    label: String,
}

impl CanvasState {
    /// Describes what is visible, and does what assistive tools asked for.
    pub(super) fn tell_screen_readers(&mut self, ui: &Ui, session: &mut Session<'_>) {
        let count = session.graph.nodes().len();
        let is_listening = session.context.accesskit_node_builder(session.id, |node| {
            node.set_role(Role::Canvas);
            node.set_label(format!("Node graph, {count} {}", if count == 1 { "node" } else { "nodes" }));
        });
        if is_listening.is_none() {
            return;
        }
        if count == 0 {
            let rect = session.screen.rect;
            let label = format!("{}. {}", super::draw::EMPTY_TITLE, super::draw::EMPTY_HINT);
            describe(ui, session, &Part { id: session.id.with("empty"), rect, role: Role::Note, label }, |_| {});
        }
        let visible = session.screen.visible();
        let graph = session.graph;
        for (index, node) in graph.nodes().iter().enumerate() {
            if visible.intersects(session.scene.rects()[index]) {
                self.describe_node(ui, session, index, node);
            }
        }
        for frame in graph.frames() {
            if visible.intersects(frame.rect) {
                let rect = session.screen.rect_to_screen(frame.rect);
                let title = Rect::from_min_size(rect.min, egui::vec2(rect.width(), metrics::FRAME_TITLE * session.screen.zoom()));
                let part = Part {
                    id: session.id.with(("frame", frame.id.0)),
                    rect: title,
                    role: Role::Heading,
                    label: format!("{} frame", frame.text),
                };
                describe(ui, session, &part, |_| {});
            }
        }
    }

    fn describe_node(&mut self, ui: &Ui, session: &mut Session<'_>, index: usize, node: &CanvasNode) {
        let place = session.scene.rects()[index];
        let id = session.id.with(("node", &node.id));
        // The title is what is clicked: the middle of the body may be a value.
        let handle = if node.is_folded() { place } else { Rect::from_min_size(place.min, egui::vec2(place.width(), metrics::TITLE)) };
        let part = Part { id, rect: session.screen.rect_to_screen(handle), role: Role::Group, label: node_label(node) };
        let is_selected = self.selection.nodes.contains(&node.id);
        let is_active = self.active.as_ref() == Some(&node.id);
        describe(ui, session, &part, |tree| {
            tree.set_selected(is_selected);
            tree.add_action(Action::Click);
            tree.add_action(Action::Focus);
            if let Some(words) = node.error.as_ref().or(node.warning.as_ref()) {
                tree.set_description(words.as_str());
            }
        });
        if is_active && self.active_port.is_none() {
            set_active(session, id);
        }
        if asked(session, id, Action::Click) || asked(session, id, Action::Focus) {
            self.walk_to(session, index, None);
            session.context.memory_mut(|memory| memory.request_focus(session.id));
        }
        if let Some(output) = super::hit::output_for_eye(node).filter(|_| !node.is_folded()) {
            let state = match node.eye() {
                Eye::Viewed => ", viewed",
                Eye::Pinned => ", pinned",
                Eye::None | Eye::Closed => "",
            };
            let rect = session.screen.rect_to_screen(eye_rect(place));
            let part = Part { id: id.with("eye"), rect, role: Role::Button, label: format!("View {}{state}", node.title) };
            describe(ui, session, &part, |tree| tree.add_action(Action::Click));
            if asked(session, part.id, Action::Click) {
                session.emit(CanvasCommand::ToggleEye(output));
            }
        }
        for slot in slots(node, index) {
            self.describe_port(ui, session, id, node, slot);
        }
        if !node.is_folded() {
            for port in 0..node.inputs.len() {
                self.describe_value(ui, session, id, node, PortSlot { node: index, side: PortSide::Input, port });
            }
        }
    }

    fn describe_port(&mut self, ui: &Ui, session: &mut Session<'_>, node_id: Id, node: &CanvasNode, slot: PortSlot) {
        let port = port_id(session.graph, slot);
        let id = node_id.with(("port", slot.side, &port.port));
        let centre = session.screen.pos_to_screen(session.scene.port_pos(session.graph, slot));
        let radius = (metrics::PORT * session.screen.zoom()).max(3.0);
        let rect = Rect::from_center_size(centre, egui::Vec2::splat(2.0 * radius));
        let label = port_label(session, node, slot);
        describe(ui, session, &Part { id, rect, role: Role::Button, label }, |tree| {
            tree.add_action(Action::Click);
            tree.add_action(Action::Focus);
        });
        if self.active_port.as_ref() == Some(&port) {
            set_active(session, id);
        }
        if asked(session, id, Action::Focus) {
            self.walk_to(session, slot.node, Some(port));
        } else if asked(session, id, Action::Click) {
            self.walk_to(session, slot.node, Some(port.clone()));
            self.start_keyboard_wire(session, &port);
        }
    }

    fn describe_value(&mut self, ui: &Ui, session: &mut Session<'_>, node_id: Id, node: &CanvasNode, slot: PortSlot) {
        let port = port_id(session.graph, slot);
        let Some(value) = editable_value(session, &port) else { return };
        let input = &node.inputs[slot.port];
        let id = node_id.with(("value", &port.port));
        let row = row_rect(node, session.scene.rects()[slot.node], PortSide::Input, slot.port);
        let rect = session.screen.rect_to_screen(field_rect(row));
        let role = match value {
            InlineValue::Number(_) => Role::SpinButton,
            InlineValue::Vector { .. } | InlineValue::Text(_) => Role::TextInput,
            InlineValue::Choice { .. } => Role::ComboBox,
            InlineValue::Switch(_) => Role::Switch,
            InlineValue::Colour(_) => Role::ColorWell,
            InlineValue::Note(_) => Role::Label,
        };
        let label = format!("{} {}", node.title, input.label);
        let shown = value.display();
        describe(ui, session, &Part { id, rect, role, label }, |tree| {
            tree.set_value(shown);
            tree.add_action(Action::Click);
            match value {
                InlineValue::Number(number) => {
                    tree.set_numeric_value(number.value);
                    if let Some((low, high)) = number.traits.range {
                        tree.set_min_numeric_value(low);
                        tree.set_max_numeric_value(high);
                    }
                    tree.add_action(Action::SetValue);
                    tree.add_action(Action::Increment);
                    tree.add_action(Action::Decrement);
                }
                InlineValue::Switch(on) => tree.set_toggled((*on).into()),
                InlineValue::Vector { .. } | InlineValue::Text(_) => tree.add_action(Action::SetValue),
                InlineValue::Choice { .. } | InlineValue::Colour(_) | InlineValue::Note(_) => {}
            }
        });
        if asked(session, id, Action::Click) {
            self.walk_to(session, slot.node, Some(port.clone()));
            self.start_typing(session, &port);
        }
        if let Some(value) = asked_value(session, id, value) {
            session.emit(CanvasCommand::SetValue { input: port, value, phase: Phase::Finished });
        }
    }
}

fn describe(ui: &Ui, session: &Session<'_>, part: &Part, more: impl FnOnce(&mut egui::accesskit::Node)) {
    // Registering makes it a child of the canvas in the tree; the sense keeps it out of the way of the pointer.
    ui.interact(part.rect, part.id, Sense::empty());
    session.context.accesskit_node_builder(part.id, |node| {
        node.set_role(part.role);
        node.set_label(part.label.as_str());
        let visible = part.rect.intersect(session.screen.rect);
        let rect = if visible.is_positive() { visible } else { part.rect };
        node.set_bounds(egui::accesskit::Rect {
            x0: rect.min.x.into(),
            y0: rect.min.y.into(),
            x1: rect.max.x.into(),
            y1: rect.max.y.into(),
        });
        more(node);
    });
}

fn set_active(session: &Session<'_>, id: Id) {
    session.context.accesskit_node_builder(session.id, |canvas| canvas.set_active_descendant(id.accesskit_id()));
}

fn asked(session: &Session<'_>, id: Id, action: Action) -> bool {
    session.context.input(|input| input.has_accesskit_action_request(id, action))
}

/// The value that an assistive tool asked for.
fn asked_value(session: &Session<'_>, id: Id, value: &InlineValue) -> Option<EditedValue> {
    if let InlineValue::Number(number) = value {
        let step = drag_step(number.value, &number.traits, DragSpeed::Coarse).max(if number.traits.whole { 1.0 } else { 0.0 });
        if asked(session, id, Action::Increment) {
            return Some(EditedValue::Number(number.value + step));
        }
        if asked(session, id, Action::Decrement) {
            return Some(EditedValue::Number(number.value - step));
        }
    }
    session.context.input(|input| {
        input.accesskit_action_requests(id, Action::SetValue).find_map(|request| match request.data.as_ref()? {
            ActionData::NumericValue(number) if matches!(value, InlineValue::Number(_)) && number.is_finite() => {
                Some(EditedValue::Number(*number))
            }
            ActionData::Value(text) => value.parse(text).ok(),
            _ => None,
        })
    })
}

/// "Advect node", and what is special about it.
fn node_label(node: &CanvasNode) -> String {
    let what = match node.form {
        NodeForm::Dot => "reroute dot",
        NodeForm::Pill => "portal",
        NodeForm::Card if node.is_group => "group",
        NodeForm::Card => "node",
    };
    let mut label = format!("{} {what}", node.title);
    if node.muted {
        label.push_str(", muted");
    }
    if node.collapsed {
        label.push_str(", collapsed");
    }
    if node.error.is_some() {
        label.push_str(", broken");
    }
    label
}

/// "Advect input velocity, linked to Composite velocity".
fn port_label(session: &Session<'_>, node: &CanvasNode, slot: PortSlot) -> String {
    match slot.side {
        PortSide::Output => format!("{} output {}", node.title, node.outputs[slot.port].label),
        PortSide::Input => {
            let input = &node.inputs[slot.port];
            let label = format!("{} input {}", node.title, input.label);
            match CanvasState::source_of(session, slot).and_then(|source| source_words(session, &source)) {
                Some(source) => format!("{label}, linked to {source}"),
                None if input.required => format!("{label}, needs a wire"),
                None => label,
            }
        }
    }
}

fn source_words(session: &Session<'_>, source: &PortId) -> Option<String> {
    let node = session.graph.node(&source.node)?;
    let output = node.outputs.get(node.output_index(&source.port)?)?;
    Some(format!("{} {}", node.title, output.label))
}
