//! The pointer of a step: a hand's, or the track's.

use serde::{Deserialize, Serialize};

/// A hand on the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PointerInput {
    /// Where on the plane in metres (x, z).
    pub position_m: [f64; 2],
    /// Whether it is held down.
    pub pressed: bool,
}

/// What a step sees of the pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct PointerSample {
    pub position_m: [f64; 2],
    pub velocity_m_per_s: [f64; 2],
    pub pressed: bool,
}

/// Follows the pointer from step to step.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pointer {
    /// Where a hand holds it now; the track leads where nobody does.
    pub held: Option<PointerInput>,
    /// What a hand did in the step before.
    pub before: Option<PointerInput>,
}

impl Pointer {
    /// The pointer of the step that starts at `time_s`. Speed is the way since the last step; there is none where the pointer
    /// was set down or lifted, or came from elsewhere.
    pub(super) fn advance(&mut self, track: &[[f64; 4]], looped: bool, time_s: f64, dt_s: f64) -> PointerSample {
        let Some(now) = self.held else {
            self.before = None;
            return track_sample(track, looped, time_s, dt_s);
        };
        let before = self.before.replace(now).filter(|before| before.pressed == now.pressed);
        PointerSample { position_m: now.position_m, velocity_m_per_s: velocity(before, now, dt_s), pressed: now.pressed }
    }
}

fn velocity(before: Option<PointerInput>, now: PointerInput, dt_s: f64) -> [f64; 2] {
    before.map_or([0.0; 2], |before| std::array::from_fn(|axis| (now.position_m[axis] - before.position_m[axis]) / dt_s))
}

fn track_sample(track: &[[f64; 4]], looped: bool, time_s: f64, dt_s: f64) -> PointerSample {
    let Some(now) = track_at(track, looped, time_s) else { return PointerSample::default() };
    let before = track_at(track, looped, time_s - dt_s).filter(|before| before.pressed == now.pressed);
    let period_s = track.last().map_or(0.0, |row| row[0]);
    let wrapped = looped && period_s > 0.0 && (time_s / period_s).floor() != ((time_s - dt_s) / period_s).floor();
    let before = before.filter(|_| time_s >= dt_s && !wrapped);
    PointerSample { position_m: now.position_m, velocity_m_per_s: velocity(before, now, dt_s), pressed: now.pressed }
}

fn track_at(track: &[[f64; 4]], looped: bool, time_s: f64) -> Option<PointerInput> {
    let (first, last) = (track.first()?, track.last()?);
    let time_s = if looped && last[0] > 0.0 { time_s.rem_euclid(last[0]) } else { time_s };
    let next = track.partition_point(|row| row[0] <= time_s);
    let row = if next == 0 { first } else { &track[next - 1] };
    let position_m = match track.get(next) {
        Some(following) if next > 0 && following[0] > row[0] => {
            let share = (time_s - row[0]) / (following[0] - row[0]);
            [1, 2].map(|column| row[column] + (following[column] - row[column]) * share)
        }
        _ => [row[1], row[2]],
    };
    Some(PointerInput { position_m, pressed: next > 0 && row[3] >= 0.5 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_and_a_jump_have_no_speed() {
        let mut pointer = Pointer::default();
        let mut at = |x_m: f64, pressed: bool| {
            pointer.held = Some(PointerInput { position_m: [x_m, 0.0], pressed });
            pointer.advance(&[], false, 0.0, 0.5).velocity_m_per_s[0]
        };
        assert_eq!(at(1.0, false), 0.0);
        assert_eq!(at(2.0, false), 2.0);
        assert_eq!(at(9.0, true), 0.0);
        assert_eq!(at(10.0, true), 2.0);
        assert_eq!(at(12.0, false), 0.0);
    }
}
