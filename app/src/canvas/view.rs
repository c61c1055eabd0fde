//! Where one looks: the part of the canvas that is on the screen, and jumps from one part to another.

use egui::{Pos2, Rect, Vec2, pos2};
use serde::{Deserialize, Serialize};

/// The part of the canvas that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The point of the canvas that is in the middle.
    pub centre: Pos2,
    /// Points of the screen for one unit of the canvas.
    pub zoom: f32,
}

impl Default for View {
    fn default() -> Self {
        Self { centre: Pos2::ZERO, zoom: 1.0 }
    }
}

impl View {
    /// Farthest out.
    pub const ZOOM_MIN: f32 = 0.08;
    /// Nearest.
    pub const ZOOM_MAX: f32 = 4.0;
    /// Fitting never goes nearer than this: a single node should not fill the window.
    const ZOOM_FIT_MAX: f32 = 1.0;
    /// Empty border that fitting leaves, in points.
    const FIT_BORDER: f32 = 28.0;
    /// At this zoom rows are read with ease.
    const ZOOM_READABLE: f32 = 0.62;

    /// The view that shows all of `bounds` on a screen of `size` points.
    #[must_use]
    pub fn fitting(bounds: Rect, size: Vec2) -> Self {
        if !bounds.is_finite() || bounds.is_negative() {
            return Self::default();
        }
        let room = (size - Vec2::splat(2.0 * Self::FIT_BORDER)).max(Vec2::splat(32.0));
        let wanted = bounds.size().max(Vec2::splat(1.0));
        let zoom = (room.x / wanted.x).min(room.y / wanted.y).clamp(Self::ZOOM_MIN, Self::ZOOM_FIT_MAX);
        Self { centre: bounds.center(), zoom }
    }

    /// The first view of a graph: all of it where that can be read; else as much as can be read, with `focus` at its right end, for one
    /// reads towards a result.
    #[must_use]
    pub fn first(bounds: Rect, focus: Rect, size: Vec2) -> Self {
        let fitting = Self::fitting(bounds, size);
        if fitting.zoom >= Self::ZOOM_READABLE || !focus.is_finite() || focus.is_negative() {
            return fitting;
        }
        let zoom = Self::ZOOM_READABLE;
        let seen = (size - Vec2::splat(2.0 * Self::FIT_BORDER)).max(Vec2::splat(32.0)) / zoom;
        let wanted = Rect::from_min_size(pos2(focus.right() - seen.x, focus.center().y - 0.5 * seen.y), seen);
        // Nothing beside the graph is worth seeing.
        let within = |low: f32, high: f32, wanted: f32, length: f32| {
            if high - low <= length { 0.5 * (low + high - length) } else { wanted.clamp(low, high - length) }
        };
        let left = within(bounds.left(), bounds.right(), wanted.left(), seen.x);
        let top = within(bounds.top(), bounds.bottom(), wanted.top(), seen.y);
        Self { centre: pos2(left, top) + 0.5 * seen, zoom }
    }

    /// Whether it can be used: a view read from a settings file may be anything.
    #[must_use]
    pub fn is_sane(&self) -> bool {
        self.centre.is_finite() && (Self::ZOOM_MIN..=Self::ZOOM_MAX).contains(&self.zoom)
    }
}

/// A view that can be returned to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bookmark {
    /// Its name.
    pub name: String,
    /// The view.
    pub view: View,
}

/// A view on a screen: turns points of one into points of the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Screen {
    /// Where the canvas is on the screen.
    pub rect: Rect,
    /// What of it is shown.
    pub view: View,
}

impl Screen {
    pub fn zoom(&self) -> f32 {
        self.view.zoom
    }

    pub fn pos_to_screen(&self, pos: Pos2) -> Pos2 {
        self.rect.center() + (pos - self.view.centre) * self.view.zoom
    }

    pub fn rect_to_screen(&self, rect: Rect) -> Rect {
        Rect::from_min_max(self.pos_to_screen(rect.min), self.pos_to_screen(rect.max))
    }

    pub fn pos_to_canvas(&self, pos: Pos2) -> Pos2 {
        self.view.centre + (pos - self.rect.center()) / self.view.zoom
    }

    pub fn rect_to_canvas(&self, rect: Rect) -> Rect {
        Rect::from_min_max(self.pos_to_canvas(rect.min), self.pos_to_canvas(rect.max))
    }

    /// What can be seen.
    pub fn visible(&self) -> Rect {
        self.rect_to_canvas(self.rect)
    }

