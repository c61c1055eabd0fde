//! Edits of nodes, links and frames. Each gives the edit that takes it back.

use std::collections::HashSet;

use indexmap::IndexMap;

use super::splice::{self, within};
use super::{Edit, EditError, InputChange, NodeFlag, PlacedNode, in_group};
use crate::graph::file::{bad_number_in_node, is_finite};
use crate::graph::naming::valid_id;
use crate::graph::scope::scoped_id;
use crate::graph::{Document, Frame, GraphMut, Link, Node, PortRef, limits};
use crate::node::Literal;

pub(super) fn set_kind(graph: &mut GraphMut<'_>, node: String, kind: String) -> Result<Edit, EditError> {
    let kind = std::mem::replace(&mut node_mut(graph, &node)?.kind, kind);
    Ok(Edit::SetKind { node, kind })
}

pub(super) fn set_title(graph: &mut GraphMut<'_>, node: String, title: Option<String>) -> Result<Edit, EditError> {
    let title = std::mem::replace(&mut node_mut(graph, &node)?.title, title);
    Ok(Edit::SetTitle { node, title })
}

pub(super) fn set_colour(graph: &mut GraphMut<'_>, nodes: Vec<(String, Option<String>)>) -> Result<Edit, EditError> {
    nodes.iter().filter_map(|(_, colour)| colour.as_deref()).try_for_each(check_colour)?;
    Ok(Edit::SetColour { nodes: replace_each(graph, nodes, |node| &mut node.colour)? })
}

pub(super) fn set_flag(graph: &mut GraphMut<'_>, flag: NodeFlag, nodes: Vec<(String, bool)>) -> Result<Edit, EditError> {
    Ok(Edit::SetFlag { flag, nodes: replace_each(graph, nodes, |node| flag.of(node))? })
}

pub(super) fn move_nodes(graph: &mut GraphMut<'_>, positions: Vec<(String, [f64; 2])>) -> Result<Edit, EditError> {
    if let Some((id, position)) = positions.iter().find(|(_, position)| !limits::on_canvas(*position)) {
        return Err(off_canvas(format!("{id}.position"), *position));
    }
    Ok(Edit::MoveNodes { positions: replace_each(graph, positions, |node| &mut node.position)? })
}

pub(super) fn disconnect(graph: &mut GraphMut<'_>, to: PortRef) -> Result<Edit, EditError> {
    let link = graph.links.iter().find(|link| link.to == to).cloned().ok_or(EditError::NoLink(to))?;
    splice::links(graph.links, &[link], Vec::new())
}

pub(super) fn add_frame(graph: &mut GraphMut<'_>, index: Option<usize>, frame: Frame) -> Result<Edit, EditError> {
    check_frame(&frame)?;
    let index = index.unwrap_or(graph.frames.len());
    within(index, graph.frames.len())?;
    graph.frames.insert(index, frame);
    Ok(Edit::RemoveFrame { index })
}

pub(super) fn set_frame(graph: &mut GraphMut<'_>, index: usize, frame: Frame) -> Result<Edit, EditError> {
    check_frame(&frame)?;
    let slot = graph.frames.get_mut(index).ok_or(EditError::NoFrame(index))?;
    Ok(Edit::SetFrame { index, frame: std::mem::replace(slot, frame) })
}

pub(super) fn remove_frame(graph: &mut GraphMut<'_>, index: usize) -> Result<Edit, EditError> {
    if index >= graph.frames.len() {
        return Err(EditError::NoFrame(index));
    }
    Ok(Edit::AddFrame { index: Some(index), frame: graph.frames.remove(index) })
}

impl NodeFlag {
    fn of(self, node: &mut Node) -> &mut bool {
        match self {
            Self::Muted => &mut node.muted,
            Self::Collapsed => &mut node.collapsed,
            Self::Thumbnail => &mut node.thumbnail,
        }
    }
}

fn node_mut<'a>(graph: &'a mut GraphMut<'_>, id: &str) -> Result<&'a mut Node, EditError> {
    graph.nodes.get_mut(id).ok_or_else(|| EditError::NoNode(id.to_owned()))
}

