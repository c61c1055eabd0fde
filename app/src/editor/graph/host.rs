//! The editor's answers to the canvas: which wires fit, which nodes there are.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use wavewright_core::graph::query::LinkIndex;
use wavewright_core::graph::{Document, PortRef};
use wavewright_core::node::{Body, Catalog, InputSpec, Native, NodeSpec, PortType, SpecSource, ValueType};

use crate::canvas::{CanvasGraph, CanvasHost, EntryPort, Hovered, NodeEntry, PortId, PortSide};
use crate::theme::{self, Palette};

/// The answers, for one frame.
pub struct DocumentHost<'a> {
    /// The document.
    pub document: &'a Document,
    /// The group that is shown.
    pub group: Option<&'a str>,
    /// What nodes are.
    pub catalog: &'a Catalog,
    /// What the canvas shows: it holds the types that generic ports stand for.
    pub shown: &'a CanvasGraph,
    /// Every kind of node, for the search.
    pub entries: &'a [NodeEntry],
    /// What is known of the wire that is being drawn.
    drawn: RefCell<Option<Drawn>>,
}

/// What is known of an output from which a wire is drawn, asked again and again for each port.
struct Drawn {
    from: PortId,
    value_type: Option<ValueType>,
    /// Nodes that the output depends on without a feedback between: a wire into them would make a circle.
    behind: HashSet<String>,
}

impl<'a> DocumentHost<'a> {
    /// The answers for what is shown now.
    #[must_use]
    pub const fn new(
        document: &'a Document,
        group: Option<&'a str>,
        catalog: &'a Catalog,
        shown: &'a CanvasGraph,
        entries: &'a [NodeEntry],
    ) -> Self {
        Self { document, group, catalog, shown, entries, drawn: RefCell::new(None) }
    }

    fn spec(&self, node: &str) -> Option<Arc<NodeSpec>> {
        let graph = self.document.graph_in(self.group)?;
        self.catalog.spec_for(graph.nodes.get(node)?).ok()
    }

    fn with_drawn<T>(&self, from: &PortId, answer: impl FnOnce(&Drawn) -> T) -> T {
        let mut drawn = self.drawn.borrow_mut();
        if drawn.as_ref().is_none_or(|known| known.from != *from) {
            *drawn = None;
        }
        answer(drawn.get_or_insert_with(|| Drawn {
            from: from.clone(),
            value_type: self.type_of_output(from),
            behind: self.behind(from.node.as_str()),
        }))
    }

    fn type_of_output(&self, port: &PortId) -> Option<ValueType> {
        let node = self.shown.node(&port.node)?;
        ValueType::from_name(&node.outputs.get(node.output_index(&port.port)?)?.port_type.name)
    }

    fn type_of_input(&self, port: &PortId) -> Option<ValueType> {
        let node = self.shown.node(&port.node)?;
        ValueType::from_name(&node.inputs.get(node.input_index(&port.port)?)?.port_type.as_ref()?.name)
    }

    /// `node` and what it depends on within the step. A feedback gives the last step's value: what is behind it does not count.
    fn behind(&self, node: &str) -> HashSet<String> {
        let Some(graph) = self.document.graph_in(self.group) else { return HashSet::new() };
        let links = LinkIndex::new(graph);
        let mut behind = HashSet::new();
        let mut waiting = vec![node];
        while let Some(node) = waiting.pop() {
            let is_muted = graph.nodes.get(node).is_some_and(|node| node.muted);
            let is_feedback = self.spec(node).is_some_and(|spec| spec.body == Body::Native(Native::Feedback));
            if (is_muted || !is_feedback) && behind.insert(node.to_owned()) {
                waiting.extend(links.into_node(node).iter().map(|link| link.from.node.as_str()));
            }
        }
        behind
    }
}

