//! The graph: the canvas, and above it where one is when groups were entered.

use egui::{Frame, Margin, Panel, Ui};
use lucide_icons::Icon;

use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::theme::{fonts, scale};

/// The panel of the canvas.
#[derive(Default)]
pub struct GraphPanel;

impl GraphPanel {
    /// Draws the canvas.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        if !editor.graph.entered().is_empty() {
            breadcrumb(ui, editor);
        }
        let commands = editor.graph.show(ui, editor.session);
        editor.commands.extend(commands.into_iter().map(EditorCommand::Canvas));
    }
}

fn breadcrumb(ui: &mut Ui, editor: &mut EditorContext<'_>) {
    let frame = Frame::new().fill(editor.palette.panel).inner_margin(Margin::symmetric(scale::SPACE_2 as i8, 2));
    Panel::top("breadcrumb").frame(frame).show(ui, |ui| {
        ui.horizontal(|ui| {
            let entered = editor.graph.entered().to_vec();
            let mut leave_to = None;
            if ui.button("Main graph").clicked() {
                leave_to = Some(0);
            }
            for (depth, group) in entered.iter().enumerate() {
                ui.label(fonts::icon(Icon::ChevronRight).color(editor.palette.faint));
                if ui.button(group).clicked() {
                    leave_to = Some(depth + 1);
                }
            }
            if let Some(depth) = leave_to {
                editor.graph.leave_to(depth);
            }
        });
    });
}
