//! The small map of everything in a corner.

use egui::epaint::Mesh;
use egui::{Pos2, Rect, Stroke, Vec2, pos2, vec2};

use super::super::gesture::Gesture;
use super::super::session::Session;
use super::super::state::CanvasState;
use super::super::view::View;
use super::{Brush, add_quad, mixed};

const SIZE: Vec2 = vec2(176.0, 116.0);
const BORDER: f32 = 12.0;
/// A canvas smaller than this has no room for a map.
const LEAST_CANVAS: Vec2 = vec2(420.0, 300.0);

/// Where the map is, and how it shows the canvas.
#[derive(Clone, Copy, Debug)]
struct Map {
    rect: Rect,
    centre: Pos2,
    scale: f32,
}

impl Map {
    /// The map; `None` where it would not help: a small window, nothing there, or all in view.
    fn new(session: &Session<'_>) -> Option<Self> {
        let canvas = session.screen.rect;
        if canvas.width() < LEAST_CANVAS.x || canvas.height() < LEAST_CANVAS.y || session.graph.nodes().is_empty() {
            return None;
        }
        let visible = session.screen.visible();
        if visible.contains_rect(session.scene.bounds()) {
            return None;
        }
        // On the left: results are on the right, and should not be covered.
        let rect = Rect::from_min_size(pos2(canvas.left() + BORDER, canvas.bottom() - SIZE.y - BORDER), SIZE);
        let shown = session.scene.bounds() | visible;
        let room = SIZE - Vec2::splat(12.0);
        let scale = (room.x / shown.width()).min(room.y / shown.height());
        Some(Self { rect, centre: shown.center(), scale })
    }

    fn rect_on_map(&self, rect: Rect) -> Rect {
        let place = |pos: Pos2| self.rect.center() + (pos - self.centre) * self.scale;
        Rect::from_min_max(place(rect.min), place(rect.max))
    }

    fn pos_on_canvas(&self, pos: Pos2) -> Pos2 {
        self.centre + (pos - self.rect.center()) / self.scale
    }
}

impl CanvasState {
    pub(super) fn draw_minimap(&self, brush: &mut Brush<'_>, session: &Session<'_>) {
        let Some(map) = Map::new(session).filter(|_| self.minimap) else { return };
        brush.fill(map.rect, 6.0, brush.style.node.gamma_multiply(0.92));
        let mut mesh = Mesh::default();
        for frame in session.graph.frames() {
            let colour = frame.colour.unwrap_or(brush.style.frame).gamma_multiply(0.18);
            add_quad(&mut mesh, map.rect_on_map(frame.rect), colour);
        }
        for (node, place) in session.graph.nodes().iter().zip(session.scene.rects()) {
            let is_selected = !self.selection.nodes.is_empty() && self.selection.nodes.contains(&node.id);
            let colour = if is_selected {
                brush.style.accent
            } else if node.error.is_some() {
                brush.style.error
            } else {
                mixed(node.mark_colour(), brush.style.node, 0.35)
            };
            let rect = map.rect_on_map(*place);
            add_quad(&mut mesh, Rect::from_min_size(rect.min, rect.size().max(Vec2::splat(1.5))), colour);
        }
        brush.shapes.push(mesh.into());
        let window = map.rect_on_map(session.screen.visible()).intersect(map.rect.shrink(1.0));
        brush.fill(window, 2.0, brush.style.text.gamma_multiply(0.06));
        brush.outline(window, 2.0, Stroke::new(1.0, brush.style.text_dim));
        brush.outline(map.rect, 6.0, Stroke::new(1.0, brush.style.node_outline));
    }

    /// Starts dragging on the map, if that is where the button went down.
    pub(in super::super) fn press_minimap(&mut self, session: &mut Session<'_>, at: Pos2) -> bool {
        let is_on_map = Map::new(session).is_some_and(|map| map.rect.contains(at));
        if is_on_map {
            self.gesture = Gesture::Minimap;
            self.drag_minimap(session, at);
        }
        is_on_map
    }

    pub(in super::super) fn drag_minimap(&mut self, session: &mut Session<'_>, pos: Pos2) {
        if let Some(map) = Map::new(session) {
            let view = View { centre: map.pos_on_canvas(pos), ..session.screen.view };
            self.set_view(session, view);
        }
    }
}
