//! A frame of the canvas: shown while it alone is selected.

use egui::{Button, Color32, Id, RichText, Stroke, Ui, vec2};
use wavewright_core::graph::edit::in_group;
use wavewright_core::graph::{Edit, Frame};

use super::change::push;
use super::edited::Edited;
use super::{FIELD, GAP, layout, text};
use crate::editor::context::EditorContext;
use crate::editor::graph::colour_text;
use crate::theme::{self, scale};

/// Draws the text and the colour of the frame with this index.
pub fn show(ui: &mut Ui, editor: &mut EditorContext<'_>, group: Option<&str>, index: usize) {
    let Some(frame) = editor.session.document().graph_in(group).and_then(|graph| graph.frames.get(index)).cloned() else { return };
    ui.label(RichText::new("Frame").text_style(scale::title_style()));
    ui.label(RichText::new("A note behind nodes; what lies on it moves along.").color(editor.palette.text_dim));
    ui.add_space(GAP);
    let set = |frame: Frame| in_group(group, Edit::SetFrame { index, frame });
    let id = Id::unique(("frame text", group, index));
    let (_, edited) = text::lines(ui, id, "Text", &frame.text, "What these nodes do, and why", ui.available_width());
    push(editor, id, "Write on frame", edited.map(|text| set(Frame { text, ..frame.clone() })));
    layout::section(ui, "Colour", None, true, |ui| {
        if let Some(colour) = swatches(ui, editor, frame.colour.as_deref()) {
            push(editor, id.with("colour"), "Set colour", Edited::Done(set(Frame { colour, ..frame.clone() })));
        }
    });
}

/// A row of colours to choose from; `Some(None)` is none.
fn swatches(ui: &mut Ui, editor: &EditorContext<'_>, chosen: Option<&str>) -> Option<Option<String>> {
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        let plain = std::iter::once(("No colour", None));
        let coloured = theme::canvas_style(&editor.palette).swatches.into_iter().map(|(name, colour)| (name, Some(colour)));
        for (name, colour) in plain.chain(coloured) {
            let text = colour.map(colour_text);
            let button = Button::new("").fill(colour.unwrap_or(Color32::TRANSPARENT)).min_size(vec2(FIELD, FIELD));
            let is_chosen = text.as_deref() == chosen;
            let outline = if is_chosen { Stroke::new(2.0, editor.palette.accent) } else { Stroke::new(1.0, editor.palette.line) };
            if ui.add(button.selected(is_chosen).stroke(outline)).on_hover_text(name).accessible_name(name).clicked() {
                clicked = Some(text);
            }
        }
    });
    clicked
}
