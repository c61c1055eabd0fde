//! Particles' values summed on a grid. Floats added in any order differ in their last bits, so sums are whole numbers: the same every time.

use super::kernel::{Context, FinishedKernel, KernelBuilder, Resource, identifier};
use super::{Items, grid_scope, input_value, set};
use crate::compile::layout;
use crate::compile::place::FieldId;
use crate::compile::sets::Set;
use crate::node::Given;

/// Parts of 1 that a sum is counted in.
const PARTS: u32 = 65_536;

/// The kernel that adds each living particle's value to the four cells around it. `None` where no particles come in.
pub(in crate::compile) fn scatter_kernel(context: &Context<'_>, items: &mut Items, node: usize, field: FieldId) -> Option<FinishedKernel> {
    let held = &context.nodes[node];
    let (particles, value) = (held.spec.input_index("particles")?, held.spec.input_index("value")?);
    let (from, count) = context.placement.sets.arriving_at(held, particles).map(|(from, set)| (from, Set::count(set)))?;
    if count == 0 {
        return None;
    }
    let value_type = context.placement.fields[field].value_type;
    let [width, height] = context.placement.fields[field].size;
    let prefix = items.free_prefix(&format!("{}_scatter", identifier(&held.id)));
    let mut kernel = KernelBuilder::new(context, items, prefix, None, None);
    kernel.nodes.insert(node);
    let mut scope = set::row_scope(&mut kernel, count);
    let sums = kernel.sums(node, true);
    kernel.use_library("sampling", "bilinear_weights");
    let asker = kernel.member_of(&mut scope, from, "element", false);
    let member = scope.member(asker);
    if let (Some(age), Some(lifetime)) =
        (member.attributes.get(&crate::node::Attribute::Age), member.attributes.get(&crate::node::Attribute::Lifetime))
    {
        scope.lines.push(format!("if {age} >= {lifetime} {{"));
        scope.lines.push("    return;".to_owned());
        scope.lines.push("}".to_owned());
    }
    let asked_before = scope.ask_for(asker);
    let written = input_value(&mut kernel, &mut scope, node, value, value_type);
    let position = kernel.given(&mut scope, Given::Position2);
    scope.ask_for(asked_before);
    let (origin, size) = (kernel.plane_origin(), kernel.plane_size());
    let channels = value_type.channels();
    let add = format!("{}__add", kernel.prefix);
    let spelling = value_type.wgsl();
    let additions: String = (0..channels)
        .map(|channel| {
            let part = if channels == 1 { "value".to_owned() } else { format!("value[{channel}]") };
            let part = format!("i32(clamp(round({part} * {PARTS}.0), -2e9, 2e9))");
            format!("    atomicAdd(&{sums}[u32(cell.y * {width} + cell.x) * {channels}u + {channel}u], {part});\n")
        })
        .collect();
    let text = format!(
        "fn {add}(cell: vec2i, value: {spelling}) {{\n    if any(cell < vec2i(0)) || any(cell >= vec2i({width}, {height})) {{\n        \
         return;\n    }}\n{additions}}}\n"
    );
    kernel.functions.push(super::items::ItemText { text, uses: Vec::new(), origin: None });
    let lines = [
        format!("let value = {written};"),
        format!("let point = (({position} - {origin}) / {size} + 0.5) * vec2f({width}.0, {height}.0) - 0.5;"),
        // Far outside, the conversion to whole numbers would be undefined.
        format!("if !(all(point > vec2f(-2.0)) && all(point < vec2f({width}.0 + 1.0, {height}.0 + 1.0))) {{"),
        "    return;".to_owned(),
        "}".to_owned(),
        "let base = floor(point);".to_owned(),
        "let weights = bilinear_weights(point - base);".to_owned(),
        "let first = vec2i(base);".to_owned(),
        format!("{add}(first, value * weights.x);"),
        format!("{add}(first + vec2i(1, 0), value * weights.y);"),
        format!("{add}(first + vec2i(0, 1), value * weights.z);"),
        format!("{add}(first + vec2i(1, 1), value * weights.w);"),
    ];
    scope.lines.extend(lines);
    kernel.write_accessors();
    Some(kernel.finish(&format!("{}: adds each particle to the cells around it", held.title), &scope.lines, layout::ROW_WORKGROUP))
}

/// The kernel that turns sums into numbers on the grid.
pub(in crate::compile) fn gather_kernel(context: &Context<'_>, items: &mut Items, node: usize, field: FieldId) -> FinishedKernel {
    let held = &context.placement.fields[field];
    let prefix = items.free_prefix(&format!("{}_gather", identifier(&context.nodes[node].id)));
    let mut kernel = KernelBuilder::new(context, items, prefix, Some(held.size), None);
    kernel.nodes.insert(node);
    let out = kernel.out(Resource::Out(field), &held.label, held.value_type);
    let sums = kernel.sums(node, false);
    let mut scope = grid_scope(&kernel);
    let channels = held.value_type.channels();
    scope.lines.push(format!("let index = u32(cell.y * grid_size.x + cell.x) * {channels}u;"));
    let parts: Vec<String> = (0..channels).map(|channel| format!("f32({sums}[index + {channel}u])")).collect();
    let sum = format!("{}({}) / {PARTS}.0", held.value_type.wgsl(), parts.join(", "));
    scope.lines.push(format!("let sum = {sum};"));
    scope.lines.push(format!("textureStore({out}, cell, {});", layout::as_texel(held.value_type, "sum")));
    kernel.finish(&format!("{}: sums as numbers", context.nodes[node].title), &scope.lines, layout::GRID_WORKGROUP)
}
