//! Dragging nodes: snapping to the grid and to neighbours, and dropping a node onto a wire.

use std::collections::HashSet;

use egui::{Modifiers, Pos2, Rect, Vec2, vec2};

use super::super::command::{CanvasCommand, Insertion, Move, Phase};
use super::super::hit::distance_to_curve;
use super::super::model::{CanvasGraph, FrameId, NodeId, PortId, PortSide};
use super::super::scene::{PortSlot, port_id, wire_of};
use super::super::selection::SelectMode;
use super::super::session::Session;
use super::super::state::CanvasState;
use super::super::style::metrics;
use super::{Gesture, Press};

/// A line that shows what a dragged node is in line with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) struct Guide {
    pub from: Pos2,
    pub to: Pos2,
}

/// Nodes and frames being dragged.
#[derive(Clone, Debug)]
pub(in super::super) struct MoveDrag {
    /// Where the pointer took hold, on the canvas.
    start: Pos2,
    /// What was grabbed: this is what snaps, the rest follows.
    grabbed: Rect,
    nodes: Vec<(NodeId, Pos2)>,
    frames: Vec<(FrameId, Pos2)>,
    /// What was last told to the host.
    delta: Vec2,
    told: bool,
    pub guides: Vec<Guide>,
    pub insertion: Option<Insertion>,
}

impl MoveDrag {
    /// Lets go of what is no longer there; says whether anything is left.
    pub fn forget_the_gone(&mut self, graph: &CanvasGraph) -> bool {
        let nodes: HashSet<&NodeId> = graph.nodes().iter().map(|node| &node.id).collect();
        self.nodes.retain(|(node, _)| nodes.contains(node));
        self.frames.retain(|(frame, _)| graph.frames().iter().any(|other| other.id == *frame));
        self.insertion = None;
        !self.nodes.is_empty() || !self.frames.is_empty()
    }

    fn command(&self, delta: Vec2, insertion: Option<Insertion>, phase: Phase) -> CanvasCommand {
        CanvasCommand::Move(Move {
            nodes: self.nodes.iter().map(|(node, from)| (node.clone(), *from + delta)).collect(),
            frames: self.frames.iter().map(|(frame, from)| (*frame, *from + delta)).collect(),
            insertion,
            phase,
        })
    }

    pub fn cancel(&self, session: &mut Session<'_>) {
        if self.told {
            session.emit(self.command(Vec2::ZERO, None, Phase::Cancelled));
        }
    }
}

impl CanvasState {
    /// Drags `node`, with the rest of the selection if it is part of it.
    pub(super) fn start_move(&mut self, session: &mut Session<'_>, node: &NodeId, press: &Press) {
        if !self.selection.nodes.contains(node) {
            self.selection.select_node(node, SelectMode::of(press.modifiers));
            session.emit(CanvasCommand::SelectionChanged);
        }
        self.active = Some(node.clone());
        self.active_port = None;
        let Some(index) = session.scene.node_index(node) else { return };
        self.start_move_of(session, session.scene.rects()[index], press);
    }

    /// Drags the selection; `grabbed` is what snaps.
    pub(super) fn start_move_of(&mut self, session: &Session<'_>, grabbed: Rect, press: &Press) {
        let graph = session.graph;
        let frames: Vec<Rect> =
            graph.frames().iter().filter(|frame| self.selection.frames.contains(&frame.id)).map(|frame| frame.rect).collect();
        let inside = |rect: Rect| frames.iter().any(|frame| frame.contains_rect(rect));
        let nodes = graph.nodes().iter().zip(session.scene.rects());
        let moved_nodes = nodes.filter(|(node, rect)| self.selection.nodes.contains(&node.id) || inside(**rect));
        let moved_frames = graph.frames().iter().filter(|frame| self.selection.frames.contains(&frame.id) || inside(frame.rect));
        self.gesture = Gesture::Move(MoveDrag {
            start: session.screen.pos_to_canvas(press.at),
            grabbed,
            nodes: moved_nodes.map(|(node, _)| (node.id.clone(), node.position)).collect(),
            frames: moved_frames.map(|frame| (frame.id, frame.rect.min)).collect(),
            delta: Vec2::ZERO,
            told: false,
            guides: Vec::new(),
            insertion: None,
        });
    }

    pub(super) fn drag_nodes(&mut self, session: &mut Session<'_>, pos: Pos2, modifiers: Modifiers) {
        let snap = self.snap && !modifiers.ctrl && !modifiers.command;
        let Gesture::Move(drag) = &mut self.gesture else { return };
        let mut delta = session.screen.pos_to_canvas(pos) - drag.start;
        drag.guides.clear();
        if snap {
            delta = snapped(session, drag, delta);
        }
        if delta != drag.delta {
            drag.delta = delta;
            drag.told = true;
            session.emit(drag.command(delta, None, Phase::Running));
        }
        drag.insertion = insertion_at(session, drag, pos);
    }

    pub(super) fn finish_move(&mut self, session: &mut Session<'_>, drag: &MoveDrag) {
        if drag.told || drag.insertion.is_some() {
            session.emit(drag.command(drag.delta, drag.insertion.clone(), Phase::Finished));
        }
    }
}

