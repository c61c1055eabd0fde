//! Problems: everything that is wrong, each a click away from its node.

use egui::{ScrollArea, Ui};

use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;

/// The panel of problems.
#[derive(Default)]
pub struct ProblemsPanel {
    /// Set by [`EditorCommand::ShowProblem`]: the node whose problems to bring into view.
    pub wanted_node: Option<String>,
}

impl ProblemsPanel {
    /// Draws the list.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        self.wanted_node = None;
        ScrollArea::vertical().id_salt("problems").auto_shrink(false).show(ui, |ui| {
            let session = editor.session;
            if session.problems().all().is_empty() {
                ui.weak("Nothing is wrong.");
            }
            for problem in session.problems().all() {
                let response = ui.selectable_label(false, problem.to_string());
                if let Some(node) = problem.node.as_ref().filter(|_| response.clicked()) {
                    editor.push(EditorCommand::Reveal(node.clone()));
                }
            }
        });
    }
}
