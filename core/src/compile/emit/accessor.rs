//! The bodies that the compiler gives to accessors: the functions through which a node reads its inputs at other places.

use super::items::ItemText;
use super::kernel::KernelBuilder;
use super::scope::{Element, Place, Scope, convert};
use super::texture::Boundary;
use crate::compile::effect::{Encoding, LIST_ROWS};
use crate::compile::lower::{self, LoweredNode, Source, ValueRef};
use crate::compile::place::{self, FieldId, Home};
use crate::node::{Access, AccessorSpec, AccessorTarget, Attribute, Given, LevelStep, ValueType};

/// An accessor that a function of the kernel calls and whose text is still to be written.
pub(in crate::compile) struct PendingAccessor {
    node: usize,
    accessor: AccessorSpec,
    name: String,
}

impl KernelBuilder<'_> {
    /// Promises the accessor's text under `name`.
    pub(super) fn ask_accessor(&mut self, node: usize, accessor: &AccessorSpec, name: &str) {
        if !self.pending.iter().any(|pending| pending.name == name) && !self.written_functions.contains(name) {
            self.pending.push_back(PendingAccessor { node, accessor: accessor.clone(), name: name.to_owned() });
        }
    }

    /// Writes every promised accessor; their bodies may promise more.
    pub(super) fn write_accessors(&mut self) {
        while let Some(pending) = self.pending.pop_front() {
            if self.written_functions.insert(pending.name.clone()) {
                let text = self.accessor_text(&pending);
                self.functions.push(ItemText { text, uses: Vec::new(), origin: None });
            }
        }
    }

    fn accessor_text(&mut self, pending: &PendingAccessor) -> String {
        let name = &pending.name;
        let context = self.context;
        let node = &context.nodes[pending.node];
        let result = place::node_type(node, &pending.accessor.result);
        match &pending.accessor.target {
            AccessorTarget::Input(input) => self.input_accessor(pending.node, *input, name, result),
            AccessorTarget::Count(input) => {
                let list = self.list_source(pending.node, *input);
                format!("fn {name}() -> u32 {{\n    return min({list}.count, {LIST_ROWS}u);\n}}\n")
            }
            AccessorTarget::Image(input) => match lower::image_key(node, *input) {
                Some(image) => {
                    let texture = self.image(image);
                    format!(
                        "fn {name}(cell: vec2i) -> vec4f {{\n    let size = vec2i(textureDimensions({texture}));\n    \
                         return textureLoad({texture}, clamp(cell, vec2i(0), size - 1), 0);\n}}\n"
                    )
                }
                None => format!("fn {name}(cell: vec2i) -> vec4f {{\n    return vec4f(0.0, 0.0, 0.0, 1.0);\n}}\n"),
            },
            AccessorTarget::ImageSize(input) => match lower::image_key(node, *input) {
                Some(image) => {
                    let texture = self.image(image);
                    format!("fn {name}() -> vec2i {{\n    return vec2i(textureDimensions({texture}));\n}}\n")
                }
                None => format!("fn {name}() -> vec2i {{\n    return vec2i(1);\n}}\n"),
            },
            AccessorTarget::Vertices(attribute) => self.vertices_accessor(pending.node, *attribute, name),
            AccessorTarget::Own { field, level, finest } => self.own_accessor(pending.node, field, *level, *finest, name, result),
        }
    }

    /// Reads an attribute of the set that comes in at the node's first such input.
    fn vertices_accessor(&mut self, node: usize, attribute: Attribute, name: &str) -> String {
        let context = self.context;
        let spelling = attribute.value_type().wgsl();
        let held = &context.nodes[node];
        let found = held.spec.set_input().and_then(|input| context.placement.sets.arriving_at(held, input));
        let Some((from, set)) = found.filter(|(_, set)| set.attributes.contains(&attribute) && set.count() > 0) else {
            return format!("fn {name}(vertex: vec2i) -> {spelling} {{\n    return {spelling}();\n}}\n");
        };
        let [columns, rows] = set.shape.size();
        let all_rows = if rows > 1 { rows.saturating_mul(set.copies) } else { 1 };
        let (last, count) = (set.count().saturating_sub(1), set.count() / all_rows.max(1));
        let columns = if rows > 1 { columns } else { count.max(1) };
        let (member, last_column, last_row) = (attribute.name(), columns.saturating_sub(1), all_rows.saturating_sub(1));
        let buffer = self.elements(from);
        // Below 0 in place of a row says that the first number counts through all of them.
        format!(
            "fn {name}(vertex: vec2i) -> {spelling} {{\n    let inside = clamp(vertex, vec2i(0), vec2i({last_column}, {last_row}));\n    \
             let place = select(inside.y * {columns} + inside.x, clamp(vertex.x, 0, {last}), vertex.y < 0);\n    \
             return {buffer}[place].{member};\n}}\n"
        )
    }

    fn own_accessor(&mut self, node: usize, label: &str, level: LevelStep, finest: Option<usize>, name: &str, result: ValueType) -> String {
        if let (Some(input), Some(block)) = (finest, self.block)
            && block.reads_finest(level)
        {
            return if block.on_coarser {
                self.finer_input_accessor(node, input, name, result)
            } else {
                self.input_accessor(node, input, name, result)
            };
        }
        let boundary = Boundary::of(&self.context.nodes[node]);
        let fields = &self.context.placement.fields;
        let texture = match (self.block, place::find_field(fields, node, label, 0)) {
            (Some(_), _) => self.level_field(label, level),
            // Fields of stages in a row keep one front at a time: what was completed last.
            (None, Some(field)) => self.field(field, !self.written_before.contains(&field)),
            (None, None) => {
                return format!("fn {name}(cell: vec2i) -> {spelling} {{\n    return {spelling}();\n}}\n", spelling = result.wgsl());
            }
        };
        let load = self.texture_at_cell(&texture, result, boundary);
        format!("fn {name}(cell: vec2i) -> {} {{\n    return {load}(cell);\n}}\n", result.wgsl())
    }

    /// An input of the node read by cells of the finest level, from a kernel that runs on the level below.
    fn finer_input_accessor(&mut self, node: usize, input: usize, name: &str, result: ValueType) -> String {
        let finest = self.context.placement.fields.iter().find(|field| field.node == node && field.level == 0).map(|field| field.size);
        let own = std::mem::replace(&mut self.size, finest);
        self.asked_grid = finest.map(|[width, height]| format!("vec2i({width}, {height})"));
        let text = self.input_accessor(node, input, name, result);
        self.size = own;
        self.asked_grid = None;
        text
    }

    /// What a list input is, as an expression of the list's struct.
    fn list_source(&mut self, node: usize, input: usize) -> String {
        let context = self.context;
        let held = &context.nodes[node];
        let value_type = held.type_of(&held.spec.inputs[input].port_type).unwrap_or(ValueType::Waves);
        match &held.inputs[input] {
            Source::Link(from) => self.list(from.node, value_type),
            _ => self.input_parameter(node, input, Encoding::List(value_type)),
        }
    }

    fn input_accessor(&mut self, node: usize, input: usize, name: &str, result: ValueType) -> String {
        let context = self.context;
        let held = &context.nodes[node];
        let spelling = result.wgsl();
        let (argument, place) = match held.spec.inputs[input].access {
            Access::List => {
                let list = self.list_source(node, input);
                return format!("fn {name}(index: u32) -> {spelling} {{\n    return {list}.rows[min(index, {}u)];\n}}\n", LIST_ROWS - 1);
            }
            Access::Cells | Access::Own => ("cell: vec2i", Place::Cell),
            Access::Points => ("point: vec2f", Place::Point),
            Access::Positions(true) => ("position: vec3f", Place::Position3),
            Access::Positions(false) => ("position: vec2f", Place::Position2),
            Access::Uvs => ("uv: vec2f", Place::Uv),
        };
        let mut scope = Scope::new(Element::Place(place));
        let written = match &held.inputs[input] {
            Source::Link(from) => self.value_elsewhere(&mut scope, held, *from, place, result),
            _ => {
                let constant = self.source(&mut scope, node, input, result);
                self.nothing_beyond(&mut scope, held, place, result, constant)
            }
        };
        let lines: String = scope.lines.iter().map(|line| format!("    {line}\n")).collect();
        format!("fn {name}({argument}) -> {spelling} {{\n{lines}    return {written};\n}}\n")
    }

    fn value_elsewhere(&mut self, scope: &mut Scope, node: &LoweredNode, from: ValueRef, place: Place, result: ValueType) -> String {
        let carried = self.context.nodes[from.node].output_type(from.output);
        let placement = self.context.placement;
        let at_any_place = !matches!(place, Place::Cell | Place::Point);
        match placement.homes[from.node][from.output] {
            // Kept for somebody else: the value itself is a function of the place.
            Home::Grid(_) if at_any_place && placement.is_pure[from.node] && !placement.on_grid[from.node] => {
                self.value_as(scope, from, result)
            }
            Home::Grid(field) => {
                let read = self.read_elsewhere(scope, node, field, false, place);
                convert(&read, carried, result)
            }
            Home::LastStep(field) => {
                let read = self.read_elsewhere(scope, node, field, true, place);
                convert(&read, carried, result)
            }
            Home::Inline | Home::Once | Home::List | Home::Set => {
                let value = self.value_as(scope, from, result);
                if matches!(place, Place::Cell | Place::Point) { self.nothing_beyond(scope, node, place, result, value) } else { value }
            }
        }
    }

    /// Reads a grid at the place that the accessor is asked for.
    fn read_elsewhere(&mut self, scope: &mut Scope, node: &LoweredNode, field: FieldId, previous: bool, place: Place) -> String {
        let held = &self.context.placement.fields[field];
        let (value_type, same_grid) = (held.value_type, self.size == Some(held.size));
        let boundary = Boundary::of(node);
        let texture = self.field(field, previous);
        match place {
            Place::Cell if same_grid => format!("{}(cell)", self.texture_at_cell(&texture, value_type, boundary)),
            Place::Point if same_grid => format!("{}(point)", self.texture_at_point(&texture, value_type, boundary)),
            _ => {
                let uv = self.given(scope, Given::Uv);
                format!("{}({uv})", self.texture_at_uv(&texture, value_type, boundary))
            }
        }
    }

    /// A value that is the same everywhere is still zero beyond the edge where the node's boundary says so.
    fn nothing_beyond(&mut self, scope: &mut Scope, node: &LoweredNode, place: Place, result: ValueType, value: String) -> String {
        if Boundary::of(node) != Boundary::Zero || !matches!(place, Place::Cell | Place::Point) {
            return value;
        }
        let cell = self.given(scope, Given::Cell);
        let size = self.grid_size();
        scope.lines.push(format!("let asked = {cell};"));
        scope.lines.push(format!("let inside = all(asked >= vec2i(0)) && all(asked < {size});"));
        format!("select({}(), {value}, inside)", result.wgsl())
    }
}
