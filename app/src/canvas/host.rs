//! What the canvas asks its host while an artist works: which wires fit, which nodes there are, what a thing is.

use std::sync::Arc;

use egui::Color32;

use super::model::{NodeId, PortId, Wire};

/// A port of a kind of node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPort {
    /// Name in commands.
    pub name: Arc<str>,
    /// Its type in words.
    pub type_name: Arc<str>,
}

/// A kind of node that can be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeEntry {
    /// Name in commands.
    pub kind: Arc<str>,
    /// Title.
    pub title: String,
    /// Family, shown beside the title.
    pub category: String,
    /// Colour of the mark before the title.
    pub category_colour: Color32,
    /// Other words by which it is found: tags, synonyms, older names.
    pub tags: Vec<String>,
    /// One sentence about it.
    pub summary: String,
    /// Inputs where a wire may end.
    pub inputs: Vec<EntryPort>,
    /// Outputs.
    pub outputs: Vec<EntryPort>,
}

/// What the pointer rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hovered {
    /// A node's title or body.
    Node(NodeId),
    /// A port.
    Port(PortId),
    /// The value of an input.
    Value(PortId),
    /// A wire.
    Wire(Wire),
}

/// The host's answers.
pub trait CanvasHost {
    /// Whether a wire from the output `from` may end at the input `to`.
    ///
    /// # Errors
    /// Says in a few words why not ("number into waves"); shown at the pointer.
    fn fits(&self, from: &PortId, to: &PortId) -> Result<(), String>;

    /// Every kind of node that can be added, in the order of the library.
    fn entries(&self) -> &[NodeEntry];

    /// The port of a new node of this kind that would take a wire from `end`; `None` when none fits.
    fn entry_port(&self, entry: &NodeEntry, end: &PortId) -> Option<Arc<str>>;

    /// What to tell about the thing under the pointer (description, type, value, minimum and maximum); `None` for nothing.
    fn describe(&self, _hovered: &Hovered) -> Option<String> {
        None
    }
}
