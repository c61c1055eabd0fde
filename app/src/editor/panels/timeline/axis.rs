//! Frames along the width of the panel.

use egui::{Align2, FontId, Rect, Stroke, Ui, pos2};

use crate::editor::session::Session;
use crate::theme::Palette;

/// Least distance of two numbers on the ruler, in points.
const LEAST_GAP: f64 = 56.0;

/// The range of frames that is shown, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// The first frame.
    pub first: f64,
    /// The one after the last.
    pub end: f64,
    /// Where the first is, in points.
    pub left: f32,
    /// Where the end is.
    pub right: f32,
}

impl Axis {
    /// The document's range between two places. Where the clock is past it, up to there.
    #[must_use]
    pub fn new(session: &Session, left: f32, right: f32) -> Self {
        let [first, end] = session.document().timeline.range;
        let shown = session.stage().frame().map_or(0.0, |frame| frame as f64 + 1.0);
        let first = f64::from(first);
        Self { first, end: f64::from(end).max(first + 1.0).max(shown), left, right: right.max(left + 1.0) }
    }

    /// The last frame.
    #[must_use]
    pub fn last(&self) -> f64 {
        (self.end - 1.0).max(self.first)
    }

    /// Where a frame is.
    #[must_use]
    pub fn x_of(&self, frame: f64) -> f32 {
        self.left + ((frame - self.first) / (self.end - self.first)) as f32 * (self.right - self.left)
    }

    /// The frame at a place.
    #[must_use]
    pub fn frame_at(&self, x: f32) -> f64 {
        self.first + f64::from((x - self.left) / (self.right - self.left)) * (self.end - self.first)
    }

    /// Frames between two numbers of the ruler: 1, 2 or 5 times a power of ten.
    fn step(&self) -> f64 {
        let points_per_frame = f64::from(self.right - self.left) / (self.end - self.first);
        let least = (LEAST_GAP / points_per_frame).max(1.0);
        let power = 10.0_f64.powf(least.log10().floor());
        [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power).find(|step| *step >= least).unwrap_or(least)
    }

    /// Draws the ruler.
    pub fn paint(&self, ui: &Ui, rect: Rect, palette: &Palette) {
        let painter = ui.painter_at(rect.expand(1.0));
        painter.rect_filled(rect, 3.0, palette.field);
        let step = self.step();
        let mut frame = (self.first / step).ceil() * step;
        while frame < self.end {
            let x = self.x_of(frame);
            painter.line_segment([pos2(x, rect.bottom() - 6.0), pos2(x, rect.bottom())], Stroke::new(1.0, palette.faint));
            painter.text(
                pos2(x + 3.0, rect.center().y),
                Align2::LEFT_CENTER,
                format!("{frame:.0}"),
                FontId::monospace(10.0),
                palette.text_dim,
            );
            frame += step;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AXIS: Axis = Axis { first: 10.0, end: 310.0, left: 100.0, right: 700.0 };

    #[test]
    fn places_and_frames_are_inverse() {
        for frame in [10.0, 57.5, 309.0] {
            assert!((AXIS.frame_at(AXIS.x_of(frame)) - frame).abs() < 1e-3);
        }
        assert_eq!(AXIS.last(), 309.0);
    }

    #[test]
    fn numbers_never_run_into_each_other() {
        for end in [11.0, 100.0, 310.0, 10_000.0, 1e7] {
            let axis = Axis { end, ..AXIS };
            let gap = axis.x_of(axis.first + axis.step()) - axis.x_of(axis.first);
            assert!(f64::from(gap) >= LEAST_GAP - 1.0 || axis.step() >= 1.0, "{end}: {gap}");
            assert!(axis.step() >= 1.0);
        }
    }
}
