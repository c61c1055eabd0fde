//! The document's own settings: shown while no node is selected.

use egui::{Id, RichText, Ui, vec2};
use wavewright_core::graph::limits::{FPS, LAST_FRAME, ORIGIN_M, RESOLUTION, SUBSTEPS, WIDTH_M};
use wavewright_core::graph::{Edit, GridSettings, Timeline};

use super::change::push;
use super::number::NumberField;
use super::vector::{VectorEdit, VectorField};
use super::{FIELD, GAP, choice, layout, text};
use crate::canvas::NumberTraits;
use crate::editor::context::EditorContext;
use crate::theme::scale;

/// Resolutions that the menu offers.
const SIDES: [u32; 6] = [64, 128, 256, 512, 1024, 2048];

/// Draws the settings.
pub fn show(ui: &mut Ui, editor: &mut EditorContext<'_>) {
    let document = std::sync::Arc::clone(editor.session.document());
    ui.label(RichText::new("Document").text_style(scale::title_style()));
    ui.label(RichText::new("Select a node to see its inputs.").color(editor.palette.text_dim));
    ui.add_space(GAP);
    let id = Id::unique("document description");
    let (_, edited) =
        text::lines(ui, id, "Description", &document.description, "What the effect is, in a sentence or two", ui.available_width());
    push(editor, id, "Describe the document", edited.map(Edit::SetDescription));
    layout::section(ui, "Simulation plane", None, true, |ui| plane(ui, editor, &document.grid));
    layout::section(ui, "Time", None, true, |ui| time(ui, editor, &document.timeline));
    layout::section(ui, "Random numbers", None, true, |ui| {
        let traits = whole(None, 0.0, f64::from(u32::MAX));
        let tooltip = "Seed of the document's random numbers: another seed, another of everything that is random.";
        number(ui, editor, "seed", tooltip, f64::from(document.seed), &traits, false, &|seed| Edit::SetSeed(seed as u32));
    });
}

fn plane(ui: &mut Ui, editor: &mut EditorContext<'_>, grid: &GridSettings) {
    let traits = whole(Some("cells"), f64::from(*RESOLUTION.start()), f64::from(*RESOLUTION.end()));
    for (index, name) in ["cells along x", "cells along z"].into_iter().enumerate() {
        let tooltip = "Square cells of the grid along this side. More cells show finer detail and cost more.";
        number(ui, editor, name, tooltip, f64::from(grid.resolution[index]), &traits, true, &|cells| {
            let mut grid = grid.clone();
            grid.resolution[index] = cells as u32;
            Edit::SetGrid(grid)
        });
    }
    layout::line(ui, "common sizes", "Both sides at once.", |ui, width| {
        let words: Vec<String> = SIDES.iter().map(|side| format!("{side} \u{d7} {side}")).collect();
        let chosen = SIDES.iter().position(|side| grid.resolution == [*side; 2]);
        let [across, down] = grid.resolution;
        let shown = format!("{across} \u{d7} {down}");
        let (_, edited) = choice::choice(ui, Id::unique("document sides"), "Common sizes", &shown, &words, chosen, width);
        let edited = edited.map(|index| Edit::SetGrid(GridSettings { resolution: [SIDES[index]; 2], ..grid.clone() }));
        push(editor, Id::unique("document sides"), "Set the resolution", edited);
    });
    let traits = NumberTraits { unit: Some("m".into()), range: Some((*WIDTH_M.start(), f64::INFINITY)), whole: false };
    number(ui, editor, "width", "Width of the plane along x.", grid.width_m, &traits, false, &|width_m| {
        Edit::SetGrid(GridSettings { width_m: width_m.clamp(*WIDTH_M.start(), *WIDTH_M.end()), ..grid.clone() })
    });
    let id = Id::unique("document origin");
    layout::line(ui, "centre", "Where the middle of the plane is: x and z.", |ui, width| {
        let traits = NumberTraits { unit: Some("m".into()), range: None, whole: false };
        let field =
            VectorField { id, name: "centre", components: &grid.origin_m, mixed: &[], traits: &traits, letters: ["x", "z", "", ""] };
        let (_, edited) = field.show(ui, width);
        let edited = edited.map(|edit| {
            let mut origin_m = grid.origin_m;
            match edit {
                VectorEdit::Component(index, number) => origin_m[index] = number,
                VectorEdit::All(numbers) => origin_m = [numbers[0], numbers[1]],
            }
            Edit::SetGrid(GridSettings {
                origin_m: origin_m.map(|metres| metres.clamp(*ORIGIN_M.start(), *ORIGIN_M.end())),
                ..grid.clone()
            })
        });
        push(editor, id, "Move the plane", edited);
    });
    let words = format!("A cell is {} across.", length(grid.cell_m()));
    ui.label(RichText::new(words).size(scale::TEXT_SMALL).color(editor.palette.text_dim));
}

