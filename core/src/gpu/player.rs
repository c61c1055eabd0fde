//! A player: an effect, its state on the device, and its clock.

use std::sync::Arc;

use super::check::effect_bytes;
use super::clock::{frame_block, step_time_s};
use super::device::{Gpu, Refusal};
use super::error::PlayerError;
use super::parameters::Parameters;
use super::pipelines::{PipelineCache, Pipelines};
use super::pointer::{Pointer, PointerInput};
use super::program::{FIRST_BUFFER, FRAME, Operation, PARAMETERS, Program, check_pass_count};
use super::readback::{PendingFaults, PendingRead};
use super::record::{Recorder, Runner, Submissions, Work};
use super::replace::Prepared;
use super::resources::{MOST_BATCHED_STEPS, Resources};
use super::timing::{PassTime, Timing};
use crate::compile::{Effect, FAULTS, FrameBlock, Output, Pixels, Texture};
use crate::graph::pointer::PointerState;
use crate::node::Literal;

/// An effect running on a device.
///
/// Steps are counted from 0; frame `k` is the picture after the steps `0..=k * substeps`. Whatever is set (parameters, pointer)
/// holds from the next step on. The same calls give the same bits on one machine, however steps are batched.
#[derive(Debug)]
pub struct Player {
    pub(super) gpu: Gpu,
    pub(super) effect: Arc<Effect>,
    pub(super) program: Program,
    pub(super) pipelines: Pipelines,
    pub(super) resources: Resources,
    pub(super) parameters: Parameters,
    pub(super) pointer: Pointer,
    pub(super) submissions: Submissions,
    /// Steps that have run.
    pub(super) steps: u64,
}

/// Values that were no numbers and were stopped at a state's write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The node's id.
    pub node: String,
    /// The field.
    pub field: String,
    /// How many since the last reset.
    pub count: u32,
}

/// What a step is run for.
enum Purpose {
    Advance,
    /// Steps on the way to others.
    PassBy,
    Measure(Timing),
}

impl Player {
    /// Loads an effect: checks it, compiles what `cache` lacks, allocates, and runs its setup.
    ///
    /// # Errors
    /// The manifest contradicts itself, asks for more than the device offers, or a kernel is refused.
    pub fn new(gpu: &Gpu, effect: Arc<Effect>, cache: &PipelineCache) -> Result<Self, PlayerError> {
        Self::prepare(gpu, effect, cache).map(Prepared::into_player)
    }

    /// Goes back to before the first step: initial contents, setup, counters at zero. Parameters and the pointer's hand stay.
    ///
    /// # Errors
    /// The device is lost or refuses.
    pub fn reset(&mut self) -> Result<(), PlayerError> {
        self.guarded(|player| {
            let mut recorder = Recorder::new(&player.gpu, &player.submissions);
            player.resources.clear(&player.gpu, &player.effect, recorder.encoder());
            recorder.finish();
            player.initialise();
        })
    }

    /// Data and setup, on resources that are zero.
    pub(super) fn initialise(&mut self) {
        self.steps = 0;
        self.pointer.before = None;
        self.resources.upload_data(&self.gpu, &self.effect);
        self.parameters.go_to(&self.effect.manifest, 0.0);
        self.gpu.queue().write_buffer(&self.resources.buffers[PARAMETERS], 0, self.parameters.bytes());
        let block = frame_block(&self.effect.manifest.clock, &self.effect.manifest.plane, 0, &PointerState::default());
        self.gpu.queue().write_buffer(&self.resources.buffers[FRAME], 0, bytemuck::bytes_of(&block));
        let gpu = self.gpu.clone();
        let mut recorder = Recorder::new(&gpu, &self.submissions);
        self.run(Stage::Setup, &mut recorder);
        recorder.finish();
    }

    /// Runs one step.
    ///
    /// # Errors
    /// The device is lost or refuses.
    pub fn step(&mut self) -> Result<(), PlayerError> {
        self.run_steps(1)
    }

    /// Runs `count` steps, many to a submission. What only draws the outputs is left out but in the last: they show that one.
    ///
    /// # Errors
    /// The device is lost or refuses.
    pub fn run_steps(&mut self, count: u64) -> Result<(), PlayerError> {
        self.advance(count, true)
    }

