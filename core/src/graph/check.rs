//! What is wrong with a graph, seen with the catalog: names that aren't known, wires that don't fit, circles, values of a wrong shape.
//!
//! Every graph of the document is looked at, groups too, in one pass over nodes and links without recursion.

use std::collections::HashSet;

use super::groups::{GROUP_INPUT, GROUP_OUTPUT, GROUP_PORT, endless_group, group_of, groups_in_themselves, missing_group, ports};
use super::naming::did_you_mean;
use super::query::{LinkIndex, cycles};
use super::scope::scoped_id;
use super::types::{PortTypes, Specs};
use super::values::{listed, value_problem, with_article};
use super::{Document, GraphRef, Link, Node, PortRef};
use crate::diagnostic::Diagnostic;
use crate::node::{Access, Body, InputSpec, Literal, Native, NodeSpec, PortType, SpecSource, ValueType};

/// What is wrong with the document's graphs. Errors are of nodes that can't run; the rest of the graph can.
#[must_use]
pub fn check(document: &Document, specs: &dyn SpecSource) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    let groups = document.groups.iter().map(|(name, group)| (Some(name.as_str()), group.graph()));
    for (group, graph) in std::iter::once((None, document.graph())).chain(groups) {
        let mut checker = Checker {
            document,
            graph,
            group,
            links: LinkIndex::new(graph),
            specs: Specs::new(),
            broken: HashSet::new(),
            diagnostics: Vec::new(),
        };
        checker.run(specs);
        diagnostics.append(&mut checker.diagnostics);
    }
    diagnostics.extend(groups_in_themselves(document).into_iter().map(endless_group));
    check_keyframes(document, specs, &mut diagnostics);
    diagnostics
}

/// The input of a feedback node whose value it hands on a step later.
pub(crate) const FEEDBACK_VALUE: &str = "value";

