//! WGSL: the generated code of the effect, of what is selected, or of one kernel; in colours, to be searched and copied.

mod text;

use std::sync::Arc;

use egui::{
    Align, Align2, Button, Color32, FontId, Key, KeyboardShortcut, Layout, Modifiers, Rect, RichText, Role, ScrollArea, Sense, TextEdit,
    Ui, WidgetInfo, pos2, vec2,
};
use lucide_icons::Icon;
use wavewright_core::compile::Effect;

use self::text::{CodeText, Part, kernels_of};
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::highlight::wgsl_layout;
use crate::editor::widgets;
use crate::theme::scale;

/// Opens the search in the text.
const FIND: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::F);
/// Size of the code, in points.
const SIZE: f32 = scale::TEXT_MONO;
/// Height of a line, in points.
const LINE: f32 = 17.0;

/// The panel of generated code.
#[derive(Default)]
pub struct CodePanel {
    part: Part,
    text: CodeText,
    /// What the text was made from.
    made_from: Option<(Arc<Effect>, Part, Vec<String>)>,
    /// The widest line in letters.
    widest: usize,
    search: Option<Find>,
    /// The line to bring into view.
    wanted_line: Option<usize>,
}

/// A search going on.
#[derive(Default)]
struct Find {
    typed: String,
    found: Vec<(usize, usize)>,
    current: usize,
    is_new: bool,
}

