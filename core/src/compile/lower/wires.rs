//! What wires really bring: past muted nodes and bends, to the output that makes the value.

use std::collections::{HashMap, HashSet};

use crate::graph::{Document, Node, PortRef};
use crate::node::{PortType, REROUTE, SpecSource, ValueType};

/// The wires of a document by where they lead.
pub(in crate::compile) struct Wires<'a> {
    document: &'a Document,
    specs: &'a dyn SpecSource,
    incoming: HashMap<(&'a str, &'a str), &'a PortRef>,
}

impl<'a> Wires<'a> {
    pub fn new(document: &'a Document, specs: &'a dyn SpecSource) -> Self {
        let mut incoming = HashMap::new();
        for link in &document.links {
            incoming.entry((link.to.node.as_str(), link.to.port.as_str())).or_insert(&link.from);
        }
        Self { document, specs, incoming }
    }

    /// The output that a wire into `node.port` really brings.
    pub fn arriving_at(&self, node: &str, port: &str) -> Option<(&'a str, &'a str)> {
        self.source(self.incoming.get(&(node, port)).copied()?)
    }

    /// The output behind bends alone: what makes the value, muted or not.
    pub fn behind_bends(&self, from: &'a PortRef) -> Option<(&'a str, &'a str)> {
        self.past(from, |node| node.kind == REROUTE)
    }

    /// The output that really makes what `from` gives: itself, unless its node is muted or a bend.
    pub fn source(&self, from: &'a PortRef) -> Option<(&'a str, &'a str)> {
        self.past(from, |node| node.muted || node.kind == REROUTE)
    }

    fn past(&self, mut from: &'a PortRef, is_passed: impl Fn(&Node) -> bool) -> Option<(&'a str, &'a str)> {
        let mut passed = HashSet::new();
        loop {
            let (id, source) = self.document.nodes.get_key_value(from.node.as_str())?;
            if !is_passed(source) {
                return Some((id, from.port.as_str()));
            }
            if !passed.insert(from.node.as_str()) {
                return None;
            }
            from = self.through_muted(id, source, &from.port)?;
        }
    }

    /// The wire into the first input of a muted node that fits its output `port`.
    fn through_muted(&self, id: &str, node: &Node, port: &str) -> Option<&'a PortRef> {
        let spec = self.specs.spec_for(node).ok()?;
        let output = spec.output(port)?;
        spec.inputs.iter().find_map(|input| {
            let wire = self.incoming.get(&(id, input.name.as_str())).copied()?;
            let fits = match (&input.port_type, &output.port_type) {
                (PortType::Fixed(from), PortType::Fixed(to)) => from.converts_to(*to),
                (PortType::Generic(_), PortType::Generic(_)) => true,
                (PortType::Generic(_), PortType::Fixed(to)) | (PortType::Fixed(to), PortType::Generic(_)) => to.is_value(),
                (PortType::Whole { .. }, PortType::Fixed(to)) => *to == ValueType::Number,
                _ => false,
            };
            fits.then_some(wire)
        })
    }
}
