//! Curves as rows of numbers: x, y and the slopes on both sides of each point.

use super::super::number::short;

/// A point: x, y, slope before, slope after.
pub type Point = [f64; 4];

/// Most points of a curve.
pub const MOST: usize = 64;

/// How a curve goes through a point. Documents hold slopes; this is what slopes mean to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// Straight to both neighbours.
    Straight,
    /// Smoothly, along the line between the neighbours.
    Smooth,
    /// Level.
    Level,
    /// With slopes of its own.
    Free,
}

impl Through {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Straight, Self::Smooth, Self::Level, Self::Free];

    /// Its name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Straight => "Straight",
            Self::Smooth => "Smooth",
            Self::Level => "Level",
            Self::Free => "Free",
        }
    }
}

/// The points of rows, whatever their length.
#[must_use]
pub fn points_of(rows: &[Vec<f64>]) -> Vec<Point> {
    rows.iter().map(|row| [0, 1, 2, 3].map(|column| row.get(column).copied().unwrap_or_default())).collect()
}

/// The curve's height, as the `curve` node computes it: the cubic Hermite spline, level beyond its ends.
#[must_use]
pub fn height(points: &[Point], x: f64) -> f64 {
    let Some(first) = points.first() else { return x };
    if x <= first[0] {
        return first[1];
    }
    for pair in points.windows(2) {
        let [low, high] = [pair[0], pair[1]];
        if x < high[0] {
            let width = high[0] - low[0];
            let share = (x - low[0]) / width.max(1e-30);
            let rest = 1.0 - share;
            let straight = rest * rest * (1.0 + 2.0 * share) * low[1] + share * share * (3.0 - 2.0 * share) * high[1];
            return straight + share * rest * width * (rest * low[3] - share * high[2]);
        }
    }
    points.last().map_or(x, |last| last[1])
}

/// The slopes that go through point `index` in this way; `None` for [`Through::Free`].
#[must_use]
pub fn slopes(points: &[Point], index: usize, through: Through) -> Option<[f64; 2]> {
    let at = |place: Option<usize>| place.and_then(|place| points.get(place));
    let here = points.get(index)?;
    let slope = |from: &Point, to: &Point| if to[0] > from[0] { (to[1] - from[1]) / (to[0] - from[0]) } else { 0.0 };
    let before = at(index.checked_sub(1)).map(|point| slope(point, here));
    let after = at(Some(index + 1)).map(|point| slope(here, point));
    let either = before.or(after).unwrap_or_default();
    match through {
        Through::Straight => Some([before.unwrap_or(either), after.unwrap_or(either)]),
        Through::Smooth => {
            let along = match (at(index.checked_sub(1)), at(Some(index + 1))) {
                (Some(before), Some(after)) => slope(before, after),
                _ => after.unwrap_or(either),
            };
            Some([along; 2])
        }
        Through::Level => Some([0.0; 2]),
        Through::Free => None,
    }
}

/// How the curve goes through point `index`.
#[must_use]
pub fn through(points: &[Point], index: usize) -> Through {
    let Some(point) = points.get(index) else { return Through::Free };
    let is = |way: &Through| {
        slopes(points, index, *way).is_some_and(|[before, after]| {
            let close = |one: f64, other: f64| (one - other).abs() <= 1e-3 * (1.0 + one.abs());
            close(before, point[2]) && close(after, point[3])
        })
    };
    Through::ALL.into_iter().find(is).unwrap_or(Through::Free)
}

/// Changes points and keeps the way in which the curve goes through all others: what was straight stays straight.
pub fn change(points: &mut [Point], change: impl FnOnce(&mut [Point])) {
    let ways: Vec<Through> = (0..points.len()).map(|index| through(points, index)).collect();
    change(points);
    for (index, way) in ways.into_iter().enumerate() {
        if let Some([before, after]) = slopes(points, index, way) {
            points[index][2] = short(before, 4);
            points[index][3] = short(after, 4);
        }
    }
}

/// Moves a point; it stays between its neighbours.
pub fn move_point(points: &mut [Point], index: usize, to: [f64; 2]) {
    let least = index.checked_sub(1).map_or(f64::NEG_INFINITY, |before| points[before][0]);
    let most = points.get(index + 1).map_or(f64::INFINITY, |after| after[0]);
    change(points, |points| {
        points[index][0] = to[0].clamp(least, most.max(least));
        points[index][1] = to[1];
    });
}