struct Checker<'a> {
    document: &'a Document,
    graph: GraphRef<'a>,
    group: Option<&'a str>,
    links: LinkIndex<'a>,
    specs: Specs<'a>,
    /// Nodes of unknown kind: their links are not looked at.
    broken: HashSet<&'a str>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    fn run(&mut self, source: &dyn SpecSource) {
        for (id, node) in self.graph.nodes {
            self.look_up(id, node, source);
        }
        let types = PortTypes::infer(self.graph, &self.specs, &self.links);
        for link in self.graph.links {
            self.check_link(link, &types);
        }
        for (id, node) in self.graph.nodes {
            if let Some(spec) = self.specs.get(id.as_str()).cloned() {
                self.check_inputs(id, node, &spec);
            } else if let Some(group) = group_of(&node.kind).and_then(|name| self.document.groups.get(name)) {
                let names: Vec<&str> = ports(group, GROUP_INPUT).collect();
                self.check_names(id, node, &names);
            }
        }
        self.check_cycles();
    }

    fn report(&mut self, diagnostic: Diagnostic, id: &str, port: Option<&str>) {
        let diagnostic = diagnostic.at(scoped_id(self.group, id));
        self.diagnostics.push(match port {
            Some(port) => diagnostic.port(port),
            None => diagnostic,
        });
    }

    fn look_up(&mut self, id: &'a str, node: &'a Node, source: &dyn SpecSource) {
        if let Some(name) = group_of(&node.kind) {
            if !self.document.groups.contains_key(name) {
                self.broken.insert(id);
                self.report(missing_group(name, self.document), id, None);
            }
            return;
        }
        if node.kind == GROUP_INPUT || node.kind == GROUP_OUTPUT {
            if self.group.is_none() {
                let help = "it is a port of a group: remove it here";
                self.report(Diagnostic::error(format!("\"{}\" only works in a group", node.kind)).help(help), id, None);
            }
            return;
        }
        match source.spec_for(node) {
            Ok(spec) => {
                self.specs.insert(id, spec);
            }
            Err(diagnostic) => {
                self.broken.insert(id);
                let port = diagnostic.port.clone();
                self.report(diagnostic, id, port.as_deref());
            }
        }
    }

    fn check_link(&mut self, link: &'a Link, types: &PortTypes<'a>) {
        let from_known = self.check_end(&link.from, &link.to, Direction::Output);
        let to_known = self.check_end(&link.to, &link.from, Direction::Input);
        if !(from_known && to_known) {
            return;
        }
        let Some(input) = self.specs.get(link.to.node.as_str()).and_then(|spec| spec.input(&link.to.port)) else {
            return;
        };
        if !input.linkable() {
            let diagnostic = Diagnostic::error(format!("{} can't be linked", what(input))).help("remove the wire and set it on the node");
            self.report(diagnostic, &link.to.node, Some(&link.to.port));
            return;
        }
        let (from, to) = (types.output(&self.specs, &link.from), types.of(&link.to.node, &input.port_type));
        if let (Some(from), Some(to)) = (from, to)
            && !from.converts_to(to)
        {
            let message = format!("{} can't go into {}", with_article(from), with_article(to));
            let help = format!("the wire comes from {}", link.from);
            self.report(Diagnostic::error(message).help(help), &link.to.node, Some(&link.to.port));
        }
    }

    /// Whether an end of a link is there; where it isn't, the end that is gets the message.
    fn check_end(&mut self, end: &'a PortRef, other: &'a PortRef, direction: Direction) -> bool {
        let Some(node) = self.graph.nodes.get(&end.node) else {
            let (at, message) = if self.graph.nodes.contains_key(&other.node) {
                (other, format!("the wire goes to {end}, but there is no node \"{}\"", end.node))
            } else {
                (end, format!("the wire from {end} to {other} has no node at its ends"))
            };
            self.report(Diagnostic::warning(message).help("connect it again or remove it"), &at.node, Some(&at.port));
            return false;
        };
        if self.broken.contains(end.node.as_str()) {
            return false;
        }
        let names = self.port_names(&end.node, node, direction);
        if names.contains(&end.port.as_str()) {
            return true;
        }
        let word = direction.word();
        let message = format!("there is no {word} \"{}\" on {}", end.port, described(node));
        let help = did_you_mean(&end.port, names.iter().copied());
        self.report(Diagnostic::error(message).help(help), &end.node, Some(&end.port));
        false
    }

    fn port_names(&self, id: &str, node: &'a Node, direction: Direction) -> Vec<&str> {
        if let Some(spec) = self.specs.get(id) {
            return match direction {
                Direction::Input => spec.inputs.iter().map(|input| input.name.as_str()).collect(),
                Direction::Output => spec.outputs.iter().map(|output| output.name.as_str()).collect(),
            };
        }
        match (node.kind.as_str(), direction) {
            (GROUP_INPUT, Direction::Output) | (GROUP_OUTPUT, Direction::Input) => vec![GROUP_PORT],
            (GROUP_INPUT | GROUP_OUTPUT, _) => Vec::new(),
            (kind, _) => {
                let group = group_of(kind).and_then(|name| self.document.groups.get(name));
                let kind = if direction == Direction::Input { GROUP_INPUT } else { GROUP_OUTPUT };
                group.map(|group| ports(group, kind).collect()).unwrap_or_default()
            }
        }
    }

    /// Values and ranges of inputs that there are not.
    fn check_names(&mut self, id: &str, node: &Node, known: &[&str]) {
        let values = node.inputs.keys().map(|name| (name, "value"));
        for (name, what) in values.chain(node.ranges.keys().map(|name| (name, "range"))) {
            if !known.contains(&name.as_str()) {
                let help = did_you_mean(name, known.iter().copied());
                let message = format!("there is no input \"{name}\" on {}; its {what} does nothing", described(node));
                self.report(Diagnostic::warning(message).help(help), id, Some(name));
            }
        }
    }

    fn check_inputs(&mut self, id: &str, node: &Node, spec: &NodeSpec) {
        let known: Vec<&str> = spec.inputs.iter().map(|input| input.name.as_str()).collect();
        self.check_names(id, node, &known);
        for (name, value) in &node.inputs {
            if let Some(diagnostic) = spec.input(name).and_then(|input| value_problem(input, spec, value)) {
                self.report(diagnostic, id, Some(name));
            }
        }
        for name in node.ranges.keys() {
            if spec.input(name).is_some_and(|input| !input.has_slider()) {
                let message = format!("{name} has no slider; its range does nothing");
                self.report(Diagnostic::warning(message).help("remove the range"), id, Some(name));
            }
        }
        if node.muted {
            return;
        }
        for input in &spec.inputs {
            let is_linked = self.links.at_input(&PortRef::new(id, &input.name)).is_some();
            if !is_linked && !node.inputs.contains_key(&input.name) && input.is_required() {
                let (message, help) = missing(input, spec);
                self.report(Diagnostic::error(message).help(help), id, Some(&input.name));
            } else if let Some(message) = nothing_to_show(node, input, spec).filter(|_| !is_linked) {
                self.report(Diagnostic::warning(message.to_owned()).help(link_help(input)), id, Some(&input.name));
            }
        }
    }

    /// A group may have a feedback inside, and so may a node that isn't known: no circle through them is told.
    fn check_cycles(&mut self) {
        let is_open = |id: &str| self.broken.contains(id) || self.graph.nodes.get(id).is_some_and(|node| group_of(&node.kind).is_some());
        let is_cut = |link: &Link| {
            is_open(&link.from.node)
                || is_open(&link.to.node)
                || is_from_last_step(self.graph, link, |id| self.specs.get(id).map(|spec| &**spec))
        };
        for cycle in cycles(self.graph, &self.links, &is_cut) {
            self.report(cycle_problem(&cycle), cycle[0], None);
        }
    }
}

