//! The nodes of a group in place of the node that stands for it.

use std::collections::{HashMap, HashSet};

use super::{GROUP_INPUT, GROUP_OUTPUT, GROUP_PORT, group_of};
use crate::graph::edit::{EditError, in_group};
use crate::graph::naming::{fresh_name, taken_ids};
use crate::graph::query::LinkIndex;
use crate::graph::scope::scoped_id;
use crate::graph::{Document, Edit, GraphRef, Group, Keyframe, Link, Node, PortRef};

/// What stands in place of one node.
pub(super) struct Unfolded {
    /// Nodes under their new ids.
    pub(super) nodes: Vec<(String, Node)>,
    /// Their wires, and those of nodes around that came from the group.
    pub(super) links: Vec<Link>,
    /// Inputs that take over from an input of the group that nothing is wired to: its name, and what is set and keyframed on it goes
    /// there.
    pub(super) inputs: Vec<(String, PortRef)>,
}

/// The nodes of `group` in place of the node `instance` of `outer`. `ids` are the new ids of the group's nodes.
pub(super) fn unfold(outer: &LinkIndex<'_>, instance: (&str, &Node), group: &Group, ids: &HashMap<&str, String>) -> Unfolded {
    let inner = LinkIndex::new(group.graph());
    let unfolding = Unfolding { outer, inner: &inner, instance, group, ids };
    let renamed = group.nodes.iter().filter_map(|(id, node)| Some((ids.get(id.as_str())?.clone(), node)));
    let nodes = renamed.map(|(id, node)| (id, Node { muted: node.muted || instance.1.muted, ..node.clone() })).collect();
    let mut unfolded = Unfolded { nodes, links: Vec::new(), inputs: Vec::new() };
    for link in &group.links {
        let source = unfolding.source(&link.from);
        for to in unfolding.targets(&link.to) {
            match &source {
                Some(Source::Port(from)) => unfolded.links.push(Link { from: from.clone(), to, extra: link.extra.clone() }),
                Some(Source::Input(name)) => unfolded.inputs.push((name.clone(), to)),
                None => {}
            }
        }
    }
    unfolded
}

/// What a wire brings.
enum Source {
    Port(PortRef),
    /// An input of the group that nothing is wired to.
    Input(String),
}

struct Unfolding<'a> {
    outer: &'a LinkIndex<'a>,
    inner: &'a LinkIndex<'a>,
    instance: (&'a str, &'a Node),
    group: &'a Group,
    ids: &'a HashMap<&'a str, String>,
}

impl Unfolding<'_> {
    fn kind(&self, id: &str) -> &str {
        self.group.nodes.get(id).map_or("", |node| node.kind.as_str())
    }

    /// What a wire inside really starts from: past the group's ports, and past wires from the node to itself.
    fn source(&self, from: &PortRef) -> Option<Source> {
        let mut from = from;
        let mut passed = HashSet::new();
        while self.kind(&from.node) == GROUP_INPUT {
            if !passed.insert(from.node.as_str()) {
                return None;
            }
            let input = PortRef::new(self.instance.0, &from.node);
            match self.outer.at_input(&input) {
                None => return Some(Source::Input(from.node.clone())),
                Some(link) if link.from.node == self.instance.0 => {
                    from = &self.inner.at_input(&PortRef::new(&link.from.port, GROUP_PORT))?.from;
                }
                Some(link) => return Some(Source::Port(link.from.clone())),
            }
        }
        // A wire to nowhere goes to nowhere afterwards.
        let node = self.ids.get(from.node.as_str()).cloned().unwrap_or_else(|| from.node.clone());
        Some(Source::Port(PortRef::new(node, &from.port)))
    }

    /// Where a wire inside really ends: at an input inside, or at all inputs around that the port is wired to.
    fn targets(&self, to: &PortRef) -> Vec<PortRef> {
        if self.kind(&to.node) != GROUP_OUTPUT {
            let node = self.ids.get(to.node.as_str()).cloned().unwrap_or_else(|| to.node.clone());
            return vec![PortRef::new(node, &to.port)];
        }
        let wires = self.outer.out_of_node(self.instance.0).iter();
        let of_port = wires.filter(|link| link.from.port == to.node && link.to.node != self.instance.0);
        of_port.map(|link| link.to.clone()).collect()
    }
}

/// Ids of the group's nodes that are no ports.
pub(super) fn inner_ids(group: &Group) -> impl Iterator<Item = &str> {
    let is_port = |node: &Node| node.kind == GROUP_INPUT || node.kind == GROUP_OUTPUT;
    group.nodes.iter().filter(move |(_, node)| !is_port(node)).map(|(id, _)| id.as_str())
}

