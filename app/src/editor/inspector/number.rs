//! A number in a field: dragged sideways, stepped by arrow keys, or typed, arithmetic and unit included.

use egui::accesskit::{Action, ActionData};
use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{
    Align2, Color32, CursorIcon, Event, EventFilter, FontFamily, FontId, Id, Key, Margin, Modifiers, Popup, PopupKind, Rect, Response,
    Sense, Stroke, StrokeKind, TextEdit, TextStyle, Ui, Vec2, WidgetInfo, pos2,
};

use super::edited::Edited;
use crate::canvas::{DragSpeed, EditedValue, InlineValue, Number, NumberTraits, drag_step, dragged, format_number};
use crate::theme::{self, Palette, mix, scale};

/// How many points of a drag one press of an arrow key is worth.
const KEY_POINTS: f64 = 3.0;

/// Width from which a component of a vector shows its unit, in points.
const ROOM_FOR_UNIT: f32 = 88.0;

/// A field for a number.
pub struct NumberField<'a> {
    id: Id,
    name: &'a str,
    value: f64,
    traits: &'a NumberTraits,
    is_mixed: bool,
    axis: Option<(&'a str, Color32)>,
    waits: bool,
}

/// Text that is being typed.
#[derive(Clone)]
struct Typing {
    text: String,
    before: String,
    error: Option<String>,
    start: Option<Cursor>,
}

/// Where the cursor is when typing begins.
#[derive(Clone, Copy)]
enum Cursor {
    All,
    End,
}

/// A drag that goes on.
#[derive(Clone, Copy)]
struct Dragging {
    start: f64,
    /// How far it went, untidied, so that slow drags add up.
    change: f64,
    told: Option<f64>,
    is_cancelled: bool,
}

/// The keyboard has changed the number and may go on.
#[derive(Clone, Copy, Default)]
struct Stepping;

impl<'a> NumberField<'a> {
    /// The field of `value`; `name` is for screen readers.
    #[must_use]
    pub const fn new(id: Id, name: &'a str, value: f64, traits: &'a NumberTraits) -> Self {
        Self { id, name, value, traits, is_mixed: false, axis: None, waits: false }
    }

    /// Several nodes have different numbers; `value` is one of them.
    #[must_use]
    pub const fn mixed(mut self, is_mixed: bool) -> Self {
        self.is_mixed = is_mixed;
        self
    }

    /// A letter before the number, for a component of a vector.
    #[must_use]
    pub const fn axis(mut self, letter: &'a str, colour: Color32) -> Self {
        self.axis = Some((letter, colour));
        self
    }

    /// A drag is told at its end only: for numbers that are dear to change.
    #[must_use]
    pub const fn told_at_the_end(mut self) -> Self {
        self.waits = true;
        self
    }

    /// Shows the field.
    pub fn show(self, ui: &mut Ui, size: Vec2) -> (Response, Edited<f64>) {
        let number = InlineValue::Number(Number { value: self.value, traits: self.traits.clone() });
        let parse = move |text: &str| match number.parse(text)? {
            EditedValue::Number(value) => Ok(value),
            _ => Err("This is no number".to_owned()),
        };
        self.show_as(ui, size, &parse, &|value| value)
    }

    /// Shows the field as a part of a larger value: `parse` reads what is typed, `with` puts a number into it.
    pub fn show_as<T>(
        self,
        ui: &mut Ui,
        size: Vec2,
        parse: &dyn Fn(&str) -> Result<T, String>,
        with: &dyn Fn(f64) -> T,
    ) -> (Response, Edited<T>) {
        let (_, rect) = ui.allocate_space(size);
        if let Some(typing) = ui.data(|data| data.get_temp::<Typing>(self.id)) {
            return self.show_typing(ui, rect, typing, parse);
        }
        let response = ui.interact(rect, self.id, Sense::click_and_drag()).on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
        let edited = self.drag(ui, &response).or(self.keys(ui, &response)).or(self.assistive(ui)).map(with);
        self.describe(ui, &response);
        let shown = ui.data(|data| data.get_temp::<Dragging>(self.id)).and_then(|drag| drag.told).unwrap_or(self.value);
        self.paint(ui, rect, &response, shown);
        if response.double_clicked() {
            self.start_typing(ui, None);
        } else if response.clicked() {
            response.request_focus();
        }
        (response, edited)
    }

