//! A curve through points: dragged, added by a double-click, with slopes as handles and everything as numbers below.

mod shape;

use egui::{Button, Id, Pos2, Rect, Response, Role, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};

use self::shape::{Point, Through, add_point, height, move_point, points_of, presets, remove_point, slopes, through};
use super::edited::Edited;
use super::list_tools::{self, Asked, delete_pressed};
use super::number::{NumberField, short};
use super::{FIELD, GAP, choice};
use crate::canvas::NumberTraits;
use crate::theme::{self, Palette, mix, scale};

/// Height of the plot, in points.
const HEIGHT: f32 = 148.0;
/// How far handles of slopes lie from their point, in points of the screen.
const HANDLE: f32 = 34.0;

/// The part of the plane that is shown.
#[derive(Clone, Copy)]
struct Plot {
    rect: Rect,
    low: [f64; 2],
    high: [f64; 2],
}

impl Plot {
    fn of(points: &[Point], rect: Rect) -> Self {
        let mut low = [0.0_f64; 2];
        let mut high = [1.0_f64; 2];
        for point in points {
            for axis in 0..2 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        for axis in 0..2 {
            let margin = 0.07 * (high[axis] - low[axis]);
            low[axis] -= margin;
            high[axis] += margin;
        }
        Self { rect, low, high }
    }

    fn scale(&self) -> [f64; 2] {
        [f64::from(self.rect.width()) / (self.high[0] - self.low[0]), f64::from(self.rect.height()) / (self.high[1] - self.low[1])]
    }

    fn on_screen(&self, [x, y]: [f64; 2]) -> Pos2 {
        let [across, up] = self.scale();
        pos2(
            (f64::from(self.rect.left()) + (x - self.low[0]) * across) as f32,
            (f64::from(self.rect.bottom()) - (y - self.low[1]) * up) as f32,
        )
    }

    fn under(&self, at: Pos2) -> [f64; 2] {
        let [across, up] = self.scale();
        [self.low[0] + f64::from(at.x - self.rect.left()) / across, self.low[1] + f64::from(self.rect.bottom() - at.y) / up]
    }

    /// Decimals that a point of the screen is worth.
    fn tidy(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [across, up] = self.scale();
        [short(x, decimals(across)), short(y, decimals(up))]
    }

    /// Where the handle of a slope is: in the direction of the slope, as it looks on the screen.
    fn handle(&self, point: &Point, after: bool) -> Pos2 {
        let [across, up] = self.scale();
        let slope = if after { point[3] } else { point[2] };
        let direction = vec2(across as f32, (-slope * up) as f32).normalized() * HANDLE;
        let at = self.on_screen([point[0], point[1]]);
        if after { at + direction } else { at - direction }
    }
}

fn decimals(points_a_unit: f64) -> usize {
    points_a_unit.log10().ceil().clamp(0.0, 6.0) as usize
}

/// What a drag of the plot remembers.
#[derive(Clone, Copy)]
struct Held {
    /// The view stays while a point is dragged.
    plot: Plot,
    /// Where the point is, untidied.
    at: [f64; 2],
}

/// Shows a curve with its numbers.
pub fn show(ui: &mut Ui, id: Id, name: &str, rows: &[Vec<f64>], width: f32) -> Edited<Vec<Vec<f64>>> {
    let mut points = points_of(rows);
    let chosen_id = id.with("chosen");
    let mut chosen = ui.data(|data| data.get_temp::<usize>(chosen_id)).unwrap_or_default().min(points.len().saturating_sub(1));
    let before = chosen;
    let edited = plot(ui, id, name, &mut points, &mut chosen, width);
    ui.add_space(2.0);
    let edited = edited.or(tools(ui, id, name, &mut points, &mut chosen, width));
    let edited = if points.is_empty() { edited } else { edited.or(numbers(ui, id, name, &mut points, chosen, width)) };
    if chosen != before {
        ui.data_mut(|data| data.insert_temp(chosen_id, chosen));
    }
    edited.map(|()| points.iter().map(|point| point.to_vec()).collect())
}

fn plot(ui: &mut Ui, id: Id, name: &str, points: &mut Vec<Point>, chosen: &mut usize, width: f32) -> Edited<()> {
    let palette = theme::palette(ui.ctx());
    let (_, rect) = ui.allocate_space(vec2(width, HEIGHT));
    let ground = ui.interact(rect, id.with("plot"), Sense::click());
    ground.widget_info(|| WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), format!("Plot of {name}, double-click to add a point")));
    let held = ui.data(|data| data.get_temp::<Held>(id));
    let plot = held.map_or_else(|| Plot::of(points, rect), |held| Plot { rect, ..held.plot });
    paint(ui, &plot, points, &palette);
    let mut edited = Edited::Nothing;
    if let (true, Some(at)) = (ground.double_clicked(), ground.interact_pointer_pos())
        && let Some(index) = add_point(points, plot.tidy(plot.under(at)))
    {
        *chosen = index;
        return Edited::Done(());
    }
    if !points.is_empty() {
        edited = edited.or(handles(ui, id, name, &plot, points, *chosen, &palette));
    }
    for index in 0..points.len() {
        let at = plot.on_screen([points[index][0], points[index][1]]);
        let point_id = id.with(("point", index));
        let response = ui.interact(Rect::from_center_size(at, Vec2::splat(16.0)), point_id, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), format!("Point {} of {name}", index + 1)));
        paint_point(ui, at, &response, index == *chosen, &palette);
        if response.clicked() || response.drag_started() || response.gained_focus() {
            *chosen = index;
            response.request_focus();
        }
        edited = edited.or(drag_point(ui, id, &plot, points, index, &response));
        if response.has_focus() && points.len() > 1 && delete_pressed(ui) {
            remove_point(points, index);
            *chosen = index.min(points.len() - 1);
            return Edited::Done(());
        }
        let words =
            format!("{:.3}, {:.3}", points.get(index).map_or(0.0, |point| point[0]), points.get(index).map_or(0.0, |point| point[1]));
        response.on_hover_text(words);
    }
    edited
}

