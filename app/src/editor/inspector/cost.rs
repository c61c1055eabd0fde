//! What a node costs in the running effect.

use std::collections::HashSet;

use wavewright_core::compile::{Manifest, Statistics};

/// What a step of a node costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Passes in which it computes.
    passes: u64,
    /// Bytes of textures that these passes read and write.
    bytes: u64,
    /// Nodes that compute in the same passes.
    pub shared_with: usize,
}

/// The cost of a node, by the name that it has in the effect; `None` where it does nothing there.
#[must_use]
pub fn of(manifest: &Manifest, node: &str) -> Option<Cost> {
    // Nodes inside of a group are called by the group's node.
    let is_ours = |name: &String| name == node || name.strip_prefix(node).is_some_and(|rest| rest.starts_with('/'));
    let ours: Vec<_> = manifest.kernels.iter().filter(|kernel| kernel.nodes.iter().any(is_ours)).collect();
    if ours.is_empty() {
        return None;
    }
    let entries: HashSet<&str> = ours.iter().map(|kernel| kernel.entry.as_str()).collect();
    let others: HashSet<&String> = ours.iter().flat_map(|kernel| &kernel.nodes).filter(|name| !is_ours(name)).collect();
    let statistics = Statistics::of_kernels(manifest, &entries);
    Some(Cost { passes: statistics.passes_per_step, bytes: statistics.bytes_per_step, shared_with: others.len() })
}

impl Cost {
    /// In a few words.
    #[must_use]
    pub fn words(&self) -> String {
        let passes = if self.passes == 1 { "1 pass".to_owned() } else { format!("{} passes", self.passes) };
        format!("{passes} \u{b7} {:.1} MB a step", self.bytes as f64 / f64::from(1 << 20))
    }
}
