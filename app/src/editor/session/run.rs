//! What the running effect does next: the work of the [`Runner`](super::runner::Runner)'s thread.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use wavewright_core::compile::Pixels;
use wavewright_core::gpu::{Fault, Gpu, Keep, PendingFaults, PendingRead, Player, PlayerError, Prepared, Snapshot, Snapshots};

use super::kept_states::KeptStates;
use super::play_clock::{Pace, PlayClock};
use super::runner::{Order, Shown, Wishes, device_rest, shown_outputs};

/// Time between two counts of faults, in seconds.
const FAULT_INTERVAL_S: f64 = 0.5;
/// Frames run between two pictures while seeking.
const SEEK_FRAMES: u64 = 8;
/// Time between two of the small pictures, in seconds: a dozen a second look alive.
const OTHERS_INTERVAL_S: f64 = 1.0 / 12.0;
/// How long a refusal may turn out to be a loss.
const LOSS_PATIENCE: Duration = Duration::from_millis(300);
/// Memory for going back in time.
const STATES_BYTES: usize = 512 << 20;

/// The effect that runs, and where it stands.
pub(super) struct Run {
    player: Player,
    snapshots: Snapshots,
    wishes: Wishes,
    clock: PlayClock,
    started: Instant,
    /// Frames that are due.
    due: u32,
    /// A frame to be reached, a few steps at a time.
    seeking: Option<u64>,
    /// Whether a parameter changed since the picture was made.
    is_stale: bool,
    /// Whether there is something to show that was not shown.
    is_news: bool,
    pictures: HashMap<String, Arc<Snapshot>>,
    others_s: f64,
    faults: Faults,
    reads: Vec<(PendingRead, Sender<Pixels>)>,
    states: KeptStates,
    /// Whether nothing but the clock was moved since the first step: only then its states are those of a run from the start.
    is_pure: bool,
    problem: Option<PlayerError>,
    /// When an effect that was refused a command was last looked at: whether its device is lost.
    loss_looked: Instant,
    stops: u64,
    stamp: u64,
    orders: u64,
}

/// Counts of numbers that were none, as of lately.
#[derive(Default)]
struct Faults {
    known: Vec<Fault>,
    pending: Option<PendingFaults>,
    asked_s: f64,
}

impl Run {
    pub(super) fn new(prepared: Prepared, screen: Gpu) -> Self {
        Self {
            player: prepared.into_player(),
            snapshots: Snapshots::new(screen),
            wishes: Wishes::default(),
            clock: PlayClock::paused(),
            started: Instant::now(),
            due: 0,
            seeking: None,
            is_stale: true,
            is_news: false,
            pictures: HashMap::new(),
            others_s: f64::NEG_INFINITY,
            faults: Faults::default(),
            reads: Vec::new(),
            states: KeptStates::new(STATES_BYTES),
            is_pure: true,
            problem: None,
            loss_looked: Instant::now(),
            stops: 0,
            stamp: 0,
            orders: 0,
        }
    }

    pub(super) const fn wishes(&self) -> &Wishes {
        &self.wishes
    }

