//! A colour that may be brighter than the screen.

use egui::ecolor::Rgba;
use egui::{
    Align2, Color32, CornerRadius, Id, Popup, PopupCloseBehavior, Rect, Response, Role, Sense, Stroke, StrokeKind, TextStyle, Ui,
    WidgetInfo, pos2, vec2,
};

use super::edited::Edited;
use super::number::{paint_ground, short};
use super::vector::{VectorEdit, VectorField};
use super::{FIELD, GAP, text};
use crate::canvas::{NumberTraits, pick_colour, split_colour};
use crate::editor::graph::colour_text;
use crate::editor::graph::values::tidy;
use crate::theme::{self, mix, scale};

/// Width of the picker, in points.
const PICKER: f32 = 260.0;

/// Shows a colour as a patch and its numbers; a click opens the picker. The gesture goes on until the picker is closed.
pub fn colour(ui: &mut Ui, id: Id, name: &str, rgba: [f32; 4], is_mixed: bool, width: f32) -> (Response, Edited<VectorEdit>) {
    let (_, rect) = ui.allocate_space(vec2(width, FIELD));
    let response = ui.interact(rect, id, Sense::click());
    let words = if is_mixed { "mixed".to_owned() } else { words(rgba) };
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ColorWell, ui.is_enabled(), name);
        info.current_text_value = Some(words.clone());
        info
    });
    let palette = theme::palette(ui.ctx());
    paint_ground(ui, rect, &palette, response.hovered(), response.has_focus());
    let patch = Rect::from_min_size(rect.min, vec2(56.0_f32.min(0.4 * width), rect.height())).shrink(3.0);
    paint_patch(ui, patch, rgba);
    let room = Rect::from_min_max(pos2(patch.right() + 6.0, rect.top()), rect.max).intersect(ui.clip_rect());
    let at = pos2(patch.right() + 6.0, rect.center().y);
    ui.painter_at(room).text(at, Align2::LEFT_CENTER, &words, TextStyle::Monospace.resolve(ui.style()), palette.text_dim);
    let edited = picker(ui, &response, id, name, rgba);
    (response, edited)
}

/// Shows the picker below `response`, which opens and closes it by a click.
fn picker(ui: &Ui, response: &Response, id: Id, name: &str, rgba: [f32; 4]) -> Edited<VectorEdit> {
    /// The colour was changed since the picker was opened.
    #[derive(Clone, Copy, Default)]
    struct Picking;
    let mut edited = Edited::Nothing;
    let popup = Popup::menu(response).id(id.with("picker")).close_behavior(PopupCloseBehavior::CloseOnClickOutside).gap(2.0);
    let shown = popup.show(|ui| {
        ui.set_width(PICKER);
        let mut now = rgba;
        if pick_colour(ui, id.with("hue"), &mut now) {
            edited = Edited::Running(VectorEdit::All(now.iter().map(|channel| tidy(*channel)).collect()));
        }
        ui.add_space(GAP);
        ui.label("Linear light");
        let components = rgba.map(tidy);
        let traits = NumberTraits { range: None, ..NumberTraits::default() };
        let letters = ["R", "G", "B", "A"];
        let field = VectorField {
            id: id.with("channels"),
            name: &format!("{name} linear"),
            components: &components,
            mixed: &[],
            traits: &traits,
            letters,
        };
        let (_, of_field) = field.show(ui, PICKER);
        edited = std::mem::replace(&mut edited, Edited::Nothing).or(of_field);
        ui.add_space(GAP);
        ui.horizontal(|ui| {
            let label = ui.label("Hex");
            let held = hex(rgba);
            let (response, typed) = text::path(ui, id.with("hex"), "Hex", &held, "#rrggbb", PICKER - label.rect.width() - 2.0 * GAP);
            response.on_hover_text("The colour as the screen shows it; its intensity becomes 1");
            if let Edited::Done(text) = typed {
                edited = match Color32::from_hex(text.trim()) {
                    Ok(colour) => Edited::Running(VectorEdit::All(linear(colour, rgba[3]))),
                    Err(_) => Edited::Refused(format!("\"{text}\" is not a colour like #20a0ff")),
                };
            }
        });
    });
    let is_running = matches!(edited, Edited::Running(_));
    if is_running {
        ui.data_mut(|data| data.insert_temp(id, Picking));
    } else if shown.is_none() && ui.data_mut(|data| data.remove_temp::<Picking>(id)).is_some() {
        return Edited::Ended;
    }
    edited
}

/// A patch of a colour: as bright as the screen can, then with a mark for how much brighter it is; over a chequerboard where it is clear.
fn paint_patch(ui: &Ui, rect: Rect, rgba: [f32; 4]) {
    let palette = theme::palette(ui.ctx());
    let ([red, green, blue], intensity) = split_colour(rgba);
    let alpha = if rgba[3].is_finite() { rgba[3].clamp(0.0, 1.0) } else { 1.0 };
    let solid: Color32 = Rgba::from_rgb(red, green, blue).into();
    let rounding = CornerRadius::same(scale::ROUNDING - 1);
    let painter = ui.painter_at(rect.intersect(ui.clip_rect()));
    painter.rect_filled(rect, rounding, solid);
    if alpha < 1.0 {
        let half = Rect::from_min_max(pos2(rect.center().x, rect.top()), rect.max);
        paint_chequers(ui, half);
        let clear: Color32 = Rgba::from_rgba_unmultiplied(red, green, blue, alpha).into();
        painter.rect_filled(half, CornerRadius { nw: 0, sw: 0, ..rounding }, clear);
    }
    if intensity > 1.0 {
        let text = format!("\u{d7}{intensity:.1}");
        let light = 0.3 * red + 0.6 * green + 0.1 * blue;
        let ink = if light > 0.3 { Color32::BLACK } else { Color32::WHITE };
        painter.text(rect.right_center() - vec2(3.0, 0.0), Align2::RIGHT_CENTER, text, TextStyle::Small.resolve(ui.style()), ink);
    }
    painter.rect_stroke(rect, rounding, Stroke::new(1.0, mix(palette.field, palette.text_dim, 0.5)), StrokeKind::Inside);
}

/// What lies behind something clear.
pub fn paint_chequers(ui: &Ui, rect: Rect) {
    let painter = ui.painter_at(rect.intersect(ui.clip_rect()));
    painter.rect_filled(rect, 0.0, Color32::from_gray(150));
    let side = 5.0;
    let (columns, rows) = ((rect.width() / side).ceil() as usize, (rect.height() / side).ceil() as usize);
    for row in 0..rows {
        for column in (row % 2..columns).step_by(2) {
            let min = rect.min + vec2(column as f32, row as f32) * side;
            painter.rect_filled(Rect::from_min_size(min, vec2(side, side)), 0.0, Color32::from_gray(90));
        }
    }
}

/// The colour as the screen shows it.
fn hex(rgba: [f32; 4]) -> String {
    let ([red, green, blue], _) = split_colour(rgba);
    colour_text(Rgba::from_rgb(red, green, blue).into())
}

/// A colour of the screen as linear light with this alpha.
fn linear(colour: Color32, alpha: f32) -> Vec<f64> {
    let rgba = Rgba::from(colour);
    [rgba.r(), rgba.g(), rgba.b()].iter().map(|channel| short(f64::from(*channel), 4)).chain([tidy(alpha)]).collect()
}

fn words(rgba: [f32; 4]) -> String {
    let channel = |value: f32| format!("{value:.2}");
    [channel(rgba[0]), channel(rgba[1]), channel(rgba[2])].join(" ")
}