fn length(metres: f64) -> String {
    if metres >= 1.0 {
        format!("{metres:.2} m")
    } else if metres >= 0.01 {
        format!("{:.1} cm", metres * 100.0)
    } else {
        format!("{:.2} mm", metres * 1000.0)
    }
}

fn time(ui: &mut Ui, editor: &mut EditorContext<'_>, timeline: &Timeline) {
    let traits = NumberTraits { unit: Some("fps".into()), range: Some((1.0, 240.0)), whole: false };
    number(ui, editor, "frame rate", "Frames a second.", timeline.fps, &traits, true, &|fps| {
        Edit::SetTimeline(Timeline { fps: fps.clamp(*FPS.start(), *FPS.end()), ..timeline.clone() })
    });
    let traits = whole(None, f64::from(*SUBSTEPS.start()), 16.0);
    let tooltip = "Steps of the simulation in a frame: more are steadier and cost more.";
    number(ui, editor, "steps a frame", tooltip, f64::from(timeline.substeps), &traits, true, &|steps| {
        let substeps = (steps as u32).clamp(*SUBSTEPS.start(), *SUBSTEPS.end());
        Edit::SetTimeline(Timeline { substeps, ..timeline.clone() })
    });
    let [first, end] = timeline.range;
    let traits = whole(None, 0.0, f64::from(end.saturating_sub(1)));
    number(ui, editor, "first frame", "Playing and exporting begin here.", f64::from(first), &traits, true, &|frame| {
        Edit::SetTimeline(Timeline { range: [frame as u32, end], ..timeline.clone() })
    });
    let traits = whole(None, f64::from(first + 1), f64::INFINITY);
    number(ui, editor, "end", "The frame after the last.", f64::from(end), &traits, true, &|frame| {
        Edit::SetTimeline(Timeline { range: [first, (frame as u32).min(LAST_FRAME)], ..timeline.clone() })
    });
    let id = Id::unique("document loop");
    layout::line(ui, "loop", "Whether playing starts again at the end.", |ui, _| {
        let (_, edited) = choice::switch(ui, id, "loop", Some(timeline.looped));
        push(editor, id, "Loop", edited.map(|looped| Edit::SetTimeline(Timeline { looped, ..timeline.clone() })));
    });
    let seconds = f64::from(end - first.min(end)) / timeline.fps;
    let words = format!("{} frames, {seconds:.2} s; a step is {:.3} ms.", end - first.min(end), timeline.dt_s() * 1e3);
    ui.label(RichText::new(words).size(scale::TEXT_SMALL).color(editor.palette.text_dim));
}

/// Whole numbers from `least` to `most`.
fn whole(unit: Option<&str>, least: f64, most: f64) -> NumberTraits {
    NumberTraits { unit: unit.map(Into::into), range: Some((least, most.max(least))), whole: true }
}

/// A row with a number; one that `waits` is told when the drag is over.
#[expect(clippy::too_many_arguments, reason = "a table of settings, a line each")]
fn number(
    ui: &mut Ui,
    editor: &mut EditorContext<'_>,
    name: &str,
    tooltip: &str,
    value: f64,
    traits: &NumberTraits,
    waits: bool,
    edit: &dyn Fn(f64) -> Edit,
) {
    let id = Id::unique(("document", name));
    let edited = layout::line(ui, name, tooltip, |ui, width| {
        let field = NumberField::new(id, name, value, traits);
        let field = if waits { field.told_at_the_end() } else { field };
        field.show(ui, vec2(width, FIELD)).1
    });
    // Arrow keys and typing have no limits of their own.
    let (low, high) = traits.range.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
    let fits = |value: f64| if traits.whole { value.clamp(low, high) } else { value };
    push(editor, id, &format!("Set {name}"), edited.map(|value| edit(fits(value))));
}
