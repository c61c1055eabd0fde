//! What is under a point of the screen.

use std::collections::HashSet;

use egui::{Pos2, Rect, Vec2, vec2};

use super::model::{CanvasGraph, CanvasNode, Eye, FrameId, NodeForm, NodeId, PortId, PortSide, Wire};
use super::scene::{PortSlot, Scene, bezier, eye_rect, field_rect, message_rect, port_id, row_rect, wire_of};
use super::style::metrics;
use super::value::InlineValue;
use super::view::Screen;

/// Below this zoom rows are too small to read and to hit: a node is one thing.
pub(super) const ROWS_ZOOM: f32 = 0.55;

/// An edge or corner of a frame: which sides move when it is dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FrameEdge {
    pub left: bool,
    pub right: bool,
    pub top: bool,
    pub bottom: bool,
}

/// What is under a point.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Target {
    Background,
    /// Title or body of a node.
    Node(NodeId),
    /// The title of a node, where it can be renamed.
    Title(NodeId),
    /// The message of a broken node.
    Message(NodeId),
    Port(PortId),
    /// The value of an input; for vectors, which component.
    Value(PortId, usize),
    /// The eye of an output.
    Eye(PortId),
    Wire(Wire),
    FrameTitle(FrameId),
    FrameEdge(FrameId, FrameEdge),
}

impl Target {
    /// The node that it belongs to.
    pub fn node(&self) -> Option<&NodeId> {
        match self {
            Self::Node(node) | Self::Title(node) | Self::Message(node) => Some(node),
            Self::Port(port) | Self::Value(port, _) | Self::Eye(port) => Some(&port.node),
            Self::Background | Self::Wire(_) | Self::FrameTitle(_) | Self::FrameEdge(..) => None,
        }
    }
}

/// The indices of nodes from bottom to top: selected ones lie above the others.
pub(super) fn stacking(graph: &CanvasGraph, selected: &HashSet<NodeId>) -> impl DoubleEndedIterator<Item = usize> {
    let is_selected = move |index: &usize| !selected.is_empty() && selected.contains(&graph.nodes()[*index].id);
    let count = graph.nodes().len();
    (0..count).filter(move |index| !is_selected(index)).chain((0..count).filter(move |index| is_selected(index)))
}

/// What is at `pos`, a point of the screen.
pub(super) fn target_at(graph: &CanvasGraph, scene: &Scene, screen: &Screen, selected: &HashSet<NodeId>, pos: Pos2) -> Target {
    let at = screen.pos_to_canvas(pos);
    let reach = port_reach(screen);
    for index in stacking(graph, selected).rev() {
        let rect = scene.rects()[index];
        if !rect.expand(reach).contains(at) {
            continue;
        }
        let node = &graph.nodes()[index];
        if let Some(port) = port_near(graph, scene, screen, index, at) {
            return Target::Port(port);
        }
        if rect.contains(at) {
            return inside_node(node, rect, screen, at);
        }
    }
    if let Some(wire) = wire_at(graph, scene, screen, pos) {
        return Target::Wire(wire);
    }
    frame_at(graph, screen, pos)
}

/// How far from its centre a port is hit, on the canvas: as far as on the screen, unless it would cover its neighbours.
fn port_reach(screen: &Screen) -> f32 {
    (metrics::PORT_REACH / screen.zoom()).min(0.5 * metrics::ROW + 2.0)
}

/// The port of the node at `index` that is nearest to `at` and within reach.
fn port_near(graph: &CanvasGraph, scene: &Scene, screen: &Screen, index: usize, at: Pos2) -> Option<PortId> {
    let node = &graph.nodes()[index];
    if screen.zoom() < ROWS_ZOOM && node.form != NodeForm::Dot {
        return None;
    }
    let reach = port_reach(screen);
    if node.form == NodeForm::Dot {
        // A dot's ports share its centre: it is grabbed on its left to pick up, on its right to draw on, in the middle to move.
        let offset = at.x - scene.rects()[index].center().x;
        let side = if offset > 0.5 * metrics::DOT { PortSide::Output } else { PortSide::Input };
        let count = if side == PortSide::Output { node.outputs.len() } else { node.inputs.len() };
        return (offset.abs() > 0.5 * metrics::DOT && count > 0).then(|| port_id(graph, PortSlot { node: index, side, port: 0 }));
    }
    slots(node, index)
        .map(|slot| (slot, scene.port_pos(graph, slot).distance(at)))
        .filter(|(_, distance)| *distance <= reach)
        .min_by(|(_, one), (_, other)| one.total_cmp(other))
        .map(|(slot, _)| port_id(graph, slot))
}

