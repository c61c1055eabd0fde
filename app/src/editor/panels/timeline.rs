//! The timeline: play, step, and where in time one is.

use eframe::egui::{Align, Layout, RichText, Slider, Ui};
use lucide_icons::Icon;
use wavewright_core::graph::Edit;

use crate::editor::action::Action;
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::widgets::{self, icon_button};

/// The panel of time.
#[derive(Default)]
pub struct TimelinePanel;

impl TimelinePanel {
    /// Draws the strip.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        ui.horizontal(|ui| {
            self.transport(ui, editor);
            ui.separator();
            self.frame_slider(ui, editor);
        });
    }

    fn transport(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        let is_playing = editor.session.stage().clock.is_playing();
        let (icon, words) = if is_playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
        if icon_button(ui, icon, words).clicked() {
            editor.push(EditorCommand::Do(Action::PlayPause));
        }
        if icon_button(ui, Icon::StepForward, "Step a frame").clicked() {
            editor.push(EditorCommand::Do(Action::StepFrame));
        }
        if icon_button(ui, Icon::RotateCcw, "Back to the start").clicked() {
            editor.push(EditorCommand::Do(Action::Rewind));
        }
        let timeline = &editor.session.document().timeline;
        let words = if timeline.looped { "Starts again at the end of its range" } else { "Plays on past the end of its range" };
        if widgets::icon_toggle(ui, timeline.looped, Icon::Repeat, words).clicked() {
            let timeline = wavewright_core::graph::Timeline { looped: !timeline.looped, ..timeline.clone() };
            editor.push(EditorCommand::Edit("Set loop".to_owned(), Edit::SetTimeline(timeline)));
        }
    }

    fn frame_slider(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        let [first, end] = editor.session.document().timeline.range;
        let fps = editor.session.document().timeline.fps;
        let shown = editor.session.stage().frame().unwrap_or(u64::from(first));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let measured = editor.session.stage().clock.frames_per_second();
            let rate = measured.map_or_else(|| format!("{fps:.0} fps"), |measured| format!("{measured:.0} of {fps:.0} fps"));
            ui.label(RichText::new(rate).color(editor.palette.text_dim));
            ui.label(RichText::new(format!("frame {shown} / {end}")).monospace());
            ui.spacing_mut().slider_width = (ui.available_width() - 24.0).max(40.0);
            let mut frame = shown;
            let last = u64::from(end.saturating_sub(1).max(first)).max(shown);
            let response = ui.add(Slider::new(&mut frame, u64::from(first)..=last).show_value(false)).on_hover_text("Frame");
            if response.changed() && frame != shown {
                editor.push(EditorCommand::Seek(frame));
            }
        });
    }
}
