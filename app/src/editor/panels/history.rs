//! History: every step, each a place to go back to.

use egui::{RichText, ScrollArea, Ui};

use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;

/// The panel of steps.
#[derive(Default)]
pub struct HistoryPanel {
    /// Where the list stood last, so that it scrolls only when one moves in it.
    position: Option<usize>,
}

impl HistoryPanel {
    /// Draws the steps, oldest first.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        let history = editor.session.history();
        let position = history.position();
        let has_moved = self.position.replace(position) != Some(position);
        let mut wanted = None;
        ScrollArea::vertical().id_salt("history").auto_shrink(false).show(ui, |ui| {
            let names = std::iter::once("Opened").chain(history.names());
            for (place, name) in names.enumerate() {
                let text = if place > position { RichText::new(name).weak() } else { RichText::new(name) };
                let response = ui.selectable_label(place == position, text);
                if place == position && has_moved {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    wanted = Some(place);
                }
            }
        });
        if let Some(place) = wanted {
            editor.push(EditorCommand::JumpTo(place));
        }
    }
}
