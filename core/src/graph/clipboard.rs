//! Copying nodes as text, and pasting such text from anywhere.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::edit::in_group;
use super::file::{LoadError, SaveError, parse_fragment, pretty};
use super::groups::group_of;
use super::naming::{fresh_name, id_like, taken_ids};
use super::{Document, Edit, Frame, GraphRef, Group, Link, Node, VERSION, limits};
use crate::diagnostic::Diagnostic;

/// The `format` field of copied text.
pub const CLIPBOARD_FORMAT: &str = "wavewright-clipboard";

/// What is copied.
#[derive(Clone, Debug, Default)]
pub struct Selection<'a> {
    /// Ids of nodes.
    pub nodes: HashSet<&'a str>,
    /// Places of frames in the list. Frames that hold copied nodes and no others come along by themselves.
    pub frames: HashSet<usize>,
    /// Also the links that come into the selection from outside: pasted into the same graph, they hold again.
    pub incoming_links: bool,
}

/// Copied nodes as they are written.
#[derive(Serialize)]
struct Clipboard<'a> {
    format: &'static str,
    version: u32,
    nodes: indexmap::IndexMap<&'a str, &'a Node>,
    links: Vec<&'a Link>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    frames: Vec<&'a Frame>,
    #[serde(skip_serializing_if = "indexmap::IndexMap::is_empty")]
    groups: indexmap::IndexMap<&'a str, &'a Group>,
}

/// The selected nodes of a graph as text.
///
/// # Errors
/// A number that is not finite, or nothing to copy because there is no such group.
pub fn copy(document: &Document, group: Option<&str>, selection: &Selection<'_>) -> Result<String, SaveError> {
    let graph = document.graph_in(group).unwrap_or_else(|| document.graph());
    let nodes: indexmap::IndexMap<&str, &Node> =
        graph.nodes.iter().filter(|(id, _)| selection.nodes.contains(id.as_str())).map(|(id, node)| (id.as_str(), node)).collect();
    let is_copied = |link: &&Link| {
        let from_inside = nodes.contains_key(link.from.node.as_str());
        nodes.contains_key(link.to.node.as_str()) && (from_inside || selection.incoming_links)
    };
    let clipboard = Clipboard {
        format: CLIPBOARD_FORMAT,
        version: VERSION,
        links: graph.links.iter().filter(is_copied).collect(),
        frames: copied_frames(graph, selection, &nodes),
        groups: groups_used(document, nodes.values().copied()),
        nodes,
    };
    if let Some(place) = clipboard.nodes.iter().find_map(|(id, node)| Some(format!("{id}.{}", super::file::bad_number_in_node(node)?))) {
        return Err(SaveError::NotFinite { place });
    }
    Ok(pretty(&serde_json::to_value(&clipboard)?))
}

fn copied_frames<'a>(graph: GraphRef<'a>, selection: &Selection<'_>, nodes: &indexmap::IndexMap<&str, &Node>) -> Vec<&'a Frame> {
    let holds_only_copied = |frame: &Frame| {
        let mut held = graph.nodes.iter().filter(|(_, node)| contains(frame, node.position)).peekable();
        held.peek().is_some() && held.all(|(id, _)| nodes.contains_key(id.as_str()))
    };
    let chosen = |(index, frame): &(usize, &Frame)| selection.frames.contains(index) || holds_only_copied(frame);
    graph.frames.iter().enumerate().filter(chosen).map(|(_, frame)| frame).collect()
}

fn contains(frame: &Frame, point: [f64; 2]) -> bool {
    (0..2).all(|axis| (frame.position[axis]..=frame.position[axis] + frame.size[axis]).contains(&point[axis]))
}

/// The groups that nodes stand for, and those inside them.
fn groups_used<'a>(document: &'a Document, nodes: impl Iterator<Item = &'a Node>) -> indexmap::IndexMap<&'a str, &'a Group> {
    let mut used = indexmap::IndexMap::new();
    let mut waiting: Vec<&str> = nodes.filter_map(|node| group_of(&node.kind)).collect();
    while let Some(name) = waiting.pop() {
        if let Some((name, group)) = document.groups.get_key_value(name)
            && used.insert(name.as_str(), group).is_none()
        {
            waiting.extend(group.nodes.values().filter_map(|node| group_of(&node.kind)));
        }
    }
    used
}

/// Where pasted nodes go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PastePlace {
    /// This far from where they were copied.
    Offset([f64; 2]),
    /// The left top corner of all of them.
    At([f64; 2]),
}

/// What pasting would do.
#[derive(Clone, Debug, PartialEq)]
pub struct Pasted {
    /// One edit, to be performed.
    pub edit: Edit,
    /// Ids of the new nodes: select them.
    pub ids: Vec<String>,
    /// What of the text could not be used.
    pub diagnostics: Vec<Diagnostic>,
}

/// Text that holds no nodes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nothing was pasted: {0}; copy nodes in Wavewright, or the text of a document")]
pub struct PasteError(pub String);