/// The move that puts the grabbed node on the grid, or in line with a neighbour that is nearly so already.
fn snapped(session: &Session<'_>, drag: &mut MoveDrag, delta: Vec2) -> Vec2 {
    const REACH: f32 = 5.0;
    let reach = REACH / session.screen.zoom();
    let moved = drag.grabbed.translate(delta);
    let on_grid = |value: f32| (value / metrics::GRID).round() * metrics::GRID;
    let mut result = delta + vec2(on_grid(moved.left()) - moved.left(), on_grid(moved.top()) - moved.top());

    let moving: HashSet<&NodeId> = drag.nodes.iter().map(|(node, _)| node).collect();
    let visible = session.screen.visible();
    let neighbours: Vec<Rect> = session
        .graph
        .nodes()
        .iter()
        .zip(session.scene.rects())
        .filter(|(node, rect)| visible.intersects(**rect) && !moving.contains(&node.id))
        .map(|(_, rect)| *rect)
        .collect();

    let edges_x = |rect: &Rect| [rect.left(), rect.center().x, rect.right()];
    if let Some((shift, neighbour)) = nearest_line(&edges_x(&moved), &neighbours, edges_x, reach) {
        result.x = delta.x + shift;
        let x = edges_x(&moved)
            .into_iter()
            .map(|edge| edge + shift)
            .find(|edge| edges_x(&neighbour).iter().any(|other| (other - edge).abs() < 0.1));
        if let Some(x) = x {
            let (top, bottom) = (moved.top().min(neighbour.top()), moved.bottom().max(neighbour.bottom()));
            drag.guides.push(Guide { from: Pos2::new(x, top - 12.0), to: Pos2::new(x, bottom + 12.0) });
        }
    }
    let level = level_wire(session, drag, &moving, delta.y, reach);
    if let Some((level_y, guide)) = level {
        result.y = level_y;
        drag.guides.push(guide);
    } else if let Some((shift, neighbour)) = nearest_line(&[moved.top()], &neighbours, |rect| [rect.top(); 1], reach) {
        result.y = delta.y + shift;
        let y = moved.top() + shift;
        let (left, right) = (moved.left().min(neighbour.left()), moved.right().max(neighbour.right()));
        drag.guides.push(Guide { from: Pos2::new(left - 12.0, y), to: Pos2::new(right + 12.0, y) });
    }
    result
}

/// The smallest shift within `reach` that brings one of `edges` onto an edge of a neighbour.
fn nearest_line<const COUNT: usize>(
    edges: &[f32; COUNT],
    neighbours: &[Rect],
    edges_of: impl Fn(&Rect) -> [f32; COUNT],
    reach: f32,
) -> Option<(f32, Rect)> {
    neighbours
        .iter()
        .flat_map(|neighbour| {
            let others = edges_of(neighbour);
            edges.iter().zip(others).map(|(edge, other)| (other - edge, *neighbour)).collect::<Vec<_>>()
        })
        .filter(|(shift, _)| shift.abs() <= reach)
        .min_by(|(one, _), (other, _)| one.abs().total_cmp(&other.abs()))
}

/// The vertical move nearest to `wanted` that makes a wire between a moving and a resting node level.
fn level_wire(session: &Session<'_>, drag: &MoveDrag, moving: &HashSet<&NodeId>, wanted: f32, reach: f32) -> Option<(f32, Guide)> {
    let nodes = session.graph.nodes();
    // Curves are where the nodes are shown now, which may be behind the pointer by a frame.
    let (first, before) = drag.nodes.first()?;
    let shown = nodes[session.scene.node_index(first)?].position.y - before.y;
    session
        .scene
        .wires()
        .iter()
        .filter_map(|curve| {
            let moves = [curve.from, curve.to].map(|slot| moving.contains(&nodes[slot.node].id));
            let drop = curve.points[3].y - curve.points[0].y;
            match moves {
                [true, false] => Some((shown + drop, curve.points[3])),
                [false, true] => Some((shown - drop, curve.points[0])),
                _ => None,
            }
        })
        .filter(|(level, _)| (level - wanted).abs() <= reach)
        .min_by(|(one, _), (other, _)| (one - wanted).abs().total_cmp(&(other - wanted).abs()))
        .map(|(level, resting)| (level, Guide { from: resting - vec2(60.0, 0.0), to: resting + vec2(60.0, 0.0) }))
}

/// The wire under the pointer that the one dragged node would fit into. Only a node without wires is inserted.
fn insertion_at(session: &Session<'_>, drag: &MoveDrag, pos: Pos2) -> Option<Insertion> {
    let [(node_id, _)] = drag.nodes.as_slice() else { return None };
    let index = session.scene.node_index(node_id)?;
    let node = &session.graph.nodes()[index];
    let has_wires = super::super::hit::slots(node, index).any(|slot| session.scene.is_linked(slot));
    if has_wires || !drag.frames.is_empty() {
        return None;
    }
    let rect = session.scene.rects()[index];
    let at = session.screen.pos_to_canvas(pos);
    let near = |points: &[Pos2; 4]| distance_to_curve(points, at) < 12.0 || distance_to_curve(points, rect.center()) < 12.0;
    let curve = session.scene.wires().iter().rev().find(|curve| curve.bounds.expand(12.0).intersects(rect) && near(&curve.points))?;
    let wire = wire_of(session.graph, curve);
    let (input, output) = fitting_ends(session, index, &wire.from, &wire.to)?;
    Some(Insertion { wire: wire.clone(), input, output })
}

/// The first input of a node that takes a wire from `from`, and the first output that may feed `to`.
fn fitting_ends(session: &Session<'_>, index: usize, from: &PortId, to: &PortId) -> Option<(PortId, PortId)> {
    let node = &session.graph.nodes()[index];
    let input = (0..node.inputs.len())
        .filter(|port| node.inputs[*port].port_type.is_some())
        .map(|port| port_id(session.graph, PortSlot { node: index, side: PortSide::Input, port }))
        .find(|input| session.host.fits(from, input).is_ok())?;
    let output = (0..node.outputs.len())
        .map(|port| port_id(session.graph, PortSlot { node: index, side: PortSide::Output, port }))
        .find(|output| session.host.fits(output, to).is_ok())?;
    Some((input, output))
}
