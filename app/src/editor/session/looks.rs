//! What the artist looks at: the eye, the pin, and pictures on nodes.
//!
//! A look names a port and may outlive it: where the node is deleted, the next best thing is shown, and undoing the deletion brings the
//! look back.

use std::collections::BTreeMap;

use wavewright_core::compile::Manifest;
use wavewright_core::graph::{Document, PortRef};
use wavewright_core::node::{Body, Literal, Native, PortType, REROUTE, SpecSource, ValueType};

/// What is looked at. Part of the view, not of the document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Looks {
    /// Shown whatever is selected.
    pub pinned: Option<PortRef>,
    /// Shown where nothing is pinned.
    pub viewed: Option<PortRef>,
    /// Whether selecting a node views its first output.
    pub follows_selection: bool,
    /// Inputs of the camera that looks at meshes, particles and scenes, where the artist moved it away from the document's; and the width
    /// of the edges of meshes.
    pub camera: BTreeMap<String, Literal>,
}

impl Looks {
    /// Views an output, or closes its eye.
    pub fn toggle_eye(&mut self, port: PortRef) {
        if self.pinned.as_ref() == Some(&port) {
            self.pinned = None;
            self.viewed = None;
        } else if self.viewed.as_ref() == Some(&port) && self.pinned.is_none() {
            self.viewed = None;
        } else {
            self.pinned = None;
            self.viewed = Some(port);
        }
    }

    /// Pins an output, or takes its pin out.
    pub fn toggle_pin(&mut self, port: PortRef) {
        if self.pinned.as_ref() == Some(&port) {
            self.viewed = self.pinned.take();
        } else {
            self.pinned = Some(port);
        }
    }

    /// The output that is to be shown: the pin, the eye, or the document's first output node.
    #[must_use]
    pub fn wanted(&self, document: &Document, specs: &dyn SpecSource) -> Option<PortRef> {
        let is_there = |port: &&PortRef| can_be_seen(document, specs, port);
        let chosen = self.pinned.as_ref().filter(is_there).or_else(|| self.viewed.as_ref().filter(is_there));
        chosen.cloned().or_else(|| first_output(document, specs))
    }

    /// The outputs that compiling must keep visible: the one that is wanted, and those of nodes with a picture.
    #[must_use]
    pub fn compiled(&self, document: &Document, specs: &dyn SpecSource) -> Vec<PortRef> {
        let mut looks: Vec<PortRef> = self.wanted(document, specs).into_iter().collect();
        for (id, node) in document.nodes.iter().filter(|(_, node)| node.thumbnail && !node.muted) {
            if let Some(port) = first_visible(id, node, specs)
                && !looks.contains(&port)
            {
                looks.push(port);
            }
        }
        looks
    }
}

/// The output of a running effect that shows `wanted`: itself, or while it is still being compiled what is there.
#[must_use]
pub fn shown<'a>(manifest: &'a Manifest, wanted: Option<&PortRef>) -> Option<&'a wavewright_core::compile::Output> {
    let named = wanted.map(PortRef::to_string).and_then(|name| manifest.outputs.iter().find(|output| output.name == name));
    named.or_else(|| manifest.outputs.first())
}

/// The first output of a node that has values to see; lists and bends in wires have none.
#[must_use]
pub fn first_visible(id: &str, node: &wavewright_core::graph::Node, specs: &dyn SpecSource) -> Option<PortRef> {
    let spec = specs.spec_for(node).ok().filter(|spec| spec.kind != REROUTE)?;
    let output = spec.outputs.iter().find(|output| is_visible(&output.port_type))?;
    Some(PortRef::new(id, &output.name))
}

/// What a port carries, where that is a mesh, particles or a scene: looking at it takes a camera.
#[must_use]
pub fn set_at(document: &Document, specs: &dyn SpecSource, port: &PortRef) -> Option<ValueType> {
    let spec = specs.spec_for(document.nodes.get(&port.node)?).ok()?;
    match spec.output(&port.port)?.port_type {
        PortType::Fixed(value_type) if value_type.is_set() => Some(value_type),
        _ => None,
    }
}

fn is_visible(port_type: &PortType) -> bool {
    match port_type {
        PortType::Fixed(value_type) => !value_type.is_list(),
        PortType::Generic(_) | PortType::Whole { .. } => true,
        PortType::Switch | PortType::Choice(_) | PortType::Text | PortType::File => false,
    }
}

fn can_be_seen(document: &Document, specs: &dyn SpecSource, port: &PortRef) -> bool {
    let spec = document.nodes.get(&port.node).and_then(|node| specs.spec_for(node).ok());
    spec.is_some_and(|spec| spec.output(&port.port).is_some_and(|output| is_visible(&output.port_type)))
}

/// The document's first output node that is not muted.
fn first_output(document: &Document, specs: &dyn SpecSource) -> Option<PortRef> {
    document.nodes.iter().filter(|(_, node)| !node.muted).find_map(|(id, node)| {
        let spec = specs.spec_for(node).ok().filter(|spec| spec.body == Body::Native(Native::Output))?;
        spec.outputs.first().map(|output| PortRef::new(id, &output.name))
    })
}
