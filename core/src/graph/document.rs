//! The document: what is saved, and what every edit changes.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::node::{InputSpec, Literal};

/// The document's `format` field.
pub const FORMAT: &str = "wavewright";
/// The version that this program writes.
pub const VERSION: u32 = 1;

/// A graph with all it needs to run: saved as JSON in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub struct Document {
    /// Always [`FORMAT`].
    pub format: String,
    /// Version of the format.
    pub version: u32,
    /// What the document is, in a sentence or two: shown in the examples' list.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The simulation plane.
    pub grid: GridSettings,
    /// Time.
    pub timeline: Timeline,
    /// Seed of the document's random numbers.
    pub seed: u32,
    /// Where the pointer goes when nobody holds it.
    #[serde(skip_serializing_if = "PointerTrack::is_empty")]
    pub pointer: PointerTrack,
    /// Nodes by id. Ids are `[a-z][a-z0-9_]*`.
    pub nodes: IndexMap<String, Node>,
    /// Wires.
    pub links: Vec<Link>,
    /// Boxes with text behind nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
    /// Graphs that stand as nodes, by name.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub groups: IndexMap<String, Group>,
    /// Fields that this program does not know; kept as they are.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The simulation plane: square cells, centred on `origin_m`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub struct GridSettings {
    /// Cells along x (u) and z (v).
    pub resolution: [u32; 2],
    /// Width along x in metres.
    pub width_m: f64,
    /// Centre of the grid in metres (x, z).
    pub origin_m: [f64; 2],
    /// Fields that this program does not know; kept as they are.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl GridSettings {
    /// Side of a cell in metres.
    #[must_use]
    pub fn cell_m(&self) -> f64 {
        self.width_m / f64::from(self.resolution[0].max(1))
    }
}

/// Time of the document.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub struct Timeline {
    /// Frames a second.
    pub fps: f64,
    /// Steps a frame.
    pub substeps: u32,
    /// First frame and the one after the last.
    pub range: [u32; 2],
    /// Whether playing starts again at the end.
    #[serde(rename = "loop")]
    pub looped: bool,
    /// Values over time, by `node.input`; in a group by `group/node.input`.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub keyframes: IndexMap<String, Vec<Keyframe>>,
    /// Fields that this program does not know; kept as they are.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl Timeline {
    /// Length of a step in seconds.
    #[must_use]
    pub fn dt_s(&self) -> f64 {
        1.0 / (self.fps * f64::from(self.substeps.max(1)))
    }
}

/// A value at a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Keyframe {
    /// When.
    pub frame: f64,
    /// What.
    pub value: Literal,
    /// `linear`, `step` or `smooth` to the next keyframe.
    #[serde(default = "linear")]
    pub interpolation: String,
    /// Fields that this program does not know; kept as they are.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

fn linear() -> String {
    "linear".to_owned()
}

/// Where the pointer is over time, for headless runs and when nobody holds it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub struct PointerTrack {
    /// Rows of `[time_s, x_m, z_m, pressed]`, by rising time; straight between rows, `pressed` holds from its row on.
    pub track: Vec<[f64; 4]>,
    /// Start again after the last row.
    #[serde(rename = "loop")]
    pub looped: bool,
    /// Fields that this program does not know; kept as they are.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl PointerTrack {
    /// Whether there is nothing to save.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.track.is_empty() && !self.looped && self.extra.is_empty()
    }
}

/// One node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Node {
    /// The node file's stem, or `group:NAME`.
    pub kind: String,
    /// A name of the artist's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Inputs that were set.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub inputs: IndexMap<String, Literal>,
    /// What the sliders of inputs cover, from and to, where that is not what the node's file says. Values beyond may be set all the same.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub ranges: IndexMap<String, [f64; 2]>,
    /// Left top corner on the canvas.
    #[serde(default)]
    pub position: [f64; 2],
    /// A colour of the artist's own, `#rrggbb`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// Bypassed: the first fitting input goes through.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub muted: bool,
    /// Only the title row is drawn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub collapsed: bool,
    /// Shows a picture of its first output.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub thumbnail: bool,
    /// Fields that this program does not know; kept as they are.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl Node {
    /// A node of `kind` with everything at its default.
    #[must_use]
    pub fn new(kind: impl Into<String>) -> Self {
        Self {
            kind: kind.into(),
            title: None,
            inputs: IndexMap::new(),
            ranges: IndexMap::new(),
            position: [0.0; 2],
            colour: None,
            muted: false,
            collapsed: false,
            thumbnail: false,
            extra: Map::new(),
        }
    }

    /// What the slider of an input covers: the node's own range, or else that of its kind.
    #[must_use]
    pub fn range_of(&self, input: &InputSpec) -> Option<(f64, f64)> {
        self.ranges.get(&input.name).map(|[low, high]| (*low, *high)).or(input.range)
    }
}

/// A wire: `from: "node.output"`, `to: "node.input"`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Link {
    /// The output.
    pub from: PortRef,
    /// The input. At most one wire ends at an input.
    pub to: PortRef,
    /// Fields that this program does not know; kept as they are.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl Link {
    /// A wire from an output to an input.
    #[must_use]
    pub fn new(from: PortRef, to: PortRef) -> Self {
        Self { from, to, extra: Map::new() }
    }
}

/// A port of a node, written `node.port`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PortRef {
    /// The node's id.
    pub node: String,
    /// The port's name.
    pub port: String,
}

impl PortRef {
    /// The port `port` of `node`.
    pub fn new(node: impl Into<String>, port: impl Into<String>) -> Self {
        Self { node: node.into(), port: port.into() }
    }
}

impl std::fmt::Display for PortRef {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}.{}", self.node, self.port)
    }
}

impl From<PortRef> for String {
    fn from(port: PortRef) -> Self {
        port.to_string()
    }
}

impl TryFrom<String> for PortRef {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        match text.split_once('.') {
            Some((node, port)) if !node.is_empty() && !port.is_empty() => Ok(Self::new(node, port)),
            _ => Err(format!("\"{text}\" is not a port; write \"node.port\"")),
        }
    }
}

impl schemars::JsonSchema for PortRef {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PortRef".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[^.]+\\..+$", "description": "A port: node.port" })
    }
}

/// A box with text behind nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Frame {
    /// What it says.
    pub text: String,
    /// Left top corner on the canvas.
    pub position: [f64; 2],
    /// Width and height on the canvas.
    pub size: [f64; 2],
    /// `#rrggbb`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// Fields that this program does not know; kept as they are.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A graph that stands as a node. Its `group_input` and `group_output` nodes are its ports, called by their ids.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub struct Group {
    /// Nodes by id.
    pub nodes: IndexMap<String, Node>,
    /// Wires.
    pub links: Vec<Link>,
    /// Boxes with text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
    /// Fields that this program does not know; kept as they are.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

impl Default for Document {
    fn default() -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            description: String::new(),
            grid: GridSettings::default(),
            timeline: Timeline::default(),
            seed: 1,
            pointer: PointerTrack::default(),
            nodes: IndexMap::new(),
            links: Vec::new(),
            frames: Vec::new(),
            groups: IndexMap::new(),
            extra: Map::new(),
        }
    }
}

impl Default for GridSettings {
    fn default() -> Self {
        Self { resolution: [512, 512], width_m: 10.0, origin_m: [0.0; 2], extra: Map::new() }
    }
}

impl Default for Timeline {
    fn default() -> Self {
        Self { fps: 60.0, substeps: 1, range: [0, 300], looped: true, keyframes: IndexMap::new(), extra: Map::new() }
    }
}
