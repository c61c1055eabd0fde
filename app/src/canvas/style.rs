//! Colours, fonts and icons of the canvas. Sizes are fixed: they are part of how the canvas reads.

use egui::{Color32, FontFamily};

/// The letters of an icon font that the canvas uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanvasIcons {
    /// Can be looked at.
    pub eye: char,
    /// Is looked at whatever is selected.
    pub pin: char,
    /// Broken.
    pub error: char,
    /// Deserves a look.
    pub warning: char,
    /// Opens a list.
    pub expand: char,
    /// A group that can be entered.
    pub group: char,
    /// Searches.
    pub search: char,
    /// Has keyframes.
    pub keyframe: char,
}

/// How the canvas looks.
#[derive(Clone, Debug, PartialEq)]
pub struct CanvasStyle {
    /// Behind everything, and the casing of wires.
    pub background: Color32,
    /// Dots of the grid.
    pub grid: Color32,
    /// Body of a node.
    pub node: Color32,
    /// Outline of a node.
    pub node_outline: Color32,
    /// Shadow below a node.
    pub shadow: Color32,
    /// How much of its category's colour a title has, 0 to 1.
    pub title_tint: f32,
    /// Titles and values.
    pub text: Color32,
    /// Labels.
    pub text_dim: Color32,
    /// Closed eyes and other quiet icons.
    pub faint: Color32,
    /// Field of a value.
    pub field: Color32,
    /// Field of a value under the pointer.
    pub field_hovered: Color32,
    /// Selection, focus, open eyes.
    pub accent: Color32,
    /// Broken.
    pub error: Color32,
    /// Deserves a look.
    pub warning: Color32,
    /// A frame without a colour of its own.
    pub frame: Color32,
    /// Colours that the menu offers for nodes and frames.
    pub swatches: Vec<(&'static str, Color32)>,
    /// Labels.
    pub text_family: FontFamily,
    /// Titles.
    pub title_family: FontFamily,
    /// Values.
    pub value_family: FontFamily,
    /// Icons.
    pub icon_family: FontFamily,
    /// Icons.
    pub icons: CanvasIcons,
}

/// Sizes in units of the canvas (points at a zoom of 1).
pub mod metrics {
    /// The grid that nodes snap to.
    pub const GRID: f32 = 8.0;
    /// Distance of the dots drawn behind the graph.
    pub const DOTS: f32 = 24.0;
    /// Height of a title.
    pub const TITLE: f32 = 24.0;
    /// Height of a row.
    pub const ROW: f32 = 20.0;
    /// Between title and rows, and below the last row.
    pub const PADDING: f32 = 6.0;
    /// Between the edge of a node and a label.
    pub const INSET: f32 = 12.0;
    /// Between the edge of a node and the field of a value.
    pub const FIELD_INSET: f32 = 10.0;
    /// Radius of a port.
    pub const PORT: f32 = 5.5;
    /// How far from its centre a port is hit, on the screen.
    pub const PORT_REACH: f32 = 10.0;
    /// Rounding of a node. Up to 5 points egui rounds with half as many triangles as above.
    pub const ROUNDING: f32 = 5.0;
    /// Least width of a node that is as wide as its words need.
    pub const WIDTH_MIN: f32 = 120.0;
    /// Greatest width of a node that is as wide as its words need.
    pub const WIDTH_MAX: f32 = 260.0;
    /// Size of titles.
    pub const TITLE_TEXT: f32 = 12.5;
    /// Size of labels.
    pub const LABEL_TEXT: f32 = 12.0;
    /// Size of values.
    pub const VALUE_TEXT: f32 = 11.5;
    /// Size of icons.
    pub const ICON: f32 = 14.0;
    /// Radius of a reroute dot.
    pub const DOT: f32 = 7.0;
    /// Height of the row that carries a message.
    pub const MESSAGE: f32 = 18.0;
    /// Size of the text of a frame.
    pub const FRAME_TEXT: f32 = 12.5;
    /// Height of the strip of a frame that carries its text and moves it.
    pub const FRAME_TITLE: f32 = 28.0;
    /// Width of a wire.
    pub const WIRE: f32 = 2.0;
}
