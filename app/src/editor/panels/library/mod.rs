//! The library: every kind of node by family, the artist's own first, and examples. Nodes are dragged onto the canvas, or added by a
//! double-click or Enter.

mod details;
mod row;

use std::collections::HashSet;
use std::sync::Arc;

use egui::{Key, Modifiers, Role, ScrollArea, TextEdit, Ui, WidgetInfo};
use lucide_icons::Icon;
use wavewright_core::node::Catalog;

use super::examples::show_row as show_example;
use crate::canvas::{NodeEntry, find_entries};
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::examples;
use crate::editor::widgets;
use crate::theme::{self, scale};

/// The family of the artist's own nodes.
const OWN: &str = "Your nodes";
/// The section of examples.
const EXAMPLES: &str = "Examples";

/// The panel of kinds of nodes.
#[derive(Default)]
pub struct LibraryPanel {
    typed: String,
    /// Which of what was found the keyboard is on.
    chosen: usize,
    /// Families that are folded.
    folded: HashSet<String>,
}

impl LibraryPanel {
    /// Draws the search, and what was found or all there is.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        let palette = editor.palette;
        let catalog = Arc::clone(editor.session.catalog());
        let entries = editor.graph.entries(&catalog, &palette).to_vec();
        let wanted = self.show_search(ui, &entries);
        ui.add_space(scale::SPACE_1);
        let added = ScrollArea::vertical().id_salt("library").auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            if self.typed.trim().is_empty() {
                self.show_families(ui, editor, &catalog, &entries)
            } else {
                self.show_found(ui, editor, &catalog, &entries, wanted.has_moved)
            }
        });
        if let Some(kind) = wanted.kind.or(added.inner) {
            editor.push(EditorCommand::AddNode(kind));
        }
    }

    fn show_search(&mut self, ui: &mut Ui, entries: &[NodeEntry]) -> Wanted {
        let id = ui.scope_id().with("find a node");
        let has_focus = ui.memory(|memory| memory.has_focus(id));
        let mut steps = 0_isize;
        if has_focus {
            // Before the field takes them.
            ui.input_mut(|input| {
                steps += isize::from(input.consume_key(Modifiers::NONE, Key::ArrowDown));
                steps -= isize::from(input.consume_key(Modifiers::NONE, Key::ArrowUp));
            });
        }
        let field = widgets::search_field(ui, TextEdit::singleline(&mut self.typed).id(id), "Search nodes\u{2026}");
        field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Search the library"));
        if field.changed() {
            self.chosen = 0;
        }
        self.chosen = self.chosen.saturating_add_signed(steps);
        let mut wanted = Wanted { kind: None, has_moved: steps != 0 };
        if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) && !self.typed.trim().is_empty() {
            let found = find_entries(entries, &self.typed);
            wanted.kind = found.get(self.chosen.min(found.len().saturating_sub(1))).map(|entry| entry.kind.to_string());
        }
        wanted
    }

    fn show_found(
        &mut self,
        ui: &mut Ui,
        editor: &EditorContext<'_>,
        catalog: &Catalog,
        entries: &[NodeEntry],
        has_moved: bool,
    ) -> Option<String> {
        let found = find_entries(entries, &self.typed);
        if found.is_empty() {
            widgets::empty_state(
                ui,
                Icon::SearchX,
                "No node is called like that",
                "Words of what it does find it, too: smoke, blend, sea.",
            );
        }
        self.chosen = self.chosen.min(found.len().saturating_sub(1));
        let mut added = None;
        for (place, entry) in found.into_iter().enumerate() {
            let row = row::Row { entry, is_chosen: place == self.chosen, note: &entry.category };
            let response = row.show(ui, editor, catalog);
            if place == self.chosen && has_moved {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                self.chosen = place;
            }
            if row::is_added(ui, &response) {
                added = Some(entry.kind.to_string());
            }
        }
        added
    }

    fn show_families(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>, catalog: &Catalog, entries: &[NodeEntry]) -> Option<String> {
        let own: Vec<&NodeEntry> = entries.iter().filter(|entry| catalog.is_own(&entry.kind)).collect();
        let mut added = None;
        if !own.is_empty() {
            added = self.show_family(ui, editor, catalog, OWN, &own);
        }
        for (family, specs) in catalog.families() {
            let kinds: HashSet<&str> = specs.iter().map(|spec| spec.kind.as_str()).collect();
            let members: Vec<&NodeEntry> = entries.iter().filter(|entry| kinds.contains(&*entry.kind)).collect();
            added = self.show_family(ui, editor, catalog, family, &members).or(added);
        }
        self.show_examples(ui, editor);
        added
    }

    fn show_family(
        &mut self,
        ui: &mut Ui,
        editor: &EditorContext<'_>,
        catalog: &Catalog,
        family: &str,
        members: &[&NodeEntry],
    ) -> Option<String> {
        let (icon, colour) = match family {
            OWN => (Icon::FolderHeart, editor.palette.accent),
            _ => (theme::category_icon(family), theme::category_colour(&editor.palette, family)),
        };
        if !self.show_heading(ui, editor, family, icon, colour, members.len()) {
            return None;
        }
        let mut added = None;
        for entry in members {
            let response = row::Row { entry, is_chosen: false, note: "" }.show(ui, editor, catalog);
            if row::is_added(ui, &response) {
                added = Some(entry.kind.to_string());
            }
        }
        added
    }

    fn show_examples(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        let colour = editor.palette.text_dim;
        if self.show_heading(ui, editor, EXAMPLES, Icon::BookOpen, colour, examples::all().len()) {
            for example in examples::all() {
                if show_example(ui, &editor.palette, example) {
                    editor.push(EditorCommand::OpenExample(example.name.clone()));
                }
            }
        }
    }

    /// The heading of a section, which folds it; whether it is open.
    fn show_heading(
        &mut self,
        ui: &mut Ui,
        editor: &EditorContext<'_>,
        title: &str,
        icon: Icon,
        colour: egui::Color32,
        count: usize,
    ) -> bool {
        let is_open = !self.folded.contains(title);
        let response = row::heading(ui, &editor.palette, title, icon, colour, count, is_open);
        if response.clicked() {
            if is_open {
                self.folded.insert(title.to_owned());
            } else {
                self.folded.remove(title);
            }
        }
        is_open
    }
}

/// What the keyboard in the search asks for.
struct Wanted {
    kind: Option<String>,
    has_moved: bool,
}
