//! Menus at the pointer: of nodes, values, wires and frames, and the list of a choice.

use egui::{Align, Atom, Button, IdSalt, Layout, Popup, PopupCloseBehavior, PopupKind, Pos2, Rect, RichText, ScrollArea, Ui, vec2};

use super::super::action::CanvasAction;
use super::super::command::{CanvasCommand, Items, Phase};
use super::super::gesture::editable_value;
use super::super::hit::Target;
use super::super::model::{NodeId, PortId, PortSide, Wire};
use super::super::scene::{field_rect, row_rect};
use super::super::search::Origin;
use super::super::session::Session;
use super::super::state::CanvasState;
use super::super::value::{EditedValue, InlineValue};

/// What an open menu shows.
#[derive(Clone, Debug, PartialEq)]
enum Contents {
    Context(Pos2),
    Choice,
    Colour { before: [f32; 4], now: [f32; 4] },
}

/// An open menu.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Menu {
    pub target: Target,
    contents: Contents,
}

impl Menu {
    pub fn context(target: Target, at: Pos2) -> Self {
        Self { target, contents: Contents::Context(at) }
    }

    pub fn choice(input: PortId) -> Self {
        Self { target: Target::Value(input, 0), contents: Contents::Choice }
    }

    pub fn colour(input: PortId, rgba: [f32; 4]) -> Self {
        Self { target: Target::Value(input, 0), contents: Contents::Colour { before: rgba, now: rgba } }
    }
}

impl Menu {
    /// Whether a colour is being picked and has changed.
    pub fn is_picking(&self) -> bool {
        matches!(&self.contents, Contents::Colour { before, now } if before != now)
    }

    /// A colour that was picked is one gesture, from opening the picker to closing it.
    fn finish(&self, session: &mut Session<'_>) {
        if let (Contents::Colour { before, now }, Target::Value(input, _)) = (&self.contents, &self.target)
            && before != now
        {
            let value = EditedValue::Colour(*now);
            session.emit(CanvasCommand::SetValue { input: input.clone(), value, phase: Phase::Finished });
        }
    }
}

impl CanvasState {
    /// Closes the open menu, if there is one.
    pub(in super::super) fn close_menu(&mut self, session: &mut Session<'_>) {
        if let Some(menu) = self.menu.take() {
            menu.finish(session);
        }
    }

    /// Shows the open menu, if there is one.
    pub(in super::super) fn show_menu(&mut self, session: &mut Session<'_>, layer: egui::LayerId) {
        let Some(mut menu) = self.menu.take() else { return };
        let mut open = true;
        let anchor = match &menu.contents {
            Contents::Context(at) => Rect::from_pos(*at),
            Contents::Choice | Contents::Colour { .. } => match &menu.target {
                Target::Value(input, _) => value_rect(session, input).unwrap_or(Rect::NOTHING),
                _ => Rect::NOTHING,
            },
        };
        if !anchor.is_finite() {
            return;
        }
        let is_colour = matches!(menu.contents, Contents::Colour { .. });
        let close = if is_colour { PopupCloseBehavior::CloseOnClickOutside } else { PopupCloseBehavior::CloseOnClick };
        let popup = Popup::new(session.id.with("menu"), session.context.clone(), anchor, layer)
            .kind(PopupKind::Menu)
            .layout(Layout::top_down_justified(Align::LEFT))
            .open_bool(&mut open)
            .close_behavior(close)
            .accessible_name("Canvas menu")
            .gap(2.0);
        popup.show(|ui| {
            ui.set_min_width(anchor.width().max(if is_colour { 240.0 } else { 180.0 }));
            ui.spacing_mut().interact_size.y = 22.0;
            match &mut menu.contents {
                Contents::Context(at) => {
                    // In a small window the menu scrolls.
                    let room = session.context.content_rect().height() - 32.0;
                    let scroll = ScrollArea::vertical().max_height(room).min_scrolled_height(room);
                    scroll.show(ui, |ui| self.context_menu(ui, session, &menu.target, *at));
                }
                Contents::Choice => choice_menu(ui, session, &menu.target),
                Contents::Colour { now, .. } => super::colour::picker(ui, session, &menu.target, now),
            }
        });
        if open && self.menu.is_none() {
            self.menu = Some(menu);
        } else if !open {
            menu.finish(session);
            if self.editor.is_none() && self.search.is_none() {
                session.context.memory_mut(|memory| memory.request_focus(session.id));
            }
        }
    }

