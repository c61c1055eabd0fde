//! The list of keys, from the table of actions.

use egui::{Context, Grid, Id, Modal, RichText, ScrollArea};

use crate::editor::action::{Entry, Menu};
use crate::theme::scale;

/// Draws the list; true where it is closed.
pub fn show(context: &Context, table: &[Entry]) -> bool {
    let response = Modal::new(Id::unique("shortcuts")).show(context, |ui| {
        ui.set_width(460.0);
        ui.label(RichText::new("Keyboard shortcuts").text_style(scale::title_style()));
        ScrollArea::vertical().max_height(460.0).show(ui, |ui| {
            for menu in Menu::ALL {
                ui.add_space(scale::SPACE_2);
                ui.strong(menu.title());
                Grid::new(menu.title()).num_columns(2).min_col_width(210.0).show(ui, |ui| {
                    for entry in table.iter().filter(|entry| entry.menu == menu) {
                        if let Some(shortcut) = &entry.shortcut {
                            ui.label(entry.title);
                            ui.monospace(ui.ctx().format_shortcut(shortcut));
                            ui.end_row();
                        }
                    }
                });
            }
        });
        ui.add_space(scale::SPACE_2);
        ui.button("Close").clicked()
    });
    response.inner || response.should_close()
}
