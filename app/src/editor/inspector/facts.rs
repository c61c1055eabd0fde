//! What is known of the selected nodes: found out once for each change of the document, not for each picture.

use std::sync::Arc;

use wavewright_core::graph::groups::{GROUP_INPUT, GROUP_OUTPUT, GROUP_PORT, group_of, ports};
use wavewright_core::graph::query::LinkIndex;
use wavewright_core::graph::types::{PortTypes, Specs};
use wavewright_core::graph::{Document, GraphRef, Link, PortRef};
use wavewright_core::node::{Access, Catalog, InputSpec, Literal, NodeSpec, PortType, SpecSource, ValueType};

use crate::editor::graph::title;
use crate::editor::session::Session;

/// What the facts were made from: equal makings give equal facts.
#[derive(Clone, PartialEq)]
pub struct Selected {
    /// The graph that is shown.
    pub group: Option<String>,
    /// The selected nodes, in the order of the document.
    pub nodes: Vec<String>,
}

/// The selected nodes.
#[derive(Default)]
pub struct Facts {
    made_from: Option<(u64, Arc<Catalog>, Selected)>,
    /// What is known of each.
    pub nodes: Vec<NodeFacts>,
    /// Inputs that all of them have.
    pub inputs: Vec<InputFacts>,
}

/// A selected node.
pub struct NodeFacts {
    /// Its id.
    pub id: String,
    /// Its kind, where that is known.
    pub spec: Option<Arc<NodeSpec>>,
    /// Its outputs.
    pub outputs: Vec<OutputFacts>,
}

/// An output of the node.
pub struct OutputFacts {
    /// Its name.
    pub name: String,
    /// What it means.
    pub description: String,
    /// Its unit.
    pub unit: Option<String>,
    /// Its type, where it is known.
    pub value_type: Option<ValueType>,
    /// How many inputs it feeds.
    pub links: usize,
}

/// An input that all of the selected nodes have.
pub struct InputFacts {
    /// What it is.
    pub spec: InputSpec,
    /// The type that it has now, where it has one.
    pub value_type: Option<ValueType>,
    /// Nodes whose input is free.
    pub free: Vec<String>,
    /// What feeds the input of the others.
    pub drivers: Vec<Driver>,
}

/// What feeds an input.
pub struct Driver {
    /// The input that it feeds.
    pub to: PortRef,
    /// Where the wire begins.
    pub from: PortRef,
    /// The title of the node there.
    pub title: String,
}

impl Facts {
    /// Looks again where something changed.
    pub fn bring_up_to_date(&mut self, session: &Session, selected: &Selected) {
        let is_known = self.made_from.as_ref().is_some_and(|(revision, catalog, known)| {
            *revision == session.revision() && Arc::ptr_eq(catalog, session.catalog()) && known == selected
        });
        if is_known {
            return;
        }
        (self.nodes, self.inputs) = look(session.document(), session.catalog(), selected);
        self.made_from = Some((session.revision(), Arc::clone(session.catalog()), selected.clone()));
    }
}

fn look(document: &Document, catalog: &Catalog, selected: &Selected) -> (Vec<NodeFacts>, Vec<InputFacts>) {
    let Some(graph) = document.graph_in(selected.group.as_deref()).filter(|_| !selected.nodes.is_empty()) else {
        return (Vec::new(), Vec::new());
    };
    let links = LinkIndex::new(graph);
    let specs: Specs<'_> = graph.nodes.iter().filter_map(|(id, node)| Some((id.as_str(), catalog.spec_for(node).ok()?))).collect();
    let types = PortTypes::infer(graph, &specs, &links);
    let known = Known { catalog, document, graph, links: &links, specs: &specs, types: &types };
    let ids: Vec<&str> = selected.nodes.iter().map(String::as_str).filter(|id| graph.nodes.contains_key(*id)).collect();
    let nodes = ids.iter().map(|id| known.node(id)).collect();
    (nodes, known.common_inputs(&ids))
}

struct Known<'a> {
    catalog: &'a Catalog,
    document: &'a Document,
    graph: GraphRef<'a>,
    links: &'a LinkIndex<'a>,
    specs: &'a Specs<'a>,
    types: &'a PortTypes<'a>,
}