    fn context_menu(&mut self, ui: &mut Ui, session: &mut Session<'_>, target: &Target, at: Pos2) {
        match target {
            Target::Value(input, _) => self.value_menu(ui, session, input),
            Target::Port(port) => self.port_menu(ui, session, port),
            Target::Wire(wire) => self.wire_menu(ui, session, wire, at),
            Target::FrameTitle(_) | Target::FrameEdge(..) => {
                self.actions(ui, session, &[CanvasAction::Rename, CanvasAction::Duplicate]);
                colour_row(ui, session, &self.selection.items(session.graph));
                ui.separator();
                self.actions(ui, session, &[CanvasAction::Delete]);
            }
            Target::Node(node) | Target::Title(node) | Target::Message(node) => self.node_menu(ui, session, node),
            Target::Eye(output) => self.node_menu(ui, session, &output.node),
            Target::Background => self.actions(ui, session, &[CanvasAction::AddNode, CanvasAction::Paste, CanvasAction::FrameAll]),
        }
    }

    fn node_menu(&mut self, ui: &mut Ui, session: &mut Session<'_>, node: &NodeId) {
        use CanvasAction::{
            AddFrame, AutoLayout, Collapse, Copy, Cut, Delete, Disconnect, Duplicate, DuplicateLinked, EnterGroup, Help, MakeGroup, Mute,
            Pin, Rename, SelectDownstream, SelectUpstream, Thumbnails, Ungroup, View,
        };
        let is_group = session.graph.node(node).is_some_and(|node| node.is_group);
        self.actions(ui, session, &[View, Pin, Thumbnails]);
        ui.separator();
        self.actions(ui, session, &[Rename, Mute, Collapse]);
        colour_row(ui, session, &self.selection.items(session.graph));
        ui.separator();
        self.actions(ui, session, &[Cut, Copy, Duplicate, DuplicateLinked, Disconnect]);
        ui.separator();
        self.actions(ui, session, if is_group { &[EnterGroup, Ungroup, AddFrame] } else { &[MakeGroup, AddFrame] });
        ui.menu_button("Select", |ui| self.actions(ui, session, &[SelectUpstream, SelectDownstream]));
        ui.menu_button("Align", |ui| {
            use CanvasAction::{AlignBottom, AlignColumn, AlignLeft, AlignRight, AlignRow, AlignTop, DistributeAcross, DistributeDown};
            self.actions(ui, session, &[AlignLeft, AlignRight, AlignTop, AlignBottom, AlignColumn, AlignRow]);
            ui.separator();
            self.actions(ui, session, &[DistributeAcross, DistributeDown, AutoLayout]);
        });
        ui.separator();
        self.actions(ui, session, &[Help, Delete]);
    }

    fn actions(&mut self, ui: &mut Ui, session: &mut Session<'_>, actions: &[CanvasAction]) {
        for action in actions {
            let keys = session.context.format_shortcut(&action.shortcut());
            if ui.add(Button::new(action.title()).right_text(RichText::new(keys).weak())).clicked() {
                self.perform(session, *action);
            }
        }
    }

    fn value_menu(&mut self, ui: &mut Ui, session: &mut Session<'_>, port: &PortId) {
        let input = session.graph.node(&port.node).and_then(|node| node.inputs.get(node.input_index(&port.port)?));
        let Some(input) = input else { return };
        let free = editable_value(session, port);
        if let Some(value) = free {
            let is_typed = value.edit_text().is_some();
            if is_typed && ui.button("Edit…").clicked() {
                self.start_typing(session, port);
            }
            if matches!(value, InlineValue::Note(_)) && ui.button("Open editor…").clicked() {
                session.emit(CanvasCommand::OpenEditor(port.clone()));
            }
            if ui.add_enabled(!input.is_default, Button::new("Reset")).clicked() {
                session.emit(CanvasCommand::ResetValue(port.clone()));
            }
            if ui.button("Copy value").clicked() {
                session.context.copy_text(value.edit_text().unwrap_or_else(|| value.display()));
            }
            if matches!(value, InlineValue::Number(_) | InlineValue::Vector { .. } | InlineValue::Colour(_)) {
                let words = if input.keyframed { "Edit keyframe" } else { "Set keyframe" };
                if ui.button(words).clicked() {
                    session.emit(CanvasCommand::ToggleKeyframe(port.clone()));
                }
            }
            if matches!(value, InlineValue::Number(_) | InlineValue::Vector { .. }) && ui.button("Set range…").clicked() {
                session.emit(CanvasCommand::EditRange(port.clone()));
            }
        }
        if input.port_type.is_some() {
            if free.is_some() {
                ui.separator();
            }
            self.port_menu(ui, session, port);
        }
    }