/// Reads copied nodes (or a whole document) for pasting into a graph of `document`.
///
/// # Errors
/// Text that is something else, with what was expected.
pub fn paste(document: &Document, group: Option<&str>, text: &str, place: PastePlace) -> Result<Pasted, PasteError> {
    let graph = document.graph_in(group).ok_or_else(|| PasteError(format!("there is no group \"{}\"", group.unwrap_or_default())))?;
    let (fragment, diagnostics) = read_clipboard(text)?;
    if fragment.nodes.is_empty() && fragment.frames.is_empty() {
        return Err(PasteError("the text has no nodes".to_owned()));
    }
    let offset = offset(&fragment, place);
    let mut edits = Vec::new();
    let kinds = paste_groups(document, &fragment, &mut edits);

    let mut taken: HashSet<String> = taken_ids(graph).into_iter().map(str::to_owned).collect();
    let mut ids: HashMap<&str, String> = HashMap::new();
    for (old_id, node) in &fragment.nodes {
        let id = fresh_name(&id_like(old_id), |id| taken.contains(id));
        taken.insert(id.clone());
        let mut node = node.clone();
        node.position = moved(node.position, offset);
        if let Some(kind) = kinds.get(node.kind.as_str()) {
            node.kind.clone_from(kind);
        }
        edits.push(in_group(group, Edit::AddNode { id: id.clone(), node }));
        ids.insert(old_id, id);
    }
    for link in &fragment.links {
        let Some(to) = ids.get(link.to.node.as_str()) else { continue };
        let from = match ids.get(link.from.node.as_str()) {
            Some(id) => id,
            // A link from outside holds where the same node is here.
            None if graph.nodes.contains_key(&link.from.node) => &link.from.node,
            None => continue,
        };
        let mut link = link.clone();
        link.from.node.clone_from(from);
        link.to.node.clone_from(to);
        edits.push(in_group(group, Edit::Connect(link)));
    }
    for frame in &fragment.frames {
        let frame = Frame { position: moved(frame.position, offset), ..frame.clone() };
        edits.push(in_group(group, Edit::AddFrame { index: None, frame }));
    }
    let ids = fragment.nodes.keys().filter_map(|old_id| ids.get(old_id.as_str()).cloned()).collect();
    Ok(Pasted { edit: Edit::Batch(edits), ids, diagnostics })
}

/// Copied nodes are read as a document is: as forgiving, and by the same migrations.
fn read_clipboard(text: &str) -> Result<(Document, Vec<Diagnostic>), PasteError> {
    let loaded = parse_fragment(text).map_err(|error| {
        PasteError(match error {
            LoadError::Syntax { line, column, message, .. } => format!("the text is not JSON ({message} at {line}:{column})"),
            LoadError::NotADocument { message, .. } => format!("the text holds no nodes: {message}"),
            other => other.to_string(),
        })
    })?;
    Ok((loaded.document, loaded.diagnostics))
}

/// Adds edits for the groups that are not here yet; gives the new kinds of nodes whose group had to be called otherwise.
fn paste_groups(document: &Document, fragment: &Document, edits: &mut Vec<Edit>) -> HashMap<String, String> {
    let is_here = |name: &str, group: &Group| document.groups.get(name) == Some(group);
    let names: HashSet<&str> = document.groups.keys().chain(fragment.groups.keys()).map(String::as_str).collect();
    let renamed: HashMap<&str, String> = fragment
        .groups
        .iter()
        .filter(|(name, group)| document.groups.contains_key(*name) && !is_here(name, group))
        .map(|(name, _)| (name.as_str(), fresh_name(name, |name| names.contains(name))))
        .collect();
    let kinds: HashMap<String, String> = renamed.iter().map(|(old, new)| (format!("group:{old}"), format!("group:{new}"))).collect();
    for (name, group) in fragment.groups.iter().filter(|(name, group)| !is_here(name, group)) {
        let mut group = group.clone();
        for node in group.nodes.values_mut() {
            if let Some(kind) = kinds.get(&node.kind) {
                node.kind.clone_from(kind);
            }
        }
        let name = renamed.get(name.as_str()).unwrap_or(name).clone();
        edits.push(Edit::AddGroup { name, group, index: None });
    }
    kinds
}

fn offset(fragment: &Document, place: PastePlace) -> [f64; 2] {
    let corner = match place {
        PastePlace::Offset(offset) => return offset,
        PastePlace::At(corner) => corner,
    };
    let places = fragment.nodes.values().map(|node| node.position).chain(fragment.frames.iter().map(|frame| frame.position));
    let least = places.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]).unwrap_or(corner);
    [corner[0] - least[0], corner[1] - least[1]]
}