impl Known<'_> {
    fn node(&self, id: &str) -> NodeFacts {
        // Code that can't be read leaves what its kind says.
        let spec = self.specs.get(id).cloned().or_else(|| self.catalog.get(&self.graph.nodes.get(id)?.kind).cloned());
        let count = |port: &str| self.links.out_of_node(id).iter().filter(|link| link.from.port == port).count();
        let outputs = match &spec {
            Some(spec) => spec
                .outputs
                .iter()
                .map(|output| OutputFacts {
                    name: output.name.clone(),
                    description: output.description.clone(),
                    unit: output.unit.clone(),
                    value_type: self.types.of(id, &output.port_type),
                    links: count(&output.name),
                })
                .collect(),
            None => self.outputs_without_spec(id, &count),
        };
        NodeFacts { id: id.to_owned(), spec, outputs }
    }

    /// Outputs of groups and of what is not known.
    fn outputs_without_spec(&self, id: &str, count: &dyn Fn(&str) -> usize) -> Vec<OutputFacts> {
        let kind = self.graph.nodes.get(id).map_or("", |node| node.kind.as_str());
        let mut names: Vec<&str> = match group_of(kind).and_then(|name| self.document.groups.get(name)) {
            Some(group) => ports(group, GROUP_OUTPUT).collect(),
            None if kind == GROUP_INPUT => vec![GROUP_PORT],
            None => Vec::new(),
        };
        for link in self.links.out_of_node(id) {
            if !names.contains(&link.from.port.as_str()) {
                names.push(&link.from.port);
            }
        }
        let output = |name: &str| OutputFacts {
            name: name.to_owned(),
            description: String::new(),
            unit: None,
            value_type: None,
            links: count(name),
        };
        names.into_iter().map(output).collect()
    }

    fn common_inputs(&self, ids: &[&str]) -> Vec<InputFacts> {
        let Some((first, others)) = ids.split_first() else { return Vec::new() };
        let of_first = self.inputs(first);
        let of_others: Vec<_> = others.iter().map(|id| self.inputs(id)).collect();
        let mut common = Vec::new();
        for (spec, value_type) in of_first {
            let is_alike = |(other, other_type): &(InputSpec, Option<ValueType>)| {
                other.name == spec.name && *other_type == value_type && same_kind(&other.port_type, &spec.port_type)
            };
            if of_others.iter().all(|inputs| inputs.iter().any(is_alike)) {
                common.push(self.input(ids, spec, value_type));
            }
        }
        common
    }

    fn inputs(&self, id: &str) -> Vec<(InputSpec, Option<ValueType>)> {
        match self.specs.get(id) {
            Some(spec) => {
                let range = |input: &InputSpec| self.graph.nodes.get(id).map_or(input.range, |node| node.range_of(input));
                let of_node = |input: &InputSpec| InputSpec { range: range(input), ..input.clone() };
                spec.inputs.iter().map(|input| (of_node(input), self.types.of(id, &input.port_type))).collect()
            }
            None => self.inputs_without_spec(id),
        }
    }

    /// Inputs of groups, of what is not known, and of code that can't be read: the text itself, ports that can be linked, and values that
    /// were set.
    fn inputs_without_spec(&self, id: &str) -> Vec<(InputSpec, Option<ValueType>)> {
        let Some(node) = self.graph.nodes.get(id) else { return Vec::new() };
        let kind = self.catalog.get(&node.kind);
        let of_kind = |name: &str| kind.and_then(|kind| kind.input(name)).filter(|input| !input.linkable()).cloned();
        let mut names: Vec<&str> = match group_of(&node.kind).and_then(|name| self.document.groups.get(name)) {
            Some(group) => ports(group, GROUP_INPUT).collect(),
            None if node.kind == GROUP_OUTPUT => vec![GROUP_PORT],
            None => Vec::new(),
        };
        names.extend(kind.iter().flat_map(|kind| &kind.inputs).filter(|input| !input.linkable()).map(|input| input.name.as_str()));
        let linked = self.links.into_node(id).iter().map(|link: &&Link| link.to.port.as_str());
        for name in linked.chain(node.inputs.keys().map(String::as_str)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let port = |name: &str| {
            let value = node.inputs.get(name);
            (of_kind(name).unwrap_or_else(|| port_without_spec(name, value)), value.and_then(type_of_value))
        };
        names.into_iter().map(port).collect()
    }

    fn input(&self, ids: &[&str], spec: InputSpec, value_type: Option<ValueType>) -> InputFacts {
        let mut free = Vec::new();
        let mut drivers = Vec::new();
        for id in ids {
            let to = PortRef::new(*id, spec.name.as_str());
            match self.links.at_input(&to) {
                Some(link) => {
                    let source = self.graph.nodes.get(&link.from.node);
                    let name = source.map(|node| title(node, self.specs.get(link.from.node.as_str()).map(AsRef::as_ref)));
                    drivers.push(Driver { to, from: link.from.clone(), title: name.unwrap_or_else(|| link.from.node.clone()) });
                }
                None => free.push((*id).to_owned()),
            }
        }
        InputFacts { spec, value_type, free, drivers }
    }
}

/// Lists of words may differ between kinds; what is chosen from them can't be shared then.
fn same_kind(one: &PortType, other: &PortType) -> bool {
    match (one, other) {
        // A generic that stands for the same type takes the same values.
        (PortType::Generic(_) | PortType::Fixed(_), PortType::Generic(_) | PortType::Fixed(_)) => true,
        (one, other) => one == other,
    }
}

fn port_without_spec(name: &str, value: Option<&Literal>) -> InputSpec {
    let port_type = match value {
        Some(Literal::Text(_)) => PortType::Text,
        Some(Literal::Bool(_)) => PortType::Switch,
        _ => PortType::Fixed(ValueType::Number),
    };
    InputSpec {
        name: name.to_owned(),
        label: name.replace('_', " "),
        description: String::new(),
        port_type,
        default: None,
        range: None,
        unit: None,
        context: None,
        access: Access::Own,
        setting: false,
        fixed: false,
        advanced: false,
    }
}

fn type_of_value(value: &Literal) -> Option<ValueType> {
    match value {
        Literal::Number(_) => Some(ValueType::Number),
        Literal::Vector(numbers) => {
            [ValueType::Vec2, ValueType::Vec3, ValueType::Colour].into_iter().find(|known| known.channels() == numbers.len())
        }
        Literal::Bool(_) | Literal::Text(_) | Literal::Rows(_) => None,
    }
}