fn drag_point(ui: &Ui, id: Id, plot: &Plot, points: &mut [Point], index: usize, response: &Response) -> Edited<()> {
    if response.drag_stopped() {
        ui.data_mut(|data| data.remove::<Held>(id));
        return Edited::Ended;
    }
    if !response.dragged() {
        return Edited::Nothing;
    }
    let fresh = Held { plot: *plot, at: [points[index][0], points[index][1]] };
    let mut held = ui.data(|data| data.get_temp::<Held>(id)).unwrap_or(fresh);
    let slow = if ui.input(|input| input.modifiers.shift) { 0.1 } else { 1.0 };
    let [across, up] = plot.scale();
    let delta = response.drag_delta();
    held.at = [held.at[0] + slow * f64::from(delta.x) / across, held.at[1] - slow * f64::from(delta.y) / up];
    ui.data_mut(|data| data.insert_temp(id, held));
    if delta == Vec2::ZERO {
        return Edited::Nothing;
    }
    move_point(points, index, plot.tidy(held.at));
    Edited::Running(())
}

/// The handles of the chosen point's slopes.
fn handles(ui: &Ui, id: Id, name: &str, plot: &Plot, points: &mut [Point], chosen: usize, palette: &Palette) -> Edited<()> {
    let mut edited = Edited::Nothing;
    for (after, word) in [(false, "in"), (true, "out")] {
        // Beyond its ends a curve is level: there is no slope to set.
        if (after && chosen + 1 == points.len()) || (!after && chosen == 0) {
            continue;
        }
        let at = plot.on_screen([points[chosen][0], points[chosen][1]]);
        let end = plot.handle(&points[chosen], after);
        let response = ui.interact(Rect::from_center_size(end, Vec2::splat(14.0)), id.with(("slope", after)), Sense::drag());
        response
            .widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), format!("Slope {word} of point {} of {name}", chosen + 1)));
        let painter = ui.painter_at(plot.rect.expand(6.0));
        let colour = if response.hovered() || response.dragged() { palette.text } else { palette.text_dim };
        painter.line_segment([at, end], Stroke::new(1.0, colour));
        painter.circle(end, 3.5, palette.panel, Stroke::new(1.5, colour));
        if response.drag_stopped() {
            edited = Edited::Ended;
        } else if let (true, Some(pointer)) = (response.dragged(), response.interact_pointer_pos()) {
            let [across, up] = plot.scale();
            let reach = f64::from(if after { pointer.x - at.x } else { at.x - pointer.x }).max(1.0) / across;
            let rise = f64::from(if after { at.y - pointer.y } else { pointer.y - at.y }) / up;
            let slope = short(rise / reach, 3);
            let is_broken = ui.input(|input| input.modifiers.alt) || through(points, chosen) == Through::Straight;
            points[chosen][if after { 3 } else { 2 }] = slope;
            if !is_broken {
                points[chosen][if after { 2 } else { 3 }] = slope;
            }
            edited = Edited::Running(());
        }
    }
    edited
}

