//! The status bar: what is going on, and what the effect costs.

use egui::{Align, Frame, Layout, Margin, Panel, RichText, Ui};

use crate::editor::action::Action;
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::panels::PanelKind;
use crate::theme::scale;

/// Draws the bar.
pub fn show(ui: &mut Ui, editor: &mut EditorContext<'_>) {
    let frame = Frame::new().fill(editor.palette.panel).inner_margin(Margin::symmetric(scale::SPACE_2 as i8, 3));
    Panel::bottom("status bar").frame(frame).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(RichText::new(doing(editor)).color(editor.palette.text_dim));
            let errors = editor.session.problems().error_count();
            if errors > 0 {
                let words = if errors == 1 { "1 error".to_owned() } else { format!("{errors} errors") };
                if ui.button(RichText::new(words).color(editor.palette.error)).clicked() {
                    editor.push(EditorCommand::Do(Action::Panel(PanelKind::Problems)));
                }
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| costs(ui, editor));
        });
    });
}

fn doing(editor: &EditorContext<'_>) -> String {
    let session = editor.session;
    if session.is_loading() {
        return "Opening\u{2026}".to_owned();
    }
    if session.file().is_saving() {
        return "Saving\u{2026}".to_owned();
    }
    if session.is_compiling() {
        return "Compiling\u{2026}".to_owned();
    }
    let plane = &session.document().grid;
    let nodes = session.document().nodes.len();
    let [width, height] = plane.resolution;
    format!("{nodes} nodes \u{b7} {width} \u{d7} {height} cells \u{b7} {} m", plane.width_m)
}

fn costs(ui: &mut Ui, editor: &EditorContext<'_>) {
    let dim = editor.palette.text_dim;
    let adapter = match editor.session.gpu() {
        Ok(gpu) => gpu.report().name,
        Err(_) => "no graphics device".to_owned(),
    };
    ui.label(RichText::new(adapter).color(dim));
    if editor.session.stage().effect().is_none() {
        return;
    }
    let statistics = editor.session.statistics();
    let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    ui.label(RichText::new(format!("{:.1} MB on the device", mebibytes(statistics.memory_bytes))).color(dim));
    ui.label(RichText::new(format!("{:.1} MB a step", mebibytes(statistics.bytes_per_step))).color(dim));
    let passes = match statistics.draws_per_step {
        0 => format!("{} passes", statistics.passes_per_step),
        draws => format!("{} passes, {draws} draws", statistics.passes_per_step),
    };
    ui.label(RichText::new(passes).color(dim));
    ui.label(RichText::new(format!("compiled in {:.0} ms", editor.session.compile_took_s() * 1e3)).color(dim));
}
