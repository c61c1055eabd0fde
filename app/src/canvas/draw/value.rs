//! Painting the values of inputs.

use egui::{Color32, Rect, Stroke, pos2, vec2};

use super::super::hit::vector_cell;
use super::super::model::Input;
use super::super::scene::field_rect;
use super::super::session::Session;
use super::super::style::metrics;
use super::super::text::Face;
use super::super::value::{InlineValue, format_number};
use super::{Brush, Spot, mixed};

/// The field of an input: its name on the left, its value on the right.
pub(super) fn draw_field(
    brush: &mut Brush<'_>,
    session: &Session<'_>,
    row: Rect,
    input: &Input,
    value: &InlineValue,
    is_hovered: bool,
    is_muted: bool,
) {
    let zoom = brush.zoom;
    let field = session.screen.rect_to_screen(field_rect(row));
    let fill = if is_hovered && !matches!(value, InlineValue::Note(_)) { brush.style.field_hovered } else { brush.style.field };
    brush.fill(field, 3.0 * zoom, fill);
    let middle = field.center().y;
    let text = if is_muted { brush.style.text_dim } else { brush.style.text };
    let right = field.right() - 6.0 * zoom;
    // A long value makes room for the name, up to a point.
    let label = brush.texts.galley(brush.context, &input.label, Face::Label, metrics::LABEL_TEXT * zoom, f32::INFINITY);
    let room = (field.width() - label.size().x - 22.0 * zoom).max(0.5 * field.width());
    let value_left = match value {
        InlineValue::Switch(on) => switch(brush, right, middle, *on),
        InlineValue::Colour(rgba) => swatch(brush, right, middle, *rgba),
        InlineValue::Vector { components, traits } => vector(brush, field, components, traits.whole, text),
        InlineValue::Choice { .. } => {
            brush.icon(pos2(right - 4.0 * zoom, middle), brush.style.icons.expand, 10.0 * zoom, brush.style.text_dim);
            words(brush, field, right - 12.0 * zoom, room - 12.0 * zoom, &value.display(), text)
        }
        InlineValue::Number(_) | InlineValue::Text(_) => words(brush, field, right, room, &value.display(), text),
        InlineValue::Note(note) => words(brush, field, right, room, note, mixed(text, brush.style.text_dim, 0.5)),
    };
    let mut left = field.left() + 6.0 * zoom;
    if input.keyframed {
        brush.icon(pos2(left + 3.0 * zoom, middle), brush.style.icons.keyframe, 9.0 * zoom, brush.style.accent);
        left += 12.0 * zoom;
    }
    let width = value_left - left - 6.0 * zoom;
    brush.text(Spot::Left(pos2(left, middle)), &input.label, Face::Label, metrics::LABEL_TEXT * zoom, width, brush.style.text_dim);
}

/// Words at the right of a field; returns where they start.
fn words(brush: &mut Brush<'_>, field: Rect, right: f32, room: f32, words: &str, colour: Color32) -> f32 {
    let size = metrics::VALUE_TEXT * brush.zoom;
    let galley = brush.texts.galley(brush.context, words, Face::Value, size, room);
    let left = right - galley.size().x;
    brush.text(Spot::Right(pos2(right, field.center().y)), words, Face::Value, size, room, colour);
    left
}

fn vector(brush: &mut Brush<'_>, field: Rect, components: &[f64], is_whole: bool, colour: Color32) -> f32 {
    let cell = vector_cell() * brush.zoom;
    #[expect(clippy::cast_precision_loss, reason = "a vector has few components")]
    let mut left = field.right() - cell * components.len() as f32;
    let first = left;
    for component in components {
        let right = pos2(left + cell - 6.0 * brush.zoom, field.center().y);
        let words = format_number(*component, is_whole);
        brush.text(Spot::Right(right), &words, Face::Value, metrics::VALUE_TEXT * brush.zoom, cell - 6.0 * brush.zoom, colour);
        left += cell;
    }
    first
}

fn switch(brush: &mut Brush<'_>, right: f32, middle: f32, is_on: bool) -> f32 {
    let zoom = brush.zoom;
    let track = Rect::from_min_size(pos2(right - 22.0 * zoom, middle - 5.5 * zoom), vec2(22.0, 11.0) * zoom);
    let fill = if is_on { brush.style.accent } else { mixed(brush.style.field, brush.style.text_dim, 0.35) };
    brush.fill(track, 5.5 * zoom, fill);
    let x = if is_on { track.right() - 5.5 * zoom } else { track.left() + 5.5 * zoom };
    let knob = Rect::from_center_size(pos2(x, middle), vec2(7.0, 7.0) * zoom);
    brush.fill(knob, 3.5 * zoom, if is_on { brush.style.background } else { brush.style.text });
    track.left()
}

/// A patch of a colour. Colours brighter than the screen show as their hue, with a bar along the top.
fn swatch(brush: &mut Brush<'_>, right: f32, middle: f32, rgba: [f32; 4]) -> f32 {
    let zoom = brush.zoom;
    let rect = Rect::from_min_size(pos2(right - 30.0 * zoom, middle - 5.5 * zoom), vec2(30.0, 11.0) * zoom);
    let clean = |channel: f32| if channel.is_finite() { channel.max(0.0) } else { 0.0 };
    let rgb = [clean(rgba[0]), clean(rgba[1]), clean(rgba[2])];
    let brightest = rgb.iter().copied().fold(1.0, f32::max);
    let shown = rgb.map(|channel| channel / brightest);
    let colour: Color32 = egui::Rgba::from_rgb(shown[0], shown[1], shown[2]).into();
    brush.fill(rect, 2.0 * zoom, colour);
    brush.outline(rect, 2.0 * zoom, Stroke::new(1.0, mixed(brush.style.field, brush.style.text_dim, 0.5)));
    if brightest > 1.0 {
        let bar = Rect::from_min_size(rect.min, vec2(rect.width(), 2.5 * zoom));
        brush.fill(bar, 0.0, brush.style.text);
    }
    rect.left()
}
