//! What the canvas asks of its host. The canvas changes nothing itself but the view and the selection.

use std::sync::Arc;

use egui::{Color32, Pos2, Rect};

use super::model::{FrameId, NodeId, PortId, Wire};
use super::value::EditedValue;

/// Where a command stands in its gesture. A gesture is one step of undo.
///
/// Gestures do not mix: until one has finished or was cancelled, no command of another comes. When what a gesture is about is
/// removed from outside, it ends without a last command; [`super::CanvasState::is_busy`] tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// More is coming: show it, but keep no step of undo yet.
    Running,
    /// The last of its gesture, or the only one.
    Finished,
    /// The artist gave up: put back what was there before the gesture's first command.
    Cancelled,
}

/// What to copy, delete or duplicate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Items {
    /// Nodes, in the graph's order.
    pub nodes: Vec<NodeId>,
    /// Frames, in the graph's order.
    pub frames: Vec<FrameId>,
}

impl Items {
    /// Whether there is nothing.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.frames.is_empty()
    }
}

/// A wire between a node that is there and one that is about to be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewNodeWire {
    /// The end at the node that is there.
    pub existing: PortId,
    /// The port of the new node, on the opposite side.
    pub new_port: Arc<str>,
}

/// A node dropped onto a wire: the wire is replaced by one to `input` and one from `output`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insertion {
    /// The wire that makes room.
    pub wire: Wire,
    /// The node's input that takes the wire's start.
    pub input: PortId,
    /// The node's output that feeds the wire's end.
    pub output: PortId,
}

/// New places of nodes and frames: a drag, an alignment, an automatic layout.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// Nodes with their new left top corners.
    pub nodes: Vec<(NodeId, Pos2)>,
    /// Frames with their new left top corners.
    pub frames: Vec<(FrameId, Pos2)>,
    /// At the end of a drag that dropped a node onto a wire.
    pub insertion: Option<Insertion>,
    /// Where in its gesture.
    pub phase: Phase,
}

/// What the artist asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum CanvasCommand {
    /// The selection is another one; it is in [`super::CanvasState`].
    SelectionChanged,
    /// Put nodes and frames elsewhere.
    Move(Move),
    /// Add a wire. A wire that already ends at its input makes room.
    Connect(Wire),
    /// A wire was picked up and its end dropped elsewhere.
    Reconnect {
        /// The wire as it was.
        old: Wire,
        /// The wire as it shall be.
        new: Wire,
    },
    /// Remove wires: a wire was dropped on nothing, cut by the knife, or deleted.
    Disconnect(Vec<Wire>),
    /// Add a node.
    AddNode {
        /// Which, as the host's entry names it.
        kind: Arc<str>,
        /// Left top corner on the canvas.
        position: Pos2,
        /// Its wires. A wire that already ends at such an input makes room.
        wires: Vec<NewNodeWire>,
    },
    /// Put a bend into a wire.
    AddReroute {
        /// The wire.
        wire: Wire,
        /// Centre of the bend on the canvas.
        position: Pos2,
    },
    /// Remove nodes with their wires, and frames.
    Delete(Items),
    /// Copy as text to the clipboard.
    Copy(Items),
    /// Copy as text to the clipboard and remove.
    Cut(Items),
    /// Add what `text`, from the clipboard, describes; refuse junk with a note ([`super::CanvasState::show_note`]).
    Paste {
        /// The clipboard's text.
        text: String,
        /// Where the left top corner of it goes on the canvas.
        position: Pos2,
    },
    /// Add copies beside the originals; wires between them are copied too.
    Duplicate {
        /// What to copy.
        items: Items,
        /// Whether copies keep the originals' incoming wires.
        incoming: bool,
    },
    /// An input was edited in place.
    SetValue {
        /// The input.
        input: PortId,
        /// Its value.
        value: EditedValue,
        /// Where in its gesture.
        phase: Phase,
    },
    /// Give an input its default.
    ResetValue(PortId),
    /// Set a keyframe of an input at the current time, or remove the one that is there.
    ToggleKeyframe(PortId),
    /// Let the artist change what dragging of an input covers.
    EditRange(PortId),
    /// Open the richer editor of an input (a curve, a list, a file).
    OpenEditor(PortId),
    /// Look at an output, or look away when it is being looked at.
    ToggleEye(PortId),
    /// Look at an output whatever is selected, or no longer.
    TogglePin(PortId),
    /// Bypass nodes, or no longer.
    Mute {
        /// Which.
        nodes: Vec<NodeId>,
        /// Whether to bypass.
        muted: bool,
    },
    /// Show only the titles of nodes, or everything.
    Collapse {
        /// Which.
        nodes: Vec<NodeId>,
        /// Whether to show only titles.
        collapsed: bool,
    },
    /// Show pictures on nodes, or none.
    ShowThumbnails {
        /// Which.
        nodes: Vec<NodeId>,
        /// Whether to show them.
        shown: bool,
    },
    /// Give a node another title; empty for the one of its kind.
    Rename {
        /// Which.
        node: NodeId,
        /// The title.
        title: String,
    },
    /// Give nodes and frames a colour, or take it away.
    SetColour {
        /// Which.
        items: Items,
        /// The colour.
        colour: Option<Color32>,
    },
    /// Add a frame.
    AddFrame {
        /// Where.
        rect: Rect,
    },
    /// Change what a frame says.
    SetFrameText {
        /// Which.
        frame: FrameId,
        /// The text.
        text: String,
    },
    /// Change the size of a frame.
    ResizeFrame {
        /// Which.
        frame: FrameId,
        /// Where it shall be.
        rect: Rect,
        /// Where in its gesture.
        phase: Phase,
    },
    /// Make a group of nodes.
    MakeGroup(Items),
    /// Put what a group holds in its place.
    Ungroup(NodeId),
    /// Show the graph that a group holds.
    EnterGroup(NodeId),
    /// Show the graph that holds this one.
    LeaveGroup,
    /// Show the problem of a node where problems are listed.
    ShowProblem(NodeId),
    /// Show the manual of a node.
    ShowHelp(NodeId),
}
