//! What the canvas is shown: nodes, ports, wires and frames, as plain data of the widget's own.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use egui::{Color32, Pos2, Rect, TextureId, Vec2};

use super::value::InlineValue;

/// The name of a node, given by the host. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(Arc<str>);

impl NodeId {
    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<T: Into<Arc<str>>> From<T> for NodeId {
    fn from(name: T) -> Self {
        Self(name.into())
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// The name of a frame, given by the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FrameId(pub usize);

/// Which side of a node a port is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PortSide {
    /// On the left: a wire ends here.
    Input,
    /// On the right: wires start here.
    Output,
}

/// A port of a node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PortId {
    /// The node.
    pub node: NodeId,
    /// The side.
    pub side: PortSide,
    /// The port's name.
    pub port: Arc<str>,
}

impl PortId {
    /// The input `port` of `node`.
    pub fn input(node: impl Into<NodeId>, port: impl Into<Arc<str>>) -> Self {
        Self { node: node.into(), side: PortSide::Input, port: port.into() }
    }

    /// The output `port` of `node`.
    pub fn output(node: impl Into<NodeId>, port: impl Into<Arc<str>>) -> Self {
        Self { node: node.into(), side: PortSide::Output, port: port.into() }
    }
}

impl fmt::Display for PortId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.node, self.port)
    }
}

/// The shape of a port: types differ by shape as well as by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PortShape {
    /// A disc.
    Circle,
    /// A square on its corner.
    Diamond,
    /// A square.
    Square,
    /// A triangle pointing up.
    Triangle,
    /// An upright bar.
    Bar,
    /// A lying bar.
    Dash,
    /// A plus sign.
    Plus,
    /// A hexagon.
    Hexagon,
    /// A ring of dots.
    DotRing,
    /// An empty square.
    Frame,
}

/// The type of a port: its name in words, and how it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortType {
    /// In words, for hints and screen readers.
    pub name: Arc<str>,
    /// Shape of the port.
    pub shape: PortShape,
    /// Colour of the port and of wires that start here.
    pub colour: Color32,
}

/// An output of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Name in commands.
    pub name: Arc<str>,
    /// Name on the node.
    pub label: String,
    /// Type.
    pub port_type: PortType,
    /// Whether somebody is looking at it now.
    pub eye: Eye,
}

/// An input of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Name in commands.
    pub name: Arc<str>,
    /// Name on the node.
    pub label: String,
    /// Type of its port; `None` where no wire may end (a setting), so that there is no port.
    pub port_type: Option<PortType>,
    /// Needs a wire to work: its port is hollow until one ends there.
    pub required: bool,
    /// What it is while no wire ends here, editable in place.
    pub value: Option<InlineValue>,
    /// Whether the value is the one that resetting would give.
    pub is_default: bool,
    /// Whether the value changes over time by keyframes.
    pub keyframed: bool,
}

impl Input {
    /// An input with a port and nothing else.
    pub fn linkable(name: impl Into<Arc<str>>, port_type: PortType) -> Self {
        let name = name.into();
        Self {
            label: name.replace('_', " "),
            name,
            port_type: Some(port_type),
            required: false,
            value: None,
            is_default: true,
            keyframed: false,
        }
    }

    /// The same input with a value.
    #[must_use]
    pub fn with_value(self, value: InlineValue) -> Self {
        Self { value: Some(value), ..self }
    }
}

impl Output {
    /// An output that nobody looks at.
    pub fn new(name: impl Into<Arc<str>>, port_type: PortType) -> Self {
        let name = name.into();
        Self { label: name.replace('_', " "), name, port_type, eye: Eye::Closed }
    }
}

/// Whether the result of an output can be seen, and is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Eye {
    /// Nothing to see: no eye is drawn.
    None,
    /// Could be looked at.
    #[default]
    Closed,
    /// Is looked at.
    Viewed,
    /// Is looked at whatever else is selected.
    Pinned,
}

/// How a node is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NodeForm {
    /// A card with a title, rows of ports and perhaps a picture.
    #[default]
    Card,
    /// Nothing but a port: a bend in a wire.
    Dot,
    /// A title with ports at its ends: a portal, a named end of a wire.
    Pill,
}

/// A picture on a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thumbnail {
    /// The texture.
    pub texture: TextureId,
    /// Its size in pixels: only the proportions matter.
    pub size: Vec2,
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct CanvasNode {
    /// Name in commands.
    pub id: NodeId,
    /// Title.
    pub title: String,
    /// Colour of the mark before the title, and of the title's faint tint.
    pub category_colour: Color32,
    /// A colour of the artist's own, instead of the category's.
    pub colour: Option<Color32>,
    /// Left top corner on the canvas.
    pub position: Pos2,
    /// Width; `None` for as wide as its words need.
    pub width: Option<f32>,
    /// How it is drawn.
    pub form: NodeForm,
    /// Only the title is drawn.
    pub collapsed: bool,
    /// Bypassed: dimmed and hatched.
    pub muted: bool,
    /// Holds a graph that can be entered.
    pub is_group: bool,
    /// Outputs from top to bottom.
    pub outputs: Vec<Output>,
    /// Inputs from top to bottom, below the outputs.
    pub inputs: Vec<Input>,
    /// What is broken, in words.
    pub error: Option<String>,
    /// What deserves a look, in words.
    pub warning: Option<String>,
    /// Picture below the rows.
    pub thumbnail: Option<Thumbnail>,
}

