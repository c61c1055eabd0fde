//! Small widgets that several panels use.

use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align, Align2, Button, Color32, FontId, Galley, Layout, Margin, Pos2, Response, RichText, Role, TextEdit, Ui, Vec2, WidgetInfo, pos2,
};
use lucide_icons::Icon;

use crate::theme::{self, fonts, scale};

/// A button with nothing but an icon; `words` are its tooltip and its name for screen readers.
pub fn icon_button(ui: &mut Ui, shown: Icon, words: &str) -> Response {
    named(ui.add(Button::new(fonts::icon(shown)).frame_when_inactive(false)), words)
}

/// A button with an icon that stays pressed while `is_on`.
pub fn icon_toggle(ui: &mut Ui, is_on: bool, shown: Icon, words: &str) -> Response {
    let response = ui.add(Button::selectable(is_on, fonts::icon(shown))).on_hover_text(words);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, words));
    response
}

fn named(response: Response, words: &str) -> Response {
    let response = response.on_hover_text(words);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
    response
}

/// A field to search with, as wide as there is room, with a magnifier in it.
pub fn search_field(ui: &mut Ui, field: TextEdit<'_>, hint: &str) -> Response {
    let palette = theme::palette(ui.ctx());
    let margin = Margin { left: 26, right: 8, top: 4, bottom: 4 };
    let response = ui.add(field.hint_text(hint).desired_width(f32::INFINITY).margin(margin));
    let place = pos2(response.rect.left() + 14.0, response.rect.center().y);
    ui.painter().text(place, Align2::CENTER_CENTER, char::from(Icon::Search), FontId::new(13.0, fonts::icons()), palette.text_dim);
    response
}

/// Text of at most so many rows, cut with an ellipsis.
pub fn galley(ui: &Ui, text: &str, font: FontId, colour: Color32, width: f32, rows: usize) -> Arc<Galley> {
    let mut job = LayoutJob::simple(text.to_owned(), font, colour, width);
    job.wrap = TextWrapping { max_width: width, max_rows: rows, ..TextWrapping::default() };
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// One row of text from a place in its middle to the right, cut where there is no more room.
pub fn paint_text(ui: &Ui, left: Pos2, width: f32, text: &str, font: FontId, colour: Color32) {
    let galley = galley(ui, text, font, colour, width.max(0.0), 1);
    let top = left.y - 0.5 * galley.size().y;
    ui.painter().galley(pos2(left.x, top), galley, colour);
}

/// Says in the middle of what room there is what is the matter, or what to do.
pub fn empty_state(ui: &mut Ui, icon: Icon, title: &str, words: &str) {
    let size = ui.available_size();
    ui.allocate_ui_with_layout(size, Layout::top_down(Align::Center), |ui| {
        ui.add_space((size.y * 0.5 - 48.0).clamp(0.0, 240.0));
        ui.label(fonts::icon(icon).size(28.0).weak());
        ui.label(RichText::new(title).text_style(scale::strong_style()));
        ui.allocate_ui(Vec2::new((size.x - 32.0).clamp(0.0, 280.0), 0.0), |ui| {
            ui.with_layout(Layout::top_down(Align::Center), |ui| ui.label(RichText::new(words).weak()));
        });
    });
}
