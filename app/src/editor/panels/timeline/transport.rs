//! The controls: play, step, back, loop, range and rate.

use egui::{Align, DragValue, Layout, RichText, Ui};
use lucide_icons::Icon;
use wavewright_core::graph::edit::Gesture;
use wavewright_core::graph::{Edit, Timeline, limits};

use crate::editor::action::Action;
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::session::Pace;
use crate::editor::widgets::{icon_button, icon_toggle};

/// The gesture of dragging a number of the timeline.
const SET_TIMELINE: Gesture = Gesture(20);

/// Draws the row.
pub fn show(ui: &mut Ui, editor: &mut EditorContext<'_>) {
    ui.horizontal(|ui| {
        let is_playing = editor.session.stage().is_playing() && !editor.session.is_held();
        let (icon, words) = if is_playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
        if icon_button(ui, icon, words).clicked() {
            editor.push(EditorCommand::Do(Action::PlayPause));
        }
        if icon_button(ui, Icon::StepForward, "Step a frame").clicked() {
            editor.push(EditorCommand::Do(Action::StepFrame));
        }
        if icon_button(ui, Icon::SkipBack, "Back to the start").clicked() {
            editor.push(EditorCommand::Do(Action::Rewind));
        }
        let timeline = editor.session.document().timeline.clone();
        let words = if timeline.looped { "Starts again at the end of its range" } else { "Plays on past the end of its range" };
        if icon_toggle(ui, timeline.looped, Icon::Repeat, words).clicked() {
            let timeline = Timeline { looped: !timeline.looped, ..timeline.clone() };
            editor.push(EditorCommand::Edit("Set loop".to_owned(), Edit::SetTimeline(timeline)));
        }
        let is_every = editor.session.stage().pace() == Pace::EveryFrame;
        let words = if is_every { "Shows every frame, however long it takes" } else { "Plays at real speed where the machine can" };
        if icon_toggle(ui, is_every, Icon::Film, words).clicked() {
            editor.push(EditorCommand::Do(Action::TogglePace));
        }
        show_range(ui, editor, &timeline);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| show_readout(ui, editor, &timeline));
    });
}

fn show_range(ui: &mut Ui, editor: &mut EditorContext<'_>, timeline: &Timeline) {
    let mut edited = timeline.clone();
    ui.separator();
    let [mut first, mut end] = edited.range;
    let one = ui.add(DragValue::new(&mut first).range(0..=end.saturating_sub(1)).prefix("from ")).on_hover_text("First frame");
    let other =
        ui.add(DragValue::new(&mut end).range(first + 1..=limits::LAST_FRAME).prefix("to ")).on_hover_text("The frame after the last");
    edited.range = [first, end];
    let mut fps = edited.fps;
    let rate = ui.add(DragValue::new(&mut fps).range(limits::FPS).speed(0.25).suffix(" fps")).on_hover_text("Frames a second");
    edited.fps = fps;
    let mut substeps = edited.substeps;
    let steps = ui.add(DragValue::new(&mut substeps).range(limits::SUBSTEPS).speed(0.05).prefix("\u{d7} "));
    let steps = steps.on_hover_text("Steps of the simulation for each frame");
    edited.substeps = substeps;
    let responses = [one, other, rate, steps];
    if edited != *timeline {
        editor.push(EditorCommand::EditIn(SET_TIMELINE, "Set time".to_owned(), Edit::SetTimeline(edited)));
    }
    if responses.iter().any(|response| response.drag_stopped() || response.lost_focus()) {
        editor.push(EditorCommand::EndGesture);
    }
}

fn show_readout(ui: &mut Ui, editor: &EditorContext<'_>, timeline: &Timeline) {
    let stage = editor.session.stage();
    let rate = match stage.frames_per_second() {
        Some(measured) => format!("{measured:.0} fps, {:.2}\u{d7}", measured / timeline.fps),
        None => String::new(),
    };
    ui.label(RichText::new(rate).color(editor.palette.text_dim));
    if stage.is_seeking() {
        ui.spinner();
    }
    let frame = stage.frame().map_or_else(|| "\u{2013}".to_owned(), |frame| frame.to_string());
    ui.label(RichText::new(format!("frame {frame} / {}", timeline.range[1])).monospace());
}
