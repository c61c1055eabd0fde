//! The surface view: a height or a displacement under sun and sky, seen by a camera that turns about it.

use egui::{PointerButton, Response, Ui};
use glam::Vec3;

use super::Scene;
use super::canvas::Canvas;
use super::choices::Choices;
use crate::editor::view::{OrbitCamera, SurfaceSettings};

/// The sun: a little behind what is looked at, low enough to glitter, in radians.
const SUN_RAD: [f32; 2] = [3.6, 0.6];

/// The camera.
#[derive(Default)]
pub struct SolidView {
    camera: Option<OrbitCamera>,
}

impl SolidView {
    /// Shows the whole plane.
    pub const fn fit(&mut self) {
        self.camera = None;
    }

    /// Draws the surface.
    pub fn show(&mut self, ui: &Ui, response: &Response, scene: &Scene<'_>, choices: &Choices, canvas: &mut Canvas) {
        let plane = &scene.effect.manifest.plane;
        let width_m = plane.width_m as f32;
        let depth_m = width_m * plane.resolution[1] as f32 / plane.resolution[0].max(1) as f32;
        let centre_m = [plane.origin_m[0] as f32, plane.origin_m[1] as f32];
        let camera = self.camera.get_or_insert_with(|| OrbitCamera::framing(width_m, depth_m, Vec3::new(centre_m[0], 0.0, centre_m[1])));
        navigate(ui, response, camera, width_m.max(depth_m));
        let settings = SurfaceSettings {
            camera: *camera,
            size_m: [width_m, depth_m],
            centre_m,
            cells: scene.cells,
            value_channels: scene.output.value_type.channels() as u32,
            height_factor: choices.height_factor,
            style: choices.style,
            sun_rad: SUN_RAD,
        };
        canvas.paint_solid(ui, response.rect, scene.gpu, scene.picture, &settings);
    }
}

fn navigate(ui: &Ui, response: &Response, camera: &mut OrbitCamera, reach_m: f32) {
    let delta = response.drag_delta();
    let is_shifted = ui.input(|input| input.modifiers.shift);
    if response.dragged_by(PointerButton::Primary) && !is_shifted {
        camera.turn(delta.x, delta.y);
    } else if response.dragged() {
        let height = response.rect.height().max(1.0);
        camera.pan(delta.x / height, delta.y / height);
    }
    if response.contains_pointer() {
        let (scroll, zoom) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        camera.zoom((scroll / 200.0).exp() * zoom, reach_m);
    }
}
