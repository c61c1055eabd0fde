//! Where the pointer is when nobody holds it: the document's track at a time.

use super::PointerTrack;

/// The pointer during a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PointerState {
    /// Place on the plane in metres (x, z).
    pub position_m: [f64; 2],
    /// Way since the step before over the length of a step, in metres per second. Jumps (two rows of one time, the start over of a
    /// loop) are no way: nothing was dragged along them.
    pub velocity_m_s: [f64; 2],
    /// Whether it presses.
    pub pressed: bool,
}

/// A track made ready: rows by rising time, without numbers that are none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PointerPath {
    /// `[time_s, x_m, z_m, pressed]`.
    rows: Vec<[f64; 4]>,
    /// Way from the first row to each, jumps left out: differences of it are ways dragged.
    dragged_m: Vec<[f64; 2]>,
    looped: bool,
}

impl PointerTrack {
    /// Where the pointer is at `time_s`, after a step of `dt_s`. Many samples are cheaper through [`PointerPath`].
    #[must_use]
    pub fn sample(&self, time_s: f64, dt_s: f64) -> PointerState {
        PointerPath::new(&self.track, self.looped).sample(time_s, dt_s)
    }
}

impl PointerPath {
    /// A path through `rows` of `[time_s, x_m, z_m, pressed]`. Rows may be in any order; one with a number that is none is left out.
    #[must_use]
    pub fn new(rows: &[[f64; 4]], looped: bool) -> Self {
        let mut rows: Vec<[f64; 4]> = rows.iter().copied().filter(|row| row.iter().all(|number| number.is_finite())).collect();
        rows.sort_by(|a, b| a[0].total_cmp(&b[0]));
        let mut dragged_m = Vec::with_capacity(rows.len());
        let mut way = [0.0; 2];
        for (index, row) in rows.iter().enumerate() {
            if let Some(before) = index.checked_sub(1).map(|index| rows[index]).filter(|before| before[0] < row[0]) {
                way = [way[0] + row[1] - before[1], way[1] + row[2] - before[2]];
            }
            dragged_m.push(way);
        }
        Self { rows, dragged_m, looped }
    }

    /// The rows, made ready.
    #[must_use]
    pub fn rows(&self) -> &[[f64; 4]] {
        &self.rows
    }

    /// Where the pointer is at `time_s`, after a step of `dt_s`. Before the first row it waits there, after the last too unless the
    /// path is a loop. Without rows it rests at the origin.
    #[must_use]
    pub fn sample(&self, time_s: f64, dt_s: f64) -> PointerState {
        let Some(now) = self.at(time_s) else {
            return PointerState::default();
        };
        let before = self.at(time_s - dt_s);
        let velocity_m_s = match before {
            Some(before) if dt_s > 0.0 => {
                let lap_m = self.dragged_m.last().copied().unwrap_or_default();
                let laps = now.lap - before.lap;
                std::array::from_fn(|axis| (now.dragged_m[axis] - before.dragged_m[axis] + laps * lap_m[axis]) / dt_s)
            }
            _ => [0.0; 2],
        };
        PointerState { position_m: now.position_m, velocity_m_s, pressed: now.pressed }
    }

    fn at(&self, time_s: f64) -> Option<Moment> {
        let (first, last) = (self.rows.first()?, self.rows.last()?);
        if !time_s.is_finite() {
            return None;
        }
        let period_s = last[0];
        let (lap, time_s) = if self.looped && period_s > 0.0 && time_s >= period_s {
            // The remainder is exact and the quotient is not: counted by the quotient, a lap could be over before its end.
            let within_s = time_s % period_s;
            (((time_s - within_s) / period_s).round(), within_s)
        } else {
            (0.0, time_s)
        };
        let after = self.rows.partition_point(|row| row[0] <= time_s);
        let Some(index) = after.checked_sub(1) else {
            return Some(Moment { position_m: [first[1], first[2]], dragged_m: [0.0; 2], pressed: first[3] > 0.5, lap });
        };
        let row = self.rows[index];
        let part = self.rows.get(after).map_or(0.0, |next| (time_s - row[0]) / (next[0] - row[0]));
        let next = self.rows.get(after).unwrap_or(&row);
        let moved_m = [(next[1] - row[1]) * part, (next[2] - row[2]) * part];
        let dragged_m = self.dragged_m[index];
        Some(Moment {
            position_m: [row[1] + moved_m[0], row[2] + moved_m[1]],
            dragged_m: [dragged_m[0] + moved_m[0], dragged_m[1] + moved_m[1]],
            pressed: row[3] > 0.5,
            lap,
        })
    }
}

