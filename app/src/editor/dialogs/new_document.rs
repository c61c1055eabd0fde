//! A new document: empty, or a copy of an example.

use egui::{Button, Context, Id, Modal, RichText, Role, ScrollArea, Ui, Vec2, WidgetInfo, vec2};

use super::Then;
use crate::editor::examples::{self, Example};
use crate::theme::{self, scale};

/// Width of a card, in points.
const CARD: f32 = 168.0;
/// Height of a card's picture, in points.
const PICTURE: f32 = 104.0;

/// What came of a frame.
pub enum Template {
    /// Nothing yet.
    Nothing,
    /// This document.
    Chosen(Then),
    /// The dialog was closed.
    Closed,
}

/// Draws the dialog.
pub fn show(context: &Context) -> Template {
    let response = Modal::new(Id::unique("new document")).show(context, contents);
    match response.inner {
        Template::Nothing if response.should_close() => Template::Closed,
        chosen => chosen,
    }
}

fn contents(ui: &mut Ui) -> Template {
    ui.set_width(4.0 * (CARD + scale::SPACE_2));
    ui.label(RichText::new("New document").text_style(scale::title_style()));
    ui.add_space(scale::SPACE_2);
    let mut chosen = Template::Nothing;
    ScrollArea::vertical().max_height(440.0).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            if card(ui, "Empty", "A canvas with nothing on it.", None) {
                chosen = Template::Chosen(Then::StartEmpty);
            }
            for example in examples::all() {
                if card(ui, &example.title, &example.description, Some(example)) {
                    chosen = Template::Chosen(Then::OpenExample(example.name.clone()));
                }
            }
        });
    });
    ui.add_space(scale::SPACE_2);
    if ui.button("Cancel").clicked() {
        chosen = Template::Closed;
    }
    chosen
}

/// A picture over a title; true where it is clicked.
fn card(ui: &mut Ui, title: &str, description: &str, example: Option<&Example>) -> bool {
    ui.allocate_ui(Vec2::new(CARD, PICTURE + 48.0), |ui| {
        ui.vertical(|ui| {
            let size = vec2(CARD, PICTURE);
            let button = match example.and_then(examples::picture) {
                Some(picture) => Button::image(picture.fit_to_exact_size(size)),
                None => Button::new(""),
            };
            let response = ui.add(button.min_size(size)).on_hover_text(description);
            response.widget_info(|| WidgetInfo::labeled(Role::Button, true, title));
            let palette = theme::palette(ui.ctx());
            ui.label(RichText::new(title).text_style(scale::strong_style()).color(palette.text));
            response.clicked()
        })
        .inner
    })
    .inner
}
