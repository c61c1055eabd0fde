//! The type of every port: a generic is the widest type that is linked to it.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::query::LinkIndex;
use super::{GraphRef, PortRef};
use crate::node::{NodeSpec, PortType, ValueType};

/// Specs of the nodes that are known, by id.
pub type Specs<'a> = HashMap<&'a str, Arc<NodeSpec>>;

/// What the generics of each node stand for.
#[derive(Debug, Default)]
pub struct PortTypes<'a> {
    /// By node, then by [`NodeSpec::generics`]; `None` while nothing is known.
    generics: HashMap<&'a str, Vec<Option<ValueType>>>,
}

impl<'a> PortTypes<'a> {
    /// Types of the ports of all nodes that have a spec. Ports of the others are unknown and fit everything.
    #[must_use]
    pub fn infer(graph: GraphRef<'a>, specs: &Specs<'a>, links: &LinkIndex<'a>) -> Self {
        let mut inference = Inference { specs, links, types: Self::default(), waiting: VecDeque::new() };
        let ids = || graph.nodes.keys().map(String::as_str);
        for (id, spec) in ids().filter_map(|id| Some((id, specs.get(id)?))) {
            inference.types.generics.insert(id, vec![None; spec.generics.len()]);
        }
        inference.waiting.extend(ids());
        inference.run();
        // What is left depends on itself alone, through feedback: the first type that is allowed.
        for id in ids() {
            inference.settle(id);
        }
        inference.types
    }

    /// What the generic `index` of `node` stands for.
    #[must_use]
    pub fn generic(&self, node: &str, index: usize) -> Option<ValueType> {
        self.generics.get(node)?.get(index).copied().flatten()
    }

    /// The type that travels over a port of this declared type; `None` where nothing does, or where it isn't known.
    #[must_use]
    pub fn of(&self, node: &str, declared: &PortType) -> Option<ValueType> {
        match declared {
            PortType::Fixed(value_type) => Some(*value_type),
            PortType::Generic(index) => self.generic(node, *index),
            PortType::Whole { .. } => Some(ValueType::Number),
            PortType::Switch | PortType::Choice(_) | PortType::Text | PortType::File => None,
        }
    }

    /// The type of an output.
    #[must_use]
    pub fn output(&self, specs: &Specs<'_>, port: &PortRef) -> Option<ValueType> {
        let declared = &specs.get(port.node.as_str())?.output(&port.port)?.port_type;
        self.of(&port.node, declared)
    }

    /// The type of an input.
    #[must_use]
    pub fn input(&self, specs: &Specs<'_>, port: &PortRef) -> Option<ValueType> {
        let declared = &specs.get(port.node.as_str())?.input(&port.port)?.port_type;
        self.of(&port.node, declared)
    }
}

struct Inference<'a, 'i> {
    specs: &'i Specs<'a>,
    links: &'i LinkIndex<'a>,
    types: PortTypes<'a>,
    waiting: VecDeque<&'a str>,
}

impl<'a> Inference<'a, '_> {
    /// A type only ever gets wider, so every node is looked at a few times at most, cycles or not.
    fn run(&mut self) {
        while let Some(id) = self.waiting.pop_front() {
            let Some(spec) = self.specs.get(id) else { continue };
            for index in 0..spec.generics.len() {
                if let Some(value_type) = self.widest(id, spec, index) {
                    self.widen(id, index, value_type);
                }
            }
        }
    }

    fn settle(&mut self, id: &'a str) {
        let Some(spec) = self.specs.get(id) else { return };
        for (index, generic) in spec.generics.iter().enumerate() {
            if let (None, Some(first)) = (self.types.generic(id, index), generic.allowed.first()) {
                self.widen(id, index, *first);
                self.run();
            }
        }
    }

    fn widen(&mut self, id: &'a str, index: usize, value_type: ValueType) {
        let slot = self.types.generics.get_mut(id).and_then(|generics| generics.get_mut(index));
        if let Some(slot) = slot.filter(|slot| slot.is_none_or(|known| known < value_type)) {
            *slot = Some(value_type);
            self.waiting.extend(self.links.out_of_node(id).iter().map(|link| link.to.node.as_str()));
        }
    }

    /// The widest type linked to a generic; the first allowed where nothing is; `None` where what is linked isn't known yet.
    fn widest(&self, id: &str, spec: &NodeSpec, index: usize) -> Option<ValueType> {
        let allowed = &spec.generics[index].allowed;
        let of_generic = |port: &str| spec.input(port).is_some_and(|input| input.port_type == PortType::Generic(index));
        let from_known = |port: &PortRef| self.specs.get(port.node.as_str()).is_some_and(|spec| spec.output(&port.port).is_some());
        let mut sources = self.links.into_node(id).iter().filter(|link| of_generic(&link.to.port) && from_known(&link.from)).peekable();
        if sources.peek().is_none() {
            return allowed.first().copied();
        }
        sources.filter_map(|link| taken_as(self.types.output(self.specs, &link.from)?, allowed)).max()
    }
}

/// The allowed type that a value becomes: its own, or the narrowest that it converts to.
fn taken_as(value_type: ValueType, allowed: &[ValueType]) -> Option<ValueType> {
    if allowed.contains(&value_type) {
        return Some(value_type);
    }
    allowed.iter().copied().filter(|allowed| value_type.converts_to(*allowed)).min()
}
