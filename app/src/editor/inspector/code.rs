//! WGSL in a field: coloured, with its lines numbered and what is wrong with it at its line.
//!
//! Text that can be read is told at once, so that the effect follows. Text that can't be read would take the node out of the effect, so it
//! waits until typing pauses or the field loses the keyboard: while a word is half typed the last good text runs on.

use std::ops::Range;
use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{
    Align2, FontFamily, FontId, Frame, Galley, Id, Key, KeyboardShortcut, Margin, Modifiers, Pos2, Rect, RichText, Shape, Stroke,
    TextBuffer, TextEdit, Ui, pos2, vec2,
};
use lucide_icons::Icon;
use wavewright_core::Diagnostic;
use wavewright_core::graph::Node;
use wavewright_core::node::{Catalog, SpecSource};

use super::edited::Edited;
use crate::editor::highlight::{error_ground, wgsl_layout};
use crate::theme::{self, Palette, fonts, mix, scale};

/// Kinds of nodes whose text is code.
pub const KINDS: [&str; 2] = ["code", "expression"];
/// How long typing must pause before text that can't be read is told, in seconds.
const PAUSE_S: f64 = 0.8;
/// Room for numbers of lines, in points.
const GUTTER: f32 = 26.0;

/// Text that can't be read and was not told yet.
#[derive(Clone)]
struct Draft {
    text: String,
    /// The document's text when it was typed: another one takes its place.
    behind: String,
    typed_s: f64,
}

/// What is wrong with texts, found out once for each.
#[derive(Default)]
pub struct Checked {
    known: Option<(Arc<Catalog>, Node, Option<Diagnostic>)>,
}

impl Checked {
    /// What is wrong with the text of `node`, if anything.
    pub fn problem(&mut self, catalog: &Arc<Catalog>, node: Node) -> Option<Diagnostic> {
        if let Some((of, known, problem)) = &self.known
            && Arc::ptr_eq(of, catalog)
            && known.inputs == node.inputs
            && known.kind == node.kind
        {
            return problem.clone();
        }
        let problem = catalog.spec_for(&node).err();
        self.known = Some((Arc::clone(catalog), node, problem.clone()));
        problem
    }
}

/// Shows the field. `problem` says what is wrong with a text.
pub fn show(
    ui: &mut Ui,
    id: Id,
    name: &str,
    held: &str,
    rows: usize,
    problem: &mut dyn FnMut(&str) -> Option<Diagnostic>,
    width: f32,
) -> Edited<String> {
    let now_s = ui.input(|input| input.time);
    let draft = ui.data(|data| data.get_temp::<Draft>(id)).filter(|draft| draft.behind == held);
    let mut text = draft.as_ref().map_or_else(|| held.to_owned(), |draft| draft.text.clone());
    let before = problem(&text);
    let response = editor(ui, id, name, &mut text, rows, before.as_ref(), width);
    let wrong = if response.changed() { problem(&text) } else { before };
    if let Some(wrong) = &wrong {
        message(ui, wrong);
    }
    if response.changed() {
        if wrong.is_none() {
            ui.data_mut(|data| data.remove::<Draft>(id));
            return Edited::Running(text);
        }
        ui.data_mut(|data| data.insert_temp(id, Draft { text, behind: held.to_owned(), typed_s: now_s }));
        ui.ctx().request_repaint_after_secs(PAUSE_S as f32);
        return Edited::Nothing;
    }
    let is_over = response.lost_focus();
    match draft.filter(|draft| is_over || !response.has_focus() || now_s - draft.typed_s >= PAUSE_S) {
        Some(draft) => {
            ui.data_mut(|data| data.remove::<Draft>(id));
            if is_over { Edited::Done(draft.text) } else { Edited::Running(draft.text) }
        }
        None if is_over => Edited::Ended,
        None => Edited::Nothing,
    }
}