/// Adds a point and gives its place in the list; `None` where the list is full.
pub fn add_point(points: &mut Vec<Point>, [x, y]: [f64; 2]) -> Option<usize> {
    if points.len() >= MOST {
        return None;
    }
    let index = points.iter().position(|point| point[0] > x).unwrap_or(points.len());
    let neighbour = index.saturating_sub(1);
    let way = if !points.is_empty() && through(points, neighbour) == Through::Straight { Through::Straight } else { Through::Smooth };
    let ways: Vec<Through> = (0..points.len()).map(|index| through(points, index)).collect();
    points.insert(index, [x, y, 0.0, 0.0]);
    for place in 0..points.len() {
        let way = match place.cmp(&index) {
            std::cmp::Ordering::Less => ways[place],
            std::cmp::Ordering::Equal => way,
            std::cmp::Ordering::Greater => ways[place - 1],
        };
        if let Some([before, after]) = slopes(points, place, way) {
            points[place][2] = short(before, 4);
            points[place][3] = short(after, 4);
        }
    }
    Some(index)
}

/// Removes a point.
pub fn remove_point(points: &mut Vec<Point>, index: usize) {
    let mut ways: Vec<Through> = (0..points.len()).map(|index| through(points, index)).collect();
    points.remove(index);
    ways.remove(index);
    for (place, way) in ways.into_iter().enumerate() {
        if let Some([before, after]) = slopes(points, place, way) {
            points[place][2] = short(before, 4);
            points[place][3] = short(after, 4);
        }
    }
}

/// Curves to start from.
#[must_use]
pub fn presets() -> Vec<(&'static str, Vec<Point>)> {
    vec![
        ("Straight", vec![[0.0, 0.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]]),
        ("Falling", vec![[0.0, 1.0, -1.0, -1.0], [1.0, 0.0, -1.0, -1.0]]),
        ("Ease in", vec![[0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 2.0, 2.0]]),
        ("Ease out", vec![[0.0, 0.0, 2.0, 2.0], [1.0, 1.0, 0.0, 0.0]]),
        ("Ease in and out", vec![[0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0]]),
        ("Bell", vec![[0.0, 0.0, 0.0, 0.0], [0.5, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]]),
        ("Attack and decay", vec![[0.0, 0.0, 0.0, 20.0], [0.1, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]]),
        ("Triangle", vec![[0.0, 0.0, 2.0, 2.0], [0.5, 1.0, 2.0, -2.0], [1.0, 0.0, -2.0, -2.0]]),
        ("Overshoot", vec![[0.0, 0.0, 0.0, 0.0], [0.7, 1.15, 0.6, 0.6], [1.0, 1.0, 0.0, 0.0]]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn straight() -> Vec<Point> {
        presets().swap_remove(0).1
    }

    #[test]
    fn heights_are_those_of_known_curves() {
        let ease_in = &presets()[2].1;
        let smoothstep = &presets()[4].1;
        for place in 0..=10 {
            let x = f64::from(place) / 10.0;
            assert!((height(&straight(), x) - x).abs() < 1e-12);
            assert!((height(ease_in, x) - x * x).abs() < 1e-12);
            assert!((height(smoothstep, x) - x * x * (3.0 - 2.0 * x)).abs() < 1e-12);
        }
        assert_eq!([height(ease_in, -3.0), height(ease_in, 7.0), height(&[], 0.3)], [0.0, 1.0, 0.3]);
    }

    #[test]
    fn what_is_straight_stays_straight() {
        let mut points = straight();
        assert_eq!(add_point(&mut points, [0.5, 0.25]), Some(1));
        assert_eq!(points[1], [0.5, 0.25, 0.5, 1.5]);
        assert_eq!((points[0][3], points[2][2]), (0.5, 1.5));
        move_point(&mut points, 1, [0.25, 0.75]);
        assert!((height(&points, 0.125) - 0.375).abs() < 1e-9);
        assert_eq!(through(&points, 1), Through::Straight);
        remove_point(&mut points, 1);
        assert_eq!(points, straight());
    }

    #[test]
    fn a_point_stays_between_its_neighbours_and_free_slopes_stay() {
        let mut points = vec![[0.0, 0.0, 0.0, 0.0], [0.5, 1.0, 3.0, -7.0], [1.0, 0.0, 0.0, 0.0]];
        move_point(&mut points, 1, [4.0, 2.0]);
        assert_eq!(points[1], [1.0, 2.0, 3.0, -7.0]);
    }

    #[test]
    fn a_full_curve_takes_no_more() {
        let mut points: Vec<Point> = (0..MOST).map(|index| [index as f64, 0.0, 0.0, 0.0]).collect();
        assert_eq!(add_point(&mut points, [0.5, 0.0]), None);
    }
}
