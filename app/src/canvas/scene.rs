//! A graph laid out: where every node, port and wire is on the canvas. Kept for as long as the graph stays the same.
//!
//! Places are flat lists in the graph's order. Looking through all of 2,000 rectangles takes a few microseconds, less than
//! keeping a spatial index up to date while nodes are dragged, so there is none.

use std::collections::HashMap;

use egui::{Color32, Pos2, Rect, Vec2, pos2, vec2};

use super::measure::TextWidths;
use super::model::{CanvasGraph, CanvasNode, NodeForm, NodeId, PortId, PortSide, Wire};
use super::style::metrics;
use super::value::InlineValue;

/// A port by place: the node's index, the side, the port's index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PortSlot {
    pub node: usize,
    pub side: PortSide,
    pub port: usize,
}

/// A wire laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct WireCurve {
    /// Index into the graph's wires.
    pub wire: usize,
    pub from: PortSlot,
    pub to: PortSlot,
    /// The ends and handles of a cubic Bézier curve.
    pub points: [Pos2; 4],
    pub bounds: Rect,
    pub colour: Color32,
}

/// A graph laid out.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    stamp: Option<u64>,
    index: HashMap<NodeId, usize>,
    rects: Vec<Rect>,
    wires: Vec<WireCurve>,
    /// For each node, where its inputs start in `input_wires`; one more at the end.
    input_offsets: Vec<usize>,
    /// For each input of each node, the place in `wires` of the wire that ends there.
    input_wires: Vec<Option<usize>>,
    /// For each node, where its outputs start in `output_used`; one more at the end.
    output_offsets: Vec<usize>,
    output_used: Vec<bool>,
    bounds: Rect,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            stamp: None,
            index: HashMap::new(),
            rects: Vec::new(),
            wires: Vec::new(),
            input_offsets: Vec::new(),
            input_wires: Vec::new(),
            output_offsets: Vec::new(),
            output_used: Vec::new(),
            bounds: Rect::NOTHING,
        }
    }
}

impl Scene {
    /// Lays `graph` out again if it changed.
    pub fn update(&mut self, graph: &CanvasGraph, widths: &mut TextWidths<'_, '_>) {
        if self.stamp == Some(graph.stamp()) {
            return;
        }
        self.stamp = Some(graph.stamp());
        self.place_nodes(graph, widths);
        self.place_wires(graph);
        self.bounds = self.rects.iter().chain(graph.frames().iter().map(|frame| &frame.rect)).fold(Rect::NOTHING, |all, rect| all | *rect);
    }

    fn place_nodes(&mut self, graph: &CanvasGraph, widths: &mut TextWidths<'_, '_>) {
        self.index.clear();
        self.rects.clear();
        self.input_offsets.clear();
        self.output_offsets.clear();
        let (mut inputs, mut outputs) = (0, 0);
        for (index, node) in graph.nodes().iter().enumerate() {
            // The first of several nodes of one name keeps it: commands about the others would reach the wrong one.
            self.index.entry(node.id.clone()).or_insert(index);
            self.rects.push(node_rect(node, widths));
            self.input_offsets.push(inputs);
            self.output_offsets.push(outputs);
            inputs += node.inputs.len();
            outputs += node.outputs.len();
        }
        self.input_offsets.push(inputs);
        self.output_offsets.push(outputs);
        self.input_wires.clear();
        self.input_wires.resize(inputs, None);
        self.output_used.clear();
        self.output_used.resize(outputs, false);
    }

    fn place_wires(&mut self, graph: &CanvasGraph) {
        self.wires.clear();
        for (wire_index, wire) in graph.wires().iter().enumerate() {
            let (Some(from), Some(to)) = (self.slot(graph, &wire.from), self.slot(graph, &wire.to)) else { continue };
            if from.side != PortSide::Output || to.side != PortSide::Input {
                continue;
            }
            let points = wire_points(self.port_pos(graph, from), self.port_pos(graph, to));
            self.input_wires[self.input_offsets[to.node] + to.port] = Some(self.wires.len());
            self.output_used[self.output_offsets[from.node] + from.port] = true;
            self.wires.push(WireCurve {
                wire: wire_index,
                from,
                to,
                points,
                bounds: Rect::from_points(&points),
                colour: graph.nodes()[from.node].outputs[from.port].port_type.colour,
            });
        }
    }

    pub fn rects(&self) -> &[Rect] {
        &self.rects
    }

    pub fn wires(&self) -> &[WireCurve] {
        &self.wires
    }