    /// Runs on to a later frame without making its picture: the outputs show whatever they showed. Does nothing where the frame is past.
    ///
    /// # Errors
    /// The device is lost or refuses.
    pub fn pass_to_frame(&mut self, frame: u64) -> Result<(), PlayerError> {
        let wanted = frame.saturating_mul(self.substeps()).saturating_add(1);
        self.advance(wanted.saturating_sub(self.steps), false)
    }

    fn advance(&mut self, count: u64, shows_last: bool) -> Result<(), PlayerError> {
        check_pass_count(self.passes_per_step())?;
        // What is written to the parameters holds for a whole submission.
        let most = if self.parameters.change_over_time() { 1 } else { MOST_BATCHED_STEPS };
        let mut left = count;
        while left > 0 {
            let batch = left.min(most);
            left -= batch;
            let purpose = if left == 0 && shows_last { Purpose::Advance } else { Purpose::PassBy };
            self.guarded(|player| player.batch(batch, purpose))?;
        }
        Ok(())
    }

    /// Runs until the picture is that of frame `frame`; goes back to the start first where it is past.
    ///
    /// # Errors
    /// The device is lost or refuses.
    pub fn run_to_frame(&mut self, frame: u64) -> Result<(), PlayerError> {
        let wanted = frame.saturating_mul(self.substeps()).saturating_add(1);
        if self.steps > wanted {
            self.reset()?;
        }
        self.run_steps(wanted - self.steps)
    }

    /// Runs one step and measures its passes; `None` where the device has no timestamps, and no step is run.
    ///
    /// # Errors
    /// The device is lost or refuses.
    pub fn time_passes(&mut self) -> Result<Option<Vec<PassTime>>, PlayerError> {
        check_pass_count(self.passes_per_step())?;
        let Some(timing) = Timing::new(&self.gpu) else { return Ok(None) };
        let timing = self.guarded(|player| player.batch(1, Purpose::Measure(timing)))?;
        timing.map(|timing| timing.read(&self.gpu, |work| self.describe(work))).transpose()
    }

    /// The name of a pass, and the nodes whose work it does.
    fn describe(&self, work: Work) -> (String, Vec<String>) {
        let manifest = &self.effect.manifest;
        match work {
            Work::Kernel(kernel) => (manifest.kernels[kernel].entry.clone(), manifest.kernels[kernel].nodes.clone()),
            Work::Render(place) => {
                let rendering = &self.program.renderings[place];
                let mut nodes: Vec<String> = Vec::new();
                for node in rendering.draws.iter().flat_map(|draw| &manifest.pipelines[draw.pipeline].nodes) {
                    if !nodes.contains(node) {
                        nodes.push(node.clone());
                    }
                }
                (format!("draw into {}", manifest.textures[rendering.target].name), nodes)
            }
        }
    }

    /// Computes the last step's picture anew from the present state, which stays as it is: what a parameter changes shows while the
    /// clock stands. Before the first step it shows the first step's picture.
    ///
    /// # Errors
    /// The device is lost or refuses.
    pub fn refresh(&mut self) -> Result<(), PlayerError> {
        check_pass_count(self.passes_per_step())?;
        let steps = self.steps;
        let pointer = self.pointer.clone();
        let outcome = self.guarded(|player| {
            let kept = player.copy_state();
            player.steps = steps.saturating_sub(1);
            player.batch(1, Purpose::Advance);
            player.restore_state(&kept);
        });
        self.steps = steps;
        self.pointer = pointer;
        outcome
    }

    /// Steps that have run; the number of the next one.
    #[must_use]
    pub fn step_index(&self) -> u64 {
        self.steps
    }

    /// The frame whose picture is shown; `None` before the first step.
    #[must_use]
    pub fn frame(&self) -> Option<u64> {
        self.steps.checked_sub(1).map(|last| last / self.substeps())
    }

    /// Time of the picture in seconds: the start of the step that ran last.
    #[must_use]
    pub fn time_s(&self) -> f64 {
        step_time_s(&self.effect.manifest.clock, self.steps.saturating_sub(1))
    }

    /// The effect.
    #[must_use]
    pub fn effect(&self) -> &Arc<Effect> {
        &self.effect
    }