/// Every port of a node.
pub(super) fn slots(node: &CanvasNode, index: usize) -> impl Iterator<Item = PortSlot> {
    let outputs = (0..node.outputs.len()).map(move |port| PortSlot { node: index, side: PortSide::Output, port });
    let inputs = (0..node.inputs.len()).filter(|port| node.inputs[*port].port_type.is_some()).map(move |port| PortSlot {
        node: index,
        side: PortSide::Input,
        port,
    });
    outputs.chain(inputs)
}

fn inside_node(node: &CanvasNode, rect: Rect, screen: &Screen, at: Pos2) -> Target {
    let id = node.id.clone();
    if screen.zoom() < ROWS_ZOOM || node.form == NodeForm::Dot {
        return Target::Node(id);
    }
    if at.y < rect.top() + metrics::TITLE {
        if node.eye() != Eye::None
            && eye_rect(rect).contains(at)
            && let Some(output) = output_for_eye(node)
        {
            return Target::Eye(output);
        }
        return Target::Title(id);
    }
    if (node.error.is_some() || node.warning.is_some()) && message_rect(rect).contains(at) {
        return Target::Message(id);
    }
    for (port, input) in node.inputs.iter().enumerate() {
        let row = row_rect(node, rect, PortSide::Input, port);
        if input.value.is_some() && field_rect(row).contains(at) {
            let component = component_at(input.value.as_ref(), field_rect(row), at);
            return Target::Value(PortId { node: id, side: PortSide::Input, port: input.name.clone() }, component);
        }
    }
    if node.outputs.len() > 1 {
        for (port, output) in node.outputs.iter().enumerate() {
            if output.eye != Eye::None && output_eye_rect(row_rect(node, rect, PortSide::Output, port)).contains(at) {
                return Target::Eye(PortId { node: id, side: PortSide::Output, port: output.name.clone() });
            }
        }
    }
    Target::Node(id)
}

/// Where the eye of a single output is: at the left of its row.
pub(super) fn output_eye_rect(row: Rect) -> Rect {
    Rect::from_min_size(row.min + vec2(metrics::FIELD_INSET, 0.0), Vec2::splat(metrics::ROW))
}

/// The output that the eye in the title stands for: the one that is looked at, else the first.
pub(super) fn output_for_eye(node: &CanvasNode) -> Option<PortId> {
    let looked_at = node.outputs.iter().find(|output| matches!(output.eye, Eye::Viewed | Eye::Pinned));
    let output = looked_at.or_else(|| node.outputs.iter().find(|output| output.eye != Eye::None))?;
    Some(PortId { node: node.id.clone(), side: PortSide::Output, port: output.name.clone() })
}

/// Which component of a vector is at `at`. Components share the right part of the field, see the drawing of values.
fn component_at(value: Option<&InlineValue>, field: Rect, at: Pos2) -> usize {
    let Some(InlineValue::Vector { components, .. }) = value else { return 0 };
    let count = components.len().max(1);
    #[expect(clippy::cast_precision_loss, reason = "a vector has few components")]
    let first = field.right() - vector_cell() * count as f32;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "not negative by the max; a cast saturates")]
    let component = ((at.x - first) / vector_cell()).max(0.0) as usize;
    component.min(count - 1)
}

/// Width of the cell of one component of a vector.
pub(super) const fn vector_cell() -> f32 {
    44.0
}

/// The topmost wire within a few points of `pos`.
fn wire_at(graph: &CanvasGraph, scene: &Scene, screen: &Screen, pos: Pos2) -> Option<Wire> {
    const REACH: f32 = 6.0;
    let at = screen.pos_to_canvas(pos);
    let reach = REACH / screen.zoom();
    scene
        .wires()
        .iter()
        .rev()
        .filter(|curve| curve.bounds.expand(reach).contains(at))
        .find(|curve| distance_to_curve(&curve.points, at) <= reach)
        .map(|curve| wire_of(graph, curve).clone())
}

