//! A colour ramp: the gradient, its stops below it to be dragged, and the chosen stop's place and colour.

mod stops;

use egui::ecolor::Rgba;
use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::{Button, Color32, Id, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use lucide_icons::Icon;

use self::stops::{Between, Stop, add_stop, colour_at, move_stop, presets, reverse, space_evenly, stops_of};
use super::colour::{colour, paint_chequers};
use super::edited::Edited;
use super::list_tools::{self, Asked, delete_pressed};
use super::number::{NumberField, short};
use super::vector::VectorEdit;
use super::{FIELD, GAP};
use crate::canvas::{NumberTraits, split_colour};
use crate::editor::widgets::icon_button;
use crate::theme::{self, Palette, mix};

/// Height of the gradient, in points.
const STRIP: f32 = 28.0;
/// Height of the row of stops below it, in points.
const STOPS: f32 = 16.0;
/// Room beside the gradient for stops at its ends, in points.
const SIDE: f32 = 7.0;

/// Where the stop is that is being dragged, untidied.
#[derive(Clone, Copy)]
struct Held(f64);

/// Shows a ramp; `between` is the node's choice of how it goes from stop to stop.
pub fn show(ui: &mut Ui, id: Id, name: &str, rows: &[Vec<f64>], between: Option<&str>, width: f32) -> Edited<Vec<Vec<f64>>> {
    let between = Between::of(between);
    let mut stops = stops_of(rows);
    let chosen_id = id.with("chosen");
    let mut chosen = ui.data(|data| data.get_temp::<usize>(chosen_id)).unwrap_or_default().min(stops.len().saturating_sub(1));
    let before = chosen;
    let edited = strip(ui, id, name, &mut stops, &mut chosen, between, width);
    let edited = edited.or(tools(ui, name, &mut stops, &mut chosen, between));
    let edited = if stops.is_empty() { edited } else { edited.or(numbers(ui, id, name, &mut stops, chosen, width)) };
    if chosen != before {
        ui.data_mut(|data| data.insert_temp(chosen_id, chosen));
    }
    edited.map(|()| stops.iter().map(|stop| stop.to_vec()).collect())
}

fn strip(ui: &mut Ui, id: Id, name: &str, stops: &mut Vec<Stop>, chosen: &mut usize, between: Between, width: f32) -> Edited<()> {
    let palette = theme::palette(ui.ctx());
    let (_, room) = ui.allocate_space(vec2(width, STRIP + STOPS));
    let bar = Rect::from_min_size(room.min + vec2(SIDE, 0.0), vec2(width - 2.0 * SIDE, STRIP));
    let (low, high) = (stops.first().map_or(0.0, |stop| stop[0].min(0.0)), stops.last().map_or(1.0, |stop| stop[0].max(1.0)));
    let x_of = |place: f64| bar.left() + ((place - low) / (high - low)) as f32 * bar.width();
    let place_of = |x: f32| short(low + f64::from((x - bar.left()) / bar.width()) * (high - low), 3);

    let ground = ui.interact(room, id.with("strip"), Sense::click());
    ground.widget_info(|| WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), format!("Gradient of {name}, double-click to add a stop")));
    paint_gradient(ui, bar, |share| colour_at(stops, low + (high - low) * f64::from(share), between));
    ui.painter().rect_stroke(bar, 2.0, Stroke::new(1.0, mix(palette.field, palette.text_dim, 0.4)), StrokeKind::Outside);
    if let (true, Some(at)) = (ground.double_clicked(), ground.interact_pointer_pos())
        && let Some(index) = add_stop(stops, place_of(at.x).clamp(low, high), between)
    {
        *chosen = index;
        return Edited::Done(());
    }
    let mut edited = Edited::Nothing;
    for index in 0..stops.len() {
        let at = pos2(x_of(stops[index][0]), bar.bottom() + 2.0);
        let rect = Rect::from_min_size(at - vec2(7.0, 0.0), vec2(14.0, STOPS - 1.0));
        let response = ui.interact(rect, id.with(("stop", index)), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), format!("Stop {} of {name}", index + 1)));
        paint_stop(ui, at, &stops[index], &response, index == *chosen, &palette);
        if response.clicked() || response.drag_started() || response.gained_focus() {
            *chosen = index;
            response.request_focus();
        }
        if response.drag_stopped() {
            ui.data_mut(|data| data.remove::<Held>(id));
            edited = Edited::Ended;
        } else if response.dragged() {
            let slow = if ui.input(|input| input.modifiers.shift) { 0.1 } else { 1.0 };
            let delta = slow * f64::from(response.drag_delta().x / bar.width()) * (high - low);
            let held = ui.data(|data| data.get_temp::<Held>(id)).map_or(stops[index][0], |held| held.0) + delta;
            ui.data_mut(|data| data.insert_temp(id, Held(held)));
            if delta != 0.0 {
                move_stop(stops, index, short(held.clamp(low, high), 3));
                edited = Edited::Running(());
            }
        }
        if response.has_focus() && stops.len() > 1 && delete_pressed(ui) {
            stops.remove(index);
            *chosen = index.min(stops.len() - 1);
            return Edited::Done(());
        }
    }
    edited
}

