//! The document's numbers in the running effect: what a slider changes is seen at the next step, and nothing is compiled.

use wavewright_core::gpu::Player;
use wavewright_core::graph::Document;
use wavewright_core::node::{Literal, SpecSource};

/// What following came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Followed {
    /// A parameter has another value than before.
    pub changed: bool,
    /// Every value fitted its parameter.
    pub fits: bool,
}

/// Sets every parameter of the running effect to the document's value, or to the node's default.
///
/// Parameters without a node in the document keep their value: the effect is of before an edit, and its successor is on the way.
pub(super) fn follow(player: &mut Player, document: &Document, specs: &dyn SpecSource) -> Followed {
    let mut followed = Followed { changed: false, fits: true };
    let effect = std::sync::Arc::clone(player.effect());
    // What has keyframes follows them; a value that is set would take their place.
    for parameter in effect.manifest.parameters.iter().filter(|parameter| parameter.keyframes.is_empty()) {
        let Some(value) = value_in(document, specs, &parameter.node, &parameter.input) else { continue };
        if player.parameter(&parameter.node, &parameter.input) == Some(&value) {
            continue;
        }
        match player.set_parameter(&parameter.node, &parameter.input, &value) {
            Ok(()) => followed.changed = true,
            Err(error) => {
                log::debug!("{error}");
                followed.fits = false;
            }
        }
    }
    followed
}

/// What an input is set to, or its default.
pub(super) fn value_in(document: &Document, specs: &dyn SpecSource, node: &str, input: &str) -> Option<Literal> {
    let held = document.nodes.get(node)?;
    if let Some(value) = held.inputs.get(input) {
        return Some(value.clone());
    }
    specs.spec_for(held).ok()?.input(input)?.default.clone()
}