/// The distance of a point from a curve, by short straight pieces.
pub(super) fn distance_to_curve(points: &[Pos2; 4], at: Pos2) -> f32 {
    const PIECES: u8 = 24;
    let mut previous = points[0];
    let mut least = f32::INFINITY;
    for piece in 1..=PIECES {
        let next = bezier(points, f32::from(piece) / f32::from(PIECES));
        least = least.min(distance_to_segment(previous, next, at));
        previous = next;
    }
    least
}

fn distance_to_segment(from: Pos2, to: Pos2, at: Pos2) -> f32 {
    let along = to - from;
    let share = if along.length_sq() > 0.0 { ((at - from).dot(along) / along.length_sq()).clamp(0.0, 1.0) } else { 0.0 };
    (from + share * along).distance(at)
}

/// Whether two straight pieces cross.
pub(super) fn segments_cross(one: [Pos2; 2], other: [Pos2; 2]) -> bool {
    let side = |from: Pos2, to: Pos2, at: Pos2| (to - from).x * (at - from).y - (to - from).y * (at - from).x;
    let first = side(one[0], one[1], other[0]) * side(one[0], one[1], other[1]);
    let second = side(other[0], other[1], one[0]) * side(other[0], other[1], one[1]);
    // A curve is made of pieces, and a stroke through the point where two of them meet crosses it too.
    first <= 0.0 && second <= 0.0 && (first < 0.0 || second < 0.0)
}

/// Whether a stroke crosses a curve.
pub(super) fn stroke_crosses_curve(stroke: [Pos2; 2], points: &[Pos2; 4]) -> bool {
    const PIECES: u8 = 24;
    if !Rect::from_points(points).intersects(Rect::from_points(&stroke)) {
        return false;
    }
    let mut previous = points[0];
    (1..=PIECES).any(|piece| {
        let next = bezier(points, f32::from(piece) / f32::from(PIECES));
        let crosses = segments_cross(stroke, [previous, next]);
        previous = next;
        crosses
    })
}

/// The part of the topmost frame that can be grabbed at `pos`. Inside, a frame lets gestures through to the background.
fn frame_at(graph: &CanvasGraph, screen: &Screen, pos: Pos2) -> Target {
    const EDGE: f32 = 6.0;
    for frame in graph.frames().iter().rev() {
        let rect = screen.rect_to_screen(frame.rect);
        if !rect.expand(EDGE).contains(pos) {
            continue;
        }
        let near = |one: f32, other: f32| (one - other).abs() <= EDGE;
        let edge = FrameEdge {
            left: near(pos.x, rect.left()),
            right: near(pos.x, rect.right()),
            top: near(pos.y, rect.top()),
            bottom: near(pos.y, rect.bottom()),
        };
        if edge.left || edge.right || edge.top || edge.bottom {
            return Target::FrameEdge(frame.id, edge);
        }
        if pos.y <= rect.top() + (metrics::FRAME_TITLE * screen.zoom()).max(12.0) {
            return Target::FrameTitle(frame.id);
        }
    }
    Target::Background
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn strokes_cross_what_they_cross() {
        assert!(segments_cross([pos2(0.0, 0.0), pos2(2.0, 2.0)], [pos2(0.0, 2.0), pos2(2.0, 0.0)]));
        assert!(!segments_cross([pos2(0.0, 0.0), pos2(1.0, 1.0)], [pos2(5.0, 0.0), pos2(5.0, 9.0)]));
        let curve = crate::canvas::scene::wire_points(pos2(0.0, 0.0), pos2(200.0, 100.0));
        assert!(stroke_crosses_curve([pos2(100.0, -50.0), pos2(100.0, 150.0)], &curve));
        assert!(!stroke_crosses_curve([pos2(100.0, 90.0), pos2(100.0, 150.0)], &curve));
    }

    #[test]
    fn distances_are_to_the_nearest_point() {
        let curve = [pos2(0.0, 0.0), pos2(10.0, 0.0), pos2(20.0, 0.0), pos2(30.0, 0.0)];
        assert!((distance_to_curve(&curve, pos2(15.0, 4.0)) - 4.0).abs() < 1e-3);
        assert!((distance_to_curve(&curve, pos2(-3.0, 4.0)) - 5.0).abs() < 1e-3);
        assert!((distance_to_segment(pos2(1.0, 1.0), pos2(1.0, 1.0), pos2(4.0, 5.0)) - 5.0).abs() < 1e-6);
    }
}
