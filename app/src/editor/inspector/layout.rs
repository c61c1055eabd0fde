//! Where things stand: a column of labels, a column of fields, and sections that fold.

use egui::text::{LayoutJob, TextFormat};
use egui::{Align, Color32, Id, Label, Layout, Rect, Response, RichText, Role, Sense, TextStyle, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use lucide_icons::Icon;

use super::{FIELD, GAP};
use crate::theme::{self, fonts, scale};

/// Room before a label, for the mark of keyframes.
const MARK: f32 = 18.0;
/// Room behind a field, for the button that makes it the default again.
const TAIL: f32 = 22.0;

/// The places of a row.
pub struct Places {
    /// All of it.
    pub row: Rect,
    /// Before the label.
    pub mark: Rect,
    /// The label.
    pub label: Rect,
    /// The field.
    pub field: Rect,
    /// Behind the field.
    pub tail: Rect,
}

/// Width of the column of fields in a panel of this width.
#[must_use]
pub fn field_width(width: f32) -> f32 {
    width - label_width(width) - TAIL - GAP
}

/// Width of the column of labels, marks included.
fn label_width(width: f32) -> f32 {
    (0.36 * width).clamp(76.0, 176.0)
}

/// Takes the room of a row whose field has this height.
pub fn row(ui: &mut Ui, height: f32) -> Places {
    let width = ui.available_width();
    let (_, row) = ui.allocate_space(vec2(width, height));
    let middle = row.left() + label_width(width);
    let first = row.top() + FIELD.min(height);
    let line = |left: f32, right: f32| Rect::from_min_max(pos2(left, row.top()), pos2(right.max(left), first));
    Places {
        row,
        mark: line(row.left(), row.left() + MARK),
        label: line(row.left() + MARK, middle - GAP),
        field: Rect::from_min_max(pos2(middle, row.top()), pos2(row.right() - TAIL - GAP, row.bottom())),
        tail: line(row.right() - TAIL, row.right()),
    }
}

/// Draws something at a place that was taken.
pub fn at<T>(ui: &mut Ui, place: Rect, salt: impl std::hash::Hash + std::fmt::Debug, draw: impl FnOnce(&mut Ui) -> T) -> T {
    let builder = UiBuilder::new().id_salt(Id::unique(salt)).max_rect(place).layout(Layout::left_to_right(Align::Center));
    let mut child = ui.new_child(builder);
    child.spacing_mut().item_spacing = vec2(GAP, GAP);
    child.spacing_mut().interact_size.y = FIELD;
    draw(&mut child)
}

/// The label of a row: dim, cut where it is too long.
pub fn label(ui: &mut Ui, place: Rect, text: &str, tooltip: &str) -> Response {
    let palette = theme::palette(ui.ctx());
    let label = Label::new(RichText::new(text).color(palette.text_dim)).truncate().sense(Sense::click()).halign(Align::LEFT);
    let response = at(ui, place, ("label", text), |ui| ui.add(label));
    if tooltip.is_empty() { response } else { response.on_hover_text(tooltip) }
}

/// A row of something that is no input: a label and a field.
pub fn line<T>(ui: &mut Ui, text: &str, tooltip: &str, field: impl FnOnce(&mut Ui, f32) -> T) -> T {
    let places = row(ui, FIELD);
    label(ui, places.label, text, tooltip);
    let room = Rect::from_min_max(places.field.min, pos2(places.row.right(), places.field.bottom()));
    at(ui, room, ("field", text), |ui| field(ui, room.width()))
}

/// A part of the panel that folds; `count` stands behind the title.
pub fn section(ui: &mut Ui, title: &str, count: Option<usize>, is_open_first: bool, contents: impl FnOnce(&mut Ui)) {
    let palette = theme::palette(ui.ctx());
    let id = Id::unique(("inspector section", title));
    let mut is_open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(is_open_first);
    ui.add_space(GAP);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width(), scale::ROW));
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, format!("{title} section")));
    ui.painter().hline(rect.x_range(), rect.top(), egui::Stroke::new(1.0, palette.line));
    if response.hovered() || response.has_focus() {
        let outline = if response.has_focus() { palette.accent } else { palette.raised };
        let ground = rect.shrink2(vec2(0.0, 2.0));
        ui.painter().rect_filled(ground, scale::ROUNDING, palette.raised);
        ui.painter().rect_stroke(ground, scale::ROUNDING, egui::Stroke::new(1.0, outline), egui::StrokeKind::Inside);
    }
    let chevron = if is_open { Icon::ChevronDown } else { Icon::ChevronRight };
    let icon_font = egui::FontId::new(13.0, fonts::icons());
    let middle = rect.center().y;
    ui.painter().text(pos2(rect.left() + 2.0, middle), egui::Align2::LEFT_CENTER, char::from(chevron), icon_font, palette.text_dim);
    let font = egui::FontId::new(scale::TEXT_BODY, fonts::semibold());
    let end = ui.painter().text(pos2(rect.left() + MARK, middle), egui::Align2::LEFT_CENTER, title, font, palette.text).right();
    if let Some(count) = count {
        let font = egui::FontId::new(scale::TEXT_SMALL, egui::FontFamily::Proportional);
        ui.painter().text(pos2(end + 6.0, middle), egui::Align2::LEFT_CENTER, count, font, palette.text_dim);
    }
    if response.clicked() {
        is_open = !is_open;
        ui.data_mut(|data| data.insert_temp(id, is_open));
    }
    if is_open {
        ui.add_space(2.0);
        contents(ui);
        ui.add_space(GAP);
    }
}

/// Prose of a node's file: what stands between backticks is code.
#[must_use]
pub fn prose(ui: &Ui, text: &str, colour: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (place, part) in text.split('`').enumerate() {
        let (style, colour) = if place % 2 == 0 { (TextStyle::Body, colour) } else { (TextStyle::Monospace, ui.visuals().text_color()) };
        job.append(part, 0.0, TextFormat::simple(style.resolve(ui.style()), colour));
    }
    job
}
