//! WGSL: the generated code.

use egui::{ScrollArea, Ui};

use crate::editor::context::EditorContext;

/// The panel of generated code.
#[derive(Default)]
pub struct CodePanel;

impl CodePanel {
    /// Draws the code of the effect.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        ScrollArea::both().id_salt("wgsl").auto_shrink(false).show(ui, |ui| match editor.session.stage().effect() {
            Some(effect) => drop(ui.monospace(effect.wgsl.as_str())),
            None => drop(ui.weak("There is no effect yet.")),
        });
    }
}
