//! What earlier runs left when they ended badly.

use egui::{Context, Id, Modal, RichText, Ui};

use super::Asked;
use crate::editor::session::recovery::Left;
use crate::theme::{self, scale};

/// Offers what was left. What is dealt with is taken out of `left`; closing leaves all of it for another time.
pub fn show(context: &Context, left: &mut Vec<Left>) -> Option<Asked> {
    let response = Modal::new(Id::unique("recover")).show(context, |ui| contents(ui, left));
    if response.should_close() {
        left.clear();
    }
    response.inner
}

fn contents(ui: &mut Ui, left: &mut Vec<Left>) -> Option<Asked> {
    let palette = theme::palette(ui.ctx());
    ui.set_width(460.0);
    ui.label(RichText::new("Wavewright did not end as it should").text_style(scale::title_style()));
    ui.add_space(scale::SPACE_1);
    let mut asked = None;
    for (place, item) in left.iter().enumerate() {
        ui.push_id(place, |ui| {
            if let Some((about, _)) = &item.copy {
                ui.label(format!("Unsaved changes of {} were kept.", about.name));
            }
            if let Some(path) = &item.opening {
                let words = format!("{} was being opened. It will be opened without running.", path.display());
                ui.label(RichText::new(words).color(palette.warning));
            }
            ui.horizontal(|ui| {
                let words = if item.copy.is_some() { "Recover" } else { "Open without running" };
                if ui.button(words).clicked() {
                    asked = Some(Asked::Recover(item.clone()));
                }
                if ui.button("Throw away").clicked() {
                    asked = Some(Asked::Forget(item.clone()));
                }
            });
        });
        ui.add_space(scale::SPACE_2);
    }
    if ui.button("Decide later").clicked() {
        left.clear();
    }
    match &asked {
        Some(Asked::Recover(_)) => left.clear(),
        Some(Asked::Forget(forgotten)) => left.retain(|item| item != forgotten),
        _ => {}
    }
    asked
}
