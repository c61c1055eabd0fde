//! The flat view: zoom, pan, the value under the cursor, and the pointer that acts on the effect.

use egui::{PointerButton, Pos2, Rect, Response, Ui};
use glam::DVec2;
use wavewright_core::gpu::PointerInput;
use wavewright_core::graph::PortRef;
use wavewright_core::graph::edit::Gesture;

use super::Scene;
use super::canvas::Canvas;
use super::choices::Choices;
use crate::canvas::format_number;
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::reading::Latest;
use crate::editor::session::set_at;
use crate::editor::view::{PictureSettings, Placement, SceneCamera, Steering, Window};

/// The gesture of moving a scene's camera.
const STEER: Gesture = Gesture(22);

/// Where the grid lies in the panel, and whether the pointer is held.
#[derive(Default)]
pub struct FlatView {
    placement: Placement,
    /// The artist pressed on the picture and has not left it since: the effect's own track waits.
    holds_pointer: bool,
    /// The artist moves the camera of a scene.
    is_steering: bool,
}

impl FlatView {
    /// Shows the whole grid.
    pub const fn fit(&mut self) {
        self.placement.fit();
    }

    /// Draws the picture and returns what is under the cursor, in words.
    #[expect(clippy::too_many_arguments, reason = "what a frame of the view needs; a struct for one call would only rename them")]
    pub fn show(
        &mut self,
        ui: &Ui,
        response: &Response,
        scene: &Scene<'_>,
        choices: &Choices,
        canvas: &mut Canvas,
        latest: Option<&Latest>,
        editor: &mut EditorContext<'_>,
    ) -> String {
        let rect = response.rect;
        let window = window(rect, scene.cells);
        let camera = camera_of(scene, editor);
        self.navigate(ui, response, &window, camera.as_ref(), editor);
        self.hold_pointer(ui, response, &window, scene, camera.as_ref(), editor);
        let (corner, extent) = self.placement.corner_and_extent(&window);
        let (map, range) = choices.map_and_range(latest.map(|latest| &latest.statistics));
        let canvas_colour = editor.palette.canvas;
        let settings = PictureSettings {
            corner,
            extent,
            channels: choices.channels,
            value_channels: scene.output.value_type.channels() as u32,
            map,
            range,
            exposure_stops: choices.exposure_stops,
            tiled: choices.tiled,
            cells: scene.cells,
            ground: [canvas_colour.r(), canvas_colour.g(), canvas_colour.b()],
        };
        canvas.paint_flat(ui, rect, scene.gpu, scene.picture, &settings);
        let hovered = response.hover_pos().or_else(|| response.interact_pointer_pos());
        hovered.map(|pos| self.describe(pos, rect, &window, scene, camera.as_ref(), latest)).unwrap_or_default()
    }

    /// A scene is walked round, other pictures are moved; with Ctrl the wheel goes nearer to the picture itself.
    fn navigate(&mut self, ui: &Ui, response: &Response, window: &Window, camera: Option<&SceneCamera>, editor: &mut EditorContext<'_>) {
        if let Some(camera) = camera {
            self.steer(ui, response, camera, editor);
        }
        let is_panned = camera.is_none() && (response.dragged_by(PointerButton::Middle) || response.dragged_by(PointerButton::Secondary));
        if is_panned {
            self.placement.pan(window, in_points(response.drag_delta().to_pos2()));
        }
        if response.contains_pointer()
            && let Some(pos) = response.hover_pos()
        {
            let (scroll, zoom) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
            let scroll = if camera.is_some() { 0.0 } else { scroll };
            let factor = f64::from((scroll / 200.0).exp() * zoom);
            if (factor - 1.0).abs() > 1e-6 {
                self.placement.zoom(window, in_points(pos - response.rect.min.to_vec2()), factor);
            }
        }
    }

    /// Turns the camera of a scene, moves what it looks at, goes nearer: as edits of the node that takes the picture, or where something
    /// else is looked at as a move of the onlooker.
    fn steer(&mut self, ui: &Ui, response: &Response, camera: &SceneCamera, editor: &mut EditorContext<'_>) {
        let delta = in_points(response.drag_delta().to_pos2());
        let scroll = if response.contains_pointer() { ui.input(|input| input.smooth_scroll_delta().y) } else { 0.0 };
        let is_moved = delta != DVec2::ZERO;
        let edit = if is_moved && response.dragged_by(PointerButton::Secondary) {
            camera.turned(delta).map(|edit| ("Turn the camera", edit))
        } else if is_moved && response.dragged_by(PointerButton::Middle) {
            camera.panned(delta, f64::from(response.rect.height())).map(|edit| ("Move the camera", edit))
        } else if scroll != 0.0 {
            camera.nearer(f64::from(scroll / 200.0).exp()).map(|edit| ("Go nearer", edit))
        } else {
            None
        };
        let is_held = response.dragged_by(PointerButton::Secondary) || response.dragged_by(PointerButton::Middle);
        match edit {
            Some((_, Steering::Look(inputs))) => editor.push(EditorCommand::SteerLook(inputs)),
            Some((name, Steering::Edit(edit))) => {
                self.is_steering = true;
                editor.push(EditorCommand::EditIn(STEER, name.to_owned(), *edit));
            }
            None if self.is_steering && !is_held => {
                self.is_steering = false;
                editor.push(EditorCommand::EndGesture);
            }
            None => {}
        }
    }

