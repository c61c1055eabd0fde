//! Reading a texture beside the element: whole cells, and between cells with exact weights. Hardware filters have eight bits of weight,
//! too coarse for advection, so these are four loads and a mix.

use super::items::ItemText;
use super::kernel::{KernelBuilder, identifier};
use super::scope::{Element, Scope};
use crate::compile::layout;
use crate::compile::lower::LoweredNode;
use crate::compile::place::FieldId;
use crate::node::{Given, ValueType};

/// What lies beyond a grid's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Boundary {
    /// The edge cell again.
    Clamp,
    /// The other side.
    Wrap,
    /// Zero.
    Zero,
}

impl Boundary {
    /// What the node's `boundary` input says; clamp without one.
    pub fn of(node: &LoweredNode) -> Self {
        match node.spec.input_index("boundary").and_then(|input| node.chosen(input)) {
            Some("wrap") => Self::Wrap,
            Some("zero") => Self::Zero,
            _ => Self::Clamp,
        }
    }

    const fn suffix(self) -> &'static str {
        match self {
            Self::Clamp => "",
            Self::Wrap => "_wrapped",
            Self::Zero => "_or_zero",
        }
    }
}

impl KernelBuilder<'_> {
    /// A grid's value at the element (or what it was a step before), by name: read once, however many ask.
    pub(super) fn load(&mut self, scope: &mut Scope, field: FieldId, previous: bool) -> String {
        if let Some(known) = scope.load_of(field, previous) {
            return known.clone();
        }
        let held = &self.context.placement.fields[field];
        let texture = self.field(field, previous);
        let read = if matches!(scope.element(), Element::Cell) && self.size == Some(held.size) {
            format!("textureLoad({texture}, cell, 0){}", layout::texel_swizzle(held.value_type))
        } else {
            let uv = self.sheet_uv(scope);
            let function = self.texture_at_uv(&texture, held.value_type, Boundary::Clamp);
            format!("{function}({uv})")
        };
        let before = if previous { "_before" } else { "" };
        let wanted = format!("{}_{}{before}", identifier(&self.context.nodes[held.node].id), held.label);
        let name = scope.local(&wanted, self);
        scope.lines.push(format!("let {name} = {read};"));
        scope.set_load(field, previous, name.clone());
        name
    }

    /// The uv at which the asker reads a grid: its own on grids, where it stands on the plane elsewhere.
    fn sheet_uv(&mut self, scope: &mut Scope) -> String {
        if !matches!(scope.element(), Element::Member(_)) {
            return self.given(scope, Given::Uv);
        }
        let position = self.given(scope, Given::Position2);
        let (origin, size) = (self.plane_origin(), self.plane_size());
        format!("(({position} - {origin}) / {size} + 0.5)")
    }

    fn add_texture_function(&mut self, name: &str, text: String) {
        if self.written_functions.insert(name.to_owned()) {
            self.functions.push(ItemText { text, uses: Vec::new(), origin: None });
        }
    }

    /// The function that loads a cell of `texture`: vec2i -> value.
    pub(super) fn texture_at_cell(&mut self, texture: &str, value_type: ValueType, boundary: Boundary) -> String {
        let name = format!("{texture}__cell{}", boundary.suffix());
        let (spelling, swizzle) = (value_type.wgsl(), layout::texel_swizzle(value_type));
        let body = match boundary {
            Boundary::Clamp => format!("    return textureLoad({texture}, clamp(cell, vec2i(0), size - 1), 0){swizzle};\n"),
            Boundary::Wrap => format!("    return textureLoad({texture}, (cell % size + size) % size, 0){swizzle};\n"),
            Boundary::Zero => format!(
                "    let inside = all(cell >= vec2i(0)) && all(cell < size);\n    \
                 return select({spelling}(), textureLoad({texture}, clamp(cell, vec2i(0), size - 1), 0){swizzle}, inside);\n"
            ),
        };
        let text = format!("fn {name}(cell: vec2i) -> {spelling} {{\n    let size = vec2i(textureDimensions({texture}));\n{body}}}\n");
        self.add_texture_function(&name, text);
        name
    }

    /// The function that reads between cells of `texture`: vec2f in cells -> value.
    pub(super) fn texture_at_point(&mut self, texture: &str, value_type: ValueType, boundary: Boundary) -> String {
        let name = format!("{texture}__between{}", boundary.suffix());
        let at_cell = self.texture_at_cell(texture, value_type, boundary);
        let spelling = value_type.wgsl();
        let text = format!(
            "fn {name}(point: vec2f) -> {spelling} {{\n    \
             let base = floor(point);\n    let weight = point - base;\n    let cell = vec2i(base);\n    \
             let near = mix({at_cell}(cell), {at_cell}(cell + vec2i(1, 0)), weight.x);\n    \
             let far = mix({at_cell}(cell + vec2i(0, 1)), {at_cell}(cell + vec2i(1, 1)), weight.x);\n    \
             return mix(near, far, weight.y);\n}}\n"
        );
        self.add_texture_function(&name, text);
        name
    }

    /// The function that reads `texture` at a uv.
    pub(super) fn texture_at_uv(&mut self, texture: &str, value_type: ValueType, boundary: Boundary) -> String {
        let name = format!("{texture}__uv{}", boundary.suffix());
        let at_point = self.texture_at_point(texture, value_type, boundary);
        let spelling = value_type.wgsl();
        let text =
            format!("fn {name}(uv: vec2f) -> {spelling} {{\n    return {at_point}(uv * vec2f(textureDimensions({texture})) - 0.5);\n}}\n");
        self.add_texture_function(&name, text);
        name
    }

    /// The function that lets only numbers through and counts the rest: (value, counter) -> value.
    pub(super) fn guard(&mut self, value_type: ValueType) -> String {
        let faults = self.faults();
        let (channels, spelling) = (value_type.channels(), value_type.wgsl());
        let name = format!("{}__only_numbers_{}", self.prefix, value_type.name());
        let bits = if channels == 1 { "u32".to_owned() } else { format!("vec{channels}u") };
        let any = if channels == 1 { "broken" } else { "any(broken)" };
        let zero = format!("{spelling}()");
        // An exponent of all ones is infinity or no number; compilers may assume that floats are neither, so the bits are asked.
        let mask = if channels == 1 { "0x7f800000u".to_owned() } else { format!("{bits}(0x7f800000u)") };
        let text = format!(
            "fn {name}(value: {spelling}, counter: u32) -> {spelling} {{\n    \
             let broken = (bitcast<{bits}>(value) & {mask}) == {mask};\n    \
             if {any} {{\n        atomicAdd(&{faults}[counter], 1u);\n    }}\n    \
             return select(value, {zero}, broken);\n}}\n"
        );
        self.add_texture_function(&name, text);
        name
    }
}
