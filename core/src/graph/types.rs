//! The type of every port: a generic is the widest type that is linked to it or set on it.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::query::LinkIndex;
use super::{GraphRef, Node, PortRef};
use crate::node::{GenericSpec, Literal, NodeSpec, PortType, ValueType};

/// Specs of the nodes that are known, by id.
pub type Specs<'a> = HashMap<&'a str, Arc<NodeSpec>>;

/// What the generics of each node stand for.
#[derive(Debug, Default)]
pub struct PortTypes<'a> {
    /// By node, then by [`NodeSpec::generics`].
    generics: HashMap<&'a str, Vec<ValueType>>,
}

impl<'a> PortTypes<'a> {
    /// Types of the ports of all nodes that have a spec. Ports of the others are unknown and fit everything.
    ///
    /// A generic starts as the first type it allows and becomes the widest allowed one that is linked to it or set on it. Types only
    /// ever get wider, so every node is looked at a few times at most, circles or not.
    #[must_use]
    pub fn infer(graph: GraphRef<'a>, specs: &Specs<'a>, links: &LinkIndex<'a>) -> Self {
        let mut types = Self::default();
        let mut waiting = VecDeque::new();
        for (id, spec) in graph.nodes.keys().filter_map(|id| Some((id.as_str(), specs.get(id.as_str())?))) {
            let first = |generic: &GenericSpec| generic.allowed.first().copied().unwrap_or(ValueType::Number);
            types.generics.insert(id, spec.generics.iter().map(first).collect());
            waiting.push_back(id);
        }
        while let Some(id) = waiting.pop_front() {
            let (Some(node), Some(spec)) = (graph.nodes.get(id), specs.get(id)) else { continue };
            let wider = types.widened(id, node, spec, specs, links);
            if types.generics.get(id) != Some(&wider) {
                types.generics.insert(id, wider);
                waiting.extend(links.out_of_node(id).iter().map(|link| link.to.node.as_str()));
            }
        }
        types
    }

    fn widened(&self, id: &str, node: &Node, spec: &NodeSpec, specs: &Specs<'a>, links: &LinkIndex<'a>) -> Vec<ValueType> {
        let mut types = self.generics.get(id).cloned().unwrap_or_default();
        for input in &spec.inputs {
            let PortType::Generic(index) = input.port_type else { continue };
            let carried = match links.at_input(&PortRef::new(id, &input.name)) {
                Some(link) => self.output(specs, &link.from),
                None => node.inputs.get(&input.name).and_then(type_of_literal),
            };
            let allowed = spec.generics.get(index).map_or(&[][..], |generic| &generic.allowed);
            if let (Some(slot), Some(carried)) = (types.get_mut(index), carried)
                && *slot < carried
                && allowed.contains(&carried)
            {
                *slot = carried;
            }
        }
        types
    }

    /// What the generic `index` of `node` stands for.
    #[must_use]
    pub fn generic(&self, node: &str, index: usize) -> Option<ValueType> {
        self.generics.get(node)?.get(index).copied()
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

/// The type that a value set on a generic input makes of it.
fn type_of_literal(value: &Literal) -> Option<ValueType> {
    let Literal::Vector(numbers) = value else { return None };
    [ValueType::Vec2, ValueType::Vec3, ValueType::Colour].into_iter().find(|value_type| value_type.channels() == numbers.len())
}
