//! Every change of a document, and how it is taken back.
//!
//! [`apply`] makes a change and gives the edit that undoes it: applied in turn, that one restores the saved JSON byte for byte, the
//! order of nodes, inputs and links included. [`History`] keeps those for undo and redo.

mod document_edits;
mod graph_edits;
mod history;
mod merge;
mod splice;
#[cfg(test)]
mod tests;

pub use history::{Gesture, History};

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::limits::OutOfLimits;
use super::{Document, Frame, GraphMut, GridSettings, Group, Keyframe, Link, Node, PointerTrack, PortRef, Timeline};
use crate::node::Literal;

/// A change. Those of nodes, links and frames are of the document's own graph, or of a group's inside [`Edit::InGroup`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    /// A new node, last in the file. Links that wait for a node of this id hold from now on.
    AddNode {
        /// Free and valid: see [`super::naming::fresh_id`].
        id: String,
        /// The node.
        node: Node,
    },
    /// Removes nodes with their links and keyframes.
    RemoveNodes {
        /// Which.
        ids: Vec<String>,
    },
    /// Another id; links and keyframes follow.
    RenameNode {
        /// The id now.
        from: String,
        /// The id then: free and valid.
        to: String,
    },
    /// Another kind; inputs and links stay as they are.
    SetKind {
        /// The node.
        node: String,
        /// Its kind then.
        kind: String,
    },
    /// Sets one input, or makes it the default again.
    SetInput {
        /// The node.
        node: String,
        /// The input.
        input: String,
        /// `None` for the default.
        value: Option<Literal>,
    },
    /// Sets many inputs, in order.
    SetInputs {
        /// What is set.
        changes: Vec<InputChange>,
    },
    /// What the sliders of a node's inputs cover, where that is not what its kind says: all of them.
    SetRanges {
        /// Node and its ranges by input.
        nodes: Vec<(String, IndexMap<String, [f64; 2]>)>,
    },
    /// A name of the artist's own, or none.
    SetTitle {
        /// The node.
        node: String,
        /// The name.
        title: Option<String>,
    },
    /// Colours, `#rrggbb` or none.
    SetColour {
        /// Node and colour.
        nodes: Vec<(String, Option<String>)>,
    },
    /// Mutes, collapses, shows a thumbnail, or takes that back.
    SetFlag {
        /// Which.
        flag: NodeFlag,
        /// Node and whether.
        nodes: Vec<(String, bool)>,
    },
    /// Puts nodes at places on the canvas.
    MoveNodes {
        /// Node and its left top corner.
        positions: Vec<(String, [f64; 2])>,
    },
    /// A wire; it replaces the one that ends at the same input.
    Connect(Link),
    /// Removes the wire that ends at this input.
    Disconnect(PortRef),
    /// A box with text.
    AddFrame {
        /// Its place in the list; the end where there is none.
        index: Option<usize>,
        /// The frame.
        frame: Frame,
    },
    /// Changes a frame.
    SetFrame {
        /// Its place in the list.
        index: usize,
        /// What it becomes.
        frame: Frame,
    },
    /// Removes a frame; what lies on it stays.
    RemoveFrame {
        /// Its place in the list.
        index: usize,
    },
    /// Nodes out and in, at exact places, links untouched: what undoing makes of [`Edit::AddNode`] and [`Edit::RemoveNodes`].
    SpliceNodes {
        /// Ids to take out.
        remove: Vec<String>,
        /// Nodes to put in, by rising place.
        insert: Vec<PlacedNode>,
    },
    /// Links out and in, at exact places: what undoing makes of [`Edit::Connect`] and [`Edit::Disconnect`].
    SpliceLinks {
        /// Links to take out.
        remove: Vec<Link>,
        /// Links to put in, by rising place.
        insert: Vec<(usize, Link)>,
    },
    /// The simulation plane.
    SetGrid(GridSettings),
    /// Time, keyframes included.
    SetTimeline(Timeline),
    /// The seed.
    SetSeed(u32),
    /// The pointer's track.
    SetPointerTrack(PointerTrack),
    /// What the document is.
    SetDescription(String),
    /// The keyframes of one input.
    SetKeyframes {
        /// `node.input`, or `group/node.input`.
        target: String,
        /// None at all where it is empty.
        keyframes: Vec<Keyframe>,
        /// Its place among the keyframed inputs; the old one, or the end, where there is none.
        index: Option<usize>,
    },
    /// A new group.
    AddGroup {
        /// Its name: free.
        name: String,
        /// The group.
        group: Group,
        /// Its place among the groups; the end where there is none.
        index: Option<usize>,
    },
    /// Removes a group; nodes that stand for it are then of an unknown kind.
    RemoveGroup {
        /// Which.
        name: String,
    },
    /// Another name for a group; nodes that stand for it and keyframes in it follow.
    RenameGroup {
        /// The name now.
        from: String,
        /// The name then: free.
        to: String,
    },
    /// An edit of a group's graph. Groups have their names from the document, so there is nothing to nest.
    InGroup {
        /// The group's name.
        group: String,
        /// What changes in it.
        edit: Box<Edit>,
    },
    /// All of these in order, or none of them.
    Batch(Vec<Edit>),
}

