//! Painting frames.

use std::sync::Arc;

use egui::epaint::TextShape;
use egui::{Galley, Pos2, Rect, Stroke, Vec2, pos2, vec2};

use super::super::hit::ROWS_ZOOM;
use super::super::model::CanvasFrame;
use super::super::session::Session;
use super::super::state::CanvasState;
use super::super::style::metrics;
use super::super::text::Face;
use super::{Brush, mixed};

/// Words smaller than this can't be read.
const LEAST_SIZE: f32 = 7.5;
/// The size of words far away.
const LANDMARK_SIZE: f32 = 11.0;

impl CanvasState {
    pub(super) fn draw_frames(&self, brush: &mut Brush<'_>, session: &Session<'_>) {
        let visible = session.screen.visible();
        for frame in session.graph.frames() {
            if !visible.intersects(frame.rect) {
                continue;
            }
            let rect = session.screen.rect_to_screen(frame.rect);
            let colour = frame.colour.unwrap_or(brush.style.frame);
            let is_selected = self.selection.frames.contains(&frame.id);
            let rounding = (10.0 * brush.zoom).clamp(2.0, 14.0);
            brush.fill(rect, rounding, colour.gamma_multiply(0.05));
            let stroke = if is_selected { Stroke::new(1.5, brush.style.accent) } else { Stroke::new(1.0, colour.gamma_multiply(0.35)) };
            brush.outline(rect, rounding, stroke);
            // Text keeps a readable size far away, so that frames serve as landmarks.
            let size = (metrics::FRAME_TEXT * brush.zoom).clamp(LANDMARK_SIZE, 40.0);
            if rect.width() > 40.0 && rect.height() > size && !is_landmark(brush, session, frame, rect) {
                draw_words(brush, session, frame, rect, size);
            }
        }
    }

    /// Far away there is no room for words above the nodes, and nodes can't be read: the titles of frames lie on them.
    pub(super) fn draw_landmarks(&self, brush: &mut Brush<'_>, session: &Session<'_>) {
        const BORDER: f32 = 3.0;
        let visible = session.screen.visible();
        for frame in session.graph.frames().iter().filter(|frame| visible.intersects(frame.rect)) {
            let rect = session.screen.rect_to_screen(frame.rect);
            if rect.width() <= 40.0 || !is_landmark(brush, session, frame, rect) {
                continue;
            }
            let title = frame.text.lines().next().unwrap_or_default();
            let galley = brush.texts.galley(brush.context, title, Face::Title, LANDMARK_SIZE, rect.width() - 2.0 * BORDER);
            let ground = Rect::from_min_size(rect.min, galley.size() + Vec2::splat(2.0 * BORDER));
            brush.fill(ground, 2.0, brush.style.background.gamma_multiply(0.85));
            let colour = mixed(frame.colour.unwrap_or(brush.style.frame), brush.style.text, 0.15);
            brush.shapes.push(TextShape::new(rect.min + Vec2::splat(BORDER), galley, colour).into());
        }
    }
}

fn is_landmark(brush: &Brush<'_>, session: &Session<'_>, frame: &CanvasFrame, rect: Rect) -> bool {
    brush.zoom < ROWS_ZOOM && lowest_row(session, frame, rect) - rect.top() < LANDMARK_SIZE && !frame.text.is_empty()
}

/// The first paragraph is the title, what follows explains it, and both wrap.
fn draw_words(brush: &mut Brush<'_>, session: &Session<'_>, frame: &CanvasFrame, rect: Rect, size: f32) {
    let first_row = rect.top() + 0.5 * (metrics::FRAME_TITLE * brush.zoom).max(size + 6.0);
    let left = rect.left() + 14.0 * brush.zoom;
    let room = vec2(rect.right() - left - 8.0, lowest_row(session, frame, rect) - first_row + 0.5 * size);
    let (title, body) = frame.text.split_once('\n').unwrap_or((&frame.text, ""));
    let title = fitting(brush, title.trim_end(), Face::Title, size, room);
    let row = title.rows.first().map_or(size, |row| row.height());
    let corner = pos2(left, first_row - 0.5 * row);
    let colour = frame.colour.unwrap_or(brush.style.frame);
    let below = title.size().y + 0.2 * row;
    brush.shapes.push(TextShape::new(corner, title, mixed(colour, brush.style.text, 0.15)).into());
    // Where there is no room for all of the explanation the title has to do.
    if !body.is_empty() {
        let galley = fitting(brush, body, Face::Label, 0.95 * size, room - vec2(0.0, below));
        if !galley.elided && below + galley.size().y <= room.y {
            brush.shapes.push(TextShape::new(corner + vec2(0.0, below), galley, mixed(colour, brush.style.text_dim, 0.6)).into());
        }
    }
}

/// How far down words may go on the screen: to the first node in the frame.
fn lowest_row(session: &Session<'_>, frame: &CanvasFrame, rect: Rect) -> f32 {
    let inside = session.scene.rects().iter().filter(|node| frame.rect.contains(node.min));
    let first = inside.map(|node| node.top()).fold(f32::INFINITY, f32::min);
    if first.is_finite() { session.screen.pos_to_screen(Pos2::new(frame.rect.left(), first)).y - 3.0 } else { rect.bottom() - 3.0 }
}

/// Words that wrap, smaller where they would not fit, but not too small to read: what is longer is cut.
fn fitting(brush: &mut Brush<'_>, text: &str, face: Face, size: f32, room: Vec2) -> Arc<Galley> {
    let mut size = size;
    for _ in 0..3 {
        let galley = brush.texts.wrapped(brush.context, text, face, size, room.x, usize::MAX);
        if galley.rows.len() == 1 || galley.size().y <= room.y {
            return galley;
        }
        if size <= LEAST_SIZE {
            break;
        }
        // The area that words need goes with the square of their size.
        size = (0.96 * size * (room.y / galley.size().y).clamp(0.04, 1.0).sqrt()).max(LEAST_SIZE);
    }
    let rows = (room.y / (1.3 * size)).floor().max(1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small whole number, at least 1")]
    brush.texts.wrapped(brush.context, text, face, size, room.x, rows as usize)
}
