//! Examples: documents to learn from, opened as copies.

use egui::{ScrollArea, Ui};

use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::examples;

/// The panel of examples.
#[derive(Default)]
pub struct ExamplesPanel;

impl ExamplesPanel {
    /// Draws the list.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        ScrollArea::vertical().id_salt("examples").auto_shrink(false).show(ui, |ui| {
            for example in examples::all() {
                if ui.button(&example.title).on_hover_text(&example.description).clicked() {
                    editor.push(EditorCommand::OpenExample(example.name.clone()));
                }
                ui.label(&example.description);
            }
        });
    }
}