fn paint(ui: &Ui, plot: &Plot, points: &[Point], palette: &Palette) {
    let painter = ui.painter_at(plot.rect.intersect(ui.clip_rect()));
    painter.rect_filled(plot.rect, scale::ROUNDING, palette.field);
    let line = |strong: bool| Stroke::new(1.0, mix(palette.field, palette.line, if strong { 1.0 } else { 0.5 }));
    for quarter in 0..=4 {
        let value = f64::from(quarter) / 4.0;
        let at = plot.on_screen([value, value]);
        painter.vline(at.x, plot.rect.y_range(), line(quarter % 4 == 0));
        painter.hline(plot.rect.x_range(), at.y, line(quarter % 4 == 0));
    }
    let font = egui::FontId::new(9.5, egui::FontFamily::Monospace);
    for (value, side) in [(0.0, egui::Align2::RIGHT_BOTTOM), (1.0, egui::Align2::RIGHT_TOP)] {
        let at = pos2(plot.rect.right() - 4.0, plot.on_screen([0.0, value]).y);
        painter.text(at, side, format!("{value:.0}"), font.clone(), palette.text_dim);
    }
    let steps = (plot.rect.width() / 2.0).ceil().max(2.0) as usize;
    let curve: Vec<Pos2> = (0..=steps)
        .map(|step| {
            let x = plot.low[0] + (plot.high[0] - plot.low[0]) * step as f64 / steps as f64;
            plot.on_screen([x, height(points, x)])
        })
        .collect();
    painter.add(Shape::line(curve, Stroke::new(1.8, palette.accent)));
    painter.rect_stroke(plot.rect, scale::ROUNDING, Stroke::new(1.0, mix(palette.field, palette.line, 0.8)), StrokeKind::Inside);
}

fn paint_point(ui: &Ui, at: Pos2, response: &Response, is_chosen: bool, palette: &Palette) {
    let is_hot = response.hovered() || response.dragged();
    let fill = if is_chosen { palette.text } else { palette.accent };
    ui.painter().circle(at, if is_hot || is_chosen { 5.0 } else { 4.0 }, fill, Stroke::new(1.5, palette.field));
    if response.has_focus() {
        ui.painter().circle_stroke(at, 7.5, Stroke::new(1.0, palette.accent));
    }
}

