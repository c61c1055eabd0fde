//! Painting frames.

use egui::{Stroke, vec2};

use super::super::session::Session;
use super::super::state::CanvasState;
use super::super::style::metrics;
use super::super::text::Face;
use super::{Brush, Spot, mixed};

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
            let size = (metrics::FRAME_TEXT * brush.zoom).clamp(11.0, 40.0);
            let left = rect.left_top() + vec2(14.0 * brush.zoom, 0.5 * (metrics::FRAME_TITLE * brush.zoom).max(size + 6.0));
            let width = rect.right() - left.x - 8.0;
            // Text keeps a readable size far away, so that frames serve as landmarks.
            if rect.width() > 40.0 && rect.height() > size {
                let size = fitting_size(brush, &frame.text, size, width);
                brush.text(Spot::Left(left), &frame.text, Face::Title, size, width, mixed(colour, brush.style.text, 0.15));
            }
        }
    }
}

/// The size at which the words are as wide as there is room, but not too small to read: what is longer is cut.
fn fitting_size(brush: &mut Brush<'_>, text: &str, size: f32, width: f32) -> f32 {
    const LEAST: f32 = 7.5;
    let needed = brush.texts.galley(brush.context, text, Face::Title, size, f32::INFINITY).size().x;
    // A little less than just fits: sizes go in steps.
    if needed <= width { size } else { (0.97 * size * width / needed).max(LEAST) }
}