fn editor(ui: &mut Ui, id: Id, name: &str, text: &mut String, rows: usize, wrong: Option<&Diagnostic>, width: f32) -> egui::Response {
    let palette = theme::palette(ui.ctx());
    let has_focus = ui.memory(|memory| memory.has_focus(id));
    let outline = if has_focus { palette.accent } else { mix(palette.field, palette.line, 0.8) };
    let is_formula = rows == 1;
    let is_single = is_formula && !text.contains('\n');
    let gutter = if is_single { 0.0 } else { GUTTER };
    let room = Margin { left: (6.0 + gutter) as i8, right: 6, top: 4, bottom: 4 };
    let frame = Frame::new().fill(palette.field).stroke(Stroke::new(1.0, outline)).corner_radius(scale::ROUNDING).inner_margin(room);
    frame
        .show(ui, |ui| {
            let inner = width - room.sum().x - 2.0;
            ui.set_width(inner);
            let below = ui.painter().add(Shape::Noop);
            let mut layouter = |ui: &Ui, buffer: &dyn TextBuffer, wrap_width: f32| {
                let mut job: LayoutJob = wgsl_layout(buffer.as_str(), &theme::palette(ui.ctx()), scale::TEXT_MONO);
                job.wrap.max_width = wrap_width;
                job.keep_trailing_whitespace = true;
                ui.fonts_mut(|fonts| fonts.layout_job(job))
            };
            let output = TextEdit::multiline(text)
                .id(id)
                .code_editor()
                // Tab indents code; in a formula it goes on to the next field, and Enter is the end.
                .lock_focus(!is_formula)
                .return_key(KeyboardShortcut::new(if is_formula { Modifiers::SHIFT } else { Modifiers::NONE }, Key::Enter))
                .frame(Frame::NONE)
                .desired_rows(rows)
                .desired_width(inner)
                .layouter(&mut layouter)
                .show(ui);
            let line = wrong.and_then(|wrong| wrong.place.as_ref()).map(|place| place.line);
            let response = output.response.response.accessible_name(name);
            if is_formula && response.has_focus() && ui.input(|input| input.key_pressed(Key::Enter) && input.modifiers.is_none()) {
                response.surrender_focus();
            }
            let mut shapes = Vec::new();
            let rows = line_rows(&output.galley);
            if let Some(row) = line.and_then(|line| rows.get(line.saturating_sub(1)).or(rows.last())) {
                let y = output.galley_pos.y;
                let ground = response.rect.expand2(vec2(4.0, 0.0));
                let rect = Rect::from_x_y_ranges(ground.left() - gutter..=ground.right(), y + row.start..=y + row.end);
                shapes.push(Shape::rect_filled(rect, 2.0, error_ground(&palette)));
            }
            ui.painter().set(below, Shape::Vec(shapes));
            if gutter > 0.0 {
                number_lines(ui, &palette, &rows, output.galley_pos, response.rect.left() - 8.0, line);
            }
            response
        })
        .inner
}

fn number_lines(ui: &Ui, palette: &Palette, rows: &[Range<f32>], origin: Pos2, right: f32, wrong: Option<usize>) {
    let font = FontId::new(scale::TEXT_SMALL, FontFamily::Monospace);
    for (index, row) in rows.iter().enumerate() {
        let colour = if wrong == Some(index + 1) { palette.error } else { palette.text_dim };
        let height = row.end - row.start;
        let at = pos2(right, origin.y + row.start + (0.5 * height).min(8.0));
        ui.painter().text(at, Align2::RIGHT_CENTER, index + 1, font.clone(), colour);
    }
}

/// From where to where each line of the text reaches, wrapped or not.
fn line_rows(galley: &Galley) -> Vec<Range<f32>> {
    let mut lines: Vec<Range<f32>> = Vec::new();
    let mut is_new = true;
    for row in &galley.rows {
        let rect = row.rect();
        match lines.last_mut() {
            Some(line) if !is_new => line.end = rect.bottom(),
            _ => lines.push(rect.top()..rect.bottom()),
        }
        is_new = row.ends_with_newline;
    }
    lines
}

fn message(ui: &mut Ui, wrong: &Diagnostic) {
    let palette = theme::palette(ui.ctx());
    let line = wrong.place.as_ref().map(|place| format!("line {}: ", place.line)).unwrap_or_default();
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
        ui.label(fonts::icon(Icon::CircleAlert).size(12.0).color(palette.error));
        ui.vertical(|ui| {
            ui.label(RichText::new(format!("{line}{}", wrong.message)).size(scale::TEXT_SMALL + 1.0).color(palette.error));
            if !wrong.help.is_empty() {
                ui.label(RichText::new(&wrong.help).size(scale::TEXT_SMALL + 1.0).color(palette.text_dim));
            }
        });
    });
}