impl CanvasHost for DocumentHost<'_> {
    fn fits(&self, from: &PortId, to: &PortId) -> Result<(), String> {
        self.with_drawn(from, |drawn| {
            let to_spec = self.spec(to.node.as_str());
            let is_feedback = to_spec.as_ref().is_some_and(|spec| spec.body == Body::Native(Native::Feedback));
            if drawn.behind.contains(to.node.as_str()) && !is_feedback {
                return Err("would make a circle; put a feedback node into it".to_owned());
            }
            match (drawn.value_type, to_spec.as_ref().and_then(|spec| Some((spec, spec.input(&to.port)?)))) {
                (Some(value_type), Some((spec, input))) => fits_input(value_type, spec, input),
                // Ports whose type isn't known (of groups, of nodes that are missing) take everything; checking tells later.
                _ => Ok(()),
            }
        })
    }

    fn entries(&self) -> &[NodeEntry] {
        self.entries
    }

    fn entry_port(&self, entry: &NodeEntry, end: &PortId) -> Option<Arc<str>> {
        let spec = self.catalog.get(&entry.kind)?;
        match end.side {
            PortSide::Output => {
                let value_type = self.type_of_output(end);
                let fits = |input: &&InputSpec| value_type.is_none_or(|value_type| fits_input(value_type, spec, input).is_ok());
                let mut inputs = spec.inputs.iter().filter(|input| input.linkable()).filter(fits);
                // An input that does not work without a wire goes before those that have a value.
                let needed = inputs.clone().find(|input| input.default.is_none() && input.context.is_none());
                needed.or_else(|| inputs.next()).map(|input| input.name.as_str().into())
            }
            PortSide::Input => {
                let end_spec = self.spec(end.node.as_str());
                let input = end_spec.as_ref().and_then(|spec| Some((spec, spec.input(&end.port)?)));
                let fits = |port_type: &PortType| match (&input, possible_types(spec, port_type)) {
                    (Some((end_spec, input)), types) => types.into_iter().any(|from| fits_input(from, end_spec, input).is_ok()),
                    (None, types) => !types.is_empty(),
                };
                spec.outputs.iter().find(|output| fits(&output.port_type)).map(|output| output.name.as_str().into())
            }
        }
    }

    fn describe(&self, hovered: &Hovered) -> Option<String> {
        match hovered {
            Hovered::Node(id) => Some(self.spec(id.as_str())?.summary.clone()),
            Hovered::Port(port) | Hovered::Value(port) => {
                let spec = self.spec(port.node.as_str())?;
                let (description, unit, value_type) = match port.side {
                    PortSide::Input => {
                        let input = spec.input(&port.port)?;
                        (&input.description, &input.unit, self.type_of_input(port))
                    }
                    PortSide::Output => {
                        let output = spec.output(&port.port)?;
                        (&output.description, &output.unit, self.type_of_output(port))
                    }
                };
                let value_type = value_type.map_or("", ValueType::name);
                let unit = unit.as_ref().map(|unit| format!(" in {unit}")).unwrap_or_default();
                Some(format!("{value_type}{unit}\n{description}").trim().to_owned())
            }
            Hovered::Wire(wire) => {
                let value_type = self.type_of_output(&wire.from).map_or("", ValueType::name);
                let from = PortRef::new(wire.from.node.as_str(), &*wire.from.port);
                Some(format!("{value_type}\n{from} to {}.{}", wire.to.node, wire.to.port).trim().to_owned())
            }
        }
    }
}

/// Whether a wire of `value_type` may end at an input.
///
/// # Errors
/// Says in a few words why not.
fn fits_input(value_type: ValueType, spec: &NodeSpec, input: &InputSpec) -> Result<(), String> {
    if !input.linkable() {
        return Err(format!("{} is set on the node, not by a wire", input.label));
    }
    let types = possible_types(spec, &input.port_type);
    if types.iter().any(|to| value_type.converts_to(*to)) {
        return Ok(());
    }
    let names: Vec<&str> = types.into_iter().map(ValueType::name).collect();
    Err(format!("{} into {}", value_type.name(), names.join(" or ")))
}

fn possible_types(spec: &NodeSpec, port_type: &PortType) -> Vec<ValueType> {
    match port_type {
        PortType::Fixed(value_type) => vec![*value_type],
        PortType::Generic(index) => spec.generics.get(*index).map(|generic| generic.allowed.clone()).unwrap_or_default(),
        PortType::Whole { .. } => vec![ValueType::Number],
        PortType::Switch | PortType::Choice(_) | PortType::Text | PortType::File => Vec::new(),
    }
}

/// Every kind of node as the canvas's search shows it.
#[must_use]
pub fn entries(catalog: &Catalog, palette: &Palette) -> Vec<NodeEntry> {
    let entry = |spec: &Arc<NodeSpec>| {
        let ports = |name: &str, port_type: &PortType| {
            let types: Vec<&str> = possible_types(spec, port_type).into_iter().map(ValueType::name).collect();
            EntryPort { name: name.into(), type_name: types.join(" or ").into() }
        };
        NodeEntry {
            kind: spec.kind.as_str().into(),
            title: spec.title.clone(),
            category: spec.category.clone(),
            category_colour: theme::category_colour(palette, &spec.category),
            tags: spec.tags.iter().chain(&spec.aliases).cloned().collect(),
            summary: spec.summary.clone(),
            inputs: spec.inputs.iter().filter(|input| input.linkable()).map(|input| ports(&input.name, &input.port_type)).collect(),
            outputs: spec.outputs.iter().map(|output| ports(&output.name, &output.port_type)).collect(),
        }
    };
    catalog.iter().map(entry).collect()
}