/// Whether a link brings what it carries a step later: into the value of a feedback node. A muted one passes its value on at once. What
/// else goes into a feedback node is asked for before the first step, and waits for nothing.
pub(crate) fn is_from_last_step<'a>(graph: GraphRef<'_>, link: &Link, spec: impl Fn(&str) -> Option<&'a NodeSpec>) -> bool {
    link.to.port == FEEDBACK_VALUE
        && graph.nodes.get(&link.to.node).is_some_and(|node| !node.muted)
        && spec(&link.to.node).is_some_and(|spec| spec.body == Body::Native(Native::Feedback))
}

/// What is wrong with wires in a circle, whose nodes are `cycle`.
pub(crate) fn cycle_problem(cycle: &[&str]) -> Diagnostic {
    let names: Vec<&str> = cycle.iter().chain(cycle.first()).copied().collect();
    Diagnostic::error(format!("the wires go in a circle: {}", names.join(" -> ")))
        .help("put a feedback node into it: it gives the last step's value")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Input,
    Output,
}

impl Direction {
    const fn word(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
        }
    }
}

fn described(node: &Node) -> String {
    match group_of(&node.kind) {
        Some(name) => format!("the group \"{name}\""),
        None => format!("\"{}\"", node.kind),
    }
}

/// An input that no wire may end at, in words.
fn what(input: &InputSpec) -> &'static str {
    match input.port_type {
        PortType::Switch => "a switch",
        PortType::Choice(_) => "a choice",
        PortType::Text => "text",
        PortType::File => "a file",
        PortType::Fixed(_) | PortType::Generic(_) | PortType::Whole { .. } => "a setting",
    }
}

/// What an input without a value needs.
/// What is seen of an input that may be left alone, and then leaves nothing to see.
fn nothing_to_show(node: &Node, input: &InputSpec, spec: &NodeSpec) -> Option<&'static str> {
    match &input.port_type {
        PortType::File => {
            let path = node.inputs.get(&input.name).or(input.default.as_ref());
            let is_empty = !matches!(path, Some(Literal::Text(path)) if !path.is_empty());
            is_empty.then_some("no file is chosen: there is nothing in it")
        }
        PortType::Fixed(ValueType::Scene) if spec.body == Body::Native(Native::Render) => Some("no scene is linked: the picture is empty"),
        PortType::Fixed(_) | PortType::Generic(_) if spec.body == Body::Native(Native::Output) => {
            (!node.inputs.contains_key(&input.name)).then_some("nothing is linked: it shows nothing")
        }
        _ => None,
    }
}

fn missing(input: &InputSpec, spec: &NodeSpec) -> (String, String) {
    match &input.port_type {
        PortType::File => ("no file is chosen".to_owned(), "choose one on the node".to_owned()),
        PortType::Text => ("there is no text".to_owned(), "write it on the node".to_owned()),
        PortType::Switch | PortType::Choice(_) => ("nothing is chosen".to_owned(), "choose on the node".to_owned()),
        _ if input.setting => ("there is no value".to_owned(), "set one on the node".to_owned()),
        PortType::Fixed(value_type) => (format!("{} must be linked here", with_article(*value_type)), link_help(input)),
        PortType::Whole { .. } => ("a number must be linked here".to_owned(), link_help(input)),
        PortType::Generic(index) => {
            let allowed = spec.generics.get(*index).map(|generic| listed(&generic.allowed)).unwrap_or_default();
            (format!("{allowed} must be linked here"), link_help(input))
        }
    }
}

fn link_help(input: &InputSpec) -> String {
    match input.access {
        Access::List => "drag a wire from a node that makes such a list".to_owned(),
        _ => "drag a wire here".to_owned(),
    }
}

/// Keyframes of nodes or inputs that aren't there do nothing.
fn check_keyframes(document: &Document, specs: &dyn SpecSource, diagnostics: &mut Vec<Diagnostic>) {
    for (target, keyframes) in &document.timeline.keyframes {
        let (group, port) = match target.rsplit_once('/') {
            Some((group, port)) => (Some(group), port),
            None => (None, target.as_str()),
        };
        let Ok(port) = PortRef::try_from(port.to_owned()) else {
            diagnostics.push(Diagnostic::warning(format!("keyframes for \"{target}\", which is not a \"node.input\", do nothing")));
            continue;
        };
        let warn = |message: &str| Diagnostic::warning(message).at(scoped_id(group, &port.node)).port(&port.port);
        let node = document.graph_in(group).and_then(|graph| graph.nodes.get(&port.node));
        let Some(node) = node else {
            diagnostics.push(warn("keyframes of a node that is not there do nothing"));
            continue;
        };
        if let Ok(spec) = specs.spec_for(node) {
            match spec.input(&port.port) {
                None => diagnostics.push(warn("keyframes of an input that is not there do nothing")),
                Some(input) => {
                    let problem = keyframes.iter().find_map(|keyframe| value_problem(input, &spec, &keyframe.value));
                    diagnostics.extend(problem.map(|problem| problem.at(scoped_id(group, &port.node)).port(&port.port)));
                }
            }
        }
    }
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
