//! Examples: documents to learn from, opened as copies.

use egui::{Align2, Color32, CornerRadius, FontId, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use lucide_icons::Icon;

use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::examples::{self, Example};
use crate::editor::widgets;
use crate::theme::{Palette, fonts, scale};

/// Least width of a card, in points.
const CARD: f32 = 150.0;
/// Width of a picture over its height.
const ASPECT: f32 = 1.6;

/// The panel of examples.
#[derive(Default)]
pub struct ExamplesPanel;

impl ExamplesPanel {
    /// Draws the gallery.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        ScrollArea::vertical().id_salt("examples").auto_shrink(false).show(ui, |ui| {
            let room = ui.available_width() - scale::SPACE_1;
            let gap = scale::SPACE_3;
            let columns = ((room + gap) / (CARD + gap)).floor().max(1.0);
            let width = (room - gap * (columns - 1.0)) / columns;
            ui.spacing_mut().item_spacing = vec2(gap, gap);
            for row in examples::all().chunks(columns as usize) {
                ui.horizontal_top(|ui| {
                    for example in row {
                        if card(ui, &editor.palette, example, width) {
                            editor.push(EditorCommand::OpenExample(example.name.clone()));
                        }
                    }
                });
            }
        });
    }
}

/// A picture over a title and what it is; true where it is clicked.
fn card(ui: &mut Ui, palette: &Palette, example: &Example, width: f32) -> bool {
    let inner = width - 2.0 * scale::SPACE_2;
    let title = widgets::galley(ui, &example.title, FontId::new(scale::TEXT_BODY, fonts::semibold()), palette.text, inner, 2);
    let words =
        widgets::galley(ui, first_sentence(&example.description), FontId::proportional(scale::TEXT_SMALL), palette.text_dim, inner, 3);
    let picture_height = width / ASPECT;
    let height = picture_height + scale::SPACE_2 + title.size().y + 2.0 + words.size().y + scale::SPACE_2;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Example {}", example.title)));
    if ui.is_rect_visible(rect) {
        let is_lit = response.hovered() || response.has_focus();
        let picture = Rect::from_min_size(rect.min, vec2(width, picture_height));
        ui.painter().rect_filled(rect, scale::ROUNDING, if is_lit { palette.raised_hovered } else { palette.raised });
        paint_picture(ui, palette, example, picture, CornerRadius { sw: 0, se: 0, ..CornerRadius::same(scale::ROUNDING) });
        let stroke = Stroke::new(1.0, if is_lit { palette.accent } else { palette.line });
        ui.painter().rect_stroke(rect, scale::ROUNDING, stroke, StrokeKind::Inside);
        let left_top = picture.left_bottom() + vec2(scale::SPACE_2, scale::SPACE_2);
        let below = left_top + vec2(0.0, title.size().y + 2.0);
        ui.painter().galley(left_top, title, palette.text);
        ui.painter().galley(below, words, palette.text_dim);
    }
    response.on_hover_text(&example.description).clicked()
}

/// A small picture with a title beside it; true where it is clicked.
pub fn show_row(ui: &mut Ui, palette: &Palette, example: &Example) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 44.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Example {}", example.title)));
    if ui.is_rect_visible(rect) {
        let is_lit = response.hovered() || response.has_focus();
        ui.painter().rect_filled(rect, scale::ROUNDING, if is_lit { palette.raised } else { Color32::TRANSPARENT });
        let picture = Rect::from_min_size(rect.min + vec2(8.0, 4.0), vec2(36.0 * ASPECT, 36.0));
        paint_picture(ui, palette, example, picture, CornerRadius::same(scale::ROUNDING));
        let left = pos2(picture.right() + scale::SPACE_2, rect.center().y);
        widgets::paint_text(ui, left, rect.right() - left.x, &example.title, FontId::proportional(scale::TEXT_BODY), palette.text);
    }
    response.on_hover_text(&example.description).clicked()
}

/// The middle of the example's picture, without borders, in `rect`.
fn paint_picture(ui: &Ui, palette: &Palette, example: &Example, rect: Rect, rounding: CornerRadius) {
    match examples::picture(example) {
        Some(picture) => {
            // Pictures are square; a wide card shows their middle.
            let share = rect.height() / rect.width();
            let part = Rect::from_min_max(pos2(0.0, 0.5 - 0.5 * share), pos2(1.0, 0.5 + 0.5 * share));
            picture.uv(part).corner_radius(rounding).paint_at(ui, rect);
        }
        None => {
            ui.painter().rect_filled(rect, rounding, palette.field);
            let font = FontId::new(18.0, fonts::icons());
            ui.painter().text(rect.center(), Align2::CENTER_CENTER, char::from(Icon::Workflow), font, palette.text_dim);
        }
    }
}

fn first_sentence(text: &str) -> &str {
    let text = text.trim();
    text.find(". ").map_or(text, |end| &text[..=end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_has_one_sentence() {
        assert_eq!(first_sentence(" One. Two. "), "One.");
        assert_eq!(first_sentence("0.5 m waves"), "0.5 m waves");
        assert_eq!(first_sentence(""), "");
    }
}