/// One input set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InputChange {
    /// The node.
    pub node: String,
    /// The input.
    pub input: String,
    /// `None` for the default.
    pub value: Option<Literal>,
    /// Its place among the inputs that are set; the old one, or the end, where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
}

/// What is on or off about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeFlag {
    /// Bypassed.
    Muted,
    /// Only the title row is drawn.
    Collapsed,
    /// Shows a picture of its first output.
    Thumbnail,
}

/// A node at a place in the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlacedNode {
    /// How many nodes stand before it.
    pub index: usize,
    /// Its id.
    pub id: String,
    /// The node.
    pub node: Node,
}

/// Why an edit was refused. The document is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// No such node.
    #[error("there is no node \"{0}\"")]
    NoNode(String),
    /// No such group.
    #[error("there is no group \"{0}\"")]
    NoGroup(String),
    /// No such wire.
    #[error("no wire ends at {0}")]
    NoLink(PortRef),
    /// No such frame.
    #[error("there is no frame number {0}")]
    NoFrame(usize),
    /// No nodes were chosen that a group could be made of.
    #[error("there is nothing to group: choose nodes first")]
    NothingToGroup,
    /// The name is another's.
    #[error("\"{0}\" is taken")]
    Taken(String),
    /// Not an id.
    #[error("\"{0}\" can't be an id: small letters, digits and _, with a letter first")]
    InvalidId(String),
    /// Not a colour.
    #[error("\"{0}\" is not a colour like \"#20a0ff\"")]
    InvalidColour(String),
    /// Not `node.input`.
    #[error("\"{0}\" is not a \"node.input\"")]
    InvalidTarget(String),
    /// A number that is no number can't be saved.
    #[error("{0} is not a finite number")]
    NotFinite(String),
    /// A slider has a lower and an upper end.
    #[error("the range of {0} does not run from a number to a greater one")]
    NoRange(String),
    /// So far away that a screen can't tell neighbours apart.
    #[error("{what} can't be placed at {place}: a canvas reaches to 1000000")]
    OffCanvas {
        /// The node or frame.
        what: String,
        /// Where to.
        place: String,
    },
    /// A figure that can't be.
    #[error(transparent)]
    OutOfLimits(#[from] OutOfLimits),
    /// A place beyond the end of a list.
    #[error("place {index} is beyond the end, {length}")]
    BeyondEnd {
        /// The place asked for.
        index: usize,
        /// The length of the list.
        length: usize,
    },
}

/// Makes a change and gives the edit that undoes it.
///
/// # Errors
/// An edit that does not fit the document, which is then as it was.
pub fn apply(document: &mut Document, edit: Edit) -> Result<Edit, EditError> {
    apply_in(document, None, edit)
}

