//! The effect that runs: its player, its clock, and the parameters that change while it runs.

use std::sync::Arc;

use wavewright_core::Diagnostic;
use wavewright_core::compile::{Effect, Statistics};
use wavewright_core::gpu::{Fault, Keep, PendingFaults, Player, PlayerError, PointerInput, Prepared};
use wavewright_core::graph::Document;
use wavewright_core::node::SpecSource;

use super::parameters;
use super::play_clock::PlayClock;

/// Time between two counts of faults, in seconds.
const FAULT_INTERVAL_S: f64 = 0.5;
/// Frames run between two pictures while seeking.
const SEEK_FRAMES: u64 = 8;

/// The effect that runs.
#[derive(Default)]
pub struct Stage {
    player: Option<Player>,
    effect: Option<Arc<Effect>>,
    statistics: Statistics,
    /// When frames are due.
    pub clock: PlayClock,
    /// A frame to be reached, a few steps at a time.
    seeking: Option<u64>,
    /// Whether a parameter changed since the picture was made.
    is_stale: bool,
    faults: Faults,
    problem: Option<PlayerError>,
}

/// Counts of numbers that were none, as of lately.
#[derive(Default)]
struct Faults {
    known: Vec<Fault>,
    pending: Option<PendingFaults>,
    asked_s: f64,
}

impl Stage {
    /// The player, where an effect runs.
    #[must_use]
    pub const fn player(&self) -> Option<&Player> {
        self.player.as_ref()
    }

    /// The effect that was compiled last and could run.
    #[must_use]
    pub const fn effect(&self) -> Option<&Arc<Effect>> {
        self.effect.as_ref()
    }

    /// What the effect costs.
    #[must_use]
    pub const fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The frame that is shown.
    #[must_use]
    pub fn frame(&self) -> Option<u64> {
        self.player.as_ref()?.frame()
    }

    /// What went wrong while running, and numbers that were none.
    pub fn diagnostics(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        let faults = self.faults.known.iter().map(|fault| {
            let Fault { node, field, count } = fault;
            Diagnostic::warning(format!("{count} values of {field} were not finite numbers and were not kept"))
                .at(node)
                .help("look for a division by zero or a step that is too long; going back to the start counts anew")
        });
        self.problem.iter().flat_map(PlayerError::diagnostics).chain(faults)
    }

    /// Takes everything off: another document comes.
    pub fn clear(&mut self) {
        let clock = self.clock.clone();
        *self = Self { clock, ..Self::default() };
    }

    /// Puts an effect in place of the one that runs.
    pub fn put(&mut self, effect: Arc<Effect>, statistics: Statistics, prepared: Option<Prepared>) {
        self.effect = Some(effect);
        self.statistics = statistics;
        let Some(prepared) = prepared else { return };
        match &mut self.player {
            Some(player) => {
                if let Err(error) = player.replace(prepared, Keep::State) {
                    self.problem = Some(error);
                    return;
                }
            }
            None => self.player = Some(prepared.into_player()),
        }
        self.problem = None;
        self.faults = Faults::default();
        self.is_stale = true;
    }

    /// Gives the running effect the document's numbers; false where one does not fit, so that compiling must tell.
    pub fn follow(&mut self, document: &Document, specs: &dyn SpecSource) -> bool {
        let Some(player) = &mut self.player else { return true };
        let followed = parameters::follow(player, document, specs);
        self.is_stale |= followed.changed;
        followed.fits
    }

    /// The pointer is held here, or by nobody.
    pub fn set_pointer(&mut self, pointer: Option<PointerInput>) {
        if let Some(player) = &mut self.player {
            player.set_pointer(pointer);
        }
    }

    /// Goes to `frame`, a few frames at a time; back to the start first where it lies behind.
    pub fn seek(&mut self, frame: u64) {
        let Some(player) = &mut self.player else { return };
        if player.frame().is_some_and(|shown| shown > frame)
            && let Err(error) = player.reset()
        {
            self.stop(error);
            return;
        }
        self.faults = Faults::default();
        self.seeking = Some(frame);
    }

    /// Runs the frames that are due. `range` is the document's, `looped` whether it starts again at its end.
    pub fn update(&mut self, now_s: f64, range: [u32; 2], looped: bool) {
        let Some(player) = &self.player else { return };
        let fps = player.effect().manifest.clock.fps;
        self.clock.advance(now_s, fps);
        if player.is_lost() {
            if self.problem.is_none() {
                self.stop(PlayerError::Lost("the driver was reset or removed".to_owned()));
            }
            return;
        }
        self.poll_faults(now_s);
        if self.player.as_ref().is_some_and(Player::is_busy) {
            return;
        }
        if let Err(error) = self.run_due(now_s, fps, range, looped) {
            self.stop(error);
        }
    }

    fn run_due(&mut self, now_s: f64, fps: f64, range: [u32; 2], looped: bool) -> Result<(), PlayerError> {
        let Some(player) = &mut self.player else { return Ok(()) };
        if player.frame().is_none() && self.seeking.is_none() {
            self.seeking = Some(u64::from(range[0]));
        }
        let mut frames = 0;
        if let Some(wanted) = self.seeking {
            let next = player.frame().map_or(0, |shown| shown + SEEK_FRAMES).min(wanted);
            player.run_to_frame(next)?;
            if next == wanted {
                self.seeking = None;
            }
            self.is_stale = false;
            frames = 1;
        } else {
            for _ in 0..self.clock.take_due(fps) {
                let next = player.frame().map_or(0, |shown| shown + 1);
                if looped && next >= u64::from(range[1].max(range[0] + 1)) {
                    player.reset()?;
                    self.seeking = Some(u64::from(range[0]));
                    break;
                }
                player.run_to_frame(next)?;
                frames += 1;
            }
            if frames > 0 {
                self.is_stale = false;
            } else if self.is_stale {
                player.refresh()?;
                self.is_stale = false;
            }
        }
        if self.clock.is_playing() {
            self.clock.count(frames, now_s);
        }
        Ok(())
    }

    /// Runs one frame and stops.
    pub fn step(&mut self) {
        self.clock.set_playing(false);
        let Some(player) = &mut self.player else { return };
        let next = player.frame().map_or(0, |shown| shown + 1);
        match player.run_to_frame(next) {
            Ok(()) => self.is_stale = false,
            Err(error) => self.stop(error),
        }
    }

    /// Whether something will change without anybody's doing: the window must be drawn again.
    #[must_use]
    pub const fn is_moving(&self) -> bool {
        self.player.is_some() && (self.clock.is_playing() || self.is_stale || self.seeking.is_some())
    }

    /// Whether what was asked for is on the way but not shown yet.
    #[must_use]
    pub const fn is_seeking(&self) -> bool {
        self.seeking.is_some()
    }

    fn poll_faults(&mut self, now_s: f64) {
        let Some(player) = &self.player else { return };
        match self.faults.pending.as_mut().map(PendingFaults::poll) {
            Some(Ok(None)) => return,
            Some(Ok(Some(known))) => self.faults.known = known,
            // A lost device tells so itself; the last counts stay.
            Some(Err(_)) | None => {}
        }
        self.faults.pending = None;
        if (now_s - self.faults.asked_s).abs() >= FAULT_INTERVAL_S && !player.effect().manifest.faults.is_empty() {
            self.faults.asked_s = now_s;
            self.faults.pending = player.start_faults().ok();
        }
    }

    fn stop(&mut self, error: PlayerError) {
        log::error!("the effect stopped: {error}");
        self.clock.set_playing(false);
        self.seeking = None;
        self.is_stale = false;
        self.problem = Some(error);
    }
}
