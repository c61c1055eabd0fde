//! Nodes, links and frames of a document's or a group's graph, out of a tree.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::convert::{canvas_place, colour, flag, literal, optional, range, text};
use super::fields::{Fields, kept_help, shown};
use super::json::Duplicate;
use super::read::frame;
use crate::diagnostic::Diagnostic;
use crate::graph::naming::{fresh_name, id_like, valid_id};
use crate::graph::scope::scoped_id;
use crate::graph::{Frame, Link, Node, PortRef};
use crate::node::Literal;

/// What was read.
pub(super) struct Graph {
    pub(super) nodes: IndexMap<String, Node>,
    pub(super) links: Vec<Link>,
    pub(super) frames: Vec<Frame>,
    pub(super) ids: Ids,
}

/// How the ids of a file are called now.
#[derive(Debug, Default)]
pub(super) struct Ids {
    now: IndexMap<String, String>,
    known: HashSet<String>,
}

impl Ids {
    pub(super) fn contains(&self, id: &str) -> bool {
        self.known.contains(id)
    }

    /// The port that `text` names. An id with dots in it is found too.
    pub(super) fn port(&self, text: &str) -> Option<PortRef> {
        let splits = text.match_indices('.').map(|(place, _)| (&text[..place], &text[place + 1..]));
        let known = splits.clone().filter(|(_, port)| !port.is_empty()).find_map(|(node, port)| Some((self.now.get(node)?, port)));
        match known {
            Some((node, port)) => Some(PortRef::new(node.clone(), port)),
            None => PortRef::try_from(text.to_owned()).ok(),
        }
    }
}

/// Whether links to nodes that aren't there are worth a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LinksToNowhere {
    /// In a document.
    Reported,
    /// In copied nodes, whose links may come from nodes that were not copied.
    Expected,
}

/// Reads one graph.
pub(super) struct GraphReader<'a> {
    group: Option<&'a str>,
    duplicates: &'a [Duplicate],
    to_nowhere: LinksToNowhere,
    /// Nodes that keyframes name.
    keyframed: &'a HashSet<String>,
}

impl<'a> GraphReader<'a> {
    pub(super) fn new(duplicates: &'a [Duplicate], to_nowhere: LinksToNowhere, keyframed: &'a HashSet<String>) -> Self {
        Self { group: None, duplicates, to_nowhere, keyframed }
    }