    /// Everything there is.
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    pub fn node_index(&self, id: &NodeId) -> Option<usize> {
        self.index.get(id).copied()
    }

    /// The place of a port; `None` when there is no such node or port.
    pub fn slot(&self, graph: &CanvasGraph, port: &PortId) -> Option<PortSlot> {
        let node = self.node_index(&port.node)?;
        let found = match port.side {
            PortSide::Input => graph.nodes()[node].input_index(&port.port)?,
            PortSide::Output => graph.nodes()[node].output_index(&port.port)?,
        };
        Some(PortSlot { node, side: port.side, port: found })
    }

    /// The centre of a port on the canvas.
    pub fn port_pos(&self, graph: &CanvasGraph, slot: PortSlot) -> Pos2 {
        port_pos(&graph.nodes()[slot.node], self.rects[slot.node], slot.side, slot.port)
    }

    /// The place in [`Self::wires`] of the wire that ends at an input.
    pub fn wire_into(&self, node: usize, input: usize) -> Option<usize> {
        self.input_wires[self.input_offsets[node] + input]
    }

    /// Whether any wire touches a port.
    pub fn is_linked(&self, slot: PortSlot) -> bool {
        match slot.side {
            PortSide::Input => self.wire_into(slot.node, slot.port).is_some(),
            PortSide::Output => self.output_used[self.output_offsets[slot.node] + slot.port],
        }
    }
}

/// The name of a port by its place.
pub(super) fn port_id(graph: &CanvasGraph, slot: PortSlot) -> PortId {
    let node = &graph.nodes()[slot.node];
    let port = match slot.side {
        PortSide::Input => node.inputs[slot.port].name.clone(),
        PortSide::Output => node.outputs[slot.port].name.clone(),
    };
    PortId { node: node.id.clone(), side: slot.side, port }
}

/// Handles of the curve of a wire: they leave ports level, and farther the farther the ports are apart.
pub(super) fn wire_points(from: Pos2, to: Pos2) -> [Pos2; 4] {
    let across = to.x - from.x;
    let reach = if across >= 0.0 {
        (0.5 * across).clamp(12.0, 180.0)
    } else {
        // Backwards wires swing out on both sides, so that they are seen to leave and to arrive.
        (40.0 - 0.4 * across).min(180.0)
    };
    // Steep wires need some reach too, or they would leave their port sideways.
    let reach = reach.max((0.25 * (to.y - from.y).abs()).min(60.0));
    [from, from + vec2(reach, 0.0), to - vec2(reach, 0.0), to]
}

/// Heights of the parts of a node, from top to bottom.
pub(super) fn rows_top() -> f32 {
    metrics::TITLE + metrics::PADDING
}

fn picture_height(node: &CanvasNode, width: f32) -> f32 {
    match &node.thumbnail {
        Some(thumbnail) if thumbnail.size.x > 0.0 && thumbnail.size.y > 0.0 => {
            let proportion = (thumbnail.size.y / thumbnail.size.x).clamp(0.1, 1.5);
            (width - 2.0 * metrics::PADDING) * proportion + metrics::PADDING
        }
        _ => 0.0,
    }
}

/// Where a node is.
fn node_rect(node: &CanvasNode, widths: &mut TextWidths<'_, '_>) -> Rect {
    let position = if node.position.is_finite() { node.position } else { Pos2::ZERO };
    if node.form == NodeForm::Dot {
        return Rect::from_min_size(position, Vec2::splat(2.0 * metrics::DOT));
    }
    let width = match node.width {
        Some(width) if width.is_finite() => width.clamp(40.0, 4000.0),
        _ => natural_width(node, widths),
    };
    if node.is_folded() {
        return Rect::from_min_size(position, vec2(width, metrics::TITLE));
    }
    #[expect(clippy::cast_precision_loss, reason = "a node has few rows")]
    let rows = (node.outputs.len() + node.inputs.len()) as f32 * metrics::ROW;
    let message = if node.error.is_some() || node.warning.is_some() { metrics::MESSAGE } else { 0.0 };
    Rect::from_min_size(position, vec2(width, rows_top() + rows + picture_height(node, width) + message + metrics::PADDING))
}

/// Where the picture of a node is; empty when it has none.
pub(super) fn picture_rect(node: &CanvasNode, rect: Rect) -> Rect {
    let height = picture_height(node, rect.width()) - metrics::PADDING;
    if height <= 0.0 || node.is_folded() {
        return Rect::NOTHING;
    }
    let message = if node.error.is_some() || node.warning.is_some() { metrics::MESSAGE } else { 0.0 };
    let bottom = rect.bottom() - metrics::PADDING - message;
    Rect::from_min_max(pos2(rect.left() + metrics::PADDING, bottom - height), pos2(rect.right() - metrics::PADDING, bottom))
}

