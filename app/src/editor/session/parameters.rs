//! The document's numbers in the running effect: what a slider changes is seen at the next step, and nothing is compiled.

use std::collections::BTreeMap;

use wavewright_core::compile::{Manifest, WIRE_WIDTH, encode, first_camera, is_camera_of_look, is_mesh_of_look};
use wavewright_core::graph::Document;
use wavewright_core::node::{Literal, SpecSource};

/// What following came to.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Followed {
    /// Parameters that have another value than before: node, input and value.
    pub changed: Vec<(String, String, Literal)>,
    /// Every value fitted its parameter.
    pub fits: bool,
}

/// Finds the parameters whose values are not the document's, or the node's default, and brings `values` up to date. `view` has inputs of the
/// camera that looks at sets, and of what draws them.
///
/// Parameters without a node in the document keep their value: the effect is of before an edit, and its successor is on the way.
pub(super) fn follow(
    manifest: &Manifest,
    values: &mut [Literal],
    document: &Document,
    view: &BTreeMap<String, Literal>,
    specs: &dyn SpecSource,
) -> Followed {
    let mut followed = Followed { changed: Vec::new(), fits: true };
    let camera = first_camera(document, specs).map(|(id, _)| id.as_str());
    // What has keyframes follows them; a value that is set would take their place.
    let parameters = manifest.parameters.iter().zip(values).filter(|(parameter, _)| parameter.keyframes.is_empty());
    for (parameter, known) in parameters {
        let value = if is_camera_of_look(document, &parameter.node) {
            // It stands where the document's does until it is moved.
            let moved = view.get(&parameter.input).cloned();
            moved.or_else(|| value_in(document, specs, camera?, &parameter.input))
        } else if is_mesh_of_look(document, &parameter.node) {
            view.get(&parameter.input).filter(|_| parameter.input == WIRE_WIDTH).cloned()
        } else {
            value_in(document, specs, &parameter.node, &parameter.input)
        };
        let Some(value) = value.filter(|value| value != known) else { continue };
        match encode(&parameter.encoding, &value) {
            Ok(_) => {
                *known = value.clone();
                followed.changed.push((parameter.node.clone(), parameter.input.clone(), value));
            }
            Err(error) => {
                log::debug!("{}.{}: {error}", parameter.node, parameter.input);
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use wavewright_core::compile::{CompileCache, CompileInput, compile};
    use wavewright_core::graph::{Node, PortRef};
    use wavewright_core::media::NoFiles;

    use super::*;

    #[test]
    fn a_look_stands_where_the_documents_camera_goes_until_it_is_moved() {
        let specs = &wavewright_nodes::library().0;
        let mut document = Document::default();
        document.nodes.insert("slab".to_owned(), Node::new("shattered_plane"));
        document.nodes.insert("view".to_owned(), Node::new("render"));
        let looks = [PortRef::new("slab", "mesh")];
        let input = CompileInput { document: &document, specs, files: &NoFiles, looks: &looks, cache: &CompileCache::default() };
        let manifest = compile(&input).effect.unwrap().manifest.clone();
        let mut values: Vec<Literal> = manifest.parameters.iter().map(|parameter| parameter.value.clone()).collect();
        document.nodes["view"].inputs.insert("distance".to_owned(), Literal::Number(4.0));
        let mut distances = |view: &BTreeMap<String, Literal>| -> Vec<Literal> {
            let followed = follow(&manifest, &mut values, &document, view, specs);
            followed.changed.into_iter().filter(|(_, input, _)| input == "distance").map(|(_, _, value)| value).collect()
        };
        assert_eq!(distances(&BTreeMap::new()), [Literal::Number(4.0)]);
        assert_eq!(distances(&BTreeMap::new()), []);
        assert_eq!(distances(&BTreeMap::from([("distance".to_owned(), Literal::Number(7.0))])), [Literal::Number(7.0)]);
    }
}
