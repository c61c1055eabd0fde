//! Some nodes become a group, and one node stands for them.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use super::{GROUP_INPUT, GROUP_OUTPUT, GROUP_PORT};
use crate::graph::edit::{EditError, in_group};
use crate::graph::naming::{fresh_id_in, fresh_name, id_like};
use crate::graph::scope::scoped_id;
use crate::graph::{Document, Edit, GraphRef, Group, Link, Node, PortRef};

/// How far left of the group's nodes its inputs stand, and how far right its outputs.
const PORT_DISTANCE: f64 = 240.0;
/// From one port's node to the next.
const PORT_SPACING: f64 = 80.0;

/// The edit that puts `ids` of a graph into a new group, and the id of the node that then stands for them. Wires across the border
/// become ports; keyframes follow. Ports of the graph itself stay where they are.
///
/// # Errors
/// A node or a group that isn't there, or nothing to group.
pub fn make_group(document: &Document, scope: Option<&str>, ids: &HashSet<&str>, name: &str) -> Result<(Edit, String), EditError> {
    let graph = document.graph_in(scope).ok_or_else(|| EditError::NoGroup(scope.unwrap_or_default().to_owned()))?;
    if let Some(missing) = ids.iter().find(|id| !graph.nodes.contains_key(**id)) {
        return Err(EditError::NoNode((*missing).to_owned()));
    }
    let is_inside = |id: &str| ids.contains(id) && graph.nodes.get(id).is_some_and(|node| !is_port(node));
    let wanted = if name.trim().is_empty() { "group" } else { name.trim() };
    let name = fresh_name(wanted, |name| document.groups.contains_key(name));
    let nodes: IndexMap<String, Node> =
        graph.nodes.iter().filter(|(id, _)| is_inside(id)).map(|(id, node)| (id.clone(), node.clone())).collect();
    if nodes.is_empty() {
        return Err(EditError::NothingToGroup);
    }

    let kind = format!("group:{name}");
    let id = fresh_id_in(graph, &kind);
    let mut instance = Node::new(kind);
    instance.position = middle(&nodes);
    let mut making =
        Making { group: Group { nodes, ..Group::default() }, outer_links: Vec::new(), ports: HashMap::new(), instance: id.clone() };
    making.sort_links(graph, is_inside);
    making.place_ports();

    let inside: Vec<String> = making.group.nodes.iter().filter(|(_, node)| !is_port(node)).map(|(id, _)| id.clone()).collect();
    let keyframes = document.timeline.keyframes.iter().filter_map(|(target, keyframes)| {
        let port = PortRef::try_from(target.strip_prefix(&scoped_id(scope, ""))?.to_owned()).ok()?;
        is_inside(&port.node).then(|| (scoped_id(Some(&name), &port.to_string()), keyframes.clone()))
    });
    let keyframes: Vec<Edit> = keyframes.map(|(target, keyframes)| Edit::SetKeyframes { target, keyframes, index: None }).collect();
    let mut edits = vec![
        Edit::AddGroup { name, group: making.group, index: None },
        in_group(scope, Edit::RemoveNodes { ids: inside }),
        in_group(scope, Edit::AddNode { id: id.clone(), node: instance }),
    ];
    edits.extend(making.outer_links.into_iter().map(|link| in_group(scope, Edit::Connect(link))));
    edits.extend(keyframes);
    Ok((Edit::Batch(edits), id))
}

fn is_port(node: &Node) -> bool {
    node.kind == GROUP_INPUT || node.kind == GROUP_OUTPUT
}

struct Making {
    group: Group,
    /// Wires of the node that stands for the group.
    outer_links: Vec<Link>,
    /// The port that stands for a source: an output outside, or one inside.
    ports: HashMap<PortRef, String>,
    instance: String,
}

impl Making {
    fn sort_links(&mut self, graph: GraphRef<'_>, is_inside: impl Fn(&str) -> bool) {
        for link in graph.links {
            match (is_inside(&link.from.node), is_inside(&link.to.node)) {
                (true, true) => self.group.links.push(link.clone()),
                (false, true) if graph.nodes.contains_key(&link.from.node) => self.come_in(link),
                (true, false) if graph.nodes.contains_key(&link.to.node) => self.go_out(link),
                // Wires to nowhere stay what they are: inside, where their node is.
                (false, true) | (true, false) => self.group.links.push(link.clone()),
                (false, false) => {}
            }
        }
    }

    /// Wires from one output share one port, called after the first input that they reach.
    fn come_in(&mut self, link: &Link) {
        let port = match self.ports.get(&link.from) {
            Some(port) => port.clone(),
            None => {
                let port = self.add_port(GROUP_INPUT, &link.to.port, &link.from);
                self.outer_links.push(Link::new(link.from.clone(), PortRef::new(&self.instance, &port)));
                port
            }
        };
        self.group.links.push(Link { from: PortRef::new(port, GROUP_PORT), ..link.clone() });
    }

    fn go_out(&mut self, link: &Link) {
        let port = match self.ports.get(&link.from) {
            Some(port) => port.clone(),
            None => {
                let port = self.add_port(GROUP_OUTPUT, &link.from.port, &link.from);
                self.group.links.push(Link::new(link.from.clone(), PortRef::new(&port, GROUP_PORT)));
                port
            }
        };
        self.outer_links.push(Link { from: PortRef::new(&self.instance, port), ..link.clone() });
    }

    fn add_port(&mut self, kind: &str, name: &str, source: &PortRef) -> String {
        let port = fresh_name(&id_like(name), |id| self.group.nodes.contains_key(id));
        self.group.nodes.insert(port.clone(), Node::new(kind));
        self.ports.insert(source.clone(), port.clone());
        port
    }

    /// Inputs stand in a column on the left, outputs on the right.
    fn place_ports(&mut self) {
        let places = || self.group.nodes.values().filter(|node| !is_port(node)).map(|node| node.position);
        let least = |axis: usize| places().map(|place| place[axis]).fold(f64::INFINITY, f64::min);
        let right = places().map(|place| place[0]).fold(f64::NEG_INFINITY, f64::max);
        let (left, top) = (least(0), least(1));
        let columns = [(GROUP_INPUT, left - PORT_DISTANCE), (GROUP_OUTPUT, right + PORT_DISTANCE)];
        for (kind, x) in columns {
            let mut y = top;
            for node in self.group.nodes.values_mut().filter(|node| node.kind == kind) {
                node.position = [x, y];
                y += PORT_SPACING;
            }
        }
    }
}

fn middle(nodes: &IndexMap<String, Node>) -> [f64; 2] {
    let count = nodes.len() as f64;
    std::array::from_fn(|axis| nodes.values().map(|node| node.position[axis]).sum::<f64>() / count)
}