    /// The device.
    #[must_use]
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Whether the device is gone: make a new [`Gpu`], a new player of the same effect, and load the last saved state.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.gpu.is_lost()
    }

    /// Whether the device still works at steps before the last: who steps in time with a window should leave this one out, so that a
    /// slow device makes a slow simulation and not a window that doesn't answer.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        // The counts are brought up to date inside a poll.
        self.gpu.is_lost() || self.submissions.is_busy()
    }

    /// Bytes of the effect's textures and buffers on the device, and of what its render passes need.
    #[must_use]
    pub fn memory_bytes(&self) -> u64 {
        effect_bytes(&self.effect.manifest)
    }

    /// Dispatches and render passes of a step with the present parameters.
    #[must_use]
    pub fn passes_per_step(&self) -> u64 {
        self.program.passes_per_step(&|times| self.parameters.repeats(times))
    }

    /// Sets a parameter by its node's id and input; if it has keyframes, it follows them no longer. Compiles nothing.
    ///
    /// # Errors
    /// The effect has no such parameter, or the value does not fit it; the old one stays.
    pub fn set_parameter(&mut self, node: &str, input: &str, value: &Literal) -> Result<(), PlayerError> {
        self.gpu.alive()?;
        let changed = self.parameters.set(&self.effect.manifest, node, input, value)?;
        self.upload_parameters(&changed);
        Ok(())
    }

    /// Writes parts of the parameters, first byte and length, to the device.
    fn upload_parameters(&self, changed: &[(usize, usize)]) {
        for &(start, length) in changed {
            let bytes = &self.parameters.bytes()[start..start + length];
            self.gpu.queue().write_buffer(&self.resources.buffers[PARAMETERS], start as u64, bytes);
        }
    }

    /// The present value of a parameter.
    #[must_use]
    pub fn parameter(&self, node: &str, input: &str) -> Option<&Literal> {
        self.parameters.value(node, input)
    }

    /// Gives the pointer to a hand, or with `None` back to the effect's own track.
    pub fn set_pointer(&mut self, pointer: Option<PointerInput>) {
        self.pointer.held = pointer;
    }

    /// The texture of an output as it is now, to draw from. Valid until the next step: fetch it each frame.
    #[must_use]
    pub fn output_texture_view(&self, name: &str) -> Option<&wgpu::TextureView> {
        let (_, place) = self.output(name).ok()?;
        Some(&self.resources.textures[place].front().view)
    }

    /// What an output's texture is, and the texture.
    pub(super) fn output_texture(&self, name: &str) -> Result<(&Texture, &wgpu::Texture), PlayerError> {
        let (_, place) = self.output(name)?;
        Ok((&self.effect.manifest.textures[place], &self.resources.textures[place].front().texture))
    }

    /// Reads an output, with as many channels as its type has. Waits for the device.
    ///
    /// # Errors
    /// There is no such output, or the device is lost or refuses.
    pub fn read_output(&self, name: &str) -> Result<Pixels, PlayerError> {
        self.start_read(name)?.wait()
    }

    /// Starts reading an output as it is now; the steps that follow don't change what is read.
    ///
    /// # Errors
    /// There is no such output, or the device is lost or refuses.
    pub fn start_read(&self, name: &str) -> Result<PendingRead, PlayerError> {
        let (output, place) = self.output(name)?;
        self.read_place(place, output.value_type.channels() as u32)
    }

    /// Reads the front of a texture with all its channels. Waits for the device.
    ///
    /// # Errors
    /// There is no such texture, or the device is lost or refuses.
    pub fn read_texture(&self, name: &str) -> Result<Pixels, PlayerError> {
        let textures = &self.effect.manifest.textures;
        let Some(place) = textures.iter().position(|texture| texture.name == name) else {
            return Err(no_such_name("texture", name, textures.iter().map(|texture| texture.name.as_str())));
        };
        self.read_place(place, super::check::texture_channels(textures[place].format))?.wait()
    }

    /// Reads which fields had values that were no numbers, and how many. Waits for the device.
    ///
    /// # Errors
    /// The device is lost or refuses.
    pub fn faults(&self) -> Result<Vec<Fault>, PlayerError> {
        self.start_faults()?.wait()
    }

    /// Starts reading the counts of faults.
    ///
    /// # Errors
    /// The device is lost or refuses.
    pub fn start_faults(&self) -> Result<PendingFaults, PlayerError> {
        let manifest = &self.effect.manifest;
        let place = manifest.buffers.iter().position(|buffer| buffer.name == FAULTS).filter(|_| !manifest.faults.is_empty());
        PendingFaults::new(&self.gpu, place.map(|place| &self.resources.buffers[FIRST_BUFFER + place]), &manifest.faults)
    }

    fn read_place(&self, place: usize, channels: u32) -> Result<PendingRead, PlayerError> {
        let texture: &Texture = &self.effect.manifest.textures[place];
        PendingRead::new(&self.gpu, &self.resources.textures[place].front().texture, texture, channels)
    }

    fn output(&self, name: &str) -> Result<(&Output, usize), PlayerError> {
        let manifest = &self.effect.manifest;
        let found = manifest.outputs.iter().find(|output| output.name == name);
        found
            .and_then(|output| Some((output, manifest.textures.iter().position(|texture| texture.name == output.texture)?)))
            .ok_or_else(|| no_such_name("output", name, manifest.outputs.iter().map(|output| output.name.as_str())))
    }

    fn substeps(&self) -> u64 {
        u64::from(self.effect.manifest.clock.substeps.max(1))
    }

    /// Records and submits `count` steps, at most [`MOST_BATCHED_STEPS`], and no more than one where parameters change over time.
    fn batch(&mut self, count: u64, purpose: Purpose) -> Option<Timing> {
        let effect = Arc::clone(&self.effect);
        let manifest = &effect.manifest;
        let changed = self.parameters.go_to(manifest, self.steps as f64 / self.substeps() as f64);
        self.upload_parameters(&changed);
        let blocks: Vec<FrameBlock> = (self.steps..self.steps + count)
            .map(|step| {
                let time_s = step_time_s(&manifest.clock, step);
                let sample = self.pointer.advance(&self.program.pointer, time_s, manifest.clock.dt_s());
                frame_block(&manifest.clock, &manifest.plane, step, &sample)
            })
            .collect();
        let gpu = self.gpu.clone();
        gpu.queue().write_buffer(&self.resources.frame_uploads, 0, bytemuck::cast_slice(&blocks));
        let is_seen = !matches!(purpose, Purpose::PassBy);
        let mut recorder = match purpose {
            Purpose::Advance | Purpose::PassBy => Recorder::new(&gpu, &self.submissions),
            Purpose::Measure(timing) => Recorder::with_timing(&gpu, &self.submissions, timing),
        };
        for place in 0..count {
            let offset = place * super::check::FRAME_BYTES;
            let Resources { frame_uploads, buffers, .. } = &self.resources;
            recorder.encoder().copy_buffer_to_buffer(frame_uploads, offset, &buffers[FRAME], 0, super::check::FRAME_BYTES);
            let stage = if is_seen && place + 1 == count { Stage::Step } else { Stage::UnseenStep };
            self.run(stage, &mut recorder);
            self.steps += 1;
        }
        recorder.finish()
    }

    fn run(&mut self, stage: Stage, recorder: &mut Recorder<'_>) {
        let operations: &[Operation] = match stage {
            Stage::Setup => &self.program.setup,
            Stage::Step => &self.program.step,
            Stage::UnseenStep => &self.program.unseen_step,
        };
        Runner {
            gpu: &self.gpu,
            manifest: &self.effect.manifest,
            program: &self.program,
            pipelines: &self.pipelines,
            resources: &mut self.resources,
            repeats: &|times| self.parameters.repeats(times),
        }
        .run(operations, recorder);
    }

    /// Does `work` on a device that is alive, and returns what the driver said to it.
    pub(super) fn guarded<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Result<T, PlayerError> {
        self.gpu.alive()?;
        let gpu = self.gpu.clone();
        let outcome = gpu.checked(|| work(self));
        gpu.alive()?;
        outcome.map_err(|refusal| player_error(refusal, self.memory_bytes()))
    }
}

#[derive(Clone, Copy)]
enum Stage {
    Setup,
    Step,
    UnseenStep,
}

pub(super) fn player_error(refusal: Refusal, needed_bytes: u64) -> PlayerError {
    match refusal {
        Refusal::OutOfMemory => PlayerError::OutOfMemory { needed_bytes },
        Refusal::Refused(message) => PlayerError::Device(message),
    }
}

fn no_such_name<'name>(kind: &'static str, name: &str, available: impl Iterator<Item = &'name str>) -> PlayerError {
    PlayerError::NoSuchName { kind, name: name.to_owned(), available: available.collect::<Vec<_>>().join(", ") }
}
