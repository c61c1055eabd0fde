//! Painting ports: a shape for each type.

use std::f32::consts::TAU;

use egui::epaint::{PathShape, RectShape};
use egui::{Color32, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};

use super::super::model::PortShape;
use super::{Brush, corners};

impl Brush<'_> {
    /// A port. Hollow ports show the body of the node through; `radius` is on the screen.
    pub fn port(&mut self, shape: PortShape, centre: Pos2, radius: f32, colour: Color32, is_hollow: bool) {
        // An outline adds to the size, and a hollow port must not look larger than a full one.
        let radius = if is_hollow { 0.86 * radius } else { radius };
        let casing = Stroke::new((1.5 * self.zoom).clamp(0.75, 2.0), self.style.background);
        let (fill, stroke) =
            if is_hollow { (self.style.node, Stroke::new((1.6 * self.zoom).clamp(1.0, 2.4), colour)) } else { (colour, casing) };
        let path = |points: Vec<Pos2>| -> Shape { PathShape::convex_polygon(points, fill, stroke).into() };
        let rect = |size: Vec2, rounding: f32| -> Shape {
            RectShape::new(Rect::from_center_size(centre, size), corners(rounding), fill, stroke, StrokeKind::Middle).into()
        };
        let shape = match shape {
            // egui draws discs without outline from its font texture, as two triangles: one in the other is far cheaper than an outline.
            PortShape::Circle => {
                self.disc(centre, 0.92 * radius + 0.5 * stroke.width, stroke.color);
                return self.disc(centre, 0.92 * radius - 0.5 * stroke.width, fill);
            }
            PortShape::Diamond => path(regular(centre, 1.15 * radius, 4, 0.0)),
            PortShape::Square => rect(Vec2::splat(1.7 * radius), 1.0),
            PortShape::Triangle => path(regular(centre + vec2(0.0, 0.18 * radius), 1.2 * radius, 3, -0.25)),
            PortShape::Bar => rect(vec2(1.0 * radius, 2.1 * radius), 1.5),
            PortShape::Dash => rect(vec2(2.1 * radius, 1.0 * radius), 1.5),
            PortShape::Hexagon => path(regular(centre, 1.05 * radius, 6, 0.0)),
            PortShape::Plus => return self.plus(centre, radius, colour, is_hollow),
            PortShape::DotRing => return self.dot_ring(centre, radius, colour, is_hollow),
            PortShape::Frame => return self.frame_port(centre, radius, colour, is_hollow),
        };
        self.shapes.push(shape);
    }

    /// Two crossed bars on a dark ground.
    fn plus(&mut self, centre: Pos2, radius: f32, colour: Color32, is_hollow: bool) {
        self.disc(centre, 1.1 * radius, self.style.background);
        let width = if is_hollow { 0.3 * radius } else { 0.62 * radius };
        for size in [vec2(2.0 * radius, width), vec2(width, 2.0 * radius)] {
            self.fill(Rect::from_center_size(centre, size), 0.5, colour);
        }
    }

    /// A ring of dots.
    fn dot_ring(&mut self, centre: Pos2, radius: f32, colour: Color32, is_hollow: bool) {
        self.disc(centre, 1.2 * radius, self.style.background);
        for dot in regular(centre, 0.8 * radius, 6, 0.0) {
            self.disc(dot, 0.27 * radius, colour);
        }
        if !is_hollow {
            self.disc(centre, 0.27 * radius, colour);
        }
    }

    /// An empty square, with a dot when it is in use.
    fn frame_port(&mut self, centre: Pos2, radius: f32, colour: Color32, is_hollow: bool) {
        let rect = Rect::from_center_size(centre, Vec2::splat(1.7 * radius));
        let stroke = Stroke::new((0.32 * radius).max(1.0), colour);
        self.shapes.push(RectShape::new(rect, corners(1.0), self.style.background, stroke, StrokeKind::Middle).into());
        if !is_hollow {
            self.disc(centre, 0.4 * radius, colour);
        }
    }
}

/// The corners of a regular polygon; `turn` is in turns from pointing right.
fn regular(centre: Pos2, radius: f32, count: u8, turn: f32) -> Vec<Pos2> {
    (0..count)
        .map(|corner| {
            let angle = TAU * (f32::from(corner) / f32::from(count) + turn);
            pos2(centre.x + radius * angle.cos(), centre.y + radius * angle.sin())
        })
        .collect()
}