fn moved(place: [f64; 2], offset: [f64; 2]) -> [f64; 2] {
    std::array::from_fn(|axis| (place[axis] + offset[axis]).clamp(*limits::CANVAS.start(), *limits::CANVAS.end()))
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::*;
    use crate::graph::PortRef;
    use crate::graph::edit::apply;
    use crate::node::Literal;

    /// `noise -> advect -> blur`, a frame around advect and blur, one around all.
    fn document() -> Document {
        let mut document = Document::default();
        for (index, kind) in ["noise", "advect", "blur"].into_iter().enumerate() {
            let mut node = Node::new(kind);
            node.position = [100.0 * index as f64, 50.0];
            node.inputs.insert("amount".into(), Literal::Number(0.5));
            document.nodes.insert(kind.into(), node);
        }
        for (from, to) in [("noise", "advect"), ("advect", "blur")] {
            document.links.push(Link::new(PortRef::new(from, "result"), PortRef::new(to, "value")));
        }
        for (text, left) in [("two", 90.0), ("all", -10.0)] {
            let frame = Frame { text: text.into(), position: [left, 40.0], size: [400.0, 50.0], colour: None, extra: Map::new() };
            document.frames.push(frame);
        }
        document
    }

    fn copy_two(incoming_links: bool) -> String {
        let nodes = HashSet::from(["advect", "blur"]);
        copy(&document(), None, &Selection { nodes, incoming_links, ..Selection::default() }).unwrap()
    }

    fn links(document: &Document) -> Vec<String> {
        document.links.iter().map(|link| format!("{} {}", link.from, link.to)).collect()
    }

    #[test]
    fn copies_have_ids_of_their_own_and_keep_inner_links() {
        let mut document = document();
        let pasted = paste(&document, None, &copy_two(false), PastePlace::Offset([20.0, 30.0])).unwrap();
        assert_eq!(pasted.ids, ["advect_2", "blur_2"]);
        assert_eq!(pasted.diagnostics, []);
        let before = document.clone();
        let inverse = apply(&mut document, pasted.edit).unwrap();
        assert_eq!(links(&document)[2..], ["advect_2.result blur_2.value"]);
        assert_eq!(document.nodes["advect_2"].position, [120.0, 80.0]);
        assert_eq!(document.nodes["advect_2"].inputs, document.nodes["advect"].inputs);
        assert_eq!(document.frames.iter().map(|frame| frame.text.as_str()).collect::<Vec<_>>(), ["two", "all", "two"]);
        apply(&mut document, inverse).unwrap();
        assert_eq!(document, before);
    }

    #[test]
    fn incoming_links_hold_again_where_their_node_is() {
        let mut here = document();
        let edit = paste(&here, None, &copy_two(true), PastePlace::Offset([0.0; 2])).unwrap().edit;
        apply(&mut here, edit).unwrap();
        assert_eq!(links(&here)[2..], ["noise.result advect_2.value", "advect_2.result blur_2.value"]);
        let mut elsewhere = Document::default();
        let pasted = paste(&elsewhere, None, &copy_two(true), PastePlace::At([7.0, 8.0])).unwrap();
        assert_eq!(pasted.diagnostics, []);
        apply(&mut elsewhere, pasted.edit).unwrap();
        assert_eq!(links(&elsewhere), ["advect.result blur.value"]);
        assert_eq!(elsewhere.frames[0].position, [7.0, 8.0]);
    }

    #[test]
    fn groups_come_along_and_never_replace_another_of_their_name() {
        let mut source = document();
        source.groups.insert("inner".into(), Group::default());
        let mut outer = Group::default();
        outer.nodes.insert("a".into(), Node::new("group:inner"));
        source.groups.insert("outer".into(), outer);
        source.nodes.insert("sand".into(), Node::new("group:outer"));
        let text = copy(&source, None, &Selection { nodes: HashSet::from(["sand"]), ..Selection::default() }).unwrap();

        let edit = paste(&source, None, &text, PastePlace::Offset([0.0; 2])).unwrap().edit;
        apply(&mut source, edit).unwrap();
        assert_eq!((source.groups.len(), source.nodes["sand_2"].kind.as_str()), (2, "group:outer"));

        let mut other = Document::default();
        let mut different = Group::default();
        different.nodes.insert("z".into(), Node::new("mix"));
        other.groups.insert("inner".into(), different);
        let edit = paste(&other, None, &text, PastePlace::Offset([0.0; 2])).unwrap().edit;
        apply(&mut other, edit).unwrap();
        assert_eq!(other.groups["outer"].nodes["a"].kind, "group:inner_2");
        assert_eq!(other.groups.len(), 3);
    }

    #[test]
    fn a_whole_document_can_be_pasted() {
        let text = crate::graph::file::to_json(&document()).unwrap();
        let pasted = paste(&Document::default(), None, &text, PastePlace::Offset([0.0; 2])).unwrap();
        assert_eq!(pasted.ids, ["noise", "advect", "blur"]);
    }

    #[test]
    fn junk_is_refused_with_what_was_expected() {
        let error = |text: &str| paste(&Document::default(), None, text, PastePlace::Offset([0.0; 2])).unwrap_err().to_string();
        for junk in ["", "hello", "{\"a\": 1}", "[1, 2]", "{\"format\": \"wavewright-clipboard\", \"version\": 1, \"nodes\": {}}"] {
            let message = error(junk);
            assert!(message.starts_with("nothing was pasted: ") && message.contains("copy nodes in Wavewright"), "{junk}: {message}");
        }
    }
}
