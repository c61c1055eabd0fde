//! States of a run from its start, kept at intervals, so that going back in time steps from the nearest and not from the first frame.

use std::collections::BTreeMap;

/// Frames between two kept states at first.
const FIRST_INTERVAL: u64 = 16;

/// States by the frame that they show.
#[derive(Debug)]
pub(super) struct KeptStates {
    kept: BTreeMap<u64, Vec<u8>>,
    interval: u64,
    bytes: usize,
    budget_bytes: usize,
}

impl KeptStates {
    /// Nothing yet, and never more than `budget_bytes`.
    pub(super) const fn new(budget_bytes: usize) -> Self {
        Self { kept: BTreeMap::new(), interval: FIRST_INTERVAL, bytes: 0, budget_bytes }
    }

    /// Whether the state of `frame` should be kept and is not.
    pub(super) fn wants(&self, frame: u64) -> bool {
        frame > 0 && frame.is_multiple_of(self.interval) && !self.kept.contains_key(&frame)
    }

    /// Keeps a state. Where that is too much for the memory, every other one goes.
    pub(super) fn keep(&mut self, frame: u64, state: Vec<u8>) {
        self.bytes += state.len();
        if let Some(old) = self.kept.insert(frame, state) {
            self.bytes -= old.len();
        }
        while self.bytes > self.budget_bytes && !self.kept.is_empty() {
            self.interval = self.interval.saturating_mul(2);
            let interval = self.interval;
            let mut bytes = 0;
            self.kept.retain(|frame, state| {
                let stays = frame.is_multiple_of(interval);
                bytes += if stays { state.len() } else { 0 };
                stays
            });
            self.bytes = bytes;
        }
    }

    /// The last state at or before `frame`.
    pub(super) fn before(&self, frame: u64) -> Option<(u64, &[u8])> {
        self.kept.range(..=frame).next_back().map(|(frame, state)| (*frame, state.as_slice()))
    }

    /// What the states were of is gone.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.budget_bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_run_stays_within_its_memory_and_keeps_states_all_along() {
        let mut states = KeptStates::new(1_000);
        for frame in 0..4_000 {
            if states.wants(frame) {
                states.keep(frame, vec![0; 90]);
            }
            assert!(states.bytes <= 1_000);
        }
        let frames: Vec<u64> = states.kept.keys().copied().collect();
        assert!(frames.len() >= 5, "{frames:?}");
        assert!(frames.windows(2).all(|pair| pair[1] - pair[0] == states.interval), "{frames:?}");
        assert_eq!(states.before(frames[2] + 1).map(|(frame, _)| frame), Some(frames[2]));
        assert!(states.before(0).is_none());
    }

    #[test]
    fn one_state_that_is_too_large_is_not_kept() {
        let mut states = KeptStates::new(10);
        states.keep(16, vec![0; 11]);
        assert!(states.before(100).is_none());
        assert_eq!(states.bytes, 0);
    }
}