/// A path at a time.
struct Moment {
    position_m: [f64; 2],
    dragged_m: [f64; 2],
    pressed: bool,
    /// How often the path started over.
    lap: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Right along x in a second, back in another.
    const THERE_AND_BACK: [[f64; 4]; 3] = [[0.0, 0.0, 5.0, 1.0], [1.0, 2.0, 5.0, 0.0], [2.0, 0.0, 5.0, 1.0]];

    fn close(a: [f64; 2], b: [f64; 2]) -> bool {
        (a[0] - b[0]).abs() < 1e-9 && (a[1] - b[1]).abs() < 1e-9
    }

    #[test]
    fn straight_between_rows_and_pressed_from_its_row_on() {
        let path = PointerPath::new(&THERE_AND_BACK, false);
        let state = path.sample(0.25, 0.01);
        assert!(close(state.position_m, [0.5, 5.0]) && close(state.velocity_m_s, [2.0, 0.0]) && state.pressed, "{state:?}");
        let state = path.sample(1.5, 0.01);
        assert!(close(state.position_m, [1.0, 5.0]) && close(state.velocity_m_s, [-2.0, 0.0]) && !state.pressed, "{state:?}");
    }

    #[test]
    fn it_waits_before_and_after() {
        let path = PointerPath::new(&THERE_AND_BACK, false);
        assert_eq!(path.sample(0.0, 0.1).velocity_m_s, [0.0; 2]);
        assert_eq!(path.sample(-3.0, 0.1).position_m, [0.0, 5.0]);
        assert_eq!(path.sample(9.0, 0.1), PointerState { position_m: [0.0, 5.0], velocity_m_s: [0.0; 2], pressed: true });
    }

    #[test]
    fn a_loop_starts_over_without_a_jump_in_velocity() {
        let path = PointerPath::new(&THERE_AND_BACK, true);
        let late = path.sample(2000.25, 0.1);
        assert!(close(late.position_m, [0.5, 5.0]) && close(late.velocity_m_s, [2.0, 0.0]), "{late:?}");
        // An open track: from x = 3 back to x = 0 at once. Half of the step is dragged at its end, half at its start.
        let open = PointerPath::new(&[[0.0, 0.0, 0.0, 1.0], [1.0, 3.0, 0.0, 1.0]], true);
        assert!(close(open.sample(1.05, 0.1).velocity_m_s, [3.0, 0.0]), "{:?}", open.sample(1.05, 0.1));
        assert!(close(open.sample(1.05, 0.1).position_m, [0.15, 0.0]));
    }

    #[test]
    fn laps_are_counted_when_they_are_over() {
        // Divided, these times round up to whole laps; the pointer is still at the end of the lap before.
        for (period_s, lap) in [0.1, 0.3, 0.7].into_iter().flat_map(|period_s| (1..200).map(move |lap| (period_s, lap))) {
            let path = PointerPath::new(&[[0.0, 0.0, 0.0, 1.0], [period_s, 1.0, 0.0, 1.0]], true);
            for time_s in [period_s * f64::from(lap), (period_s * f64::from(lap)).next_down()] {
                let velocity = path.sample(time_s, 0.01).velocity_m_s[0];
                assert!((velocity * period_s - 1.0).abs() < 1e-9, "period {period_s}, time {time_s}: {velocity}");
            }
        }
    }

    #[test]
    fn two_rows_of_one_time_are_a_jump() {
        let path = PointerPath::new(&[[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0], [1.0, 9.0, 0.0, 1.0], [2.0, 9.0, 0.0, 1.0]], false);
        assert_eq!(path.sample(1.0, 0.1), PointerState { position_m: [9.0, 0.0], velocity_m_s: [0.0; 2], pressed: true });
    }

    #[test]
    fn rows_in_any_order_and_numbers_that_are_none() {
        let mixed = [THERE_AND_BACK[2], [f64::NAN, 1.0, 1.0, 1.0], THERE_AND_BACK[0], [0.5, f64::INFINITY, 0.0, 0.0], THERE_AND_BACK[1]];
        assert_eq!(PointerPath::new(&mixed, true), PointerPath::new(&THERE_AND_BACK, true));
        assert_eq!(PointerPath::new(&[], true).sample(1.0, 0.1), PointerState::default());
        assert_eq!(PointerPath::new(&[[0.0, 1.0, 2.0, 0.0]], true).sample(7.0, 0.1).position_m, [1.0, 2.0]);
        assert_eq!(PointerPath::new(&THERE_AND_BACK, false).sample(f64::NAN, 0.1), PointerState::default());
        assert_eq!(PointerPath::new(&THERE_AND_BACK, false).sample(0.5, 0.0).velocity_m_s, [0.0; 2]);
    }
}