fn check_nodes<'a>(graph: &GraphMut<'_>, ids: impl IntoIterator<Item = &'a String>) -> Result<(), EditError> {
    match ids.into_iter().find(|id| !graph.nodes.contains_key(*id)) {
        Some(missing) => Err(EditError::NoNode(missing.clone())),
        None => Ok(()),
    }
}

/// Puts a value in one field of many nodes; gives what stood there, in the order that takes it back.
fn replace_each<T>(
    graph: &mut GraphMut<'_>,
    values: Vec<(String, T)>,
    field: impl Fn(&mut Node) -> &mut T,
) -> Result<Vec<(String, T)>, EditError> {
    check_nodes(graph, values.iter().map(|(id, _)| id))?;
    let mut old = Vec::with_capacity(values.len());
    for (id, value) in values {
        if let Some(node) = graph.nodes.get_mut(&id) {
            old.push((id, std::mem::replace(field(node), value)));
        }
    }
    old.reverse();
    Ok(old)
}

pub(super) fn add_node(graph: &mut GraphMut<'_>, id: String, node: Node) -> Result<Edit, EditError> {
    if !valid_id(&id) {
        return Err(EditError::InvalidId(id));
    }
    if let Some(field) = bad_number_in_node(&node) {
        return Err(EditError::NotFinite(format!("{id}.{field}")));
    }
    if !limits::on_canvas(node.position) {
        return Err(off_canvas(id, node.position));
    }
    if let Some(colour) = &node.colour {
        check_colour(colour)?;
    }
    let index = graph.nodes.len();
    splice::nodes(graph.nodes, Vec::new(), vec![PlacedNode { index, id, node }])
}

pub(super) fn set_inputs(graph: &mut GraphMut<'_>, changes: Vec<InputChange>) -> Result<Edit, EditError> {
    check_nodes(graph, changes.iter().map(|change| &change.node))?;
    if let Some(change) = changes.iter().find(|change| change.value.as_ref().is_some_and(|value| !is_finite(value))) {
        return Err(EditError::NotFinite(format!("{}.{}", change.node, change.input)));
    }
    let mut inverse = Vec::with_capacity(changes.len());
    for change in changes {
        if let Some(node) = graph.nodes.get_mut(&change.node) {
            inverse.push(set_input(node, change));
        }
    }
    inverse.reverse();
    Ok(Edit::SetInputs { changes: inverse })
}

pub(super) fn set_ranges(graph: &mut GraphMut<'_>, nodes: Vec<(String, IndexMap<String, [f64; 2]>)>) -> Result<Edit, EditError> {
    let mut all = nodes.iter().flat_map(|(node, ranges)| ranges.iter().map(move |(input, range)| (node, input, range)));
    if let Some((node, input, _)) = all.find(|(_, _, range)| !limits::is_range(**range)) {
        return Err(EditError::NoRange(format!("{node}.{input}")));
    }
    replace_each(graph, nodes, |node| &mut node.ranges).map(|nodes| Edit::SetRanges { nodes })
}

fn set_input(target: &mut Node, InputChange { node, input, value, index }: InputChange) -> InputChange {
    let inputs = &mut target.inputs;
    let old_index = inputs.get_index_of(&input);
    let old: Option<Literal> = match (value, index) {
        (None, _) => inputs.shift_remove(&input),
        (Some(value), None) => inputs.insert(input.clone(), value),
        (Some(value), Some(index)) => {
            let old = inputs.shift_remove(&input);
            inputs.shift_insert(index.min(inputs.len()), input.clone(), value);
            old
        }
    };
    InputChange { node, input, value: old, index: old_index }
}

pub(super) fn connect(graph: &mut GraphMut<'_>, link: Link) -> Result<Edit, EditError> {
    check_nodes(graph, [&link.from.node, &link.to.node])?;
    match graph.links.iter().position(|old| old.to == link.to) {
        Some(index) => {
            let old = graph.links[index].clone();
            splice::links(graph.links, &[old], vec![(index, link)])
        }
        None => {
            let end = graph.links.len();
            splice::links(graph.links, &[], vec![(end, link)])
        }
    }
}

