//! The inspector: what is selected, with a field for everything that can be set.
//!
//! Widgets ([`number`], [`vector`], [`colour`], [`choice`], [`code`], [`curve`], [`ramp`], [`wave_list`], [`file`]) know a value and nothing
//! of nodes; each says what was done to it as [`edited::Edited`]. [`inputs`] gives every input the one that fits, [`row`] puts it beside the
//! input's name, and [`change`] makes edits of what it says: on all selected nodes, as a keyframe where the input has keyframes, one step
//! of undo for a gesture.

mod change;
mod choice;
mod code;
mod colour;
mod cost;
mod curve;
mod document;
pub mod edited;
mod facts;
mod file;
mod frame;
mod header;
mod inputs;
mod layout;
mod list_tools;
pub mod number;
mod outputs;
mod ramp;
mod range;
mod row;
mod text;
mod vector;
mod wave_list;

use egui::{Id, ScrollArea, Ui};
use wavewright_core::graph::PortRef;
use wavewright_core::node::Literal;

use self::facts::{Facts, Selected};
use crate::editor::context::EditorContext;

/// Height of a field, in points.
const FIELD: f32 = 24.0;
/// Room between fields, in points.
const GAP: f32 = 4.0;

/// The panel of what is selected.
#[derive(Default)]
pub struct InspectorPanel {
    /// Set by [`EditorCommand::ShowInput`](crate::editor::command::EditorCommand::ShowInput): the input to bring into view.
    pub wanted_input: Option<PortRef>,
    state: State,
    facts: Facts,
    /// What is shown.
    shown: Option<Selected>,
    /// Whether a text field of the panel had the keyboard when it was drawn last.
    was_typing: bool,
}

/// What the fields remember from picture to picture.
#[derive(Default)]
struct State {
    /// The value that was copied last.
    copied: Option<Literal>,
    /// The field whose slider's range is being set.
    ranged: Option<Id>,
    /// The input to bring into view.
    wanted: Option<PortRef>,
    /// The files that inputs name.
    files: file::Files,
    /// What is wrong with code.
    checked: code::Checked,
    /// The frame that the viewport shows.
    frame: f64,
}

impl State {
    fn is_wanted(&self, input: &str) -> bool {
        self.wanted.as_ref().is_some_and(|wanted| wanted.port == input)
    }
}

impl InspectorPanel {
    /// Draws the panel.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        let selected = self.selected(ui, editor);
        if let Some(wanted) = self.wanted_input.take_if(|wanted| selected.nodes == [wanted.node.as_str()]) {
            self.state.wanted = Some(wanted);
        }
        // A drag while the effect plays sets one keyframe, where it began.
        if !ui.input(|input| input.pointer.any_down()) {
            self.state.frame = editor.session.stage().frame().unwrap_or_default() as f64;
        }
        self.facts.bring_up_to_date(editor.session, &selected);
        let salt = ("inspector", &selected.nodes);
        ScrollArea::vertical().id_salt(salt).auto_shrink(false).show(ui, |ui| {
            // The scroll bar floats over the panel's margin.
            ui.set_width(ui.available_width() - GAP);
            match self.facts.nodes.as_slice() {
                [] => match editor.graph.selected_frame() {
                    Some(index) => frame::show(ui, editor, selected.group.as_deref(), index),
                    None => document::show(ui, editor),
                },
                [_] => self.show_node(ui, editor, &selected),
                _ => self.show_several(ui, editor, &selected),
            }
        });
        self.state.wanted = None;
        let focused = ui.memory(|memory| memory.focused()).and_then(|id| ui.ctx().read_response(id));
        self.was_typing = ui.ctx().text_edit_focused() && focused.is_some_and(|field| ui.max_rect().intersects(field.rect));
    }

    /// What is to be shown: what is selected, but one picture late where something is being typed, so that the field that loses the keyboard
    /// by the click that selects is still there to take what was typed.
    fn selected(&mut self, ui: &Ui, editor: &EditorContext<'_>) -> Selected {
        let now = Selected { group: editor.graph.group().map(str::to_owned), nodes: editor.graph.selected_nodes(editor.session) };
        match &self.shown {
            Some(before) if *before != now && std::mem::take(&mut self.was_typing) => {
                ui.memory_mut(|memory| memory.focused().into_iter().for_each(|id| memory.surrender_focus(id)));
                ui.ctx().request_repaint();
                before.clone()
            }
            _ => {
                self.shown = Some(now.clone());
                now
            }
        }
    }

    fn show_node(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>, selected: &Selected) {
        let Some(node) = self.facts.nodes.first() else { return };
        header::show(ui, editor, selected.group.as_deref(), node);
        if !self.facts.inputs.is_empty() {
            layout::section(ui, "Inputs", Some(self.facts.inputs.len()), true, |ui| {
                inputs::show(ui, editor, &mut self.state, &self.facts, selected);
            });
        }
        if !node.outputs.is_empty() {
            layout::section(ui, "Outputs", Some(node.outputs.len()), true, |ui| outputs::show(ui, editor, selected.group.as_deref(), node));
        }
        layout::section(ui, "About", None, false, |ui| header::about(ui, editor, selected.group.as_deref(), node));
    }

    fn show_several(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>, selected: &Selected) {
        header::several(ui, editor, selected.group.as_deref(), &self.facts.nodes);
        layout::section(ui, "Common inputs", Some(self.facts.inputs.len()), true, |ui| {
            if self.facts.inputs.is_empty() {
                ui.weak("These nodes have no input in common.");
            }
            inputs::show(ui, editor, &mut self.state, &self.facts, selected);
        });
    }
}
