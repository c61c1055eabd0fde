//! Whether a change of the document needs compiling, or is only numbers that the running effect takes as they are.

use std::collections::HashSet;

use indexmap::IndexMap;
use wavewright_core::compile::Manifest;
use wavewright_core::graph::{Document, Link, Node, Timeline};
use wavewright_core::node::{Literal, SpecSource};

/// The inputs that may change without compiling, of the effect that was compiled last.
#[derive(Clone, Debug, Default)]
pub struct LiveInputs {
    /// Parameters of the effect: node and input.
    parameters: HashSet<(String, String)>,
    /// Nodes that do work in the effect.
    at_work: HashSet<String>,
    /// Whether there is an effect at all.
    is_known: bool,
}

impl LiveInputs {
    /// Those of an effect.
    #[must_use]
    pub fn of(manifest: &Manifest) -> Self {
        Self {
            parameters: manifest.parameters.iter().map(|parameter| (parameter.node.clone(), parameter.input.clone())).collect(),
            at_work: (manifest.kernels.iter().flat_map(|kernel| &kernel.nodes))
                .chain(manifest.pipelines.iter().flat_map(|pipeline| &pipeline.nodes))
                .cloned()
                .collect(),
            is_known: true,
        }
    }

    /// Whether numbers of this input may change: it is a parameter, or its node does nothing in the effect.
    fn has(&self, node: &str, input: &str) -> bool {
        self.is_known && (!self.at_work.contains(node) || self.parameters.contains(&(node.to_owned(), input.to_owned())))
    }
}

/// Whether `after` needs compiling where `before` was compiled. Both are without groups.
#[must_use]
pub fn needs_compiling(before: &Document, after: &Document, specs: &dyn SpecSource, live: &LiveInputs) -> bool {
    before.grid != after.grid
        || !same_time(&before.timeline, &after.timeline)
        || before.seed != after.seed
        || before.pointer != after.pointer
        || !same_nodes(&before.nodes, &after.nodes, &|id, before, after| same_inputs(id, before, after, specs, live))
        || !same_links(&before.links, &after.links)
}

/// The range is for playing and for export, not for the effect.
fn same_time(before: &Timeline, after: &Timeline) -> bool {
    before.fps == after.fps && before.substeps == after.substeps && before.keyframes == after.keyframes
}

fn same_nodes(before: &IndexMap<String, Node>, after: &IndexMap<String, Node>, same_inputs: &dyn Fn(&str, &Node, &Node) -> bool) -> bool {
    before.len() == after.len()
        && before.iter().zip(after).all(|((old_id, old), (new_id, new))| {
            // Where a node stands, what it is called and how it is drawn reaches no code.
            old_id == new_id && old.kind == new.kind && old.muted == new.muted && same_inputs(new_id, old, new)
        })
}

fn same_inputs(id: &str, before: &Node, after: &Node, specs: &dyn SpecSource, live: &LiveInputs) -> bool {
    if before.inputs == after.inputs {
        return true;
    }
    let spec = specs.spec_for(after).ok();
    let names: HashSet<&String> = before.inputs.keys().chain(after.inputs.keys()).collect();
    names.into_iter().all(|name| {
        let (old, new) = (before.inputs.get(name), after.inputs.get(name));
        if old == new {
            return true;
        }
        let default = spec.as_ref().and_then(|spec| spec.input(name)?.default.as_ref());
        match (old.or(default), new.or(default)) {
            (Some(old), Some(new)) => live.has(id, name) && same_shape(old, new),
            // Without a value an input is the element's own, or missing: another code.
            _ => false,
        }
    })
}

/// Whether only numbers differ.
fn same_shape(before: &Literal, after: &Literal) -> bool {
    match (before, after) {
        (Literal::Number(_), Literal::Number(_)) | (Literal::Bool(_), Literal::Bool(_)) | (Literal::Rows(_), Literal::Rows(_)) => true,
        (Literal::Vector(before), Literal::Vector(after)) => before.len() == after.len(),
        (Literal::Text(before), Literal::Text(after)) => before == after,
        _ => false,
    }
}

fn same_links(before: &[Link], after: &[Link]) -> bool {
    before.len() == after.len() && before.iter().zip(after).all(|(old, new)| old.from == new.from && old.to == new.to)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

    use serde_json::json;

    use super::*;

    #[test]
    fn nodes_at_work_in_kernels_or_draws_need_compiling_unless_the_input_is_a_parameter() {
        let kernel = json!({ "entry": "step", "lines": [], "workgroup": [1, 1, 1], "layout": [], "nodes": ["waves"] });
        let pipeline = json!({
            "name": "sea", "vertex": "sea_vertex", "fragment": "sea_fragment", "lines": [], "layout": [], "format": "rgba16float",
            "samples": 1, "blend": "replace", "depth_test": true, "depth_write": true, "nodes": ["sea"],
        });
        let parameter =
            json!({ "node": "sea", "input": "shine", "label": "Shine", "encoding": { "value": "number" }, "offsets": [0], "value": 1 });
        let manifest: Manifest = serde_json::from_value(json!({
            "format": "wavewright-effect", "version": 1,
            "requires": {
                "core": true, "texture_side": 0, "sampled_textures": 0, "storage_textures": 0, "storage_buffers": 0, "uniform_buffers": 0,
                "uniform_bytes": 0, "buffer_bytes": 0,
            },
            "clock": { "fps": 60, "substeps": 1, "range": [0, 1] },
            "plane": { "resolution": [8, 8], "width_m": 1, "origin_m": [0, 0], "seed": 1 },
            "textures": [], "buffers": [], "parameter_bytes": 16, "parameters": [parameter], "kernels": [kernel], "pipelines": [pipeline],
            "setup": [], "step": [], "outputs": [],
        }))
        .unwrap();
        let live = LiveInputs::of(&manifest);
        assert!(!live.has("waves", "count") && !live.has("sea", "width"));
        assert!(live.has("sea", "shine") && live.has("idle", "width"));
    }
}
