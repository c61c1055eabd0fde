//! Figures of an effect: what a frame costs in passes and bytes.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::attachments::Attachment;
use super::effect::{Bound, Count, Effect, Encoding, Manifest, Slot, SlotKind, Step, Texture};
use crate::node::Literal;

/// What an effect costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Kernels, each compiled once.
    pub kernels: u32,
    /// Pipelines that draw, each compiled once.
    pub draw_pipelines: u32,
    /// Dispatches and render passes a step, repeats counted as often as their parameters say now.
    pub passes_per_step: u64,
    /// Draws of the render passes of a step, but for those without vertices or instances.
    pub draws_per_step: u64,
    /// Bytes of textures and storage buffers that the passes of a step read and write, each counted once a pass or draw, and a state that a
    /// kernel brings up to date in its place twice; what is drawn into counts once, with its depth and its samples.
    pub bytes_per_step: u64,
    /// Textures, fronts and backs.
    pub allocations: u32,
    /// Bytes of all textures and buffers, with the depth and the samples that render passes need.
    pub memory_bytes: u64,
}

impl Statistics {
    /// Counts.
    #[must_use]
    pub fn of(effect: &Effect) -> Self {
        let manifest = &effect.manifest;
        let sizes = Sizes::of(manifest);
        let mut statistics = Self {
            kernels: u32::try_from(manifest.kernels.len()).unwrap_or(u32::MAX),
            draw_pipelines: u32::try_from(manifest.pipelines.len()).unwrap_or(u32::MAX),
            allocations: manifest.textures.iter().map(|texture| texture.copies).sum(),
            memory_bytes: manifest
                .textures
                .iter()
                .map(|texture| u64::from(texture.copies) * sizes.textures[texture.name.as_str()])
                .sum::<u64>()
                + manifest.buffers.iter().map(|buffer| buffer.bytes).sum::<u64>()
                + manifest.attachments().iter().map(Attachment::bytes).sum::<u64>()
                + u64::from(manifest.parameter_bytes),
            ..Self::default()
        };
        statistics.count_step(manifest, &sizes, None);
        statistics
    }

    /// Counts the passes of these kernels only: what some nodes cost. Memory and copies are the whole effect's and left out.
    #[must_use]
    pub fn of_kernels(manifest: &Manifest, entries: &HashSet<&str>) -> Self {
        let mut statistics = Self { kernels: u32::try_from(entries.len()).unwrap_or(u32::MAX), ..Self::default() };
        statistics.count_step(manifest, &Sizes::of(manifest), Some(entries));
        statistics
    }

    fn count_step(&mut self, manifest: &Manifest, sizes: &Sizes<'_>, entries: Option<&HashSet<&str>>) {
        let mut waiting: Vec<(&Step, u64)> = manifest.step.iter().map(|step| (step, 1)).collect();
        while let Some((step, times)) = waiting.pop() {
            match step {
                Step::Pass(pass) if entries.is_none_or(|entries| entries.contains(pass.kernel.as_str())) => {
                    self.passes_per_step += times;
                    let layout = sizes.layouts.get(pass.kernel.as_str()).copied().unwrap_or_default();
                    self.bytes_per_step += times * sizes.bound(&pass.bindings, layout);
                }
                Step::Repeat { count, steps } => {
                    let count = match count {
                        Count::Fixed(count) => u64::from(*count),
                        Count::Parameter(index) => manifest.parameters.get(*index as usize).map_or(0, |parameter| whole(&parameter.value)),
                    };
                    waiting.extend(steps.iter().map(|step| (step, times * count)));
                }
                Step::Copy { from, to } if entries.is_none() => {
                    let bytes = [from, to].iter().filter_map(|name| sizes.textures.get(name.as_str())).sum::<u64>();
                    self.bytes_per_step += times * bytes;
                }
                Step::Render(pass) if entries.is_none() => {
                    let draws = || pass.draws.iter().filter(|draw| draw.vertices > 0 && draw.instances > 0);
                    let read: u64 = draws().map(|draw| sizes.bound(&draw.bindings, &[])).sum();
                    let written: u64 = manifest.textures.iter().find(|texture| texture.name == pass.target).map_or(0, |target| {
                        let attachments = [Some(pass.depth(target)), pass.sampled_colour(target)].into_iter().flatten();
                        sizes.textures[target.name.as_str()] + attachments.map(|attachment| attachment.bytes()).sum::<u64>()
                    });
                    self.passes_per_step += times;
                    self.draws_per_step += times * draws().count() as u64;
                    self.bytes_per_step += times * (read + written);
                }
                Step::Pass(_) | Step::Copy { .. } | Step::Flip(_) | Step::Clear(_) | Step::Render(_) => {}
            }
        }
    }
}

/// What textures and buffers hold, and who binds them.
struct Sizes<'a> {
    /// Bytes of each texture, one copy.
    textures: HashMap<&'a str, u64>,
    /// Storage buffers, and whether they are state.
    buffers: HashMap<&'a str, bool>,
    /// What each kernel binds.
    layouts: HashMap<&'a str, &'a [Slot]>,
}

impl<'a> Sizes<'a> {
    fn of(manifest: &'a Manifest) -> Self {
        let bytes = |texture: &Texture| {
            let texels = u64::from(texture.size[0]) * u64::from(texture.size[1]);
            texels * u64::from(texture.format.texel_bytes())
        };
        Self {
            textures: manifest.textures.iter().map(|texture| (texture.name.as_str(), bytes(texture))).collect(),
            buffers: manifest.buffers.iter().map(|buffer| (buffer.name.as_str(), buffer.state.is_some())).collect(),
            layouts: manifest.kernels.iter().map(|kernel| (kernel.entry.as_str(), kernel.layout.as_slice())).collect(),
        }
    }

    /// Bytes of what is bound, each once, and states that are written where they are read twice.
    fn bound(&self, bindings: &[Bound], layout: &[Slot]) -> u64 {
        let mut seen = HashSet::new();
        let fresh = bindings.iter().enumerate().filter(|(_, bound)| seen.insert(*bound));
        fresh
            .map(|(place, bound)| match bound {
                Bound::Front(name) | Bound::Back(name) => self.textures.get(name.as_str()).copied().unwrap_or_default(),
                Bound::Buffer { name, bytes, .. } => self.buffers.get(name.as_str()).map_or(0, |is_state| {
                    let is_written = layout.get(place).is_some_and(|slot| slot.kind == SlotKind::StorageWrite);
                    u64::from(*bytes) * if is_written && *is_state { 2 } else { 1 }
                }),
            })
            .sum()
    }
}

fn whole(literal: &Literal) -> u64 {
    let Ok(bytes) = super::encode::encode(&Encoding::U32, literal) else { return 0 };
    bytes.first_chunk().map_or(0, |bytes| u64::from(u32::from_le_bytes(*bytes)))
}