/// Which point, how the curve goes through it, and what can be done.
fn tools(ui: &mut Ui, id: Id, name: &str, points: &mut Vec<Point>, chosen: &mut usize, width: f32) -> Edited<()> {
    let mut edited = Edited::Nothing;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        match list_tools::show(ui, "point", name, points.len(), chosen) {
            Asked::Nothing => {}
            Asked::Add => {
                if let Some(index) = add_point(points, between(points, *chosen)) {
                    *chosen = index;
                    edited = Edited::Done(());
                }
            }
            Asked::Remove => {
                remove_point(points, *chosen);
                *chosen = (*chosen).min(points.len() - 1);
                edited = Edited::Done(());
            }
        }
        let room = (width - list_tools::WIDTH - 76.0).max(60.0);
        if !points.is_empty() {
            let ways = Through::ALL.map(|way| way.title().to_owned());
            let now = through(points, *chosen);
            let at = Through::ALL.iter().position(|way| *way == now);
            let (_, way) = choice::choice(ui, id.with("through"), &format!("Slopes of {name}"), now.title(), &ways, at, room);
            if let Edited::Done(index) = way {
                if let Some([before, after]) = slopes(points, *chosen, Through::ALL[index]) {
                    points[*chosen][2] = short(before, 4);
                    points[*chosen][3] = short(after, 4);
                }
                edited = Edited::Done(());
            }
        }
        ui.menu_button("Presets", |ui| {
            for (title, curve) in presets() {
                if preset(ui, title, &curve).clicked() {
                    *points = curve;
                    *chosen = 0;
                    edited = Edited::Done(());
                }
            }
        });
    });
    edited
}

/// A place for a new point: half-way to the next, on the curve.
fn between(points: &[Point], chosen: usize) -> [f64; 2] {
    let x = match (points.get(chosen), points.get(chosen + 1)) {
        (Some(here), Some(next)) => 0.5 * (here[0] + next[0]),
        (Some(here), None) => match chosen.checked_sub(1).and_then(|before| points.get(before)) {
            Some(before) => 0.5 * (before[0] + here[0]),
            None => here[0] + 1.0,
        },
        _ => 0.0,
    };
    [short(x, 4), short(height(points, x), 4)]
}

fn preset(ui: &mut Ui, title: &str, curve: &[Point]) -> Response {
    let response = ui.add(Button::new(title).min_size(vec2(176.0, 30.0)));
    let palette = theme::palette(ui.ctx());
    let rect = Rect::from_min_max(pos2(response.rect.right() - 52.0, response.rect.top()), response.rect.max).shrink2(vec2(6.0, 4.0));
    let line = (0..=24)
        .map(|step| {
            let x = f64::from(step) / 24.0;
            pos2(rect.left() + x as f32 * rect.width(), rect.bottom() - height(curve, x) as f32 * 0.85 * rect.height())
        })
        .collect();
    ui.painter().add(Shape::line(line, Stroke::new(1.5, if response.hovered() { palette.accent } else { palette.text_dim })));
    response
}

/// The numbers of the chosen point.
fn numbers(ui: &mut Ui, id: Id, name: &str, points: &mut [Point], chosen: usize, width: f32) -> Edited<()> {
    let traits = NumberTraits::default();
    let cell = vec2((width - 3.0 * GAP) / 4.0, FIELD);
    let mut edited = Edited::Nothing;
    let dim = theme::palette(ui.ctx()).text_dim;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        for (column, (letter, word)) in [("x", "x"), ("y", "y"), ("in", "slope in"), ("out", "slope out")].into_iter().enumerate() {
            let field_name = format!("{name} {word}");
            let field = NumberField::new(id.with(("number", chosen, column)), &field_name, points[chosen][column], &traits);
            let (_, of_field) = field.axis(letter, dim).show(ui, cell);
            if let Edited::Running(number) | Edited::Done(number) = &of_field {
                set_number(points, chosen, column, *number);
            }
            edited = std::mem::replace(&mut edited, Edited::Nothing).or(of_field.map(|_| ()));
        }
    });
    edited
}

fn set_number(points: &mut [Point], chosen: usize, column: usize, number: f64) {
    match column {
        0 => move_point(points, chosen, [number, points[chosen][1]]),
        1 => move_point(points, chosen, [points[chosen][0], number]),
        _ => points[chosen][column] = number,
    }
}