impl CanvasNode {
    /// A plain node without ports.
    pub fn new(id: impl Into<NodeId>, title: impl Into<String>, position: Pos2) -> Self {
        Self {
            id: id.into(),
            title: title.into(),
            category_colour: Color32::GRAY,
            colour: None,
            position,
            width: None,
            form: NodeForm::Card,
            collapsed: false,
            muted: false,
            is_group: false,
            outputs: Vec::new(),
            inputs: Vec::new(),
            error: None,
            warning: None,
            thumbnail: None,
        }
    }

    /// The place of the input called `name`.
    #[must_use]
    pub fn input_index(&self, name: &str) -> Option<usize> {
        self.inputs.iter().position(|input| &*input.name == name)
    }

    /// The place of the output called `name`.
    #[must_use]
    pub fn output_index(&self, name: &str) -> Option<usize> {
        self.outputs.iter().position(|output| &*output.name == name)
    }

    /// The colour of its mark: the artist's own, else the category's.
    #[must_use]
    pub fn mark_colour(&self) -> Color32 {
        self.colour.unwrap_or(self.category_colour)
    }

    /// Whether its rows are hidden.
    #[must_use]
    pub fn is_folded(&self) -> bool {
        self.collapsed || self.form != NodeForm::Card
    }

    /// The most open of its outputs' eyes.
    #[must_use]
    pub fn eye(&self) -> Eye {
        let rank = |eye: Eye| match eye {
            Eye::None => 0,
            Eye::Closed => 1,
            Eye::Viewed => 2,
            Eye::Pinned => 3,
        };
        self.outputs.iter().map(|output| output.eye).max_by_key(|eye| rank(*eye)).unwrap_or(Eye::None)
    }
}

/// A wire from an output to an input.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wire {
    /// The output where it starts.
    pub from: PortId,
    /// The input where it ends.
    pub to: PortId,
}

impl Wire {
    /// A wire between two ports, in either order.
    #[must_use]
    pub fn between(one: PortId, other: PortId) -> Self {
        if one.side == PortSide::Output { Self { from: one, to: other } } else { Self { from: other, to: one } }
    }
}

/// A box with text behind nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct CanvasFrame {
    /// Name in commands.
    pub id: FrameId,
    /// What it says.
    pub text: String,
    /// Where it is on the canvas.
    pub rect: Rect,
    /// Its colour; `None` for a quiet one.
    pub colour: Option<Color32>,
}

/// Everything on the canvas.
///
/// The canvas keeps what it derives from a graph (places of ports, curves) for as long as the graph stays the same.
/// It tells by a stamp that is renewed whenever the graph is borrowed mutably, so keep the graph between frames and change only
/// what changed.
#[derive(Clone, Debug)]
pub struct CanvasGraph {
    nodes: Vec<CanvasNode>,
    wires: Vec<Wire>,
    frames: Vec<CanvasFrame>,
    stamp: u64,
}

impl Default for CanvasGraph {
    fn default() -> Self {
        Self::new(Vec::new(), Vec::new(), Vec::new())
    }
}

impl CanvasGraph {
    /// A graph. Later nodes lie above earlier ones; a wire whose ends do not exist is not drawn.
    #[must_use]
    pub fn new(nodes: Vec<CanvasNode>, wires: Vec<Wire>, frames: Vec<CanvasFrame>) -> Self {
        Self { nodes, wires, frames, stamp: fresh_stamp() }
    }

    /// Nodes, bottom to top.
    #[must_use]
    pub fn nodes(&self) -> &[CanvasNode] {
        &self.nodes
    }

    /// Nodes, to be changed.
    pub fn nodes_mut(&mut self) -> &mut Vec<CanvasNode> {
        self.stamp = fresh_stamp();
        &mut self.nodes
    }

    /// The node called `id`.
    #[must_use]
    pub fn node(&self, id: &NodeId) -> Option<&CanvasNode> {
        self.nodes.iter().find(|node| node.id == *id)
    }

    /// The node called `id`, to be changed.
    pub fn node_mut(&mut self, id: &NodeId) -> Option<&mut CanvasNode> {
        self.stamp = fresh_stamp();
        self.nodes.iter_mut().find(|node| node.id == *id)
    }

    /// Wires, bottom to top.
    #[must_use]
    pub fn wires(&self) -> &[Wire] {
        &self.wires
    }

    /// Wires, to be changed.
    pub fn wires_mut(&mut self) -> &mut Vec<Wire> {
        self.stamp = fresh_stamp();
        &mut self.wires
    }

    /// Frames, bottom to top.
    #[must_use]
    pub fn frames(&self) -> &[CanvasFrame] {
        &self.frames
    }

    /// Frames, to be changed.
    pub fn frames_mut(&mut self) -> &mut Vec<CanvasFrame> {
        self.stamp = fresh_stamp();
        &mut self.frames
    }

    /// Equal stamps mean equal graphs.
    #[must_use]
    pub const fn stamp(&self) -> u64 {
        self.stamp
    }
}

fn fresh_stamp() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}
