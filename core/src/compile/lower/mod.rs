//! From the document to a flat list of typed nodes in the order of their dependence: mutes resolved, types settled, what is broken
//! set aside with a diagnostic. Everything here is a loop over lists; nothing recurses, so depth is no limit.

mod types;
mod wires;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

pub(super) use wires::Wires;

use crate::diagnostic::Diagnostic;
use crate::graph::check::{FEEDBACK_VALUE, cycle_problem, is_from_last_step};
use crate::graph::groups::group_of;
use crate::graph::query::{LinkIndex, cycles};
use crate::graph::{Document, Link, Node, PortRef, keyframes};
use crate::media::Content;
use crate::node::{Body, Given, InputSpec, Literal, Native, NodeSpec, PortType, SetRole, SpecSource, ValueType};

/// An output of a node of [`Lowered`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ValueRef {
    /// Index in [`Lowered::nodes`].
    pub node: usize,
    /// Index in the spec's outputs.
    pub output: usize,
}

/// What an input is filled with.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Source {
    /// A wire.
    Link(ValueRef),
    /// A number that may change at any time.
    Parameter(Literal),
    /// The element's own.
    Context(Given),
    /// A literal in the code: a choice's index or a switch.
    Fixed(FixedValue),
    /// Text or a path.
    Text(String),
    /// Nothing, and nothing can stand in.
    Missing,
}

/// A value that is part of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FixedValue {
    /// Index of a choice.
    Choice(u32),
    /// A switch.
    Switch(bool),
    /// A number of a `@fixed` input.
    Whole(u32),
}

/// A number as a parameter, or where the input says so as part of the code.
fn as_fixed(input: &InputSpec, literal: Literal) -> Source {
    match literal {
        // Saturates, as the parameter would.
        Literal::Number(number) if input.fixed => Source::Fixed(FixedValue::Whole(number.round() as u32)),
        literal => Source::Parameter(literal),
    }
}

/// A node ready to be placed.
#[derive(Clone, Debug)]
pub(super) struct LoweredNode {
    /// Its id in the document.
    pub id: String,
    /// Its title, safe to stand in a comment.
    pub title: String,
    /// What it is.
    pub spec: Arc<NodeSpec>,
    /// The type of each generic of the spec.
    pub generics: Vec<ValueType>,
    /// What each input is filled with.
    pub inputs: Vec<Source>,
}

impl LoweredNode {
    /// The settled type of a port; `None` for ports that carry no value.
    pub fn type_of(&self, port_type: &PortType) -> Option<ValueType> {
        settled(port_type, &self.generics)
    }

    /// The settled type of an output.
    pub fn output_type(&self, output: usize) -> ValueType {
        self.type_of(&self.spec.outputs[output].port_type).unwrap_or(ValueType::Number)
    }

    /// The word that a choice stands at; `None` where the input is none.
    pub fn chosen(&self, input: usize) -> Option<&str> {
        match (&self.inputs[input], &self.spec.inputs[input].port_type) {
            (Source::Fixed(FixedValue::Choice(index)), PortType::Choice(words)) => words.get(*index as usize).map(String::as_str),
            _ => None,
        }
    }

    /// Whether the node hands on last step's value.
    pub fn is_feedback(&self) -> bool {
        matches!(self.spec.body, Body::Native(Native::Feedback))
    }
}

fn settled(port_type: &PortType, generics: &[ValueType]) -> Option<ValueType> {
    match port_type {
        PortType::Fixed(value_type) => Some(*value_type),
        PortType::Generic(index) => generics.get(*index).copied(),
        PortType::Whole { .. } => Some(ValueType::Number),
        _ => None,
    }
}

/// The nodes that the roots need, in the order of their dependence (a feedback's value comes after it).
pub(super) struct Lowered {
    /// Nodes.
    pub nodes: Vec<LoweredNode>,
    /// What was asked for, by its name in the document.
    pub roots: Vec<(PortRef, ValueRef)>,
    /// Problems met.
    pub diagnostics: Vec<Diagnostic>,
}

