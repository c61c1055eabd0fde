//! Figures of an effect: what a frame costs in passes and bytes.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::effect::{Bound, Count, Effect, Encoding, Manifest, Step, Texture};
use crate::node::Literal;

/// What an effect costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Statistics {
    /// Kernels, each compiled once.
    pub kernels: u32,
    /// Dispatches a step, repeats counted as often as their parameters say now.
    pub passes_per_step: u64,
    /// Bytes of textures that the passes of a step read and write, each bound texture counted once a pass.
    pub bytes_per_step: u64,
    /// Textures, fronts and backs.
    pub allocations: u32,
    /// Bytes of all textures and buffers.
    pub memory_bytes: u64,
}

impl Statistics {
    /// Counts.
    #[must_use]
    pub fn of(effect: &Effect) -> Self {
        let manifest = &effect.manifest;
        let texture_bytes = texture_bytes(manifest);
        let mut statistics = Self {
            kernels: u32::try_from(manifest.kernels.len()).unwrap_or(u32::MAX),
            allocations: manifest.textures.iter().map(|texture| texture.copies).sum(),
            memory_bytes: manifest
                .textures
                .iter()
                .map(|texture| u64::from(texture.copies) * texture_bytes[texture.name.as_str()])
                .sum::<u64>()
                + manifest.buffers.iter().map(|buffer| buffer.bytes).sum::<u64>()
                + u64::from(manifest.parameter_bytes),
            ..Self::default()
        };
        statistics.count_step(manifest, &texture_bytes, None);
        statistics
    }

    /// Counts the passes of these kernels only: what some nodes cost. Memory and copies are the whole effect's and left out.
    #[must_use]
    pub fn of_kernels(manifest: &Manifest, entries: &HashSet<&str>) -> Self {
        let mut statistics = Self { kernels: u32::try_from(entries.len()).unwrap_or(u32::MAX), ..Self::default() };
        statistics.count_step(manifest, &texture_bytes(manifest), Some(entries));
        statistics
    }

    fn count_step(&mut self, manifest: &Manifest, texture_bytes: &HashMap<&str, u64>, entries: Option<&HashSet<&str>>) {
        let mut waiting: Vec<(&Step, u64)> = manifest.step.iter().map(|step| (step, 1)).collect();
        while let Some((step, times)) = waiting.pop() {
            match step {
                Step::Pass(pass) if entries.is_none_or(|entries| entries.contains(pass.kernel.as_str())) => {
                    let bound: HashSet<&Bound> = pass.bindings.iter().collect();
                    let bytes: u64 = bound
                        .iter()
                        .filter_map(|bound| match bound {
                            Bound::Front(name) | Bound::Back(name) => texture_bytes.get(name.as_str()),
                            Bound::Buffer { .. } => None,
                        })
                        .sum();
                    self.passes_per_step += times;
                    self.bytes_per_step += times * bytes;
                }
                Step::Repeat { count, steps } => {
                    let count = match count {
                        Count::Fixed(count) => u64::from(*count),
                        Count::Parameter(index) => manifest.parameters.get(*index as usize).map_or(0, |parameter| whole(&parameter.value)),
                    };
                    waiting.extend(steps.iter().map(|step| (step, times * count)));
                }
                Step::Copy { from, to } if entries.is_none() => {
                    let bytes = [from, to].iter().filter_map(|name| texture_bytes.get(name.as_str())).sum::<u64>();
                    self.bytes_per_step += times * bytes;
                }
                Step::Pass(_) | Step::Copy { .. } | Step::Flip(_) => {}
            }
        }
    }
}

/// Bytes of each texture, one copy.
fn texture_bytes(manifest: &Manifest) -> HashMap<&str, u64> {
    let bytes = |texture: &Texture| {
        let texels = u64::from(texture.size[0]) * u64::from(texture.size[1]);
        texels * u64::from(texture.format.texel_bytes())
    };
    manifest.textures.iter().map(|texture| (texture.name.as_str(), bytes(texture))).collect()
}

fn whole(literal: &Literal) -> u64 {
    let Ok(bytes) = super::encode::encode(&Encoding::U32, literal) else { return 0 };
    bytes.first_chunk().map_or(0, |bytes| u64::from(u32::from_le_bytes(*bytes)))
}
