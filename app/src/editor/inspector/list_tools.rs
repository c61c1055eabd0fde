//! The row of buttons below a curve or a ramp: which of its parts is chosen, one more, one less.

use egui::{Key, Label, Modifiers, Ui, vec2};
use lucide_icons::Icon;

use super::FIELD;
use crate::editor::widgets::icon_button;

/// What is asked of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Nothing.
    Nothing,
    /// One more, behind the chosen one.
    Add,
    /// The chosen one goes.
    Remove,
}

/// Width of the buttons, in points.
pub const WIDTH: f32 = 178.0;

/// Shows the buttons of a list that is called `name` and is made of so many `part`s. The last one can't be removed.
pub fn show(ui: &mut Ui, part: &str, name: &str, count: usize, chosen: &mut usize) -> Asked {
    let mut asked = Asked::Nothing;
    let capital = capitalised(part);
    if icon_button(ui, Icon::ChevronLeft, &format!("{capital} before, of {name}")).clicked() {
        *chosen = chosen.saturating_sub(1);
    }
    let words = if count == 0 { format!("no {part}s") } else { format!("{} of {count}", *chosen + 1) };
    ui.add_sized(vec2(48.0, FIELD), Label::new(words));
    if icon_button(ui, Icon::ChevronRight, &format!("{capital} after, of {name}")).clicked() {
        *chosen = (*chosen + 1).min(count.saturating_sub(1));
    }
    if icon_button(ui, Icon::Plus, &format!("Add a {part} to {name}")).clicked() {
        asked = Asked::Add;
    }
    if icon_button(ui, Icon::Trash2, &format!("Remove the {part} of {name}")).clicked() && count > 1 {
        asked = Asked::Remove;
    }
    asked
}

/// Whether a key asks to remove what has the keyboard.
pub fn delete_pressed(ui: &Ui) -> bool {
    ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Delete) || input.consume_key(Modifiers::NONE, Key::Backspace))
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
