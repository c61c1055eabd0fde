//! The inspector: inputs of what is selected.

use egui::{ScrollArea, Ui};
use wavewright_core::node::SpecSource;

use crate::editor::context::EditorContext;
use crate::editor::graph::{title, values};

/// The panel of what is selected.
#[derive(Default)]
pub struct InspectorPanel {
    /// Set by [`EditorCommand::ShowInput`](crate::editor::command::EditorCommand::ShowInput): the input to bring into view.
    pub wanted_input: Option<wavewright_core::graph::PortRef>,
}

impl InspectorPanel {
    /// Draws the inputs of the selected node.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        self.wanted_input = None;
        ScrollArea::vertical().id_salt("inspector").auto_shrink(false).show(ui, |ui| {
            let Some(id) = editor.single_selected_node() else {
                ui.weak("Select a node to see its inputs.");
                return;
            };
            let graph = editor.session.document().graph_in(editor.graph.group());
            let Some(node) = graph.and_then(|graph| graph.nodes.get(&id)) else { return };
            let spec = editor.session.catalog().spec_for(node).ok();
            ui.heading(title(node, spec.as_deref()));
            let Some(spec) = spec else { return };
            ui.label(&spec.description);
            for input in &spec.inputs {
                let value = node.inputs.get(&input.name).or(input.default.as_ref());
                ui.horizontal(|ui| {
                    ui.label(&input.label).on_hover_text(&input.description);
                    ui.monospace(value.map(values::shown).unwrap_or_default());
                });
            }
        });
    }
}