    fn port_menu(&mut self, ui: &mut Ui, session: &mut Session<'_>, port: &PortId) {
        if ui.button("Draw wire").clicked() {
            self.start_keyboard_wire(session, port);
        }
        if ui.button("Add fitting node…").clicked() {
            let place = session.scene.slot(session.graph, port).map(|slot| session.scene.port_pos(session.graph, slot));
            let at = place.map_or(session.screen.rect.center(), |pos| session.screen.pos_to_screen(pos));
            self.open_search(session, at, Origin::Wire(port.clone()));
        }
        if port.side == PortSide::Output {
            if ui.button("View").clicked() {
                session.emit(CanvasCommand::ToggleEye(port.clone()));
            }
            if ui.button("Pin to viewport").clicked() {
                session.emit(CanvasCommand::TogglePin(port.clone()));
            }
        }
        let touches = |wire: &&Wire| wire.from == *port || wire.to == *port;
        let wires: Vec<Wire> = session.graph.wires().iter().filter(touches).cloned().collect();
        if ui.add_enabled(!wires.is_empty(), Button::new("Disconnect")).clicked() {
            session.emit(CanvasCommand::Disconnect(wires));
        }
    }

    fn wire_menu(&mut self, ui: &mut Ui, session: &mut Session<'_>, wire: &Wire, at: Pos2) {
        if ui.button("Insert node…").clicked() {
            self.open_search(session, at, Origin::Insert(wire.clone()));
        }
        if ui.button("Add bend").clicked() {
            session.emit(CanvasCommand::AddReroute { wire: wire.clone(), position: session.screen.pos_to_canvas(at) });
        }
        ui.separator();
        if ui.button("Disconnect").clicked() {
            session.emit(CanvasCommand::Disconnect(vec![wire.clone()]));
        }
    }
}

/// The field of a value on the screen.
pub(super) fn value_rect(session: &Session<'_>, input: &PortId) -> Option<Rect> {
    let slot = session.scene.slot(session.graph, input)?;
    let node = &session.graph.nodes()[slot.node];
    let rect = session.scene.rects()[slot.node];
    let place = if node.is_folded() { rect } else { field_rect(row_rect(node, rect, PortSide::Input, slot.port)) };
    Some(session.screen.rect_to_screen(place))
}

fn choice_menu(ui: &mut Ui, session: &mut Session<'_>, target: &Target) {
    let Target::Value(input, _) = target else { return };
    let Some(InlineValue::Choice { selected, options }) = editable_value(session, input) else { return };
    for (index, option) in options.iter().enumerate() {
        if ui.selectable_label(index == *selected, option).clicked() && index != *selected {
            let value = EditedValue::Choice(index);
            session.emit(CanvasCommand::SetValue { input: input.clone(), value, phase: Phase::Finished });
        }
    }
}

/// Swatches that give the selection a colour.
fn colour_row(ui: &mut Ui, session: &mut Session<'_>, items: &Items) {
    ui.menu_button("Colour", |ui| {
        if ui.button("None").clicked() {
            session.emit(CanvasCommand::SetColour { items: items.clone(), colour: None });
        }
        let swatch = IdSalt::new("swatch");
        for (name, colour) in session.style.swatches.clone() {
            let button = Button::new((Atom::custom(swatch, vec2(14.0, 14.0)), name)).atom_ui(ui);
            if let Some(rect) = button.rect(swatch) {
                ui.painter().rect_filled(rect, 3.0, colour);
            }
            let button = button.response;
            if button.clicked() {
                session.emit(CanvasCommand::SetColour { items: items.clone(), colour: Some(colour) });
            }
        }
    });
}
