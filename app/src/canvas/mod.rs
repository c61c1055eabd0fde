//! The node-graph canvas: a widget that shows a graph and returns what the artist does to it.
//!
//! It knows nodes, ports, wires and gestures, and nothing of what they mean. It is shown a [`CanvasGraph`], asks its
//! [`CanvasHost`] which wires fit and which kinds of nodes there are, keeps the view and the selection in a [`CanvasState`], and
//! returns every edit as a [`CanvasCommand`]. The document stays with the host, and so does undo: commands of one gesture carry a
//! [`Phase`], and a gesture is one step.
//!
//! It is painted straight on egui. Each crate for node graphs that was tried lacked something that an editor can't do without
//! (selection from outside, moves as commands, names for screen readers) or cost more than a frame at some hundreds of nodes.
//! To egui the canvas is one widget; [`hit`] finds nodes, ports and values, [`gesture`] turns the pointer's events into commands,
//! [`scene`] keeps a graph laid out for as long as it stays the same, and [`draw`] leaves out what is outside of the window or too
//! small to read.

mod accessibility;
mod action;
mod command;
mod draw;
mod drop;
mod edit;
mod gesture;
mod hit;
mod host;
mod keyboard;
mod layout;
mod measure;
mod model;
mod perform;
mod scene;
mod search;
mod selection;
mod session;
mod state;
mod style;
#[cfg(test)]
mod tests;
mod text;
mod tooltip;
mod value;
mod view;
mod widget;

pub use action::CanvasAction;
pub use command::{CanvasCommand, Insertion, Items, Move, NewNodeWire, Phase};
pub use draw::DrawnCounts;
pub use drop::NodeKindPayload;
pub use edit::{pick_colour, split_colour};
pub use host::{CanvasHost, EntryPort, Hovered, NodeEntry};
pub use model::{
    CanvasFrame, CanvasGraph, CanvasNode, Eye, FrameId, Input, NodeForm, NodeId, Output, PortId, PortShape, PortSide, PortType, Thumbnail,
    Wire,
};
pub use search::find_entries;
pub use selection::Selection;
pub use state::{CanvasState, Wheel};
pub use style::{CanvasIcons, CanvasStyle, metrics};
pub use value::{DragSpeed, EditedValue, InlineValue, Number, NumberTraits, drag_step, dragged, evaluate, format_number};
pub use view::{Bookmark, View};
pub use widget::{Canvas, CanvasOutput};
