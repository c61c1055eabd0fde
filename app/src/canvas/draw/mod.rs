//! Painting. Everything is one list of shapes on one painter, in the order in which it lies.

mod frame;
mod minimap;
mod node;
mod overlay;
mod port;
mod value;
mod wire;

use egui::epaint::{CircleShape, Mesh, RectShape, TextShape, Vertex, WHITE_UV};
use egui::{Color32, Context, CornerRadius, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

pub(super) use overlay::{EMPTY_HINT, EMPTY_TITLE};

use super::session::Session;
use super::state::CanvasState;
use super::style::{CanvasStyle, metrics};
use super::text::{Face, TextCache};

/// How much was drawn: for tests and for tuning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawnCounts {
    /// Nodes within the window.
    pub nodes: usize,
    /// Nodes of which rows and values were drawn.
    pub detailed_nodes: usize,
    /// Wires within the window.
    pub wires: usize,
    /// Shapes given to the painter.
    pub shapes: usize,
}

/// Collects shapes.
pub(super) struct Brush<'a> {
    pub shapes: Vec<Shape>,
    pub texts: &'a mut TextCache,
    pub context: &'a Context,
    pub style: &'a CanvasStyle,
    pub zoom: f32,
    pub counts: DrawnCounts,
}

/// Where words stand: their left end, their middle or their right end, vertically centred.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Spot {
    Left(Pos2),
    Middle(Pos2),
    Right(Pos2),
}

impl Brush<'_> {
    /// Words on one line. The size is on the screen.
    pub fn text(&mut self, spot: Spot, text: &str, face: Face, size: f32, max_width: f32, colour: Color32) {
        if text.is_empty() || max_width < 2.0 {
            return;
        }
        let galley = self.texts.galley(self.context, text, face, size, max_width);
        let (at, share) = match spot {
            Spot::Left(at) => (at, 0.0),
            Spot::Middle(at) => (at, 0.5),
            Spot::Right(at) => (at, 1.0),
        };
        let corner = at - vec2(share * galley.size().x, 0.5 * galley.size().y);
        self.shapes.push(TextShape::new(corner, galley, colour).into());
    }

    pub fn icon(&mut self, centre: Pos2, icon: char, size: f32, colour: Color32) {
        self.text(Spot::Middle(centre), icon.encode_utf8(&mut [0; 4]), Face::Icon, size, f32::INFINITY, colour);
    }

    pub fn fill(&mut self, rect: Rect, rounding: f32, colour: Color32) {
        self.shapes.push(RectShape::filled(rect, corners(rounding), colour).into());
    }

    pub fn disc(&mut self, centre: Pos2, radius: f32, colour: Color32) {
        self.shapes.push(CircleShape::filled(centre, radius, colour).into());
    }

    pub fn outline(&mut self, rect: Rect, rounding: f32, stroke: Stroke) {
        self.shapes.push(RectShape::stroke(rect, corners(rounding), stroke, StrokeKind::Middle).into());
    }

    pub fn line(&mut self, from: Pos2, to: Pos2, stroke: Stroke) {
        self.shapes.push(Shape::LineSegment { points: [from, to], stroke });
    }
}

/// The same rounding at all corners; a byte is all that a corner may have.
pub(super) fn corners(rounding: f32) -> CornerRadius {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte")]
    CornerRadius::same(rounding.round().clamp(0.0, 255.0) as u8)
}

/// `colour` on its way to `other`, opaque.
pub(super) fn mixed(colour: Color32, other: Color32, share: f32) -> Color32 {
    colour.lerp_to_gamma(other, share)
}

/// Adds a plain rectangle to a mesh: cheaper than a shape where there are thousands.
pub(super) fn add_quad(mesh: &mut Mesh, rect: Rect, colour: Color32) {
    #[expect(clippy::cast_possible_truncation, reason = "a frame has far fewer than 2^32 corners")]
    let first = mesh.vertices.len() as u32;
    let corner = |pos: Pos2| Vertex { pos, uv: WHITE_UV, color: colour };
    mesh.vertices.extend([corner(rect.left_top()), corner(rect.right_top()), corner(rect.left_bottom()), corner(rect.right_bottom())]);
    mesh.indices.extend([first, first + 1, first + 2, first + 2, first + 1, first + 3]);
}

impl CanvasState {
    /// Paints everything but popups; returns the shapes and how much there was.
    pub(super) fn draw(&mut self, session: &Session<'_>, has_focus: bool) -> (Vec<Shape>, DrawnCounts) {
        let mut texts = std::mem::take(&mut self.texts);
        texts.begin_frame(session.context, session.style);
        let mut brush = Brush {
            shapes: Vec::with_capacity(1024),
            texts: &mut texts,
            context: session.context,
            style: session.style,
            zoom: session.screen.zoom(),
            counts: DrawnCounts::default(),
        };
        brush.fill(session.screen.rect, 0.0, session.style.background);
        draw_dots(&mut brush, session);
        self.draw_frames(&mut brush, session);
        self.draw_wires(&mut brush, session);
        self.draw_nodes(&mut brush, session);
        self.draw_landmarks(&mut brush, session);
        self.draw_overlay(&mut brush, session, has_focus);
        brush.counts.shapes = brush.shapes.len();
        let (shapes, counts) = (std::mem::take(&mut brush.shapes), brush.counts);
        texts.end_frame();
        self.texts = texts;
        (shapes, counts)
    }
}

/// The dots behind everything, thinned out when far away.
fn draw_dots(brush: &mut Brush<'_>, session: &Session<'_>) {
    const LEAST_DISTANCE: f32 = 18.0;
    let mut step = metrics::DOTS;
    while step * brush.zoom < LEAST_DISTANCE {
        step *= 2.0;
    }
    let visible = session.screen.visible();
    let first = vec2((visible.left() / step).ceil() * step, (visible.top() / step).ceil() * step);
    let size = Vec2::splat(if brush.zoom >= 0.8 { 1.5 } else { 1.0 });
    let mut mesh = Mesh::default();
    let mut y = first.y;
    while y <= visible.bottom() {
        let mut x = first.x;
        while x <= visible.right() {
            add_quad(&mut mesh, Rect::from_center_size(session.screen.pos_to_screen(pos2(x, y)), size), brush.style.grid);
            x += step;
        }
        y += step;
    }
    brush.shapes.push(mesh.into());
}