fn off_canvas(what: String, place: [f64; 2]) -> EditError {
    EditError::OffCanvas { what, place: format!("{} {}", place[0], place[1]) }
}

fn check_colour(colour: &str) -> Result<(), EditError> {
    if limits::is_colour(colour) { Ok(()) } else { Err(EditError::InvalidColour(colour.to_owned())) }
}

fn check_frame(frame: &Frame) -> Result<(), EditError> {
    if !limits::on_canvas(frame.position) || !limits::on_canvas(frame.size) {
        let place = if limits::on_canvas(frame.position) { frame.size } else { frame.position };
        return Err(off_canvas(format!("the frame \"{}\"", frame.text), place));
    }
    frame.colour.as_deref().map_or(Ok(()), check_colour)
}

/// Removes nodes with the links that touch them and the keyframes of their inputs.
pub(super) fn remove_nodes(document: &mut Document, group: Option<&str>, ids: &[String]) -> Result<Edit, EditError> {
    let graph = graph_of(document, group)?;
    let taken_out = splice::nodes(graph.nodes, ids.to_vec(), Vec::new())?;
    let ids: HashSet<&str> = ids.iter().map(String::as_str).collect();
    let cut = splice::links_of(graph.links, &ids);
    let mut inverse = vec![in_group(group, taken_out), in_group(group, cut)];

    let mut kept = IndexMap::new();
    for (index, (target, keyframes)) in std::mem::take(&mut document.timeline.keyframes).into_iter().enumerate() {
        if node_of_target(group, &target).is_some_and(|id| ids.contains(id)) {
            inverse.push(Edit::SetKeyframes { target, keyframes, index: Some(index) });
        } else {
            kept.insert(target, keyframes);
        }
    }
    document.timeline.keyframes = kept;
    Ok(Edit::Batch(inverse))
}

/// Gives a node another id. Refused where something already waits for a node of that id: after it, none could tell them apart.
pub(super) fn rename_node(document: &mut Document, group: Option<&str>, from: String, to: String) -> Result<Edit, EditError> {
    if !valid_id(&to) {
        return Err(EditError::InvalidId(to));
    }
    let awaited = document.timeline.keyframes.keys().any(|target| node_of_target(group, target) == Some(&to));
    let graph = graph_of(document, group)?;
    let index = graph.nodes.get_index_of(&from).ok_or_else(|| EditError::NoNode(from.clone()))?;
    if from == to {
        return Ok(in_group(group, Edit::RenameNode { from: to, to: from }));
    }
    let linked = |link: &Link| link.from.node == to || link.to.node == to;
    if awaited || graph.links.iter().any(linked) || graph.nodes.replace_index(index, to.clone()).is_err() {
        return Err(EditError::Taken(to));
    }
    for port in graph.links.iter_mut().flat_map(|link| [&mut link.from, &mut link.to]) {
        if port.node == from {
            port.node.clone_from(&to);
        }
    }
    let keyframes = std::mem::take(&mut document.timeline.keyframes);
    document.timeline.keyframes =
        keyframes.into_iter().map(|(target, keyframes)| (renamed_target(group, target, &from, &to), keyframes)).collect();
    Ok(in_group(group, Edit::RenameNode { from: to, to: from }))
}

pub(super) fn graph_of<'a>(document: &'a mut Document, group: Option<&str>) -> Result<GraphMut<'a>, EditError> {
    document.graph_mut_in(group).ok_or_else(|| EditError::NoGroup(group.unwrap_or_default().to_owned()))
}

/// The node of a keyframes' target, where it is of this graph.
fn node_of_target<'a>(group: Option<&str>, target: &'a str) -> Option<&'a str> {
    let port = match group {
        None => Some(target).filter(|target| !target.contains('/')),
        Some(group) => target.strip_prefix(group)?.strip_prefix('/'),
    };
    port?.split_once('.').map(|(node, _)| node)
}

fn renamed_target(group: Option<&str>, target: String, from: &str, to: &str) -> String {
    match node_of_target(group, &target) {
        Some(node) if node == from => {
            let port = target.rsplit_once('.').map_or("", |(_, port)| port);
            scoped_id(group, &PortRef::new(to, port).to_string())
        }
        _ => target,
    }
}
