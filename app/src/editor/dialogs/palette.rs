//! The command palette: every action by a few letters of its name.

use egui::{Align2, Button, Context, Id, Key, Modal, Modifiers, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};
use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher};

use crate::editor::action::{Action, Entry};
use crate::theme::{self, scale};

/// What is typed, and which of the answers the keyboard is on.
#[derive(Default)]
pub struct CommandPalette {
    typed: String,
    chosen: usize,
}

/// What came of a frame.
pub enum Picked {
    /// Nothing yet.
    Nothing,
    /// This action.
    Action(Action),
    /// The palette was closed.
    Closed,
}

impl CommandPalette {
    /// Draws the palette.
    pub fn show(&mut self, context: &Context, table: &[Entry]) -> Picked {
        let area = Modal::default_area(Id::unique("command palette")).anchor(Align2::CENTER_TOP, vec2(0.0, 64.0));
        let response = Modal::new(Id::unique("command palette")).area(area).show(context, |ui| self.contents(ui, table));
        match response.inner {
            Picked::Nothing if response.should_close() => Picked::Closed,
            picked => picked,
        }
    }

    fn contents(&mut self, ui: &mut Ui, table: &[Entry]) -> Picked {
        let palette = theme::palette(ui.ctx());
        ui.set_width(460.0);
        let (up, down) =
            ui.input_mut(|input| (input.consume_key(Modifiers::NONE, Key::ArrowUp), input.consume_key(Modifiers::NONE, Key::ArrowDown)));
        let field = ui.add(TextEdit::singleline(&mut self.typed).hint_text("Type a command").desired_width(f32::INFINITY));
        field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Command"));
        field.request_focus();
        if field.changed() {
            self.chosen = 0;
        }
        let found = find(table, &self.typed);
        let last = found.len().saturating_sub(1);
        self.chosen = (self.chosen + usize::from(down)).min(last).saturating_sub(usize::from(up));
        let has_moved = up || down || field.changed();
        ui.add_space(scale::SPACE_1);
        if found.is_empty() {
            ui.label(RichText::new("No command is called like that").color(palette.text_dim));
        }
        let mut picked = Picked::Nothing;
        ScrollArea::vertical().max_height(360.0).auto_shrink([false, true]).show(ui, |ui| {
            for (place, entry) in found.iter().enumerate() {
                let words = format!("{}: {}", entry.menu.title(), entry.title);
                let mut button = Button::selectable(place == self.chosen, words).min_size(vec2(ui.available_width(), 0.0));
                if let Some(shortcut) = &entry.shortcut {
                    button = button.shortcut_text(ui.ctx().format_shortcut(shortcut));
                }
                let response = ui.add(button);
                if place == self.chosen && has_moved {
                    response.scroll_to_me(None);
                }
                if response.clicked() {
                    picked = Picked::Action(entry.action);
                }
            }
        });
        if ui.input(|input| input.key_pressed(Key::Enter))
            && let Some(entry) = found.get(self.chosen)
        {
            picked = Picked::Action(entry.action);
        }
        picked
    }
}

/// The entries that fit what was typed, best first; all of them where nothing was.
fn find<'a>(table: &'a [Entry], typed: &str) -> Vec<&'a Entry> {
    if typed.trim().is_empty() {
        return table.iter().collect();
    }
    let pattern = Pattern::parse(typed, CaseMatching::Ignore, Normalization::Smart);
    let mut matcher = Matcher::new(Config::DEFAULT);
    let mut letters = Vec::new();
    let mut found: Vec<(u32, &Entry)> = table
        .iter()
        .filter_map(|entry| {
            let words = format!("{} {}", entry.menu.title(), entry.title);
            let score = pattern.score(nucleo_matcher::Utf32Str::new(&words, &mut letters), &mut matcher)?;
            Some((score, entry))
        })
        .collect();
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found.into_iter().map(|(_, entry)| entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::editor::action::table;

    #[test]
    fn a_few_letters_find_an_action() {
        let table = table();
        let first = |typed: &str| find(&table, typed).first().map(|entry| entry.action);
        assert_eq!(first("save as"), Some(Action::SaveAs));
        assert_eq!(first("undo"), Some(Action::Undo));
        assert_eq!(first("zzzz"), None);
        assert_eq!(find(&table, " ").len(), table.len());
    }
}