/// Where the message of a broken node is.
pub(super) fn message_rect(rect: Rect) -> Rect {
    Rect::from_min_max(pos2(rect.left(), rect.bottom() - metrics::MESSAGE - 2.0), rect.max)
}

/// The row of an output or an input of an unfolded node.
pub(super) fn row_rect(node: &CanvasNode, rect: Rect, side: PortSide, port: usize) -> Rect {
    let row = match side {
        PortSide::Output => port,
        PortSide::Input => node.outputs.len() + port,
    };
    #[expect(clippy::cast_precision_loss, reason = "a node has few rows")]
    let top = rect.top() + rows_top() + row as f32 * metrics::ROW;
    Rect::from_min_max(pos2(rect.left(), top), pos2(rect.right(), top + metrics::ROW))
}

/// The field of an input's value.
pub(super) fn field_rect(row: Rect) -> Rect {
    Rect::from_min_max(
        pos2(row.left() + metrics::FIELD_INSET, row.top() + 1.5),
        pos2(row.right() - metrics::FIELD_INSET, row.bottom() - 1.5),
    )
}

/// The eye in the title.
pub(super) fn eye_rect(rect: Rect) -> Rect {
    Rect::from_center_size(pos2(rect.right() - 15.0, rect.top() + 0.5 * metrics::TITLE), vec2(22.0, metrics::TITLE))
}

/// The centre of a port.
fn port_pos(node: &CanvasNode, rect: Rect, side: PortSide, port: usize) -> Pos2 {
    let x = match side {
        PortSide::Input => rect.left(),
        PortSide::Output => rect.right(),
    };
    if node.form == NodeForm::Dot {
        rect.center()
    } else if node.is_folded() {
        pos2(x, rect.center().y)
    } else {
        pos2(x, row_rect(node, rect, side, port).center().y)
    }
}

/// As wide as the words need. Numbers get a fixed allowance, so that a node keeps its width while they change.
fn natural_width(node: &CanvasNode, widths: &mut TextWidths<'_, '_>) -> f32 {
    const VALUE_ALLOWANCE: f32 = 62.0;
    let title_extras = if node.form == NodeForm::Pill { 2.0 * metrics::INSET } else { 60.0 };
    let mut width = widths.title(&node.title) + title_extras;
    if !node.is_folded() {
        for output in &node.outputs {
            width = width.max(widths.label(&output.label) + 2.0 * metrics::INSET + 20.0);
        }
        for input in &node.inputs {
            let value = match &input.value {
                None => 0.0,
                Some(InlineValue::Number(number)) => {
                    VALUE_ALLOWANCE + number.traits.unit.as_ref().map_or(0.0, |unit| widths.value(unit) + 4.0)
                }
                #[expect(clippy::cast_precision_loss, reason = "a vector has few components")]
                Some(InlineValue::Vector { components, .. }) => 44.0 * components.len() as f32 + 10.0,
                Some(InlineValue::Text(_)) => 90.0,
                Some(InlineValue::Choice { options, .. }) => {
                    options.iter().map(|option| widths.value(option)).fold(40.0, f32::max).min(130.0) + 26.0
                }
                Some(InlineValue::Switch(_) | InlineValue::Colour(_)) => 44.0,
                Some(InlineValue::Note(words)) => widths.value(words) + 16.0,
            };
            let inset = if input.value.is_some() { metrics::FIELD_INSET + 6.0 } else { metrics::INSET };
            width = width.max(widths.label(&input.label) + 2.0 * inset + value + 4.0);
        }
        width = width.clamp(metrics::WIDTH_MIN, metrics::WIDTH_MAX);
    }
    (width / metrics::GRID).ceil() * metrics::GRID
}

/// The wire of a curve.
pub(super) fn wire_of<'graph>(graph: &'graph CanvasGraph, curve: &WireCurve) -> &'graph Wire {
    &graph.wires()[curve.wire]
}

/// The point of a cubic Bézier curve at `share`, 0 to 1.
pub(super) fn bezier(points: &[Pos2; 4], share: f32) -> Pos2 {
    let rest = 1.0 - share;
    let weights = [rest * rest * rest, 3.0 * rest * rest * share, 3.0 * rest * share * share, share * share * share];
    let sum = points.iter().zip(weights).fold(Vec2::ZERO, |sum, (point, weight)| sum + point.to_vec2() * weight);
    sum.to_pos2()
}
