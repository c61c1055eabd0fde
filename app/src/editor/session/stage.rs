//! The effect that runs, as the window sees it: its latest picture, and what is asked of the thread that steps it.

use std::collections::BTreeMap;
use std::sync::Arc;

use wavewright_core::Diagnostic;
use wavewright_core::compile::{Effect, Statistics};
use wavewright_core::gpu::{Fault, Gpu, PointerInput, Prepared, Snapshot};
use wavewright_core::graph::{Document, PortRef};
use wavewright_core::node::{Literal, SpecSource};

use super::parameters;
use super::play_clock::Pace;
use super::runner::{ComingPixels, Order, Runner, Shown, Wishes};
use super::task::Wake;

/// The effect that runs.
#[derive(Default)]
pub struct Stage {
    runner: Option<Runner>,
    effect: Option<Arc<Effect>>,
    /// Values of the effect's parameters, in the manifest's order.
    values: Vec<Literal>,
    statistics: Statistics,
    wishes: Wishes,
    shown: Option<Shown>,
    /// The last order that goes to a frame.
    seek_order: u64,
    problem: Option<Diagnostic>,
}

impl Stage {
    /// A stage that plays as soon as there is an effect.
    #[must_use]
    pub fn playing() -> Self {
        Self { wishes: Wishes { playing: true, ..Wishes::default() }, ..Self::default() }
    }

    /// The effect that was compiled last and could run.
    #[must_use]
    pub const fn effect(&self) -> Option<&Arc<Effect>> {
        self.effect.as_ref()
    }

    /// The effect that made the picture which is shown; a newer one may be on its way.
    #[must_use]
    pub fn shown_effect(&self) -> Option<&Arc<Effect>> {
        self.shown.as_ref().filter(|shown| shown.frame.is_some()).map(|shown| &shown.effect)
    }

    /// The latest picture of an output, where one was asked for.
    #[must_use]
    pub fn picture(&self, output: &str) -> Option<&Arc<Snapshot>> {
        self.shown.as_ref()?.pictures.get(output)
    }

    /// What the effect costs.
    #[must_use]
    pub const fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The frame that is shown.
    #[must_use]
    pub fn frame(&self) -> Option<u64> {
        self.shown.as_ref()?.frame
    }

    /// What went wrong while running, and numbers that were none.
    pub fn diagnostics(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        let faults = self.shown.iter().flat_map(|shown| &shown.faults).map(|fault| {
            let Fault { node, field, count } = fault;
            Diagnostic::warning(format!("{count} values of {field} were not finite numbers and were not kept"))
                .at(node)
                .help("look for a division by zero or a step that is too long; going back to the start counts anew")
        });
        let stopped = self.shown.iter().flat_map(|shown| shown.problem.iter().cloned());
        self.problem.iter().cloned().chain(stopped).chain(faults)
    }

    /// Takes everything off: another document comes.
    pub fn clear(&mut self) {
        let Wishes { playing, pace, .. } = self.wishes;
        *self = Self { wishes: Wishes { playing, pace, ..Wishes::default() }, ..Self::default() };
    }

    /// The program ends: waits until no thread of the effect is in the driver.
    pub(super) fn end(&mut self) {
        if let Some(runner) = self.runner.take() {
            runner.end();
        }
    }

    /// Puts an effect in place of the one that runs. Its pictures are textures of `screen`.
    pub(super) fn put(&mut self, effect: Arc<Effect>, statistics: Statistics, prepared: Option<(Prepared, Gpu)>, wake: &Wake) {
        self.values = effect.manifest.parameters.iter().map(|parameter| parameter.value.clone()).collect();
        self.effect = Some(effect);
        self.statistics = statistics;
        self.problem = None;
        let Some((prepared, screen)) = prepared else { return };
        match &self.runner {
            Some(runner) => drop(runner.order(Order::Put(Box::new(prepared)))),
            None => match Runner::start(prepared, self.wishes.clone(), screen, Arc::clone(wake)) {
                Ok(runner) => self.runner = Some(runner),
                Err(error) => self.problem = Some(Diagnostic::error(format!("the effect can't run: {error}"))),
            },
        }
    }

