//! The pointer of a step: a hand's, or the track's.

use serde::{Deserialize, Serialize};

use crate::graph::pointer::{PointerPath, PointerState};

/// A hand on the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PointerInput {
    /// Where on the plane in metres (x, z).
    pub position_m: [f64; 2],
    /// Whether it is held down.
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
    /// The pointer of the step that starts at `time_s`. A hand's velocity is its way since the last step; there is none where it was
    /// set down or lifted, or came from elsewhere.
    pub(super) fn advance(&mut self, track: &PointerPath, time_s: f64, dt_s: f64) -> PointerState {
        let Some(now) = self.held else {
            self.before = None;
            return track.sample(time_s, dt_s);
        };
        let before = self.before.replace(now).filter(|before| before.pressed == now.pressed);
        PointerState { position_m: now.position_m, velocity_m_s: velocity(before, now, dt_s), pressed: now.pressed }
    }
}

fn velocity(before: Option<PointerInput>, now: PointerInput, dt_s: f64) -> [f64; 2] {
    before.map_or([0.0; 2], |before| std::array::from_fn(|axis| (now.position_m[axis] - before.position_m[axis]) / dt_s))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_and_a_jump_have_no_speed() {
        let mut pointer = Pointer::default();
        let mut at = |x_m: f64, pressed: bool| {
            pointer.held = Some(PointerInput { position_m: [x_m, 0.0], pressed });
            pointer.advance(&PointerPath::default(), 0.0, 0.5).velocity_m_s[0]
        };
        assert_eq!(at(1.0, false), 0.0);
        assert_eq!(at(2.0, false), 2.0);
        assert_eq!(at(9.0, true), 0.0);
        assert_eq!(at(10.0, true), 2.0);
        assert_eq!(at(12.0, false), 0.0);
    }
}
