//! Two to four numbers on a line.

use egui::{Color32, Id, Response, Ui, vec2};

use super::edited::Edited;
use super::number::NumberField;
use super::{FIELD, GAP};
use crate::canvas::{EditedValue, InlineValue, NumberTraits};
use crate::theme;

/// The narrowest cell in which a number can be read.
const NARROWEST: f32 = 58.0;

/// What is done to a vector.
#[derive(Clone, Debug, PartialEq)]
pub enum VectorEdit {
    /// One of its numbers, whatever the others are.
    Component(usize, f64),
    /// All of them.
    All(Vec<f64>),
}

/// A field for a vector.
pub struct VectorField<'a> {
    /// Of the whole.
    pub id: Id,
    /// For screen readers; components have their letter behind it.
    pub name: &'a str,
    /// Its numbers.
    pub components: &'a [f64],
    /// Where several nodes differ.
    pub mixed: &'a [bool],
    /// What the numbers share.
    pub traits: &'a NumberTraits,
    /// A letter for each number.
    pub letters: [&'a str; 4],
}

/// Letters of a place or a direction.
pub const AXES: [&str; 4] = ["x", "y", "z", "w"];

/// How many lines a vector of `count` numbers takes in this width.
#[must_use]
pub fn lines(count: usize, width: f32) -> usize {
    count.div_ceil(per_line(count, width))
}

fn per_line(count: usize, width: f32) -> usize {
    let fitting = ((width + GAP) / (NARROWEST + GAP)).floor().max(1.0) as usize;
    // Four break into two and two, not into three and one.
    if fitting >= count {
        count
    } else if count == 4 && fitting >= 2 {
        2
    } else {
        fitting.min(count)
    }
}

impl VectorField<'_> {
    /// Shows the field in this width.
    pub fn show(&self, ui: &mut Ui, width: f32) -> (Response, Edited<VectorEdit>) {
        let count = self.components.len();
        let per_line = per_line(count, width);
        let cell = vec2((width - GAP * (per_line as f32 - 1.0)) / per_line as f32, FIELD);
        let whole = InlineValue::Vector { components: self.components.to_vec(), traits: self.traits.clone() };
        let mut edited = Edited::Nothing;
        let mut responses: Option<Response> = None;
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            for first in (0..count).step_by(per_line) {
                ui.horizontal(|ui| {
                    for index in first..(first + per_line).min(count) {
                        let (response, of_cell) = self.show_component(ui, index, cell, &whole);
                        edited = std::mem::replace(&mut edited, Edited::Nothing).or(of_cell);
                        responses = Some(match responses.take() {
                            // The one with the keyboard is the one that keys are for.
                            Some(before) if response.has_focus() => response.union(before),
                            Some(before) => before.union(response),
                            None => response,
                        });
                    }
                });
            }
        });
        let response = responses.unwrap_or_else(|| ui.label(""));
        (response, edited)
    }

    fn show_component(&self, ui: &mut Ui, index: usize, size: egui::Vec2, whole: &InlineValue) -> (Response, Edited<VectorEdit>) {
        let name = format!("{} {}", self.name, self.letters[index]);
        let parse = |text: &str| match whole.parse(text)? {
            EditedValue::Vector(values) if text.contains([',', ';']) => Ok(VectorEdit::All(values)),
            EditedValue::Vector(values) => Ok(VectorEdit::Component(index, values[index])),
            _ => Err("These are no numbers".to_owned()),
        };
        NumberField::new(self.id.with(index), &name, self.components[index], self.traits)
            .mixed(self.mixed.get(index).copied().unwrap_or_default())
            .axis(self.letters[index], axis_colour(ui, self.letters[index]))
            .show_as(ui, size, &parse, &|value| VectorEdit::Component(index, value))
    }
}

/// Red, green and blue for x, y and z, as everywhere where there are axes, and for the channels of a colour.
fn axis_colour(ui: &Ui, letter: &str) -> Color32 {
    let on_dark = match letter {
        "x" | "R" => Color32::from_rgb(0xf0, 0x8a, 0x80),
        "y" | "G" => Color32::from_rgb(0x8f, 0xcf, 0x80),
        "z" | "B" => Color32::from_rgb(0x7f, 0xb4, 0xf5),
        _ => Color32::from_rgb(0xb4, 0xbd, 0xcb),
    };
    theme::palette(ui.ctx()).adapt(on_dark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_on_a_line_while_they_can_be_read() {
        assert_eq!(lines(3, 240.0), 1);
        assert_eq!(lines(3, 130.0), 2);
        assert_eq!(lines(4, 200.0), 2);
        assert_eq!(lines(4, 60.0), 4);
        assert_eq!(lines(2, 20.0), 2);
    }
}