    /// Gives the running effect the document's numbers, and those of `view` to the camera that looks at sets; false where one does not fit,
    /// so that compiling must tell.
    pub fn follow(&mut self, document: &Document, view: &BTreeMap<String, Literal>, specs: &dyn SpecSource) -> bool {
        let (Some(runner), Some(effect)) = (&self.runner, &self.effect) else { return true };
        let followed = parameters::follow(&effect.manifest, &mut self.values, document, view, specs);
        if !followed.changed.is_empty() {
            runner.order(Order::Set(followed.changed));
        }
        followed.fits
    }

    /// The pointer is held here, or by nobody.
    pub fn set_pointer(&self, pointer: Option<PointerInput>) {
        self.order(Order::Pointer(pointer));
    }

    /// Goes to `frame`, a few frames at a time; where it lies behind, from the nearest state that was kept.
    pub fn seek(&mut self, frame: u64) {
        self.seek_order = self.order(Order::Seek(frame));
    }

    /// Runs one frame and stops.
    pub fn step(&mut self) {
        self.wishes.playing = false;
        self.send_wishes();
        self.seek_order = self.order(Order::Step);
    }

    /// Asks for the numbers of an output.
    #[must_use]
    pub fn read(&self, output: &str) -> Option<ComingPixels> {
        Some(self.runner.as_ref()?.read(output))
    }

    /// Equal stamps mean equal pictures.
    #[must_use]
    pub fn stamp(&self) -> u64 {
        self.shown.as_ref().map_or(0, |shown| shown.stamp)
    }

    fn order(&self, order: Order) -> u64 {
        self.runner.as_ref().map_or(0, |runner| runner.order(order))
    }

    /// Takes the latest picture. `range` is the document's, `looped` whether it starts again at its end, `looks` what is to be seen, the
    /// viewport's first.
    pub fn update(&mut self, range: [u32; 2], looped: bool, looks: &[PortRef]) {
        self.wishes.range = range;
        self.wishes.looped = looped;
        let mut names = looks.iter().map(PortRef::to_string);
        self.wishes.main = names.next();
        self.wishes.others = names.collect();
        self.send_wishes();
    }

    fn send_wishes(&mut self) {
        let Some(runner) = &self.runner else { return };
        match runner.look(&self.wishes) {
            Ok(None) => {}
            Ok(Some(shown)) => {
                let stops_before = self.shown.as_ref().map_or(0, |shown| shown.stops);
                if shown.stops > stops_before {
                    self.wishes.playing = false;
                }
                self.shown = Some(shown);
            }
            Err(fault) => {
                self.problem = Some(
                    Diagnostic::error(format!("the effect stopped: {fault}"))
                        .help("this is a fault of Wavewright; save the document to report it"),
                );
                self.wishes.playing = false;
                self.runner = None;
            }
        }
    }

    /// Whether time goes on.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.wishes.playing
    }

    /// Starts or stops time.
    pub fn set_playing(&mut self, playing: bool) {
        self.wishes.playing = playing;
        self.send_wishes();
    }

    /// How time goes on.
    #[must_use]
    pub const fn pace(&self) -> Pace {
        self.wishes.pace
    }

    /// Says how time goes on.
    pub const fn set_pace(&mut self, pace: Pace) {
        self.wishes.pace = pace;
    }

    /// Frames a second that were run lately; `None` while time stands or that is not known.
    #[must_use]
    pub fn frames_per_second(&self) -> Option<f64> {
        self.shown.as_ref()?.frames_per_second.filter(|_| self.wishes.playing)
    }

    /// Whether a frame that was asked for is not shown yet.
    #[must_use]
    pub fn is_seeking(&self) -> bool {
        self.runner.is_some() && self.shown.as_ref().is_none_or(|shown| shown.is_seeking || shown.order < self.seek_order)
    }
}