/// Lowers what `roots` need. Nodes in `broken` are left out: whoever reads them gets the input's default.
pub(super) fn lower(document: &Document, specs: &dyn SpecSource, roots: &[PortRef], broken: &HashSet<String>) -> Lowered {
    let mut lowering = Lowering::new(document, specs, broken);
    lowering.collect(roots);
    let order = lowering.order();
    lowering.build(&order, roots)
}

struct Lowering<'a> {
    document: &'a Document,
    specs: &'a dyn SpecSource,
    broken: &'a HashSet<String>,
    wires: Wires<'a>,
    reached: HashMap<&'a str, Option<Arc<NodeSpec>>>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Lowering<'a> {
    fn new(document: &'a Document, specs: &'a dyn SpecSource, broken: &'a HashSet<String>) -> Self {
        Self { document, specs, broken, wires: Wires::new(document, specs), reached: HashMap::new(), diagnostics: Vec::new() }
    }

    fn spec(&mut self, id: &'a str) -> Option<Arc<NodeSpec>> {
        if let Some(known) = self.reached.get(id) {
            return known.clone();
        }
        let spec = match self.document.nodes.get(id) {
            None => None,
            Some(_) if self.broken.contains(id) => None,
            Some(node) => match self.specs.spec_for(node) {
                Ok(spec) => Some(spec),
                // A group that can't be unfolded was told when that was tried.
                Err(_) if group_of(&node.kind).is_some() => None,
                Err(problem) => {
                    self.diagnostics.push(if problem.node.is_some() { problem } else { problem.at(id) });
                    None
                }
            },
        };
        self.reached.insert(id, spec.clone());
        spec
    }

    /// Finds every node that the roots reach.
    fn collect(&mut self, roots: &[PortRef]) {
        let mut waiting: Vec<&'a str> = Vec::new();
        for root in roots {
            if let Some((id, _)) = self.document.nodes.get_key_value(root.node.as_str()) {
                waiting.push(id);
            }
        }
        let mut seen: HashSet<&'a str> = waiting.iter().copied().collect();
        while let Some(id) = waiting.pop() {
            let Some(spec) = self.spec(id) else { continue };
            if spec.outputs.iter().any(|output| output.port_type == PortType::Fixed(ValueType::Particles)) {
                waiting.extend(self.changes_of(id).into_iter().filter(|change| seen.insert(change)));
            }
            for input in spec.inputs.iter().filter(|input| input.linkable()) {
                if let Some((from, _)) = self.wires.arriving_at(id, &input.name)
                    && seen.insert(from)
                {
                    waiting.push(from);
                }
            }
        }
    }

    /// Reached nodes so that each comes after what it reads in the same step. Nodes on a cycle without feedback are reported and left out.
    fn order(&mut self) -> Vec<&'a str> {
        let mut waits: HashMap<&'a str, usize> = HashMap::new();
        let mut readers: HashMap<&'a str, Vec<&'a str>> = HashMap::new();
        // The document's order breaks ties, so that equal documents give equal effects.
        let ids: Vec<&'a str> =
            self.document.nodes.keys().map(String::as_str).filter(|id| matches!(self.reached.get(id), Some(Some(_)))).collect();
        for &id in &ids {
            let Some(Some(spec)) = self.reached.get(id).cloned() else { continue };
            let mut count = 0;
            for input in spec.inputs.iter().filter(|input| input.linkable()) {
                if spec.body == Body::Native(Native::Feedback) && input.name == FEEDBACK_VALUE {
                    continue;
                }
                if let Some((from, _)) = self.wires.arriving_at(id, &input.name)
                    && matches!(self.reached.get(from), Some(Some(_)))
                {
                    readers.entry(from).or_default().push(id);
                    count += 1;
                }
            }
            waits.insert(id, count);
        }
        self.wait_for_changes(&ids, &mut waits, &mut readers);
        let mut order: Vec<&'a str> = ids.iter().copied().filter(|id| waits[id] == 0).collect();
        let mut next = 0;
        while next < order.len() {
            for &reader in readers.get(order[next]).map_or(&[][..], Vec::as_slice) {
                if let Some(count) = waits.get_mut(reader) {
                    *count -= 1;
                    if *count == 0 {
                        order.push(reader);
                    }
                }
            }
            next += 1;
        }
        if order.len() < ids.len() {
            let ordered: HashSet<&str> = order.iter().copied().collect();
            self.tell_cycles(&ids.into_iter().filter(|id| !ordered.contains(id)).collect());
        }
        order
    }

    /// The nodes that change the particles of `id`: they do whether or not anybody looks at what they give.
    fn changes_of(&self, id: &str) -> Vec<&'a str> {
        let of_id = self.document.links.iter().filter(|link| link.from.node == id);
        of_id
            .filter_map(|link| self.document.nodes.get_key_value(link.to.node.as_str()))
            .filter(|(_, node)| {
                !node.muted
                    && self
                        .specs
                        .spec_for(node)
                        .is_ok_and(|spec| matches!(&spec.body, Body::Set(set) if matches!(set.role, SetRole::Change(_))))
            })
            .map(|(id, _)| id.as_str())
            .collect()
    }

    /// Whoever uses particles sees them as they are at the end of the step: it comes after all that changes them, wherever on the way its wire
    /// begins.
    fn wait_for_changes(&self, ids: &[&'a str], waits: &mut HashMap<&'a str, usize>, readers: &mut HashMap<&'a str, Vec<&'a str>>) {
        let mut changed_by: HashMap<&'a str, &'a str> = HashMap::new();
        let mut users: Vec<(&'a str, &'a str)> = Vec::new();
        for &id in ids {
            let Some(Some(spec)) = self.reached.get(id) else { continue };
            let changes = matches!(&spec.body, Body::Set(set) if matches!(set.role, SetRole::Change(_)));
            for input in spec.inputs.iter().filter(|input| input.port_type == PortType::Fixed(ValueType::Particles)) {
                let Some((from, _)) = self.wires.arriving_at(id, &input.name) else { continue };
                if changes {
                    changed_by.entry(from).or_insert(id);
                } else {
                    users.push((id, from));
                }
            }
        }
        for (user, from) in users {
            let mut last = from;
            let mut passed = HashSet::new();
            while let Some(&next) = changed_by.get(last)
                && passed.insert(next)
            {
                last = next;
            }
            if last != from
                && let Some(count) = waits.get_mut(user)
            {
                *count += 1;
                readers.entry(last).or_default().push(user);
            }
        }
    }

    /// Tells the circles that keep the nodes `stuck` waiting.
    fn tell_cycles(&mut self, stuck: &HashSet<&'a str>) {
        let document: &'a Document = self.document;
        let graph = document.graph();
        let is_lost = |id: &str| !matches!(self.reached.get(id), Some(Some(_)) | None);
        let is_cut = |link: &Link| {
            is_lost(&link.from.node)
                || is_lost(&link.to.node)
                || is_from_last_step(graph, link, |id| self.reached.get(id).and_then(Option::as_deref))
        };
        let found = cycles(graph, &LinkIndex::new(graph), &is_cut);
        let of_stuck = found.iter().filter(|cycle| cycle.iter().any(|id| stuck.contains(id)));
        self.diagnostics.extend(of_stuck.map(|cycle| cycle_problem(cycle).at(cycle[0])));
    }

    fn build(mut self, order: &[&'a str], roots: &[PortRef]) -> Lowered {
        let index: HashMap<&str, usize> = order.iter().enumerate().map(|(place, id)| (*id, place)).collect();
        let mut nodes = Vec::with_capacity(order.len());
        for &id in order {
            let (Some(Some(spec)), Some(node)) = (self.reached.get(id).cloned(), self.document.nodes.get(id)) else { continue };
            let generics = spec.generics.iter().map(|generic| generic.allowed.first().copied().unwrap_or(ValueType::Number)).collect();
            let inputs = spec.inputs.iter().map(|input| self.source(id, node, input, &index)).collect();
            nodes.push(LoweredNode {
                id: id.to_owned(),
                title: comment_text(node.title.as_deref().unwrap_or(&spec.title)),
                spec,
                generics,
                inputs,
            });
        }
        types::settle_types(&mut nodes, self.document, &mut self.diagnostics);
        let mut found = Vec::new();
        for root in roots {
            let place = index.get(root.node.as_str()).copied();
            let output = place.and_then(|place| nodes[place].spec.outputs.iter().position(|output| output.name == root.port));
            match (place, output) {
                (Some(node), Some(output)) => found.push((root.clone(), behind_output(&nodes, ValueRef { node, output }))),
                (Some(node), None) => {
                    let names = nodes[node].spec.outputs.iter().map(|output| output.name.as_str()).collect::<Vec<_>>().join(", ");
                    self.diagnostics.push(
                        Diagnostic::error(format!("there is no output called \"{}\"", root.port))
                            .at(&root.node)
                            .help(format!("it has: {names}")),
                    );
                }
                (None, _) if !self.document.nodes.contains_key(&root.node) => {
                    self.diagnostics.push(Diagnostic::error(format!("there is no node \"{}\" to show", root.node)));
                }
                (None, _) => {}
            }
        }
        Lowered { nodes, roots: found, diagnostics: self.diagnostics }
    }

    /// What fills one input, types aside.
    fn source(&mut self, id: &str, node: &Node, input: &InputSpec, index: &HashMap<&str, usize>) -> Source {
        if input.linkable()
            && let Some((from, port)) = self.wires.arriving_at(id, &input.name)
            && let Some(&place) = index.get(from)
            && let Some(Some(spec)) = self.reached.get(from)
        {
            if let Some(output) = spec.outputs.iter().position(|output| output.name == port) {
                return Source::Link(ValueRef { node: place, output });
            }
            self.diagnostics.push(
                Diagnostic::error(format!("there is no output \"{port}\" on \"{}\"", spec.kind))
                    .at(from)
                    .port(port)
                    .help(format!("a wire goes from it to {id}.{}: connect it again", input.name)),
            );
        }
        let keyframes = self.document.timeline.keyframes.get(&format!("{id}.{}", input.name));
        let mut at_first = keyframes.and_then(|keyframes| keyframes::sample(keyframes, 0.0));
        if at_first.is_some() && !matches!(input.port_type, PortType::Fixed(_) | PortType::Generic(_) | PortType::Whole { .. }) {
            at_first = None;
            self.diagnostics.push(
                Diagnostic::warning("its keyframes do nothing: it decides how the program is made, and can't change while it runs")
                    .at(id)
                    .port(&input.name)
                    .help("remove the keyframes, or mix two nodes by a number that has them"),
            );
        }
        let given = at_first.as_ref().or_else(|| node.inputs.get(&input.name));
        let fallback = || input.default.clone();
        match &input.port_type {
            PortType::Choice(words) => {
                let word = match given {
                    Some(Literal::Text(word)) => Some(word.clone()),
                    _ => None,
                };
                let chosen = word.as_ref().and_then(|word| words.iter().position(|known| known == word));
                if given.is_some() && chosen.is_none() {
                    self.diagnostics.push(
                        Diagnostic::error(format!("{} is not one of its choices", given.map_or_else(String::new, shown)))
                            .at(id)
                            .port(&input.name)
                            .help(format!("choose one of: {}", words.join(", "))),
                    );
                }
                let default = match fallback() {
                    Some(Literal::Text(word)) => words.iter().position(|known| *known == word),
                    _ => None,
                };
                Source::Fixed(FixedValue::Choice(chosen.or(default).and_then(|place| u32::try_from(place).ok()).unwrap_or(0)))
            }
            PortType::Switch => {
                let default = matches!(fallback(), Some(Literal::Bool(true)));
                match given {
                    Some(Literal::Bool(on)) => Source::Fixed(FixedValue::Switch(*on)),
                    None => Source::Fixed(FixedValue::Switch(default)),
                    Some(other) => {
                        self.diagnostics.push(
                            Diagnostic::error(format!("{} is neither true nor false", shown(other)))
                                .at(id)
                                .port(&input.name)
                                .help("set it on or off"),
                        );
                        Source::Fixed(FixedValue::Switch(default))
                    }
                }
            }
            PortType::Text | PortType::File => match (given, fallback()) {
                (Some(Literal::Text(text)), _) => Source::Text(text.clone()),
                (None, Some(Literal::Text(text))) => Source::Text(text),
                _ => Source::Missing,
            },
            PortType::Fixed(_) | PortType::Generic(_) | PortType::Whole { .. } => {
                if let Some(literal) = given {
                    return match checked_number(literal) {
                        Ok(literal) => as_fixed(input, literal),
                        Err(problem) => {
                            self.diagnostics.push(Diagnostic::error(problem).at(id).port(&input.name).help("type a number"));
                            fallback().map_or(Source::Missing, |literal| as_fixed(input, literal))
                        }
                    };
                }
                match (input.context, fallback()) {
                    (Some(given), _) => Source::Context(given),
                    (None, Some(literal)) => as_fixed(input, literal),
                    (None, None) => Source::Missing,
                }
            }
        }
    }
}

/// A picture, an array or a mesh as nodes ask for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ImageKey {
    /// The path in the document.
    pub path: String,
    /// What its numbers mean.
    pub content: Content,
}

