//! The viewport: the picture of the output that is looked at, flat or as a surface.

mod canvas;
mod choices;
mod flat;
mod readback;
mod solid;
mod toolbar;

use std::collections::HashMap;
use std::sync::Arc;

use eframe::egui_wgpu::RenderState;
use egui::{Align, Label, Layout, Rect, RichText, Role, Sense, Ui, UiBuilder, WidgetInfo, vec2};
use lucide_icons::Icon;
use wavewright_core::compile::{Effect, Output};
use wavewright_core::gpu::{Gpu, Snapshot};
use wavewright_core::node::ValueType;

pub use choices::Choices;

use self::canvas::Canvas;
use self::flat::FlatView;
use self::readback::Readback;
use self::solid::SolidView;
use crate::editor::context::EditorContext;
use crate::editor::session::{Stage, shown};
use crate::editor::widgets::empty_state;
use crate::theme::scale;

/// The panel of the picture.
#[derive(Default)]
pub struct ViewportPanel {
    /// Draws into textures of the window, where it has a device.
    canvas: Option<Canvas>,
    /// What the artist chose, for each output.
    choices: HashMap<String, Choices>,
    flat: FlatView,
    solid: SolidView,
    readback: Readback,
}

/// What is shown, as the parts of the panel need it.
struct Scene<'a> {
    /// The window's device.
    gpu: &'a Gpu,
    stage: &'a Stage,
    /// The effect that made the picture.
    effect: &'a Effect,
    picture: &'a Arc<Snapshot>,
    output: &'a Output,
    /// Cells of the output's grid.
    cells: [u32; 2],
}

impl ViewportPanel {
    /// Shows pictures on this device from now on.
    pub fn connect(&mut self, state: RenderState) {
        self.canvas = Some(Canvas::new(state));
    }

    /// Another document: what was chosen for the old one's outputs means nothing.
    pub fn forget(&mut self) {
        let canvas = self.canvas.take();
        *self = Self { canvas, ..Self::default() };
    }

    /// The choices for an output.
    pub fn choices_mut(&mut self, output: &Output) -> &mut Choices {
        self.choices.entry(output.name.clone()).or_insert_with(|| Choices::for_output(output))
    }

    /// Figures of the output that is shown, as of lately.
    #[must_use]
    pub fn statistics(&self) -> Option<&crate::editor::view::Statistics> {
        self.readback.latest().map(|latest| &latest.statistics)
    }

    /// Draws the picture, or says what to do where there is none.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        let session = editor.session;
        let gpu = match session.gpu().and_then(|_| session.screen()) {
            Ok(gpu) => gpu,
            Err(reason) => return empty_state(ui, Icon::MonitorOff, "No picture", reason),
        };
        if session.is_held() {
            return empty_state(
                ui,
                Icon::ShieldAlert,
                "Not running",
                "This document may have stopped the program the last time. Play runs it.",
            );
        }
        let wanted = session.wanted_look();
        let stage = session.stage();
        let scene = stage.shown_effect().and_then(|effect| {
            // Until the picture that is wanted has come, the one from before stays.
            let wanted = shown(&effect.manifest, wanted.as_ref()).into_iter();
            let mut candidates = wanted.chain(&effect.manifest.outputs);
            let (output, picture) = candidates.find_map(|output| Some((output, stage.picture(&output.name)?)))?;
            Some(Scene { gpu, stage, effect, picture, output, cells: picture.size() })
        });
        let Some(scene) = scene else {
            let words = if session.is_compiling() { "Compiling\u{2026}" } else { "Click the eye of a node, or add an output node." };
            return empty_state(ui, Icon::Eye, "Nothing is shown", words);
        };
        if self.canvas.is_none() {
            return empty_state(ui, Icon::MonitorOff, "No picture", "The window has no graphics device.");
        }
        self.readback.update(ui, &scene, session.wake());
        self.show_scene(ui, editor, &scene);
    }

    fn show_scene(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>, scene: &Scene<'_>) {
        let choices = self.choices.entry(scene.output.name.clone()).or_insert_with(|| Choices::for_output(scene.output));
        let is_solid = choices.solid && can_be_solid(scene.output);
        toolbar::show(ui, editor, scene, choices, &mut self.flat, &mut self.solid);
        let room = ui.available_rect_before_wrap();
        let bar = scale::ROW_DENSE;
        let picture = Rect::from_min_max(room.min, room.max - vec2(0.0, bar));
        if picture.width() < 8.0 || picture.height() < 8.0 {
            return;
        }
        let response = ui.interact(picture, ui.scope_id().with("picture"), Sense::click_and_drag());
        let name = format!("Picture of {}", scene.output.title);
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        let Some(canvas) = &mut self.canvas else { return };
        let latest = self.readback.latest().filter(|latest| latest.output == scene.output.name);
        let words = if is_solid {
            self.solid.show(ui, &response, scene, choices, canvas);
            String::new()
        } else {
            self.flat.show(ui, &response, scene, choices, canvas, latest, editor)
        };
        let footer = Rect::from_min_max(picture.left_bottom(), room.max).shrink2(vec2(scale::SPACE_2, 0.0));
        // The figures keep their room; of what is under the cursor as much is shown as fits beside them.
        ui.scope_builder(UiBuilder::new().max_rect(footer).layout(Layout::right_to_left(Align::Center)), |ui| {
            toolbar::show_figures(ui, editor, scene, latest);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(RichText::new(words).monospace().color(editor.palette.text_dim)).truncate());
            });
        });
        ui.advance_cursor_after_rect(room);
    }
}

/// Heights and displacements have a third dimension.
fn can_be_solid(output: &Output) -> bool {
    matches!(output.value_type, ValueType::Number | ValueType::Vec3)
}