/// A gradient over `rect`; `at` gives the linear colour at a share from 0 to 1.
fn paint_gradient(ui: &Ui, rect: Rect, at: impl Fn(f32) -> [f64; 4]) {
    let columns = (rect.width() / 2.0).ceil().clamp(2.0, 512.0) as u32;
    let colours: Vec<(Color32, bool)> = (0..=columns)
        .map(|column| {
            let rgba = at(column as f32 / columns as f32).map(|channel| channel as f32);
            let ([red, green, blue], _) = split_colour(rgba);
            let alpha = if rgba[3].is_finite() { rgba[3].clamp(0.0, 1.0) } else { 1.0 };
            (Rgba::from_rgba_unmultiplied(red, green, blue, alpha).into(), alpha < 1.0)
        })
        .collect();
    if colours.iter().any(|(_, is_clear)| *is_clear) {
        paint_chequers(ui, rect);
    }
    let mut mesh = Mesh::default();
    for (column, (color, _)) in colours.iter().enumerate() {
        let x = rect.left() + rect.width() * column as f32 / columns as f32;
        for y in [rect.top(), rect.bottom()] {
            mesh.vertices.push(Vertex { pos: pos2(x, y), uv: WHITE_UV, color: *color });
        }
    }
    for column in 0..columns {
        let first = 2 * column;
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first + 1, first + 2, first + 3);
    }
    ui.painter_at(rect.expand(1.0).intersect(ui.clip_rect())).add(Shape::mesh(mesh));
}

/// A house whose tip is at the stop's place, filled with its colour.
fn paint_stop(ui: &Ui, tip: Pos2, stop: &Stop, response: &Response, is_chosen: bool, palette: &Palette) {
    let ([red, green, blue], _) = split_colour([stop[1] as f32, stop[2] as f32, stop[3] as f32, 1.0]);
    let outline = if is_chosen || response.has_focus() {
        Stroke::new(2.0, palette.accent)
    } else {
        Stroke::new(1.2, if response.hovered() { palette.text } else { palette.text_dim })
    };
    let corners = [(0.0, 0.0), (5.0, 5.0), (5.0, 13.0), (-5.0, 13.0), (-5.0, 5.0)].map(|(x, y)| tip + vec2(x, y));
    ui.painter().add(Shape::convex_polygon(corners.to_vec(), Rgba::from_rgb(red, green, blue), outline));
}

/// Which stop, and what can be done.
fn tools(ui: &mut Ui, name: &str, stops: &mut Vec<Stop>, chosen: &mut usize, between: Between) -> Edited<()> {
    let mut edited = Edited::Nothing;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let count = stops.len();
        match list_tools::show(ui, "stop", name, count, chosen) {
            Asked::Nothing => {}
            Asked::Add => {
                if let Some(index) = add_stop(stops, place_between(stops, *chosen), between) {
                    *chosen = index;
                    edited = Edited::Done(());
                }
            }
            Asked::Remove => {
                stops.remove(*chosen);
                *chosen = (*chosen).min(stops.len() - 1);
                edited = Edited::Done(());
            }
        }
        if icon_button(ui, Icon::ArrowLeftRight, &format!("Reverse {name}")).clicked() {
            reverse(stops);
            *chosen = count.saturating_sub(1) - *chosen;
            edited = Edited::Done(());
        }
        if icon_button(ui, Icon::AlignHorizontalSpaceBetween, &format!("Space the stops of {name} evenly")).clicked() {
            space_evenly(stops);
            edited = Edited::Done(());
        }
        ui.menu_button("Presets", |ui| {
            for (title, ramp) in presets() {
                if preset(ui, title, &ramp).clicked() {
                    *stops = ramp;
                    *chosen = 0;
                    edited = Edited::Done(());
                }
            }
        });
    });
    edited
}

/// A place for a new stop: half-way to the next.
fn place_between(stops: &[Stop], chosen: usize) -> f64 {
    match (stops.get(chosen), stops.get(chosen + 1)) {
        (Some(here), Some(next)) => short(0.5 * (here[0] + next[0]), 4),
        (Some(here), None) => match chosen.checked_sub(1).and_then(|before| stops.get(before)) {
            Some(before) => short(0.5 * (before[0] + here[0]), 4),
            None => 1.0,
        },
        _ => 0.0,
    }
}

fn preset(ui: &mut Ui, title: &str, ramp: &[Stop]) -> Response {
    let response = ui.add(Button::new(title).min_size(vec2(230.0, FIELD)));
    let bar = Rect::from_min_max(pos2(response.rect.right() - 120.0, response.rect.top() + 5.0), response.rect.max - vec2(6.0, 5.0));
    paint_gradient(ui, bar, |share| colour_at(ramp, f64::from(share), Between::Linear));
    response
}

/// The numbers of the chosen stop.
fn numbers(ui: &mut Ui, id: Id, name: &str, stops: &mut [Stop], chosen: usize, width: f32) -> Edited<()> {
    let traits = NumberTraits { range: Some((0.0, 1.0)), ..NumberTraits::default() };
    let mut edited = Edited::Nothing;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let dim = theme::palette(ui.ctx()).text_dim;
        let place = vec2((0.36 * width).max(84.0), FIELD);
        let field_name = format!("{name} place");
        let field = NumberField::new(id.with(("place", chosen)), &field_name, stops[chosen][0], &traits).axis("place", dim);
        let (_, of_field) = field.show(ui, place);
        if let Edited::Running(number) | Edited::Done(number) = &of_field {
            move_stop(stops, chosen, *number);
        }
        edited = of_field.map(|_| ());
        let stop = stops[chosen];
        let rgba = [stop[1] as f32, stop[2] as f32, stop[3] as f32, stop[4] as f32];
        let (_, of_colour) = colour(ui, id.with(("colour", chosen)), &format!("{name} colour"), rgba, false, width - place.x - GAP);
        if let Edited::Running(edit) | Edited::Done(edit) = &of_colour {
            match edit {
                VectorEdit::Component(channel, number) => stops[chosen][channel + 1] = *number,
                VectorEdit::All(numbers) => stops[chosen][1..].copy_from_slice(numbers),
            }
        }
        edited = std::mem::replace(&mut edited, Edited::Nothing).or(of_colour.map(|_| ()));
    });
    edited
}