fn apply_in(document: &mut Document, group: Option<&str>, edit: Edit) -> Result<Edit, EditError> {
    use graph_edits as graph;
    match edit {
        Edit::AddNode { id, node } => on_graph(document, group, |of| graph::add_node(of, id, node)),
        Edit::RemoveNodes { ids } => graph::remove_nodes(document, group, &ids),
        Edit::RenameNode { from, to } => graph::rename_node(document, group, from, to),
        Edit::SetKind { node, kind } => on_graph(document, group, |of| graph::set_kind(of, node, kind)),
        Edit::SetInput { node, input, value } => {
            let changes = vec![InputChange { node, input, value, index: None }];
            on_graph(document, group, |of| graph::set_inputs(of, changes))
        }
        Edit::SetInputs { changes } => on_graph(document, group, |of| graph::set_inputs(of, changes)),
        Edit::SetRanges { nodes } => on_graph(document, group, |of| graph::set_ranges(of, nodes)),
        Edit::SetTitle { node, title } => on_graph(document, group, |of| graph::set_title(of, node, title)),
        Edit::SetColour { nodes } => on_graph(document, group, |of| graph::set_colour(of, nodes)),
        Edit::SetFlag { flag, nodes } => on_graph(document, group, |of| graph::set_flag(of, flag, nodes)),
        Edit::MoveNodes { positions } => on_graph(document, group, |of| graph::move_nodes(of, positions)),
        Edit::Connect(link) => on_graph(document, group, |of| graph::connect(of, link)),
        Edit::Disconnect(to) => on_graph(document, group, |of| graph::disconnect(of, to)),
        Edit::AddFrame { index, frame } => on_graph(document, group, |of| graph::add_frame(of, index, frame)),
        Edit::SetFrame { index, frame } => on_graph(document, group, |of| graph::set_frame(of, index, frame)),
        Edit::RemoveFrame { index } => on_graph(document, group, |of| graph::remove_frame(of, index)),
        Edit::SpliceNodes { remove, insert } => on_graph(document, group, |of| splice::nodes(of.nodes, remove, insert)),
        Edit::SpliceLinks { remove, insert } => on_graph(document, group, |of| splice::links(of.links, &remove, insert)),
        Edit::SetGrid(grid) => document_edits::set_grid(document, grid),
        Edit::SetTimeline(timeline) => document_edits::set_timeline(document, timeline),
        Edit::SetSeed(seed) => Ok(Edit::SetSeed(std::mem::replace(&mut document.seed, seed))),
        Edit::SetPointerTrack(track) => document_edits::set_pointer_track(document, track),
        Edit::SetDescription(text) => Ok(Edit::SetDescription(std::mem::replace(&mut document.description, text))),
        Edit::SetKeyframes { target, keyframes, index } => document_edits::set_keyframes(document, target, keyframes, index),
        Edit::AddGroup { name, group, index } => document_edits::add_group(document, name, group, index),
        Edit::RemoveGroup { name } => document_edits::remove_group(document, name),
        Edit::RenameGroup { from, to } => document_edits::rename_group(document, from, to),
        Edit::InGroup { group, edit } => apply_in(document, Some(&group), *edit),
        Edit::Batch(edits) => apply_batch(document, group, edits),
    }
}

/// Makes a change of one graph; what takes it back is of the same graph.
fn on_graph(
    document: &mut Document,
    group: Option<&str>,
    change: impl FnOnce(&mut GraphMut<'_>) -> Result<Edit, EditError>,
) -> Result<Edit, EditError> {
    let inverse = change(&mut graph_edits::graph_of(document, group)?)?;
    Ok(in_group(group, inverse))
}

fn apply_batch(document: &mut Document, group: Option<&str>, edits: Vec<Edit>) -> Result<Edit, EditError> {
    let mut inverses = Vec::with_capacity(edits.len());
    for edit in edits {
        match apply_in(document, group, edit) {
            Ok(inverse) => inverses.push(inverse),
            Err(error) => {
                for inverse in inverses.into_iter().rev() {
                    // An inverse fits the document that it was made for.
                    let restored = apply(document, inverse);
                    debug_assert!(restored.is_ok(), "{restored:?}");
                }
                return Err(error);
            }
        }
    }
    inverses.reverse();
    Ok(Edit::Batch(inverses))
}

/// An edit of a graph as an edit of the document.
#[must_use]
pub fn in_group(group: Option<&str>, edit: Edit) -> Edit {
    match group {
        None => edit,
        Some(group) => Edit::InGroup { group: group.to_owned(), edit: Box::new(edit) },
    }
}
