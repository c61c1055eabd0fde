//! Rows of the library: headings that fold, and kinds of nodes that are dragged onto the canvas.

use egui::{Align2, Color32, FontId, Key, LayerId, Order, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use lucide_icons::Icon;
use wavewright_core::node::Catalog;

use super::details;
use crate::canvas::{NodeEntry, NodeKindPayload};
use crate::editor::context::EditorContext;
use crate::editor::widgets;
use crate::theme::{Palette, fonts, scale};

/// A kind of node.
pub struct Row<'a> {
    /// The kind.
    pub entry: &'a NodeEntry,
    /// Whether the keyboard is on it.
    pub is_chosen: bool,
    /// Small words on the right.
    pub note: &'a str,
}

impl Row<'_> {
    /// Draws the row.
    pub fn show(&self, ui: &mut Ui, editor: &EditorContext<'_>, catalog: &Catalog) -> Response {
        let palette = &editor.palette;
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), scale::ROW_DENSE - 1.0), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, self.is_chosen, &self.entry.title));
        response.dnd_set_drag_payload(NodeKindPayload(self.entry.kind.clone()));
        if response.dragged() {
            ghost(ui, palette, self.entry);
        }
        if ui.is_rect_visible(rect) {
            let ground = if self.is_chosen {
                palette.accent_fill
            } else if response.hovered() || response.has_focus() {
                palette.raised
            } else {
                Color32::TRANSPARENT
            };
            ui.painter().rect_filled(rect, scale::ROUNDING, ground);
            if response.has_focus() {
                ui.painter().rect_stroke(rect, scale::ROUNDING, Stroke::new(1.0, palette.accent), StrokeKind::Inside);
            }
            let mark = Rect::from_center_size(pos2(rect.left() + 10.0, rect.center().y), vec2(2.5, 11.0));
            ui.painter().rect_filled(mark, 1.0, self.entry.category_colour);
            let font = FontId::proportional(scale::TEXT_BODY);
            let mut right = rect.right() - scale::SPACE_1;
            if !self.note.is_empty() {
                let small = FontId::proportional(scale::TEXT_SMALL);
                let place = pos2(right, rect.center().y);
                right = ui.painter().text(place, Align2::RIGHT_CENTER, self.note, small, palette.text_dim).left() - scale::SPACE_2;
            }
            let left = pos2(rect.left() + 20.0, rect.center().y);
            widgets::paint_text(ui, left, right - left.x, &self.entry.title, font, palette.text);
        }
        match catalog.get(&self.entry.kind) {
            Some(spec) if !response.dragged() => response.on_hover_ui(|ui| details::show(ui, palette, self.entry, spec)),
            _ => response,
        }
    }
}

/// Whether the artist asked for a node of this row.
pub fn is_added(ui: &Ui, response: &Response) -> bool {
    response.double_clicked() || (response.has_focus() && ui.input(|input| input.key_pressed(Key::Enter)))
}

/// What is dragged, at the pointer.
fn ghost(ui: &Ui, palette: &Palette, entry: &NodeEntry) {
    let Some(pos) = ui.ctx().pointer_interact_pos() else { return };
    let painter = ui.ctx().layer_painter(LayerId::new(Order::Tooltip, ui.scope_id().with("dragged node")));
    let galley = painter.layout_no_wrap(entry.title.clone(), FontId::new(scale::TEXT_BODY, fonts::semibold()), palette.text);
    let rect = Rect::from_min_size(pos + vec2(10.0, 4.0), galley.size() + vec2(28.0, 10.0));
    painter.rect(rect, scale::ROUNDING, palette.raised, Stroke::new(1.0, palette.accent), StrokeKind::Inside);
    let mark = Rect::from_center_size(pos2(rect.left() + 10.0, rect.center().y), vec2(2.5, 11.0));
    painter.rect_filled(mark, 1.0, entry.category_colour);
    painter.galley(rect.min + vec2(18.0, 5.0), galley, palette.text);
}

/// The heading of a section.
pub fn heading(ui: &mut Ui, palette: &Palette, title: &str, icon: Icon, colour: Color32, count: usize, is_open: bool) -> Response {
    ui.add_space(scale::SPACE_1);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), scale::ROW_DENSE), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, title));
    if ui.is_rect_visible(rect) {
        let middle = rect.center().y;
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect, scale::ROUNDING, palette.raised);
        }
        let glyph = |place: f32, icon: Icon, size: f32, colour: Color32| {
            let font = FontId::new(size, fonts::icons());
            ui.painter().text(pos2(rect.left() + place, middle), Align2::CENTER_CENTER, char::from(icon), font, colour);
        };
        glyph(8.0, if is_open { Icon::ChevronDown } else { Icon::ChevronRight }, 12.0, palette.text_dim);
        glyph(25.0, icon, 14.0, colour);
        let font = FontId::new(scale::TEXT_BODY, fonts::semibold());
        ui.painter().text(pos2(rect.left() + 38.0, middle), Align2::LEFT_CENTER, title, font, palette.text);
        let small = FontId::proportional(scale::TEXT_SMALL);
        ui.painter().text(pos2(rect.right() - scale::SPACE_1, middle), Align2::RIGHT_CENTER, count.to_string(), small, palette.text_dim);
    }
    response
}