    /// The view `factor` times nearer, with the point of the canvas under `fixed` staying there.
    pub fn zoomed_about(&self, fixed: Pos2, factor: f32) -> View {
        let zoom = (self.view.zoom * factor).clamp(View::ZOOM_MIN, View::ZOOM_MAX);
        let under = self.pos_to_canvas(fixed);
        View { centre: under - (fixed - self.rect.center()) / zoom, zoom }
    }

    /// The view moved so that the content follows the pointer by `delta` points.
    pub fn panned(&self, delta: Vec2) -> View {
        View { centre: self.view.centre - delta / self.view.zoom, ..self.view }
    }
}

/// A short ease from one view to another, so that the eye can follow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Jump {
    from: View,
    to: View,
    start_s: f64,
}

impl Jump {
    const LENGTH_S: f64 = 0.18;

    pub fn new(from: View, to: View, now_s: f64) -> Self {
        Self { from, to, start_s: now_s }
    }

    pub fn target(&self) -> View {
        self.to
    }

    /// The view at `now_s`, and whether the jump goes on.
    pub fn at(&self, now_s: f64) -> (View, bool) {
        let progress = ((now_s - self.start_s) / Self::LENGTH_S).clamp(0.0, 1.0);
        if progress >= 1.0 {
            return (self.to, false);
        }
        #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
        let share = (1.0 - (1.0 - progress).powi(3)) as f32;
        // The zoom eases by factors, else zooming far in would lurch at its start.
        let zoom = self.from.zoom * (self.to.zoom / self.from.zoom).powf(share);
        (View { centre: self.from.centre.lerp(self.to.centre, share), zoom }, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::vec2;

    fn screen(zoom: f32) -> Screen {
        Screen { rect: Rect::from_min_size(pos2(100.0, 50.0), vec2(800.0, 600.0)), view: View { centre: pos2(30.0, -20.0), zoom } }
    }

    #[test]
    fn the_screen_and_the_canvas_are_inverse() {
        for zoom in [0.1, 0.7, 3.0] {
            let screen = screen(zoom);
            for pos in [pos2(0.0, 0.0), pos2(123.0, 456.0)] {
                assert!(screen.pos_to_canvas(screen.pos_to_screen(pos)).distance(pos) < 1e-2);
            }
        }
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let pointer = pos2(210.0, 444.0);
        for factor in [0.01, 0.5, 1.3, 100.0] {
            let before = screen(0.8);
            let after = Screen { view: before.zoomed_about(pointer, factor), ..before };
            assert!(after.pos_to_screen(before.pos_to_canvas(pointer)).distance(pointer) < 1e-2);
            assert!(after.view.is_sane());
        }
    }

    #[test]
    fn fitting_shows_everything() {
        let bounds = Rect::from_min_size(pos2(-500.0, 40.0), vec2(3000.0, 700.0));
        let screen = Screen { rect: Rect::from_min_size(Pos2::ZERO, vec2(900.0, 500.0)), view: View::fitting(bounds, vec2(900.0, 500.0)) };
        assert!(screen.visible().contains_rect(bounds));
        assert!(View::fitting(Rect::NOTHING, vec2(900.0, 500.0)).is_sane());
        assert!(View::fitting(bounds, Vec2::ZERO).is_sane());
    }

    #[test]
    fn a_first_view_is_readable_and_ends_at_the_result() {
        let size = vec2(800.0, 600.0);
        let small = Rect::from_min_size(pos2(0.0, 0.0), vec2(600.0, 300.0));
        assert_eq!(View::first(small, small, size), View::fitting(small, size));
        let wide = Rect::from_min_size(pos2(-100.0, 50.0), vec2(6000.0, 300.0));
        let focus = Rect::from_min_size(pos2(5600.0, 100.0), vec2(200.0, 100.0));
        let view = View::first(wide, focus, size);
        let screen = Screen { rect: Rect::from_min_size(Pos2::ZERO, size), view };
        assert!(view.zoom >= View::ZOOM_READABLE && screen.visible().contains_rect(focus));
        assert!(screen.visible().right() < wide.right() + 100.0);
        // A result at the far left does not show the emptiness beside it.
        let left = View::first(wide, Rect::from_min_size(wide.min, vec2(100.0, 50.0)), size);
        assert!(Screen { rect: screen.rect, view: left }.visible().left() > wide.left() - 100.0);
        assert!(View::first(wide, Rect::NOTHING, size).is_sane());
    }

    #[test]
    fn a_jump_arrives() {
        let (from, to) = (screen(0.2).view, screen(2.0).view);
        let jump = Jump::new(from, to, 10.0);
        assert_eq!(jump.at(10.0), (from, true));
        assert_eq!(jump.at(11.0), (to, false));
        let (between, running) = jump.at(10.09);
        assert!(running && between.zoom > from.zoom && between.zoom < to.zoom);
    }
}