/// The edit that puts a group's nodes in place of the node `id` that stands for it, and the new nodes' ids. The group itself stays,
/// for other nodes that stand for it.
///
/// # Errors
/// A node that isn't there or stands for no group.
pub fn ungroup(document: &Document, scope: Option<&str>, id: &str) -> Result<(Edit, Vec<String>), EditError> {
    let graph: GraphRef<'_> = document.graph_in(scope).ok_or_else(|| EditError::NoGroup(scope.unwrap_or_default().to_owned()))?;
    let node = graph.nodes.get(id).ok_or_else(|| EditError::NoNode(id.to_owned()))?;
    let name = group_of(&node.kind).ok_or_else(|| EditError::NoGroup(node.kind.clone()))?;
    let group = document.groups.get(name).ok_or_else(|| EditError::NoGroup(name.to_owned()))?;

    let mut taken: HashSet<String> = taken_ids(graph).into_iter().map(str::to_owned).collect();
    let mut ids: HashMap<&str, String> = HashMap::new();
    for inner in inner_ids(group) {
        let fresh = fresh_name(inner, |id| taken.contains(id));
        taken.insert(fresh.clone());
        ids.insert(inner, fresh);
    }
    let unfolded = unfold(&LinkIndex::new(graph), (id, node), group, &ids);
    let offset = offset(group, node.position);
    let new_ids: Vec<String> = unfolded.nodes.iter().map(|(id, _)| id.clone()).collect();

    let mut edits = vec![Edit::RemoveNodes { ids: vec![id.to_owned()] }];
    edits.extend(unfolded.nodes.into_iter().map(|(id, mut node)| {
        node.position = std::array::from_fn(|axis| node.position[axis] + offset[axis]);
        Edit::AddNode { id, node }
    }));
    // Wires to nowhere wait as before.
    let (whole, waiting): (Vec<Link>, Vec<Link>) = unfolded.links.into_iter().partition(|link| {
        let is_there = |id: &String| new_ids.contains(id) || graph.nodes.contains_key(id);
        is_there(&link.from.node) && is_there(&link.to.node)
    });
    edits.extend(whole.into_iter().map(Edit::Connect));
    edits.extend(waiting.into_iter().map(|link| Edit::SpliceLinks { remove: Vec::new(), insert: vec![(0, link)] }));
    for (input, to) in &unfolded.inputs {
        if let Some(value) = node.inputs.get(input) {
            edits.push(Edit::SetInput { node: to.node.clone(), input: to.port.clone(), value: Some(value.clone()) });
        }
    }
    let mut edits: Vec<Edit> = edits.into_iter().map(|edit| in_group(scope, edit)).collect();

    for (target, keyframes) in moved_keyframes(document, scope, id, name, &ids, &unfolded.inputs) {
        edits.push(Edit::SetKeyframes { target, keyframes: keyframes.to_vec(), index: None });
    }
    Ok((Edit::Batch(edits), new_ids))
}

/// Keyframes inside the group `name`, and those of inputs of the node `instance` that stands for it, under their new targets.
pub(super) fn moved_keyframes<'a>(
    document: &'a Document,
    scope: Option<&str>,
    instance: &str,
    name: &str,
    ids: &HashMap<&str, String>,
    inputs: &[(String, PortRef)],
) -> Vec<(String, &'a [Keyframe])> {
    let port_in = |prefix: &str, target: &str| target.strip_prefix(prefix).and_then(|port| PortRef::try_from(port.to_owned()).ok());
    let (inner_prefix, outer_prefix) = (scoped_id(Some(name), ""), scoped_id(scope, ""));
    let mut moved = Vec::new();
    for (target, keyframes) in &document.timeline.keyframes {
        if let Some((id, port)) = port_in(&inner_prefix, target).and_then(|port| Some((ids.get(port.node.as_str())?, port.port))) {
            moved.push((scoped_id(scope, &PortRef::new(id, port).to_string()), keyframes.as_slice()));
        }
        if let Some(port) = port_in(&outer_prefix, target).filter(|port| port.node == instance) {
            let reached = inputs.iter().filter(|(input, _)| *input == port.port);
            moved.extend(reached.map(|(_, to)| (scoped_id(scope, &to.to_string()), keyframes.as_slice())));
        }
    }
    moved
}

/// From the middle of the group's nodes to where the node stood.
fn offset(group: &Group, position: [f64; 2]) -> [f64; 2] {
    let places: Vec<[f64; 2]> = inner_ids(group).map(|id| group.nodes[id].position).collect();
    let count = places.len().max(1) as f64;
    std::array::from_fn(|axis| position[axis] - places.iter().map(|place| place[axis]).sum::<f64>() / count)
}
