//! Selecting by a box, cutting by a stroke.

use std::collections::HashSet;

use egui::{PointerButton, Pos2, Rect};

use super::super::command::CanvasCommand;
use super::super::hit::stroke_crosses_curve;
use super::super::model::{CanvasGraph, Wire};
use super::super::scene::wire_of;
use super::super::selection::{SelectMode, Selection};
use super::super::session::Session;
use super::super::state::CanvasState;
use super::{Gesture, Press};

/// A box being drawn. Its corners are on the canvas, so that it holds while the view moves.
#[derive(Clone, Debug)]
pub(in super::super) struct BoxSelect {
    start: Pos2,
    end: Pos2,
    /// What was selected before.
    pub base: Selection,
    mode: SelectMode,
}

impl BoxSelect {
    pub fn rect(&self) -> Rect {
        Rect::from_two_pos(self.start, self.end)
    }
}

/// A stroke that cuts wires.
#[derive(Clone, Debug)]
pub(in super::super) struct Knife {
    pub button: PointerButton,
    /// The stroke on the canvas.
    pub stroke: Vec<Pos2>,
    /// What it has crossed so far.
    pub cut: HashSet<Wire>,
}

impl Knife {
    pub fn forget_the_gone(&mut self, graph: &CanvasGraph) {
        let there: HashSet<&Wire> = graph.wires().iter().collect();
        self.cut.retain(|wire| there.contains(wire));
    }
}

impl CanvasState {
    pub(super) fn start_box(&mut self, session: &Session<'_>, press: &Press) {
        let start = session.screen.pos_to_canvas(press.at);
        let mode = SelectMode::of(press.modifiers);
        self.gesture = Gesture::Box(BoxSelect { start, end: start, base: self.selection.clone(), mode });
    }

    pub(super) fn drag_box(&mut self, session: &Session<'_>, pos: Pos2) {
        let Gesture::Box(selecting) = &mut self.gesture else { return };
        selecting.end = session.screen.pos_to_canvas(pos);
        let rect = selecting.rect();
        let nodes = session.graph.nodes().iter().zip(session.scene.rects()).filter(|(_, place)| rect.intersects(**place));
        let frames = session.graph.frames().iter().filter(|frame| rect.contains_rect(frame.rect));
        let mut selection = if selecting.mode == SelectMode::Replace { Selection::default() } else { selecting.base.clone() };
        for (node, _) in nodes {
            if selecting.mode == SelectMode::Toggle && selecting.base.nodes.contains(&node.id) {
                selection.nodes.remove(&node.id);
            } else {
                selection.nodes.insert(node.id.clone());
            }
        }
        selection.frames.extend(frames.map(|frame| frame.id));
        self.selection = selection;
    }

    pub(super) fn finish_box(&mut self, session: &mut Session<'_>, selecting: &BoxSelect) {
        if self.selection != selecting.base {
            self.active = self.selection.single_node().cloned();
            self.active_port = None;
            session.emit(CanvasCommand::SelectionChanged);
        }
    }

    pub(super) fn start_knife(&mut self, session: &Session<'_>, press: &Press) {
        let start = session.screen.pos_to_canvas(press.at);
        self.gesture = Gesture::Knife(Knife { button: press.button, stroke: vec![start], cut: HashSet::new() });
    }

    pub(super) fn drag_knife(&mut self, session: &Session<'_>, pos: Pos2) {
        let Gesture::Knife(knife) = &mut self.gesture else { return };
        let to = session.screen.pos_to_canvas(pos);
        if let Some(from) = knife.stroke.last().copied()
            && from != to
        {
            let crossed = session.scene.wires().iter().filter(|curve| stroke_crosses_curve([from, to], &curve.points));
            knife.cut.extend(crossed.map(|curve| wire_of(session.graph, curve).clone()));
            knife.stroke.push(to);
        }
    }

    pub(super) fn finish_knife(&mut self, session: &mut Session<'_>, knife: &Knife) {
        if !knife.cut.is_empty() {
            // In the graph's order: the same stroke always gives the same command.
            let cut = session.graph.wires().iter().filter(|wire| knife.cut.contains(wire)).cloned().collect();
            session.emit(CanvasCommand::Disconnect(cut));
        }
    }
}