    fn drag(&self, ui: &Ui, response: &Response) -> Edited<f64> {
        let is_over = response.drag_stopped();
        if !response.dragged() && !is_over {
            return Edited::Nothing;
        }
        let fresh = Dragging { start: self.value, change: 0.0, told: None, is_cancelled: false };
        let mut drag = if response.drag_started() { None } else { ui.data(|data| data.get_temp::<Dragging>(self.id)) }.unwrap_or(fresh);
        let mut edited = Edited::Nothing;
        // egui ends a drag at Escape.
        let is_given_up = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        if is_given_up && !drag.is_cancelled {
            drag.is_cancelled = true;
            if drag.told.take().is_some() && !self.waits {
                edited = Edited::Cancelled;
            }
        }
        if is_over {
            ui.data_mut(|data| data.remove::<Dragging>(self.id));
            return match drag.told {
                _ if drag.is_cancelled => edited,
                Some(value) if self.waits => Edited::Done(value),
                Some(_) => Edited::Ended,
                None => Edited::Nothing,
            };
        }
        if !drag.is_cancelled {
            let step = drag_step(drag.start, self.traits, DragSpeed::of(ui.input(|input| input.modifiers)));
            drag.change += f64::from(response.drag_delta().x) * step;
            let value = dragged(drag.start, drag.change, step, self.traits);
            if value.to_bits() != drag.told.unwrap_or(drag.start).to_bits() {
                drag.told = Some(value);
                if !self.waits {
                    edited = Edited::Running(value);
                }
            }
        }
        ui.data_mut(|data| data.insert_temp(self.id, drag));
        edited
    }

    /// Arrow keys step, digits and Enter start typing.
    fn keys(&self, ui: &Ui, response: &Response) -> Edited<f64> {
        if response.lost_focus() && ui.data_mut(|data| data.remove_temp::<Stepping>(self.id)).is_some() {
            return Edited::Ended;
        }
        if !response.has_focus() {
            return Edited::Nothing;
        }
        let filter = EventFilter { horizontal_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(self.id, filter));
        let (steps, typed) = ui.input_mut(|input| {
            let mut steps = Vec::new();
            let mut typed = None;
            input.events.retain(|event| match event {
                Event::Key { key: Key::ArrowLeft | Key::ArrowRight, pressed: false, .. } => false,
                Event::Key { key: key @ (Key::ArrowLeft | Key::ArrowRight), modifiers, .. } => {
                    steps.push((if *key == Key::ArrowLeft { -1.0 } else { 1.0 }, DragSpeed::of(*modifiers)));
                    false
                }
                Event::Key { key: Key::Enter | Key::F2, pressed: true, .. } => {
                    typed = Some(None);
                    false
                }
                Event::Text(text) if text.starts_with(|letter: char| letter.is_ascii_digit() || "+-(.".contains(letter)) => {
                    typed = Some(Some(text.clone()));
                    false
                }
                _ => true,
            });
            (steps, typed)
        });
        if let Some(text) = typed {
            self.start_typing(ui, text);
        }
        let mut value = self.value;
        for (sign, speed) in &steps {
            let step = drag_step(value, self.traits, *speed);
            let least = if self.traits.whole { 1.0 } else { 0.0 };
            value = dragged(value, sign * (step * KEY_POINTS).max(least), step, self.traits);
        }
        if steps.is_empty() || value.to_bits() == self.value.to_bits() {
            return Edited::Nothing;
        }
        ui.data_mut(|data| data.insert_temp(self.id, Stepping));
        Edited::Running(value)
    }

