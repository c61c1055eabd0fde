//! A line of text.

use egui::{Id, Margin, Response, Stroke, StrokeKind, TextEdit, Ui, vec2};

use super::FIELD;
use super::edited::Edited;
use crate::theme::{self, mix, scale};

/// Shows a line of text. What is typed is told at once; the gesture ends when the field loses the keyboard.
pub fn line(ui: &mut Ui, id: Id, name: &str, text: &str, hint: &str, width: f32) -> (Response, Edited<String>) {
    let mut now = text.to_owned();
    let field = TextEdit::singleline(&mut now).id(id).hint_text(hint).margin(Margin::symmetric(6, 2)).desired_width(width);
    let response = ui.add(field.min_size(vec2(width, FIELD)).align(egui::Align2::LEFT_CENTER)).accessible_name(name);
    outline(ui, &response);
    let edited = typed(&response, now);
    (response, edited)
}

/// Shows text of several lines, as [`line`].
pub fn lines(ui: &mut Ui, id: Id, name: &str, text: &str, hint: &str, width: f32) -> (Response, Edited<String>) {
    let mut now = text.to_owned();
    let field = TextEdit::multiline(&mut now).id(id).hint_text(hint).margin(Margin::symmetric(6, 4)).desired_width(width).desired_rows(2);
    let response = ui.add(field).accessible_name(name);
    outline(ui, &response);
    let edited = typed(&response, now);
    (response, edited)
}

/// The line around a field that rests, as numbers have it; egui draws the others.
fn outline(ui: &Ui, response: &Response) {
    if !response.has_focus() && !response.hovered() {
        let palette = theme::palette(ui.ctx());
        let stroke = Stroke::new(1.0, mix(palette.field, palette.line, 0.8));
        ui.painter().rect_stroke(response.rect, scale::ROUNDING, stroke, StrokeKind::Inside);
    }
}

/// Shows a path. It is told when the field loses the keyboard: half of a path names another file.
pub fn path(ui: &mut Ui, id: Id, name: &str, text: &str, hint: &str, width: f32) -> (Response, Edited<String>) {
    let typed = ui.data(|data| data.get_temp::<String>(id));
    let (response, edited) = line(ui, id, name, typed.as_deref().unwrap_or(text), hint, width);
    let edited = match edited {
        Edited::Running(now) => {
            ui.data_mut(|data| data.insert_temp(id, now));
            Edited::Nothing
        }
        Edited::Ended => {
            ui.data_mut(|data| data.remove::<String>(id));
            let is_given_up = ui.input(|input| input.key_pressed(egui::Key::Escape));
            typed.filter(|_| !is_given_up).map_or(Edited::Nothing, Edited::Done)
        }
        other => other,
    };
    (response, edited)
}

fn typed(response: &Response, now: String) -> Edited<String> {
    if response.changed() {
        Edited::Running(now)
    } else if response.lost_focus() {
        Edited::Ended
    } else {
        Edited::Nothing
    }
}