    fn now_s(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn fps(&self) -> f64 {
        self.player.effect().manifest.clock.fps
    }

    /// How long there is nothing to do; `None` until something is asked for.
    pub(super) fn rest(&self, is_slot_free: bool, is_hidden: bool) -> Option<Duration> {
        if self.is_news && is_slot_free {
            return Some(Duration::ZERO);
        }
        let waits_for_device = !self.reads.is_empty() || self.faults.pending.is_some();
        let device = waits_for_device.then(device_rest);
        if self.problem.is_some() {
            let doubt = self.may_turn_out_lost().then(|| LOSS_PATIENCE.saturating_sub(self.loss_looked.elapsed()));
            return [device, doubt].into_iter().flatten().min();
        }
        if self.has_work() {
            return Some(if self.player.is_busy() { device_rest() } else { Duration::ZERO });
        }
        let next = match self.wishes.pace {
            _ if !self.wishes.playing || is_hidden => None,
            Pace::EveryFrame => (is_slot_free && !self.is_news).then_some(Duration::ZERO),
            Pace::RealTime => Some(Duration::from_secs_f64(self.clock.rest_s(self.now_s(), self.fps()))),
        };
        [device, next].into_iter().flatten().min()
    }

    fn has_work(&self) -> bool {
        self.player.frame().is_none() || self.seeking.is_some() || self.is_stale || self.due > 0
    }

    /// Takes what holds from now on.
    pub(super) fn wish(&mut self, wishes: Wishes) {
        if self.wishes == wishes {
            return;
        }
        self.is_news |= self.wishes.main != wishes.main || self.wishes.others != wishes.others;
        self.clock.set_playing(wishes.playing);
        self.clock.pace = wishes.pace;
        if !wishes.playing {
            self.due = 0;
        }
        self.wishes = wishes;
    }

    /// Does what was asked for.
    pub(super) fn obey(&mut self, order: Order) {
        self.orders += 1;
        match order {
            Order::Put(prepared) => self.put(*prepared),
            Order::Set(values) => {
                for (node, input, value) in values {
                    match self.player.set_parameter(&node, &input, &value) {
                        Ok(()) => self.is_stale = true,
                        // The window lets through only what fits; a lost device tells so itself.
                        Err(error) => log::debug!("{error}"),
                    }
                }
                self.is_pure &= self.player.frame().is_none();
                self.states.clear();
            }
            Order::Pointer(pointer) => {
                self.is_pure &= pointer.is_none();
                self.player.set_pointer(pointer);
            }
            Order::Seek(frame) => {
                self.is_news = true;
                self.seek(frame);
            }
            Order::Step => {
                self.is_news = true;
                self.due = 0;
                self.seeking = Some(self.player.frame().map_or(0, |shown| shown + 1));
            }
            // An output that is gone, or a device that is lost, is told of elsewhere.
            Order::Read(output, reply) => self.reads.extend(self.player.start_read(&output).ok().map(|pending| (pending, reply))),
        }
    }

    fn put(&mut self, prepared: Prepared) {
        match self.player.replace(prepared, Keep::State) {
            Ok(_) => {
                self.problem = None;
                self.faults = Faults::default();
                self.pictures.clear();
                self.states.clear();
                self.is_pure &= self.player.frame().is_none();
                self.is_stale = true;
            }
            Err(error) => self.stop(error),
        }
    }

    /// Goes to `frame`. Where it lies behind, from the nearest state that was kept, or from the start.
    fn seek(&mut self, frame: u64) {
        self.due = 0;
        self.seeking = Some(frame);
        self.faults = Faults::default();
        let shown = self.player.frame();
        let known = self.states.before(frame).filter(|(known, _)| shown.is_none_or(|shown| shown > frame || *known > shown));
        let outcome = match known {
            Some((_, state)) => self.player.load_state(state),
            None if shown.is_some_and(|shown| shown > frame) => self.player.reset(),
            None => return,
        };
        match outcome {
            // The hand on the pointer is nobody's in a run from the start.
            Ok(()) => {
                self.player.set_pointer(None);
                self.is_pure = true;
            }
            Err(error) => self.stop(error),
        }
    }

    /// Runs a frame, or a few while seeking.
    pub(super) fn advance(&mut self, is_slot_free: bool) {
        if self.problem.is_some() {
            if self.may_turn_out_lost() {
                self.loss_looked = Instant::now();
                if self.player.is_lost() {
                    self.problem = Some(lost());
                    self.is_news = true;
                }
            }
            return;
        }
        if self.player.is_lost() {
            return self.stop(lost());
        }
        self.poll_faults();
        if self.wishes.playing && self.due == 0 && self.seeking.is_none() {
            self.clock.advance(self.now_s(), self.fps());
            let one_a_picture = self.wishes.pace == Pace::EveryFrame;
            self.due = if one_a_picture && (!is_slot_free || self.is_news) { 0 } else { self.clock.take_due(self.fps()) };
        }
        if self.has_work()
            && !self.player.is_busy()
            && let Err(error) = self.run_some()
        {
            self.stop(error);
        }
    }

    fn run_some(&mut self) -> Result<(), PlayerError> {
        let [first, end] = self.wishes.range.map(u64::from);
        let shown = self.player.frame();
        if shown.is_none() && self.seeking.is_none() {
            self.seek(first);
        }
        let mut frames = 0;
        if let Some(wanted) = self.seeking {
            let mut next = self.player.frame().map_or(0, |shown| shown + SEEK_FRAMES);
            // Not past a frame whose state is to be kept.
            if let Some(kept) = (self.player.frame().map_or(1, |shown| shown + 1)..next).find(|frame| self.states.wants(*frame)) {
                next = kept;
            }
            let next = next.min(wanted);
            self.player.run_to_frame(next)?;
            frames = 1;
            if next == wanted {
                self.seeking = None;
            }
        } else if self.due > 0 {
            self.due -= 1;
            let next = self.player.frame().map_or(0, |shown| shown + 1);
            if self.wishes.looped && next >= end.max(first + 1) {
                self.seek(first);
                return Ok(());
            }
            self.player.run_to_frame(next)?;
            frames = 1;
        } else if self.is_stale {
            self.player.refresh()?;
        }
        self.is_stale = false;
        self.is_news = true;
        if let Some(frame) = self.player.frame().filter(|frame| self.is_pure && self.states.wants(*frame)) {
            self.states.keep(frame, self.player.save_state()?);
        }
        if self.wishes.playing {
            self.clock.count(frames, self.now_s());
        }
        Ok(())
    }

    /// What there is to see, where it is new.
    pub(super) fn picture(&mut self) -> Option<Shown> {
        if !self.is_news {
            return None;
        }
        self.is_news = false;
        if self.problem.is_none()
            && self.player.frame().is_some()
            && let Err(error) = self.take_pictures()
        {
            self.stop(error);
            self.is_news = false;
        }
        self.stamp += 1;
        Some(Shown {
            stamp: self.stamp,
            effect: Arc::clone(self.player.effect()),
            frame: self.player.frame(),
            pictures: self.pictures.clone(),
            faults: self.faults.known.clone(),
            problem: self.problem.iter().flat_map(PlayerError::diagnostics).collect(),
            stops: self.stops,
            order: self.orders,
            is_seeking: self.seeking.is_some(),
            frames_per_second: self.clock.frames_per_second(),
        })
    }

    fn take_pictures(&mut self) -> Result<(), PlayerError> {
        let now_s = self.now_s();
        let effect = Arc::clone(self.player.effect());
        let (main, others) = shown_outputs(&effect, &self.wishes);
        self.pictures.retain(|name, _| main == Some(name) || others.contains(name.as_str()));
        if let Some(main) = main {
            self.pictures.insert(main.to_owned(), self.snapshots.take(&self.player, main)?);
        }
        let are_due = now_s - self.others_s >= OTHERS_INTERVAL_S || !self.wishes.playing;
        if are_due {
            self.others_s = now_s;
        }
        for other in others.into_iter().filter(|other| Some(*other) != main) {
            if are_due || !self.pictures.contains_key(other) {
                self.pictures.insert(other.to_owned(), self.snapshots.take(&self.player, other)?);
            }
        }
        Ok(())
    }

    /// Hands over numbers that have come. True where some have, or never will.
    pub(super) fn poll_reads(&mut self) -> bool {
        let before = self.reads.len();
        self.reads.retain_mut(|(pending, reply)| match pending.poll() {
            Ok(None) => true,
            Ok(Some(pixels)) => {
                // Nobody waits any more where another document came.
                reply.send(pixels).ok();
                false
            }
            Err(_) => false,
        });
        self.reads.len() < before
    }

    fn poll_faults(&mut self) {
        match self.faults.pending.as_mut().map(PendingFaults::poll) {
            Some(Ok(None)) => return,
            Some(Ok(Some(known))) => {
                self.is_news |= self.faults.known != known;
                self.faults.known = known;
            }
            // A lost device tells so itself; the last counts stay.
            Some(Err(_)) | None => {}
        }
        self.faults.pending = None;
        let now_s = self.now_s();
        let is_time = now_s - self.faults.asked_s >= FAULT_INTERVAL_S;
        if is_time && self.player.frame().is_some() && !self.player.effect().manifest.faults.is_empty() {
            self.faults.asked_s = now_s;
            self.faults.pending = self.player.start_faults().ok();
        }
    }

    /// Whether what stopped the effect may be the first sign of a device that is lost, which a busy machine tells late.
    const fn may_turn_out_lost(&self) -> bool {
        matches!(self.problem, Some(PlayerError::Device(_)))
    }

    fn stop(&mut self, mut error: PlayerError) {
        // A device that is lost refuses commands before it tells that it is.
        let begun = Instant::now();
        while matches!(error, PlayerError::Device(_)) && begun.elapsed() < LOSS_PATIENCE {
            if self.player.is_lost() {
                error = lost();
            }
            std::thread::sleep(device_rest());
        }
        log::error!("the effect stopped: {error}");
        self.clock.set_playing(false);
        self.due = 0;
        self.seeking = None;
        self.is_stale = false;
        self.is_news = true;
        self.stops += 1;
        self.problem = Some(error);
    }
}

fn lost() -> PlayerError {
    PlayerError::Lost("the driver was reset or removed".to_owned())
}
