//! The edges of a mesh's triangles, drawn over its surface or alone.

use super::draw::chosen;
use super::input_value;
use super::kernel::KernelBuilder;
use super::scope::Scope;
use crate::compile::lower::LoweredNode;
use crate::node::ValueType;

/// How the edges of a mesh's triangles are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Edges {
    /// Not at all.
    Off,
    /// Over the surface.
    Over,
    /// And nothing else.
    Only,
}

impl Edges {
    /// As the node's choice says.
    pub(super) fn of(node: &LoweredNode) -> Self {
        match chosen(node, "wireframe") {
            Some("over") => Self::Over,
            Some("only") => Self::Only,
            _ => Self::Off,
        }
    }

    /// Adds the local `edge`, how much of the pixel the edges cover, or leaves out pixels beside them where there is nothing else.
    pub(super) fn add(self, kernel: &mut KernelBuilder<'_>, scope: &mut Scope, thing: usize, pixel: usize) {
        if self == Self::Off {
            return;
        }
        kernel.use_library("scene", "heights_px");
        kernel.use_library("scene", "edge_cover");
        let before = scope.ask_for(pixel);
        let width = kernel.context.nodes[thing].spec.input_index("wire_width");
        let width = width.map_or_else(|| "1.5".to_owned(), |input| input_value(kernel, scope, thing, input, ValueType::Number));
        scope.ask_for(before);
        scope.lines.push("let heights = heights_px(dpdx(seen.share), dpdy(seen.share));".to_owned());
        let cover = format!("edge_cover(seen.share, heights, {width})");
        if self == Self::Over {
            kernel.use_library("scene", "edge_room");
            scope.lines.push(format!("let edge = {cover} * edge_room(heights, {width});"));
        } else {
            scope.lines.extend([format!("if {cover} < 0.5 {{"), "    discard;".to_owned(), "}".to_owned()]);
        }
    }
}
