//! The library: every kind of node, by family, to be dragged onto the canvas.

use egui::{ScrollArea, Sense, Ui};

use crate::canvas::NodeKindPayload;
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;

/// The panel of kinds of nodes.
#[derive(Default)]
pub struct LibraryPanel;

impl LibraryPanel {
    /// Draws the families and their nodes.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        let catalog = std::sync::Arc::clone(editor.session.catalog());
        ScrollArea::vertical().id_salt("library").auto_shrink(false).show(ui, |ui| {
            for (family, specs) in catalog.families() {
                ui.strong(family);
                for spec in specs {
                    let response = ui.selectable_label(false, &spec.title).on_hover_text(&spec.summary);
                    let response = response.interact(Sense::click_and_drag());
                    response.dnd_set_drag_payload(NodeKindPayload(spec.kind.as_str().into()));
                    if response.double_clicked() {
                        editor.push(EditorCommand::AddNode(spec.kind.clone()));
                    }
                }
            }
        });
    }
}