    /// What a screen reader asks for.
    fn assistive(&self, ui: &Ui) -> Edited<f64> {
        let (steps, set) = ui.input(|input| {
            let count = |action| input.num_accesskit_action_requests(self.id, action) as f64;
            let set = input.accesskit_action_requests(self.id, Action::SetValue).find_map(|request| match &request.data {
                Some(ActionData::NumericValue(value)) => Some(*value),
                _ => None,
            });
            (count(Action::Increment) - count(Action::Decrement), set)
        });
        if let Some(value) = set {
            return Edited::Done(if self.traits.whole { value.round() } else { value });
        }
        if steps == 0.0 {
            return Edited::Nothing;
        }
        let step = drag_step(self.value, self.traits, DragSpeed::Normal);
        let least = if self.traits.whole { 1.0 } else { 0.0 };
        Edited::Done(dragged(self.value, steps * (step * KEY_POINTS).max(least), step, self.traits))
    }

    fn describe(&self, ui: &Ui, response: &Response) {
        response.widget_info(|| {
            let mut info = WidgetInfo::drag_value(ui.is_enabled(), self.value);
            info.label = Some(self.name.to_owned());
            info
        });
        ui.ctx().accesskit_node_builder(self.id, |node| {
            node.set_value(self.words(self.value));
            node.set_numeric_value(self.value);
            if let Some((low, high)) = self.traits.range {
                node.set_min_numeric_value(low);
                node.set_max_numeric_value(high);
            }
            node.add_action(Action::SetValue);
            node.add_action(Action::Increment);
            node.add_action(Action::Decrement);
        });
    }

    fn words(&self, value: f64) -> String {
        if self.is_mixed { "mixed".to_owned() } else { format_number(value, self.traits.whole) }
    }

    fn paint(&self, ui: &Ui, rect: Rect, response: &Response, value: f64) {
        let palette = theme::palette(ui.ctx());
        let painter = ui.painter_at(rect);
        let is_hot = response.hovered() || response.dragged();
        paint_ground(ui, rect, &palette, is_hot, response.has_focus());
        if let Some((low, high)) = self.traits.range.filter(|(low, high)| high > low && (high - low).is_finite() && !self.is_mixed) {
            let share = ((value - low) / (high - low)).clamp(0.0, 1.0);
            let fill = Rect::from_min_size(rect.min, Vec2::new(rect.width() * share as f32, rect.height())).shrink(1.0);
            if share > 0.0 && fill.width() > 0.0 {
                painter.rect_filled(fill, scale::ROUNDING - 1, mix(palette.field, palette.accent, if is_hot { 0.3 } else { 0.2 }));
            }
        }
        let middle = rect.center().y;
        let mut left = rect.left() + 6.0;
        if let Some((letter, colour)) = self.axis {
            let font = FontId::new(scale::TEXT_SMALL, theme::fonts::semibold());
            left = painter.text(pos2(left, middle), Align2::LEFT_CENTER, letter, font, colour).right() + 4.0;
        }
        let mut right = rect.right() - 6.0;
        if let Some(unit) = self.traits.unit.as_ref().filter(|_| self.axis.is_none() || rect.width() >= ROOM_FOR_UNIT) {
            let font = FontId::new(scale::TEXT_SMALL, FontFamily::Proportional);
            let galley = painter.layout_no_wrap(unit.to_string(), font, palette.text_dim);
            right -= galley.size().x;
            painter.galley(pos2(right, middle - galley.size().y / 2.0), galley, palette.text_dim);
            right -= 4.0;
        }
        let colour = if self.is_mixed { palette.text_dim } else { palette.text };
        let galley = painter.layout_no_wrap(self.words(value), TextStyle::Monospace.resolve(ui.style()), colour);
        // What does not fit loses its last digits, not its first.
        let start = (right - galley.size().x).max(left);
        let room = Rect::from_x_y_ranges(left..=right, rect.y_range());
        ui.painter_at(room.intersect(ui.clip_rect())).galley(pos2(start, middle - galley.size().y / 2.0), galley, colour);
    }

