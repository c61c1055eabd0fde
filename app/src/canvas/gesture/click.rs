//! Clicks and double-clicks.

use egui::PointerButton;

use super::super::action::CanvasAction;
use super::super::command::CanvasCommand;
use super::super::edit::{Editor, Menu};
use super::super::hit::Target;
use super::super::model::{FrameId, NodeId, PortId};
use super::super::search::Origin;
use super::super::selection::{SelectMode, Selection};
use super::super::session::Session;
use super::super::state::CanvasState;
use super::super::value::InlineValue;
use super::Press;
use super::number::editable_value;

impl CanvasState {
    pub(super) fn click(&mut self, session: &mut Session<'_>, press: &Press) {
        match press.button {
            PointerButton::Primary => self.primary_click(session, press),
            PointerButton::Secondary => self.secondary_click(session, press),
            PointerButton::Middle | PointerButton::Extra1 | PointerButton::Extra2 => {}
        }
    }

    fn primary_click(&mut self, session: &mut Session<'_>, press: &Press) {
        let mode = SelectMode::of(press.modifiers);
        match &press.target {
            Target::Background => {
                if mode == SelectMode::Replace {
                    self.change_selection(session, Selection::default());
                    self.active = None;
                    self.active_port = None;
                }
            }
            Target::Node(node) | Target::Title(node) => self.click_node(session, node, mode),
            Target::Message(node) => {
                self.click_node(session, node, mode);
                session.emit(CanvasCommand::ShowProblem(node.clone()));
            }
            Target::Port(port) => {
                self.click_node(session, &port.node, mode);
                self.active_port = Some(port.clone());
            }
            Target::Value(input, _) => {
                self.click_node(session, &input.node, mode);
                self.active_port = Some(input.clone());
                self.click_value(session, input);
            }
            Target::Eye(output) if press.modifiers.shift => session.emit(CanvasCommand::TogglePin(output.clone())),
            Target::Eye(output) => session.emit(CanvasCommand::ToggleEye(output.clone())),
            Target::Wire(wire) => {
                let mut selection = self.selection.clone();
                selection.select_wire(wire, mode);
                self.change_selection(session, selection);
            }
            Target::FrameTitle(frame) | Target::FrameEdge(frame, _) => self.click_frame(session, *frame, mode),
        }
    }

    pub(in super::super) fn click_node(&mut self, session: &mut Session<'_>, node: &NodeId, mode: SelectMode) {
        let mut selection = self.selection.clone();
        selection.select_node(node, mode);
        self.change_selection(session, selection);
        self.active = Some(node.clone());
        self.active_port = None;
    }

    fn click_frame(&mut self, session: &mut Session<'_>, frame: FrameId, mode: SelectMode) {
        let mut selection = self.selection.clone();
        selection.select_frame(frame, mode);
        self.change_selection(session, selection);
    }

    pub(in super::super) fn change_selection(&mut self, session: &mut Session<'_>, selection: Selection) {
        if self.selection != selection {
            self.selection = selection;
            session.emit(CanvasCommand::SelectionChanged);
        }
    }

    /// What one click does to a value that isn't dragged or typed.
    pub(in super::super) fn click_value(&mut self, session: &mut Session<'_>, input: &PortId) {
        match editable_value(session, input) {
            Some(InlineValue::Switch(on)) => session.emit(CanvasCommand::SetValue {
                input: input.clone(),
                value: super::super::value::EditedValue::Switch(!on),
                phase: super::super::command::Phase::Finished,
            }),
            Some(InlineValue::Choice { .. }) => self.menu = Some(Menu::choice(input.clone())),
            Some(InlineValue::Colour(rgba)) => self.menu = Some(Menu::colour(input.clone(), *rgba)),
            _ => {}
        }
    }

    pub(super) fn double_click(&mut self, session: &mut Session<'_>, press: &Press) {
        match &press.target {
            Target::Background => self.open_search(session, press.at, Origin::Empty),
            Target::Node(node) | Target::Title(node) | Target::Message(node) => {
                let Some(found) = session.graph.node(node) else { return };
                if found.is_group {
                    session.emit(CanvasCommand::EnterGroup(node.clone()));
                } else if matches!(press.target, Target::Title(_)) {
                    self.editor = Some(Editor::title(found));
                }
            }
            Target::Value(input, _) => self.start_typing(session, input),
            Target::Wire(wire) => {
                let position = session.screen.pos_to_canvas(press.at);
                session.emit(CanvasCommand::AddReroute { wire: wire.clone(), position });
            }
            Target::FrameTitle(frame) => self.editor = Editor::frame(session.graph, *frame),
            Target::Port(_) | Target::Eye(_) | Target::FrameEdge(..) => self.primary_click(session, press),
        }
    }

    /// Opens a text field over a value, or the richer editor that it has elsewhere.
    pub(in super::super) fn start_typing(&mut self, session: &mut Session<'_>, input: &PortId) {
        match editable_value(session, input) {
            Some(InlineValue::Note(_)) => session.emit(CanvasCommand::OpenEditor(input.clone())),
            Some(value) => match value.edit_text() {
                Some(text) => {
                    self.menu = None;
                    self.editor = Some(Editor::value(input.clone(), text));
                }
                None => self.click_value(session, input),
            },
            None => {}
        }
    }

    fn secondary_click(&mut self, session: &mut Session<'_>, press: &Press) {
        if press.target == Target::Background {
            self.open_search(session, press.at, Origin::Empty);
            return;
        }
        if let Some(node) = press.target.node().filter(|node| !self.selection.nodes.contains(node)).cloned() {
            self.click_node(session, &node, SelectMode::Replace);
        }
        match &press.target {
            Target::FrameTitle(frame) | Target::FrameEdge(frame, _) if !self.selection.frames.contains(frame) => {
                self.click_frame(session, *frame, SelectMode::Replace);
            }
            Target::Wire(wire) if !self.selection.wires.contains(wire) => {
                self.change_selection(session, Selection { wires: [wire.clone()].into(), ..Selection::default() });
            }
            _ => {}
        }
        self.menu = Some(Menu::context(press.target.clone(), press.at));
    }

    /// Starts typing a new title for the selected node.
    pub(in super::super) fn start_rename(&mut self, session: &Session<'_>) {
        let frame = self.selection.frames.first().copied().filter(|_| self.selection.nodes.is_empty());
        if let Some(frame) = frame {
            self.editor = Editor::frame(session.graph, frame);
        } else if let Some(node) = self.selection.single_node().and_then(|node| session.graph.node(node)) {
            self.editor = Some(Editor::title(node));
        } else {
            self.pending_note = Some(format!("{} renames one node: select it first", CanvasAction::Rename.title()));
        }
    }
}