    /// Pressing on the plane acts on the effect until the pointer leaves the picture.
    fn hold_pointer(
        &mut self,
        ui: &Ui,
        response: &Response,
        window: &Window,
        scene: &Scene<'_>,
        camera: Option<&SceneCamera>,
        editor: &mut EditorContext<'_>,
    ) {
        let is_pressed = response.is_pointer_button_down_on() && ui.input(|input| input.pointer.primary_down());
        self.holds_pointer |= is_pressed;
        if !self.holds_pointer {
            return;
        }
        let pos = if is_pressed { response.interact_pointer_pos() } else { response.hover_pos() };
        let Some(pos) = pos else {
            self.holds_pointer = false;
            return editor.push(EditorCommand::SetPointer(None));
        };
        let uv = self.placement.uv_at(window, in_points(pos - response.rect.min.to_vec2()));
        // What points past the ground leaves the pointer where it was.
        let Some(position_m) = place_at(uv, scene, camera) else { return };
        editor.push(EditorCommand::SetPointer(Some(PointerInput { position_m, pressed: is_pressed })));
    }

    fn describe(
        &self,
        pos: Pos2,
        rect: Rect,
        window: &Window,
        scene: &Scene<'_>,
        camera: Option<&SceneCamera>,
        latest: Option<&Latest>,
    ) -> String {
        let uv = self.placement.uv_at(window, in_points(pos - rect.min.to_vec2()));
        let ground = place_at(uv, scene, camera).map_or_else(String::new, |[x, z]| format!("  x {x:.2} z {z:.2} m"));
        let place = format!("u {:.3} v {:.3}{ground}", uv.x, uv.y);
        let inside = (0.0..1.0).contains(&uv.x) && (0.0..1.0).contains(&uv.y);
        match latest.filter(|_| inside) {
            Some(latest) => {
                let pixels = &latest.pixels;
                let column = ((uv.x * f64::from(pixels.width)) as usize).min(pixels.width.saturating_sub(1) as usize);
                let row = ((uv.y * f64::from(pixels.height)) as usize).min(pixels.height.saturating_sub(1) as usize);
                let count = pixels.channels as usize;
                let first = (row * pixels.width as usize + column) * count;
                let values = pixels.values.get(first..first + count).unwrap_or_default();
                let words: Vec<String> = values.iter().map(|value| format_number(f64::from(*value), false)).collect();
                format!("{place} \u{2192} {}", words.join("  "))
            }
            None => place,
        }
    }
}

fn window(rect: Rect, cells: [u32; 2]) -> Window {
    Window { size: in_points(rect.size().to_pos2()), cells: DVec2::new(f64::from(cells[0]), f64::from(cells[1])) }
}

fn in_points(pos: Pos2) -> DVec2 {
    DVec2::new(f64::from(pos.x), f64::from(pos.y))
}

/// The camera behind what is shown, where it is a scene.
fn camera_of(scene: &Scene<'_>, editor: &EditorContext<'_>) -> Option<SceneCamera> {
    let port = PortRef::try_from(scene.output.name.clone()).ok()?;
    let (document, specs) = (editor.session.document(), editor.session.catalog().as_ref());
    if set_at(document, specs, &port).is_some() {
        return Some(SceneCamera::of_look(document, specs, &editor.session.looks().camera));
    }
    SceneCamera::behind(document, specs, &port)
}

/// Where a uv of the picture lies on the plane, x and z in metres.
fn place_at(uv: DVec2, scene: &Scene<'_>, camera: Option<&SceneCamera>) -> Option<[f64; 2]> {
    match camera {
        Some(camera) => camera.ground_at(uv, f64::from(scene.cells[0]) / f64::from(scene.cells[1].max(1))),
        None => Some(metres(uv, scene)),
    }
}

/// Where a uv of the document's grid lies on the plane: x and z in metres.
fn metres(uv: DVec2, scene: &Scene<'_>) -> [f64; 2] {
    let plane = &scene.effect.manifest.plane;
    let depth_m = plane.width_m * f64::from(plane.resolution[1]) / f64::from(plane.resolution[0].max(1));
    [plane.origin_m[0] + (uv.x - 0.5) * plane.width_m, plane.origin_m[1] + (uv.y - 0.5) * depth_m]
}