    fn start_typing(&self, ui: &Ui, text: Option<String>) {
        let before = format!("{}", self.value);
        let start = if text.is_some() { Cursor::End } else { Cursor::All };
        let typing = Typing { text: text.unwrap_or_else(|| before.clone()), before, error: None, start: Some(start) };
        ui.data_mut(|data| data.insert_temp(self.id, typing));
        ui.ctx().request_repaint();
    }

    fn show_typing<T>(
        &self,
        ui: &mut Ui,
        rect: Rect,
        mut typing: Typing,
        parse: &dyn Fn(&str) -> Result<T, String>,
    ) -> (Response, Edited<T>) {
        let palette = theme::palette(ui.ctx());
        let text_id = self.id.with("text");
        let ground = if typing.error.is_some() { mix(palette.field, palette.error, 0.25) } else { palette.field };
        let field = TextEdit::singleline(&mut typing.text)
            .id(text_id)
            .font(TextStyle::Monospace)
            .margin(Margin::symmetric(5, 2))
            .align(Align2::RIGHT_CENTER)
            .desired_width(rect.width())
            .min_size(rect.size())
            .background_color(ground);
        let response = ui.put(rect, field).accessible_name(self.name);
        let is_new = typing.start.is_some();
        if let Some(start) = typing.start.take() {
            response.request_focus();
            let end = typing.text.chars().count();
            let range = match start {
                Cursor::All => CCursorRange::two(CCursor::new(0), CCursor::new(end)),
                Cursor::End => CCursorRange::one(CCursor::new(end)),
            };
            let mut state = TextEditState::load(ui.ctx(), text_id).unwrap_or_default();
            state.cursor.set_char_range(Some(range));
            state.store(ui.ctx(), text_id);
        }
        if response.changed() {
            typing.error = None;
        }
        if let Some(error) = &typing.error {
            Popup::from_response(&response).kind(PopupKind::Tooltip).show(|ui| ui.colored_label(palette.error, error));
        }
        if is_new || (response.has_focus() && !response.lost_focus()) {
            ui.data_mut(|data| data.insert_temp(self.id, typing));
            return (response, Edited::Nothing);
        }
        let (enter, escape) = ui.input(|input| (input.key_pressed(Key::Enter), input.key_pressed(Key::Escape)));
        let outcome = if escape || typing.text == typing.before { Ok(Edited::Nothing) } else { parse(&typing.text).map(Edited::Done) };
        let edited = match outcome {
            Err(error) if enter => {
                typing.error = Some(error);
                ui.data_mut(|data| data.insert_temp(self.id, typing));
                response.request_focus();
                return (response, Edited::Nothing);
            }
            Err(error) => Edited::Refused(error),
            Ok(edited) => edited,
        };
        ui.data_mut(|data| data.remove::<Typing>(self.id));
        if enter || escape {
            ui.memory_mut(|memory| memory.request_focus(self.id));
        }
        ui.ctx().request_repaint();
        (response, edited)
    }
}

/// A number with so many decimals: the closest double to the short decimal, so that files stay short.
#[must_use]
pub fn short(number: f64, decimals: usize) -> f64 {
    format!("{number:.decimals$}").parse().unwrap_or(number)
}

/// The ground of a field that is not egui's own.
pub fn paint_ground(ui: &Ui, rect: Rect, palette: &Palette, is_hot: bool, has_focus: bool) {
    let fill = if is_hot { mix(palette.field, palette.accent, 0.12) } else { palette.field };
    ui.painter().rect_filled(rect, scale::ROUNDING, fill);
    let outline = if has_focus { palette.accent } else { mix(palette.field, palette.line, 0.8) };
    ui.painter().rect_stroke(rect, scale::ROUNDING, Stroke::new(1.0, outline), StrokeKind::Inside);
}
