//! Another effect in place of the one that runs, between two frames.

use std::sync::Arc;

use super::check::{check_sizes, effect_bytes};
use super::device::Gpu;
use super::error::PlayerError;
use super::parameters::Parameters;
use super::pipelines::PipelineCache;
use super::player::{Player, player_error};
use super::pointer::Pointer;
use super::program::{FIRST_BUFFER, Program, check_pass_count};
use super::record::Submissions;
use super::resources::{Resources, TextureResource};
use crate::compile::{Buffer, Effect, Texture};

/// An effect that is ready to run: compiled, allocated, set up. Made on any thread.
#[derive(Debug)]
pub struct Prepared(Player);

/// What stays when an effect takes another's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The clock, and the state that both have.
    State,
    /// Nothing: the new effect starts at its first step.
    Nothing,
}

/// What became of state when an effect took another's place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replaced {
    /// States (`node.field`) that went on.
    pub carried: Vec<String>,
    /// States of the new effect that start from their initial contents.
    pub fresh: Vec<String>,
}

impl Prepared {
    /// The player, where no other runs.
    #[must_use]
    pub fn into_player(self) -> Player {
        self.0
    }
}

impl Player {
    /// Makes `effect` ready, on a thread of its own if need be: nothing here needs the player that runs meanwhile.
    ///
    /// # Errors
    /// The manifest contradicts itself, asks for more than the device offers, or a kernel is refused.
    pub fn prepare(gpu: &Gpu, effect: Arc<Effect>, cache: &PipelineCache) -> Result<Prepared, PlayerError> {
        gpu.alive()?;
        let limits = gpu.device().limits();
        check_sizes(&effect, &limits)?;
        let program = Program::resolve(&effect, &limits)?;
        let parameters = Parameters::new(&effect.manifest)?;
        check_pass_count(program.passes_per_step(&|times| parameters.repeats(times)))?;
        let pipelines = cache.compile(gpu, &effect)?;
        let resources = gpu.checked(|| Resources::new(gpu, &effect));
        gpu.alive()?;
        let resources = resources.map_err(|refusal| player_error(refusal, effect_bytes(&effect.manifest)))?;
        let mut player = Self {
            gpu: gpu.clone(),
            effect,
            program,
            pipelines,
            resources,
            parameters,
            pointer: Pointer::default(),
            submissions: Submissions::default(),
            steps: 0,
        };
        player.guarded(Self::initialise)?;
        Ok(Prepared(player))
    }

    /// Puts a prepared effect in place of the one that runs. Textures go on whose state, format, size and copies are equal, and buffers
    /// whose state and size are; parameters are the new effect's, and its counts of faults start at zero.
    ///
    /// # Errors
    /// The effect was prepared on another device, or the device is lost or refuses. The old effect stays.
    pub fn replace(&mut self, prepared: Prepared, keep: Keep) -> Result<Replaced, PlayerError> {
        let Prepared(mut next) = prepared;
        if next.gpu.id() != self.gpu.id() {
            return Err(PlayerError::Device("an effect was prepared on another device than it is to run on".to_owned()));
        }
        let mut outcome = Replaced::default();
        let effect = Arc::clone(&next.effect);
        for (place, texture) in effect.manifest.textures.iter().enumerate() {
            let Some(state) = &texture.state else { continue };
            let old = self.effect.manifest.textures.iter().position(|old| keep == Keep::State && texture_fits(old, texture));
            match old {
                Some(old) => {
                    next.carry_over(place, &self.resources.textures[old])?;
                    outcome.carried.push(state.clone());
                }
                None => outcome.fresh.push(state.clone()),
            }
        }
        for (place, buffer) in effect.manifest.buffers.iter().enumerate() {
            let Some(state) = &buffer.state else { continue };
            match self.effect.manifest.buffers.iter().position(|old| keep == Keep::State && buffer_fits(old, buffer)) {
                Some(old) => {
                    next.resources.replace_buffer(FIRST_BUFFER + place, self.resources.buffers[FIRST_BUFFER + old].clone());
                    outcome.carried.push(state.clone());
                }
                None => outcome.fresh.push(state.clone()),
            }
        }
        next.pointer = std::mem::take(&mut self.pointer);
        if keep == Keep::State {
            next.steps = self.steps;
        } else {
            next.pointer.before = None;
        }
        *self = next;
        Ok(outcome)
    }

    /// Goes on with another player's texture. The texture itself changes hands where it can be used as the own one is; one that was not
    /// drawn into so far can't be a target, and is copied.
    fn carry_over(&mut self, place: usize, old: &TextureResource) -> Result<(), PlayerError> {
        let usage = |resource: &TextureResource| resource.front().texture.usage();
        if usage(old).contains(usage(&self.resources.textures[place])) {
            self.resources.replace_texture(place, old.clone());
            return Ok(());
        }
        self.guarded(|player| {
            let mut encoder =
                player.gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("carry state over") });
            old.copy_to(&mut player.resources.textures[place], &mut encoder);
            player.gpu.queue().submit([encoder.finish()]);
        })
    }
}

/// Whether the contents of `old` are a state of `new`.
fn buffer_fits(old: &Buffer, new: &Buffer) -> bool {
    old.state == new.state && old.bytes == new.bytes
}

/// Whether the contents of `old` are a state of `new`.
fn texture_fits(old: &Texture, new: &Texture) -> bool {
    old.state == new.state && old.format == new.format && old.size == new.size && old.copies == new.copies
}
