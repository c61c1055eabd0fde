//! Moving and resizing frames.

use egui::{CursorIcon, Modifiers, Pos2, Rect, Vec2, vec2};

use super::super::command::{CanvasCommand, Phase};
use super::super::hit::FrameEdge;
use super::super::model::FrameId;
use super::super::selection::SelectMode;
use super::super::session::Session;
use super::super::state::CanvasState;
use super::super::style::metrics;
use super::{Gesture, Press};

/// Smallest frame.
const LEAST_SIZE: Vec2 = vec2(64.0, 48.0);

/// A frame being resized.
#[derive(Clone, Debug)]
pub(in super::super) struct FrameDrag {
    pub frame: FrameId,
    edge: FrameEdge,
    start: Pos2,
    before: Rect,
    told: Option<Rect>,
}

impl FrameDrag {
    pub fn cancel(&self, session: &mut Session<'_>) {
        if self.told.is_some() {
            session.emit(CanvasCommand::ResizeFrame { frame: self.frame, rect: self.before, phase: Phase::Cancelled });
        }
    }

    pub fn cursor(&self) -> CursorIcon {
        edge_cursor(self.edge)
    }
}

pub(super) fn edge_cursor(edge: FrameEdge) -> CursorIcon {
    match (edge.left, edge.right, edge.top, edge.bottom) {
        (true, _, true, _) | (_, true, _, true) => CursorIcon::ResizeNwSe,
        (true, _, _, true) | (_, true, true, _) => CursorIcon::ResizeNeSw,
        (true, ..) | (_, true, ..) => CursorIcon::ResizeHorizontal,
        _ => CursorIcon::ResizeVertical,
    }
}

impl CanvasState {
    pub(super) fn start_frame_resize(&mut self, session: &Session<'_>, frame: FrameId, edge: FrameEdge, press: &Press) {
        let Some(found) = session.graph.frames().iter().find(|other| other.id == frame) else { return };
        let start = session.screen.pos_to_canvas(press.at);
        self.gesture = Gesture::Frame(FrameDrag { frame, edge, start, before: found.rect, told: None });
    }

    pub(super) fn drag_frame(&mut self, session: &mut Session<'_>, pos: Pos2, modifiers: Modifiers) {
        let snap = self.snap && !modifiers.ctrl;
        let Gesture::Frame(drag) = &mut self.gesture else { return };
        let delta = session.screen.pos_to_canvas(pos) - drag.start;
        let place = |value: f32| if snap { (value / metrics::GRID).round() * metrics::GRID } else { value };
        let mut rect = drag.before;
        if drag.edge.left {
            rect.min.x = place(drag.before.min.x + delta.x).min(rect.max.x - LEAST_SIZE.x);
        } else if drag.edge.right {
            rect.max.x = place(drag.before.max.x + delta.x).max(rect.min.x + LEAST_SIZE.x);
        }
        if drag.edge.top {
            rect.min.y = place(drag.before.min.y + delta.y).min(rect.max.y - LEAST_SIZE.y);
        } else if drag.edge.bottom {
            rect.max.y = place(drag.before.max.y + delta.y).max(rect.min.y + LEAST_SIZE.y);
        }
        if rect != drag.told.unwrap_or(drag.before) {
            drag.told = Some(rect);
            session.emit(CanvasCommand::ResizeFrame { frame: drag.frame, rect, phase: Phase::Running });
        }
    }

    pub(super) fn finish_frame(&mut self, session: &mut Session<'_>, drag: &FrameDrag) {
        if let Some(rect) = drag.told {
            session.emit(CanvasCommand::ResizeFrame { frame: drag.frame, rect, phase: Phase::Finished });
        }
    }

    /// Moves a frame with all that lies inside of it.
    pub(super) fn start_frame_move(&mut self, session: &mut Session<'_>, frame: FrameId, press: &Press) {
        if !self.selection.frames.contains(&frame) {
            self.selection.select_frame(frame, SelectMode::of(press.modifiers));
            session.emit(CanvasCommand::SelectionChanged);
        }
        let Some(grabbed) = session.graph.frames().iter().find(|other| other.id == frame) else { return };
        self.start_move_of(session, grabbed.rect, press);
    }
}
