//! Painting wires: curves with a dark casing, so that crossings read.

use egui::epaint::PathShape;
use egui::{Color32, Pos2, Shape, Stroke};

use super::super::gesture::{Gesture, WireDrag};
use super::super::hit::{ROWS_ZOOM, Target};
use super::super::model::PortSide;
use super::super::scene::{WireCurve, bezier, wire_of, wire_points};
use super::super::session::Session;
use super::super::state::CanvasState;
use super::super::style::metrics;
use super::{Brush, mixed};

/// Below this zoom wires are thin lines without casing.
const CASING_ZOOM: f32 = ROWS_ZOOM;

impl CanvasState {
    pub(super) fn draw_wires(&self, brush: &mut Brush<'_>, session: &Session<'_>) {
        let visible = session.screen.visible().expand(8.0);
        let hovered = match self.hover.as_ref().map(|hover| &hover.target) {
            Some(Target::Wire(wire)) => Some(wire),
            _ => None,
        };
        let (cut, lifted) = match &self.gesture {
            Gesture::Knife(knife) => (Some(&knife.cut), None),
            Gesture::Wire(drag) => (None, drag.picked_up.as_ref()),
            _ => (None, None),
        };
        let inserting = match &self.gesture {
            Gesture::Move(drag) => drag.insertion.as_ref().map(|insertion| &insertion.wire),
            _ => None,
        };
        let has_special = hovered.is_some() || cut.is_some() || lifted.is_some() || inserting.is_some() || !self.selection.wires.is_empty();
        for curve in session.scene.wires() {
            if !visible.intersects(curve.bounds) {
                continue;
            }
            brush.counts.wires += 1;
            let wire = wire_of(session.graph, curve);
            let muted = session.graph.nodes()[curve.from.node].muted;
            let mut colour = if muted { mixed(curve.colour, brush.style.background, 0.5) } else { curve.colour };
            let mut width = metrics::WIRE;
            if has_special {
                if lifted == Some(wire) {
                    continue;
                }
                if cut.is_some_and(|cut| cut.contains(wire)) {
                    colour = brush.style.error;
                    width *= 1.5;
                } else if self.selection.wires.contains(wire) || inserting == Some(wire) {
                    colour = brush.style.accent;
                    width *= 1.6;
                } else if hovered == Some(wire) {
                    width *= 1.5;
                }
            }
            draw_curve(brush, session, curve, width, colour);
        }
    }

    /// The wire that follows the pointer, above everything.
    pub(super) fn draw_loose_wire(&self, brush: &mut Brush<'_>, session: &Session<'_>, drag: &WireDrag) {
        let Some(slot) = session.scene.slot(session.graph, &drag.fixed) else { return };
        let node = &session.graph.nodes()[slot.node];
        let from = session.scene.port_pos(session.graph, slot);
        let target = drag.candidate.as_ref().filter(|(_, verdict)| verdict.is_ok());
        let target = target.and_then(|(port, _)| session.scene.slot(session.graph, port));
        let to = match target {
            Some(slot) => session.scene.port_pos(session.graph, slot),
            None => session.screen.pos_to_canvas(drag.pointer),
        };
        let port_type = match slot.side {
            PortSide::Output => Some(&node.outputs[slot.port].port_type),
            PortSide::Input => node.inputs[slot.port].port_type.as_ref(),
        };
        let colour = if drag.is_refused() { brush.style.error } else { port_type.map_or(brush.style.accent, |found| found.colour) };
        let points = match slot.side {
            PortSide::Output => wire_points(from, to),
            PortSide::Input => wire_points(to, from),
        };
        stroke_curve(brush, session, &points, metrics::WIRE * 1.25, colour, true);
    }
}

fn draw_curve(brush: &mut Brush<'_>, session: &Session<'_>, curve: &WireCurve, width: f32, colour: Color32) {
    stroke_curve(brush, session, &curve.points, width, colour, brush.zoom >= CASING_ZOOM);
}

/// A curve as short straight pieces: as many as its length on the screen needs, no more.
fn stroke_curve(brush: &mut Brush<'_>, session: &Session<'_>, points: &[Pos2; 4], width: f32, colour: Color32, cased: bool) {
    let on_screen = points.map(|point| session.screen.pos_to_screen(point));
    let length = on_screen[0].distance(on_screen[1]) + on_screen[1].distance(on_screen[2]) + on_screen[2].distance(on_screen[3]);
    let straight = (on_screen[0].y - on_screen[3].y).abs() < 0.5 && on_screen[0].x <= on_screen[3].x;
    let piece_length = if cased { 10.0 } else { 16.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a small range")]
    let pieces = if straight { 1 } else { (length / piece_length).clamp(2.0, 36.0) as u8 };
    let line: Vec<Pos2> = (0..=pieces).map(|piece| bezier(&on_screen, f32::from(piece) / f32::from(pieces))).collect();
    let width = (width * brush.zoom).clamp(1.0, 5.0);
    if cased {
        let casing = Stroke::new(width + (3.0 * brush.zoom).clamp(1.5, 5.0), brush.style.background.gamma_multiply(0.85));
        brush.shapes.push(Shape::Path(PathShape::line(line.clone(), casing)));
    }
    brush.shapes.push(Shape::Path(PathShape::line(line, Stroke::new(width, colour))));
}