    /// The same for the graph of a group.
    pub(super) fn of_group<'g>(&self, group: &'g str) -> GraphReader<'g>
    where
        'a: 'g,
    {
        GraphReader { group: Some(group), ..*self }
    }

    pub(super) fn read(&self, fields: &mut Fields<'_>) -> Graph {
        let raw_nodes = fields.take_object("nodes");
        let raw_links = fields.take_array("links");
        let awaited = raw_links.iter().flat_map(ends_of).chain(self.keyframed.iter().cloned()).collect();
        let ids = self.name_nodes(&raw_nodes, awaited, fields.diagnostics());
        let mut nodes = IndexMap::with_capacity(raw_nodes.len());
        for (raw_id, value) in raw_nodes {
            // Every raw id was given its name above.
            let id = ids.now.get(&raw_id).cloned().unwrap_or_else(|| raw_id.clone());
            match value {
                Value::Object(node) => {
                    let node = self.node(&id, node, fields.diagnostics());
                    nodes.insert(id, node);
                }
                other => {
                    let message = format!("the node is {}, not an object; it is left out", shown(&other));
                    fields.diagnostics().push(Diagnostic::warning(message).at(self.scoped(&id)).help(kept_help(&other)));
                    fields.set_aside(format!("nodes.{raw_id}"), other);
                }
            }
        }
        let ids = Ids { known: nodes.keys().cloned().collect(), ..ids };
        let links = self.links(raw_links, fields, &ids);
        let frames = self.frames(fields);
        Graph { nodes, links, frames, ids }
    }

    fn scoped(&self, id: &str) -> String {
        scoped_id(self.group, id)
    }

    /// Ids that are no ids, and second ones, are renamed; those of the file that are fine keep theirs. A new id is none that a link
    /// waits for, or the link would go to a node that it never meant.
    fn name_nodes(&self, raw_nodes: &Map<String, Value>, awaited: HashSet<String>, diagnostics: &mut Vec<Diagnostic>) -> Ids {
        let path: Vec<&str> = match self.group {
            None => vec!["nodes"],
            Some(group) => vec!["groups", group, "nodes"],
        };
        let in_this_graph = self.duplicates.iter().filter(|duplicate| duplicate.path == path);
        let second: HashMap<&str, &str> = in_this_graph.map(|duplicate| (duplicate.kept_as.as_str(), duplicate.key.as_str())).collect();
        let mut taken = awaited;
        taken.extend(raw_nodes.keys().filter(|id| valid_id(id)).cloned());
        let mut ids = Ids::default();
        for raw_id in raw_nodes.keys() {
            let first_id = second.get(raw_id.as_str());
            if first_id.is_none() && valid_id(raw_id) {
                ids.now.insert(raw_id.clone(), raw_id.clone());
                continue;
            }
            let wanted = first_id.unwrap_or(&raw_id.as_str()).to_owned();
            let id = fresh_name(&id_like(wanted), |id| taken.contains(id));
            let diagnostic = if first_id.is_some() {
                Diagnostic::warning(format!(
                    "a second node is called \"{wanted}\"; it is now \"{id}\", and links to \"{wanted}\" go to the first"
                ))
            } else {
                let message = format!("\"{raw_id}\" can't be an id; the node is now \"{id}\", and its links follow");
                Diagnostic::warning(message).help("an id is small letters, digits and _, with a letter first")
            };
            diagnostics.push(diagnostic.at(self.scoped(&id)));
            taken.insert(id.clone());
            ids.now.insert(raw_id.clone(), id);
        }
        ids
    }

    fn node(&self, id: &str, fields: Map<String, Value>, diagnostics: &mut Vec<Diagnostic>) -> Node {
        let mut fields = Fields::new(fields, "", diagnostics).of_node(&self.scoped(id));
        let kind = match fields.take_value("kind") {
            Some(Value::String(kind)) => kind,
            other => {
                let value = other.unwrap_or(Value::Null);
                fields.report(Diagnostic::error("the node does not say its kind").help(kept_help(&value)));
                fields.set_aside("kind", value);
                String::new()
            }
        };
        let title = fields.take("title", None, "none", |value| optional(value, text));
        let inputs = self.inputs(id, &mut fields);
        let ranges = self.ranges(id, &mut fields);
        let position = fields.take("position", [0.0; 2], "0 0", canvas_place);
        let node_colour = fields.take("colour", None, "none", |value| optional(value, colour));
        let muted = fields.take("muted", false, "false", flag);
        let collapsed = fields.take("collapsed", false, "false", flag);
        let thumbnail = fields.take("thumbnail", false, "false", flag);
        Node { kind, title, inputs, ranges, position, colour: node_colour, muted, collapsed, thumbnail, extra: fields.into_extra() }
    }

    fn inputs(&self, id: &str, fields: &mut Fields<'_>) -> IndexMap<String, Literal> {
        let mut inputs = IndexMap::new();
        for (input, value) in fields.take_object("inputs") {
            let problem = match literal(&value) {
                Ok(literal) if is_port_name(&input) => {
                    inputs.insert(input, literal);
                    continue;
                }
                Ok(_) => "that is no input's name".to_owned(),
                Err(expected) => format!("{} is not {expected}", shown(&value)),
            };
            let message = format!("{problem}; the default is used");
            fields.diagnostics().push(Diagnostic::warning(message).at(self.scoped(id)).port(&input).help(kept_help(&value)));
            fields.set_aside(format!("inputs.{input}"), value);
        }
        inputs
    }

    fn ranges(&self, id: &str, fields: &mut Fields<'_>) -> IndexMap<String, [f64; 2]> {
        let mut ranges = IndexMap::new();
        for (input, value) in fields.take_object("ranges") {
            match range(&value) {
                Ok(range) if is_port_name(&input) => {
                    ranges.insert(input, range);
                }
                outcome => {
                    let problem = outcome.map_or_else(
                        |expected| format!("its range is {}, not {expected}", shown(&value)),
                        |_| "that is no input's name".to_owned(),
                    );
                    let message = format!("{problem}; the range of the node's kind is used");
                    fields.diagnostics().push(Diagnostic::warning(message).at(self.scoped(id)).port(&input).help(kept_help(&value)));
                    fields.set_aside(format!("ranges.{input}"), value);
                }
            }
        }
        ranges
    }

    fn links(&self, raw_links: Vec<Value>, fields: &mut Fields<'_>, ids: &Ids) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::new();
        let mut ends: HashSet<PortRef> = HashSet::new();
        for (index, value) in raw_links.into_iter().enumerate() {
            let Some(link) = link(&value, ids) else {
                let message = format!("link {index} is {}; it is left out", shown(&value));
                let help = format!("a link is {{\"from\": \"node.output\", \"to\": \"node.input\"}}; {}", kept_help(&value));
                fields.report(Diagnostic::warning(message).help(help));
                fields.set_aside(format!("links[{index}]"), value);
                continue;
            };
            if !ends.insert(link.to.clone()) {
                let message = format!("a second link ends here, from {}; the first is used", link.from);
                let diagnostic = Diagnostic::warning(message).at(self.scoped(&link.to.node)).port(&link.to.port);
                fields.diagnostics().push(diagnostic.help(kept_help(&value)));
                fields.set_aside(format!("links[{index}]"), value);
                continue;
            }
            if self.to_nowhere == LinksToNowhere::Reported {
                self.report_dangling(&link, ids, fields.diagnostics());
            }
            links.push(link);
        }
        links
    }

    fn report_dangling(&self, link: &Link, ids: &Ids, diagnostics: &mut Vec<Diagnostic>) {
        for (missing, present) in [(&link.from, &link.to), (&link.to, &link.from)] {
            if !ids.contains(&missing.node) {
                let message = format!("a link goes to {missing}, but there is no node \"{}\"", missing.node);
                let (node, port) =
                    if ids.contains(&present.node) { (&present.node, &present.port) } else { (&missing.node, &missing.port) };
                let help = "the link is kept and does nothing until there is such a node";
                diagnostics.push(Diagnostic::warning(message).at(self.scoped(node)).port(port).help(help));
            }
        }
    }

    fn frames(&self, fields: &mut Fields<'_>) -> Vec<Frame> {
        let mut frames = Vec::new();
        for (index, value) in fields.take_array("frames").into_iter().enumerate() {
            match frame(&value) {
                Ok(frame) => frames.push(frame),
                Err(problem) => {
                    let message = format!("frame {index} is {}: {problem}; it is left out", shown(&value));
                    fields.report(Diagnostic::warning(message).help(kept_help(&value)));
                    fields.set_aside(format!("frames[{index}]"), value);
                }
            }
        }
        frames
    }
}

fn link(value: &Value, ids: &Ids) -> Option<Link> {
    let mut fields = value.as_object()?.clone();
    let from = ids.port(fields.shift_remove("from")?.as_str()?)?;
    let to = ids.port(fields.shift_remove("to")?.as_str()?)?;
    Some(Link { from, to, extra: fields })
}

/// The nodes that a link of a file names at its ends.
fn ends_of(link: &Value) -> Vec<String> {
    let node = |end: &str| Some(link.get(end)?.as_str()?.split_once('.')?.0.to_owned());
    [node("from"), node("to")].into_iter().flatten().collect()
}

/// Ports are WGSL identifiers or ids of group nodes.
pub(super) fn is_port_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}