impl CodePanel {
    /// Draws the code.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        let Some(effect) = editor.session.stage().effect().cloned() else {
            return widgets::empty_state(ui, Icon::Code, "No code yet", "It appears when the graph has something to show.");
        };
        let has_pointer = ui.rect_contains_pointer(ui.max_rect());
        if (has_pointer || self.search.is_some()) && ui.input_mut(|input| input.consume_shortcut(&FIND)) {
            self.open_search();
        }
        self.bring_up_to_date(editor, &effect);
        self.show_bar(ui, editor, &effect);
        self.show_search(ui, editor);
        if self.text.lines.is_empty() {
            let words = match self.part {
                Part::Selection => "Select a node that does work in the effect. What is muted or leads to no output has none.",
                Part::Effect | Part::Kernel(_) => "The effect has no kernels.",
            };
            return widgets::empty_state(ui, Icon::Code, "No code", words);
        }
        self.show_text(ui, editor);
    }

    fn open_search(&mut self) {
        let typed = self.search.take().map(|search| search.typed).unwrap_or_default();
        self.search = Some(Find { is_new: true, found: self.text.find(&typed), typed, current: 0 });
    }

    fn bring_up_to_date(&mut self, editor: &EditorContext<'_>, effect: &Arc<Effect>) {
        let selected: Vec<String> = match self.part {
            Part::Selection => {
                let selected = editor.graph.selected_nodes(editor.session);
                selected.iter().filter_map(|id| editor.graph.unfolded_id(editor.session, id)).collect()
            }
            Part::Effect | Part::Kernel(_) => Vec::new(),
        };
        let is_known = self
            .made_from
            .as_ref()
            .is_some_and(|(known, part, nodes)| Arc::ptr_eq(known, effect) && *part == self.part && *nodes == selected);
        if is_known {
            return;
        }
        if let Part::Kernel(entry) = &self.part
            && !effect.manifest.kernels.iter().any(|kernel| kernel.entry == *entry)
        {
            self.part = Part::Effect;
        }
        self.text = match &self.part {
            Part::Effect => CodeText::of(effect, None),
            Part::Selection => CodeText::of(effect, Some(&kernels_of(effect, &selected))),
            Part::Kernel(entry) => {
                let kernels: Vec<_> = effect.manifest.kernels.iter().filter(|kernel| kernel.entry == *entry).collect();
                CodeText::of(effect, Some(&kernels))
            }
        };
        self.widest = self.text.lines.iter().map(|(_, line)| line.chars().count()).max().unwrap_or_default();
        self.made_from = Some((Arc::clone(effect), self.part.clone(), selected));
        if let Some(search) = &mut self.search {
            search.found = self.text.find(&search.typed);
            search.current = search.current.min(search.found.len().saturating_sub(1));
        }
    }

    fn show_bar(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>, effect: &Effect) {
        ui.horizontal(|ui| {
            for (part, words) in [(Part::Effect, "Whole effect"), (Part::Selection, "Selected node")] {
                if ui.add(Button::selectable(self.part == part, words)).clicked() {
                    self.part = part;
                }
            }
            let title = match &self.part {
                Part::Kernel(entry) => entry.clone(),
                Part::Effect | Part::Selection => "Pass".to_owned(),
            };
            ui.menu_button(title, |ui| {
                ScrollArea::vertical().max_height(320.0).show(ui, |ui| {
                    for kernel in &effect.manifest.kernels {
                        let is_shown = self.part == Part::Kernel(kernel.entry.clone());
                        let response = ui.add(Button::selectable(is_shown, RichText::new(&kernel.entry).monospace()));
                        if response.on_hover_text(kernel.nodes.join(", ")).clicked() {
                            self.part = Part::Kernel(kernel.entry.clone());
                            ui.close();
                        }
                    }
                });
            });
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if widgets::icon_button(ui, Icon::Copy, "Copy this code").clicked() {
                    editor.push(EditorCommand::CopyText(self.text.joined()));
                }
                if widgets::icon_button(ui, Icon::Search, "Find in the code (Ctrl+F)").clicked() {
                    self.open_search();
                }
                let statistics = editor.session.statistics();
                let mebibytes = statistics.bytes_per_step as f64 * f64::from(effect.manifest.clock.substeps.max(1)) / f64::from(1 << 20);
                let lines = self.text.lines.iter().filter(|(number, _)| number.is_some()).count();
                let passes = statistics.passes_per_step * u64::from(effect.manifest.clock.substeps.max(1));
                let words = format!("{lines} lines \u{b7} {passes} passes and {mebibytes:.1} MB a frame");
                ui.label(RichText::new(words).color(editor.palette.text_dim));
            });
        });
        ui.add_space(scale::SPACE_1);
    }

    fn show_search(&mut self, ui: &mut Ui, editor: &EditorContext<'_>) {
        let Some(search) = &mut self.search else { return };
        let mut is_closed = false;
        ui.horizontal(|ui| {
            let field = ui.add(TextEdit::singleline(&mut search.typed).hint_text("Find").desired_width(220.0));
            field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Find in the code"));
            if std::mem::take(&mut search.is_new) {
                field.request_focus();
            }
            let mut step = 0_isize;
            if field.changed() {
                search.found = self.text.find(&search.typed);
                search.current = 0;
                self.wanted_line = search.found.first().map(|(line, _)| *line);
            } else if field.lost_focus() {
                let (enter, shift, escape) =
                    ui.input(|input| (input.key_pressed(Key::Enter), input.modifiers.shift, input.key_pressed(Key::Escape)));
                is_closed = escape;
                if enter {
                    step = if shift { -1 } else { 1 };
                    field.request_focus();
                }
            }
            step -= isize::from(widgets::icon_button(ui, Icon::ArrowUp, "The one before (Shift+Enter)").clicked());
            step += isize::from(widgets::icon_button(ui, Icon::ArrowDown, "The next one (Enter)").clicked());
            let count = search.found.len();
            if step != 0 && count > 0 {
                search.current = (search.current as isize + step).rem_euclid(count as isize) as usize;
                self.wanted_line = Some(search.found[search.current].0);
            }
            let words = match (count, search.typed.is_empty()) {
                (_, true) => String::new(),
                (0, false) => "not found".to_owned(),
                _ => format!("{} of {count}", search.current + 1),
            };
            ui.label(RichText::new(words).color(editor.palette.text_dim));
            is_closed |= widgets::icon_button(ui, Icon::X, "Close the search").clicked();
        });
        ui.add_space(scale::SPACE_1);
        if is_closed {
            self.search = None;
        }
    }

    fn show_text(&mut self, ui: &mut Ui, editor: &EditorContext<'_>) {
        let palette = &editor.palette;
        let font = FontId::monospace(SIZE);
        let letter = ui.fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
        let digits = self.text.lines.iter().rev().find_map(|(number, _)| *number).unwrap_or(1).ilog10() as f32 + 1.0;
        let gutter = (digits + 2.0) * letter;
        let ground = ui.available_rect_before_wrap();
        ui.painter().rect_filled(ground, scale::ROUNDING, palette.canvas);
        let mut area = ScrollArea::both().id_salt("wgsl").auto_shrink(false);
        if let Some(line) = self.wanted_line.take() {
            let wanted = line as f32 * LINE - 0.4 * ground.height();
            area = area.vertical_scroll_offset(wanted.max(0.0));
        }
        let width = gutter + (self.widest as f32 + 2.0) * letter;
        ui.spacing_mut().item_spacing.y = 0.0;
        area.show_rows(ui, LINE, self.text.lines.len(), |ui, rows| {
            for (place, (number, line)) in rows.clone().zip(&self.text.lines[rows]) {
                let (rect, response) = ui.allocate_exact_size(vec2(width.max(ui.available_width()), LINE), Sense::hover());
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, line));
                self.mark_found(ui, editor, place, rect.left_top() + vec2(gutter, 0.0), letter);
                let middle = rect.center().y;
                let Some(number) = number else {
                    let place = pos2(rect.left() + gutter, middle);
                    ui.painter().text(place, Align2::LEFT_CENTER, "\u{22ee}", font.clone(), palette.faint);
                    continue;
                };
                let place = pos2(rect.left() + gutter - letter, middle);
                ui.painter().text(place, Align2::RIGHT_CENTER, number.to_string(), font.clone(), palette.faint);
                let job = wgsl_layout(line, palette, SIZE);
                let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
                let top = middle - 0.5 * galley.size().y;
                ui.painter().galley(pos2(rect.left() + gutter, top), galley, palette.text);
            }
        });
    }

    /// Grounds behind what was found in a line, whose text begins at `left_top`.
    fn mark_found(&self, ui: &Ui, editor: &EditorContext<'_>, line: usize, left_top: egui::Pos2, letter: f32) {
        let Some(search) = self.search.as_ref().filter(|search| !search.found.is_empty()) else { return };
        let first = search.found.partition_point(|(found, _)| *found < line);
        for (place, (_, start)) in search.found.iter().enumerate().skip(first).take_while(|(_, (found, _))| *found == line) {
            let text = &self.text.lines[line].1;
            let column = text.get(..*start).map_or(*start, |before| before.chars().count()) as f32;
            let length = search.typed.chars().count() as f32;
            let rect = Rect::from_min_size(left_top + vec2(column * letter, 1.0), vec2(length * letter, LINE - 2.0));
            let colour: Color32 =
                if place == search.current { editor.palette.accent.gamma_multiply(0.45) } else { editor.palette.accent_fill };
            ui.painter().rect_filled(rect, 2.0, colour);
        }
    }
}
