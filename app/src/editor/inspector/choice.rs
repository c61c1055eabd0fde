//! One of some words, and on or off.

use egui::{Atom, AtomExt as _, Button, ComboBox, Id, Rect, Response, RichText, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};

use super::FIELD;
use super::edited::Edited;
use crate::theme::{self, mix};

/// Shows a list of words; `chosen` is none of them where nodes differ or the document says another word.
pub fn choice(
    ui: &mut Ui,
    id: Id,
    name: &str,
    shown: &str,
    words: &[String],
    chosen: Option<usize>,
    width: f32,
) -> (Response, Edited<usize>) {
    let mut edited = Edited::Nothing;
    ui.spacing_mut().interact_size.y = FIELD;
    let combo = ComboBox::from_id_salt(id).selected_text(readable(shown)).width(width).truncate().show_ui(ui, |ui| {
        for (index, word) in words.iter().enumerate() {
            if ui.selectable_label(chosen == Some(index), readable(word)).clicked() {
                edited = Edited::Done(index);
            }
        }
    });
    (combo.response.accessible_name(name), edited)
}

/// A word of a file as people read it.
#[must_use]
pub fn readable(word: &str) -> String {
    word.replace('_', " ")
}

/// Shows a switch; `is_on` is `None` where nodes differ.
pub fn switch(ui: &mut Ui, id: Id, name: &str, is_on: Option<bool>) -> (Response, Edited<bool>) {
    let (_, room) = ui.allocate_space(vec2(34.0, FIELD));
    let response = ui.interact(room, id, Sense::click());
    let on = is_on.unwrap_or_default();
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), on, name));
    let palette = theme::palette(ui.ctx());
    let track = Rect::from_center_size(room.center(), Vec2::new(30.0, 16.0));
    let off = mix(palette.field, palette.text_dim, if response.hovered() { 0.45 } else { 0.35 });
    ui.painter().rect_filled(track, 8.0, if on { palette.accent } else { off });
    if response.has_focus() {
        ui.painter().rect_stroke(track.expand(2.0), 10.0, egui::Stroke::new(1.0, palette.accent), egui::StrokeKind::Inside);
    }
    let x = match is_on {
        Some(true) => track.right() - 8.0,
        Some(false) => track.left() + 8.0,
        None => track.center().x,
    };
    ui.painter().circle_filled(pos2(x, track.center().y), 5.5, if on { palette.canvas } else { palette.text });
    let edited = if response.clicked() { Edited::Done(!on) } else { Edited::Nothing };
    (response, edited)
}

/// A button as wide as a field.
pub fn wide_button(ui: &mut Ui, text: &str, width: f32) -> Response {
    let words = RichText::new(text).color(theme::palette(ui.ctx()).text_dim).atom_shrink(true);
    ui.add(Button::new((words, Atom::grow())).truncate().min_size(vec2(width, FIELD)))
}
