//! Where the grid lies in the window of the 2D view: zoom and pan.

use glam::DVec2;

/// Nearest: points of the window for one cell.
const MOST_POINTS_PER_CELL: f64 = 128.0;
/// Farthest: the share of the window that the grid may shrink to.
const LEAST_SHARE: f64 = 0.05;

/// The middle of the window on the grid, and how near one looks. Fitting is no state of its own: a placement that was never touched
/// fits, whatever the window's size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placement {
    touched: Option<Touched>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Touched {
    /// Uv in the middle of the window.
    centre: DVec2,
    /// Points of the window for one cell.
    points_per_cell: f64,
}

/// A window and the grid in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Size in points.
    pub size: DVec2,
    /// Cells of the grid.
    pub cells: DVec2,
}

impl Window {
    /// Points for a cell with which the whole grid fits.
    fn fitting(&self) -> f64 {
        (self.size / self.cells.max(DVec2::ONE)).min_element().max(1e-6)
    }
}

impl Placement {
    /// Shows the whole grid.
    pub const fn fit(&mut self) {
        self.touched = None;
    }

    /// Whether the whole grid is shown.
    #[must_use]
    pub const fn is_fitting(&self) -> bool {
        self.touched.is_none()
    }

    fn in_window(&self, window: &Window) -> Touched {
        self.touched.unwrap_or(Touched { centre: DVec2::splat(0.5), points_per_cell: window.fitting() })
    }

    /// Points of the window for one cell.
    #[must_use]
    pub fn points_per_cell(&self, window: &Window) -> f64 {
        self.in_window(window).points_per_cell
    }

    /// Uv of the window's left top corner, and of its size.
    #[must_use]
    pub fn corner_and_extent(&self, window: &Window) -> (DVec2, DVec2) {
        let touched = self.in_window(window);
        let extent = window.size / (touched.points_per_cell * window.cells.max(DVec2::ONE));
        (touched.centre - extent * 0.5, extent)
    }

    /// The uv under a point of the window, from its left top corner.
    #[must_use]
    pub fn uv_at(&self, window: &Window, point: DVec2) -> DVec2 {
        let (corner, extent) = self.corner_and_extent(window);
        corner + extent * point / window.size.max(DVec2::ONE)
    }

    /// Moves the grid with the pointer, by points of the window.
    pub fn pan(&mut self, window: &Window, by: DVec2) {
        let mut touched = self.in_window(window);
        touched.centre -= by / (touched.points_per_cell * window.cells.max(DVec2::ONE));
        touched.centre = touched.centre.clamp(DVec2::splat(-1.0), DVec2::splat(2.0));
        self.touched = Some(touched);
    }

    /// Goes nearer by a factor; what is under `point` stays there.
    pub fn zoom(&mut self, window: &Window, point: DVec2, factor: f64) {
        let fixed = self.uv_at(window, point);
        let mut touched = self.in_window(window);
        let least = window.fitting() * LEAST_SHARE;
        touched.points_per_cell = (touched.points_per_cell * factor).clamp(least, MOST_POINTS_PER_CELL.max(window.fitting()));
        self.touched = Some(touched);
        let moved = self.uv_at(window, point);
        touched.centre += fixed - moved;
        self.touched = Some(touched);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Window = Window { size: DVec2::new(800.0, 400.0), cells: DVec2::new(512.0, 512.0) };

    #[test]
    fn at_first_the_whole_grid_fits() {
        let placement = Placement::default();
        let (corner, extent) = placement.corner_and_extent(&WINDOW);
        assert!((corner.y - 0.0).abs() < 1e-12 && (extent.y - 1.0).abs() < 1e-12);
        assert!((extent.x - 2.0).abs() < 1e-12 && (corner.x + 0.5).abs() < 1e-12);
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        let mut placement = Placement::default();
        let point = DVec2::new(300.0, 120.0);
        for factor in [2.0, 1.5, 0.1, 100.0, 1e9, 1e-9] {
            let before = placement.uv_at(&WINDOW, point);
            placement.zoom(&WINDOW, point, factor);
            assert!(placement.uv_at(&WINDOW, point).distance(before) < 1e-9, "{factor}");
        }
    }

    #[test]
    fn panning_moves_the_grid_with_the_pointer() {
        let mut placement = Placement::default();
        let before = placement.uv_at(&WINDOW, DVec2::new(10.0, 10.0));
        placement.pan(&WINDOW, DVec2::new(25.0, -5.0));
        assert!(placement.uv_at(&WINDOW, DVec2::new(35.0, 5.0)).distance(before) < 1e-12);
    }

    #[test]
    fn a_window_without_room_is_survived() {
        let window = Window { size: DVec2::ZERO, cells: DVec2::ZERO };
        let mut placement = Placement::default();
        placement.zoom(&window, DVec2::ZERO, 2.0);
        placement.pan(&window, DVec2::ONE);
        assert!(placement.uv_at(&window, DVec2::ONE).is_finite());
    }
}