/// What a file input names, if it names anything: a mesh where the node makes one from it; else the node's choice `content` says whether
/// its numbers are data.
pub(super) fn image_key(node: &LoweredNode, input: usize) -> Option<ImageKey> {
    let (PortType::File, Source::Text(path)) = (&node.spec.inputs[input].port_type, &node.inputs[input]) else { return None };
    if path.is_empty() {
        return None;
    }
    if node.spec.mesh_file() == Some(input) {
        return Some(ImageKey { path: path.clone(), content: Content::Mesh });
    }
    let choice = node.spec.input_index("content").and_then(|content| node.chosen(content));
    let content = if choice == Some("data") { Content::Data } else { Content::Colour };
    Some(ImageKey { path: path.clone(), content })
}

/// What an output node shows: the value that comes in, where it needs no conversion.
fn behind_output(nodes: &[LoweredNode], value: ValueRef) -> ValueRef {
    let node = &nodes[value.node];
    if let (Body::Native(Native::Output), Some(Source::Link(from))) =
        (&node.spec.body, node.spec.input_index("value").and_then(|input| node.inputs.get(input)))
        && nodes[from.node].output_type(from.output) == node.output_type(value.output)
    {
        return *from;
    }
    value
}

fn shown(literal: &Literal) -> String {
    match literal {
        Literal::Text(text) => format!("\"{text}\""),
        Literal::Bool(on) => on.to_string(),
        Literal::Number(number) if number.abs() >= 1e15 => format!("{number:e}"),
        Literal::Number(number) => number.to_string(),
        Literal::Vector(numbers) => format!("{numbers:?}"),
        Literal::Rows(rows) => format!("a list of {} rows", rows.len()),
    }
}

/// A literal whose numbers are numbers that f32 can hold.
fn checked_number(literal: &Literal) -> Result<Literal, String> {
    let good = |number: &f64| number.is_finite() && number.abs() <= f64::from(f32::MAX);
    let fine = match literal {
        Literal::Number(number) => good(number),
        Literal::Vector(numbers) => numbers.iter().all(good),
        Literal::Rows(rows) => rows.iter().flatten().all(good),
        Literal::Bool(_) | Literal::Text(_) => false,
    };
    if fine { Ok(literal.clone()) } else { Err(format!("{} is not a number that can be computed with", shown(literal))) }
}

/// Text that people typed, made fit to stand in a line comment of the generated code.
pub(super) fn comment_text(text: &str) -> String {
    let flat: String = text
        .chars()
        .map(|letter| if letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{85}') { ' ' } else { letter })
        .collect();
    flat.trim().chars().take(80).collect()
}
