//! Which frames are due: playing at real speed, with honest skipping.
//!
//! A simulation can't leave steps out, so "skipping" means frames that are run but not shown. What can't be caught up with is dropped
//! and the effect runs slower than real time; [`PlayClock::speed`] says how much. A long pause (a hidden window, a sleeping machine, a
//! debugger) is no debt: the clock goes on where it stood.

/// Most frames that are run between two pictures.
pub const MOST_CATCH_UP: u32 = 4;
/// A longer time between two looks at the clock is a pause, in seconds.
const PAUSE_S: f64 = 0.5;
/// So much of a frame early is on time: two clocks of 60 Hz that drift must not run 0 and 2 frames in turns.
const EARLY: f64 = 1.0 / 64.0;
/// Time over which the speed is measured, in seconds.
const SPEED_WINDOW_S: f64 = 0.5;

/// How time goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// As the document's frames a second say; frames are run without being shown where the screen is slower.
    #[default]
    RealTime,
    /// One frame a picture, as fast as pictures come.
    EveryFrame,
}

/// Tells how many frames are due.
#[derive(Clone, Debug)]
pub struct PlayClock {
    /// Whether time goes on.
    playing: bool,
    /// How.
    pub pace: Pace,
    /// When the clock was last looked at, in seconds.
    last_s: Option<f64>,
    /// Time that has passed and was not run, in seconds.
    owed_s: f64,
    window: SpeedWindow,
}

/// Frames that were run since a time.
#[derive(Clone, Debug, Default)]
struct SpeedWindow {
    start_s: f64,
    frames: u64,
    measured: Option<f64>,
}

impl Default for PlayClock {
    fn default() -> Self {
        Self { playing: true, pace: Pace::RealTime, last_s: None, owed_s: 0.0, window: SpeedWindow::default() }
    }
}

impl PlayClock {
    /// A clock that stands.
    #[must_use]
    pub fn paused() -> Self {
        Self { playing: false, ..Self::default() }
    }

    /// Time until the next frame is due, in seconds.
    #[must_use]
    pub fn rest_s(&self, now_s: f64, fps: f64) -> f64 {
        let passed_s = self.last_s.map_or(f64::INFINITY, |last_s| now_s - last_s);
        ((1.0 - EARLY) / fps - self.owed_s - passed_s).max(0.0)
    }

    /// Starts or stops time.
    pub fn set_playing(&mut self, playing: bool) {
        if playing != self.playing {
            self.playing = playing;
            self.last_s = None;
            self.owed_s = 0.0;
            self.window = SpeedWindow::default();
        }
    }

    /// Looks at the clock: time that passed since the last look is owed, up to [`MOST_CATCH_UP`] frames of it.
    pub fn advance(&mut self, now_s: f64, fps: f64) {
        if !self.playing {
            return;
        }
        let elapsed_s = self.last_s.replace(now_s).map_or(0.0, |last_s| now_s - last_s);
        if !(0.0..=PAUSE_S).contains(&elapsed_s) {
            self.owed_s = 0.0;
            return;
        }
        self.owed_s = (self.owed_s + elapsed_s).min(f64::from(MOST_CATCH_UP) / fps);
    }

    /// Takes the frames that are due.
    #[must_use]
    pub fn take_due(&mut self, fps: f64) -> u32 {
        if !self.playing {
            return 0;
        }
        if self.pace == Pace::EveryFrame {
            self.owed_s = 0.0;
            return 1;
        }
        let due = (self.owed_s * fps + EARLY).floor().clamp(0.0, f64::from(MOST_CATCH_UP));
        self.owed_s = (self.owed_s - due / fps).max(0.0);
        due as u32
    }

    /// Counts frames that were run, for [`Self::speed`].
    pub fn count(&mut self, frames: u32, now_s: f64) {
        let window = &mut self.window;
        window.frames += u64::from(frames);
        let length_s = now_s - window.start_s;
        if !(0.0..SPEED_WINDOW_S).contains(&length_s) {
            let is_whole = length_s < 4.0 * SPEED_WINDOW_S && length_s > 0.0;
            window.measured = is_whole.then(|| window.frames as f64 / length_s);
            window.start_s = now_s;
            window.frames = 0;
        }
    }

    /// Frames a second that were run lately; `None` before that is known.
    #[must_use]
    pub const fn frames_per_second(&self) -> Option<f64> {
        self.window.measured
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn due(clock: &mut PlayClock, now_s: f64) -> u32 {
        clock.advance(now_s, 60.0);
        clock.take_due(60.0)
    }

    #[test]
    fn a_second_has_as_many_frames_as_the_document_says_at_any_screen_rate() {
        for screen_hz in [24.0, 30.0, 59.94, 60.0, 75.0, 144.0] {
            let mut clock = PlayClock::default();
            let pictures = screen_hz as u32 * 10;
            let total: u32 = (0..=pictures).map(|picture| due(&mut clock, f64::from(picture) / screen_hz)).sum();
            assert!(total.abs_diff(f64::from(pictures) as u32 * 60 / screen_hz as u32) <= 12, "{screen_hz}: {total}");
        }
    }

    #[test]
    fn equal_rates_run_one_frame_a_picture() {
        let mut clock = PlayClock::default();
        due(&mut clock, 0.0);
        let frames: Vec<u32> = (1..200).map(|picture| due(&mut clock, f64::from(picture) / 60.0)).collect();
        assert!(frames.iter().all(|frames| *frames == 1), "{frames:?}");
    }

    #[test]
    fn a_long_pause_is_no_debt() {
        let mut clock = PlayClock::default();
        due(&mut clock, 0.0);
        assert_eq!(due(&mut clock, 3_600.0), 0);
        assert_eq!(due(&mut clock, 3_600.0 + 1.0 / 60.0), 1);
    }

    #[test]
    fn a_slow_machine_catches_up_a_little_and_drops_the_rest() {
        let mut clock = PlayClock::default();
        due(&mut clock, 0.0);
        assert_eq!(due(&mut clock, 0.4), MOST_CATCH_UP);
        assert_eq!(due(&mut clock, 0.4 + 1.0 / 60.0), 1);
    }

    #[test]
    fn nothing_is_due_while_time_stands() {
        let mut clock = PlayClock::default();
        due(&mut clock, 0.0);
        clock.set_playing(false);
        assert_eq!(due(&mut clock, 0.2), 0);
        clock.set_playing(true);
        assert_eq!(due(&mut clock, 0.3), 0);
    }

    #[test]
    fn speed_is_what_was_run() {
        let mut clock = PlayClock::default();
        for picture in 0..120 {
            clock.count(1, f64::from(picture) / 30.0);
        }
        let measured = clock.frames_per_second().unwrap_or_default();
        assert!((measured - 30.0).abs() < 3.0, "{measured}");
    }

    #[test]
    fn after_its_rest_a_frame_is_due_and_before_it_is_not() {
        let mut clock = PlayClock::default();
        due(&mut clock, 1.0);
        let rest_s = clock.rest_s(1.004, 60.0);
        assert!((rest_s - 0.012).abs() < 1e-3, "{rest_s}");
        assert_eq!(due(&mut clock, 1.004 + rest_s - 1e-4), 0);
        assert_eq!(due(&mut clock, 1.004 + rest_s + 1e-4), 1);
        assert_eq!(clock.rest_s(1.5, 60.0), 0.0);
    }
}
