//! Writing WGSL: one function per node under its name, a comment with its title, one `let` a value.

mod accessor;
mod deposit;
mod draw;
mod edges;
mod items;
mod kernel;
mod lighting;
mod march;
mod member;
mod occluder;
mod offspring;
mod scope;
mod set;
mod set_bindings;
mod shadow;
mod sort;
mod sprites;
mod texture;
mod trails;

use std::collections::HashSet;

pub(super) use deposit::{gather_kernel, scatter_kernel};
pub(super) use draw::{bake_kernel, picture_samples, scene_kernels};
pub(super) use items::{Items, Origin};
pub(super) use kernel::{Context, DrawShape, FinishedKernel, Member, ParameterKey, Resource, identifier};
pub(super) use occluder::occluder_kernels;
pub(super) use offspring::parents;
pub(super) use set::{births_kernel, set_kernel};
pub(super) use sort::{places as sorted_places, sortings};

use self::kernel::{BlockPlace, KernelBuilder};

use self::scope::{Element, Scope, convert};
use super::fuse::Task;
use super::layout::{self, Size};
use super::lower::{Source, ValueRef};
use super::place::{self, FieldId, Home};
use crate::node::{Body, StageSpec, ValueType};

/// The kernel of some tasks on one grid.
pub(super) fn group_kernel(context: &Context<'_>, items: &mut Items, tasks: &[Task], size: Size) -> FinishedKernel {
    let prefix = tasks.first().map_or_else(|| "empty".to_owned(), |task| task_name(context, task));
    let prefix = items.free_prefix(&prefix);
    let mut kernel = KernelBuilder::new(context, items, prefix, Some(size), None);
    let mut headings = Vec::new();
    for task in tasks {
        headings.push(task_heading(context, task));
        for field in task_fields(context, task) {
            let held = &context.placement.fields[field];
            kernel.out(Resource::Out(field), &held.label, held.value_type);
        }
        if let Task::Stage { node, stage } = task
            && let Body::Stored(stored) = &context.nodes[*node].spec.body
        {
            let earlier = (0..*stage).filter(|earlier| place::stage_runs(&context.nodes[*node], stored, *earlier));
            let labels = earlier.flat_map(|earlier| &stored.stages[earlier].writes);
            kernel.written_before.extend(labels.filter_map(|label| place::find_field(&context.placement.fields, *node, label, 0)));
        }
    }
    let mut scope = grid_scope(&kernel);
    for task in tasks {
        match task {
            Task::Keep { value, field } => {
                let written = if context.placement.homes[value.node][value.output] == Home::Grid(*field) {
                    kernel.compute_value(&mut scope, *value)
                } else {
                    kernel.value(&mut scope, *value)
                };
                let written = store(&mut kernel, &mut scope, Resource::Out(*field), *field, &written);
                if context.placement.homes[value.node][value.output] == Home::Grid(*field) {
                    scope.written.insert(*field, written);
                }
            }
            Task::Feedback { node, field } => {
                kernel.nodes.insert(*node);
                let value_type = context.placement.fields[*field].value_type;
                let input = context.nodes[*node].spec.input_index("value").unwrap_or(0);
                let written = input_value(&mut kernel, &mut scope, *node, input, value_type);
                store(&mut kernel, &mut scope, Resource::Out(*field), *field, &written);
            }
            Task::Stage { node, stage } => {
                if let Body::Stored(stored) = &context.nodes[*node].spec.body {
                    run_stage(&mut kernel, &mut scope, *node, &stored.stages[*stage]);
                }
            }
        }
    }
    kernel.write_accessors();
    kernel.finish(&headings.join("; "), &scope.lines, layout::GRID_WORKGROUP)
}

/// The kernel of a stage of a block. `at_finest` is the variant for where the schedule is at the finest level, whose fields may be the node's
/// inputs.
pub(super) fn block_kernel(context: &Context<'_>, items: &mut Items, node: usize, stage: &StageSpec, at_finest: bool) -> FinishedKernel {
    let held = &context.nodes[node];
    let coarse = if at_finest { "" } else { "_coarse" };
    let prefix = items.free_prefix(&format!("{}_{}{coarse}", identifier(&held.id), stage.function.name));
    let size = place::find_field(&context.placement.fields, node, stage.writes.first().map_or("", String::as_str), 0)
        .filter(|_| at_finest && !stage.on_coarser)
        .map(|field| context.placement.fields[field].size);
    let mut kernel = KernelBuilder::new(context, items, prefix, size, Some(BlockPlace { at_finest, on_coarser: stage.on_coarser }));
    for label in &stage.writes {
        if let Some(field) = place::find_field(&context.placement.fields, node, label, 0) {
            kernel.out(Resource::LevelOut(label.clone()), label, context.placement.fields[field].value_type);
        }
    }
    let mut scope = grid_scope(&kernel);
    run_stage(&mut kernel, &mut scope, node, stage);
    kernel.write_accessors();
    let heading = format!("{}: {}", held.title, stage.function.name.replace('_', " "));
    kernel.finish(&heading, &scope.lines, layout::GRID_WORKGROUP)
}

/// The kernel that gives a field what it holds before the first step.
pub(super) fn setup_kernel(context: &Context<'_>, items: &mut Items, field: FieldId, node: usize, input: usize) -> FinishedKernel {
    let held = &context.placement.fields[field];
    let prefix = items.free_prefix(&format!("{}_initial", identifier(&context.nodes[node].id)));
    let mut kernel = KernelBuilder::new(context, items, prefix, Some(held.size), None);
    kernel.out(Resource::Out(field), &held.label, held.value_type);
    kernel.nodes.insert(node);
    let mut scope = grid_scope(&kernel);
    let written = input_value(&mut kernel, &mut scope, node, input, held.value_type);
    let texel = layout::as_texel(held.value_type, &written);
    let out = kernel.out(Resource::Out(field), &held.label, held.value_type);
    scope.lines.push(format!("textureStore({out}, cell, {texel});"));
    kernel.write_accessors();
    kernel.finish(&format!("{}: before the first step", context.nodes[node].title), &scope.lines, layout::GRID_WORKGROUP)
}

/// The kernel that makes a list once a step.
pub(super) fn list_kernel(context: &Context<'_>, items: &mut Items, node: usize) -> FinishedKernel {
    let held = &context.nodes[node];
    let prefix = items.free_prefix(&identifier(&held.id));
    let mut kernel = KernelBuilder::new(context, items, prefix, None, None);
    let mut scope = Scope::new(Element::Step);
    let value = ValueRef { node, output: 0 };
    let list = kernel.compute_value(&mut scope, value);
    let out = kernel.list_out(node, held.output_type(0));
    scope.lines.push(format!("{out} = {list};"));
    kernel.write_accessors();
    kernel.finish(&format!("{}, once a step", held.title), &scope.lines, layout::ONCE_WORKGROUP)
}

/// The kernel that computes what is the same for all elements: each value to the words of the buffer where kernels look for it.
pub(super) fn once_kernel(context: &Context<'_>, items: &mut Items, wanted: &[(ValueRef, u32)]) -> FinishedKernel {
    let prefix = items.free_prefix("once_a_step");
    let mut kernel = KernelBuilder::new(context, items, prefix, None, None);
    let mut scope = Scope::new(Element::Step);
    let out = kernel.once_out();
    for (value, word) in wanted {
        let written = kernel.value(&mut scope, *value);
        let channels = context.nodes[value.node].output_type(value.output).channels();
        if channels == 1 {
            scope.lines.push(format!("{out}[{word}] = {written};"));
        } else {
            for (channel, letter) in ["x", "y", "z", "w"].into_iter().take(channels).enumerate() {
                scope.lines.push(format!("{out}[{}] = {written}.{letter};", *word as usize + channel));
            }
        }
    }
    kernel.write_accessors();
    kernel.finish("Once a step: what is the same for all elements", &scope.lines, layout::ONCE_WORKGROUP)
}

/// The fields that a task writes.
pub(super) fn task_fields(context: &Context<'_>, task: &Task) -> Vec<FieldId> {
    match task {
        Task::Keep { field, .. } | Task::Feedback { field, .. } => vec![*field],
        Task::Stage { node, stage } => match &context.nodes[*node].spec.body {
            Body::Stored(stored) => stored.stages[*stage]
                .writes
                .iter()
                .filter_map(|label| place::find_field(&context.placement.fields, *node, label, 0))
                .collect(),
            _ => Vec::new(),
        },
    }
}

fn task_name(context: &Context<'_>, task: &Task) -> String {
    match task {
        Task::Keep { value, .. } => {
            let node = &context.nodes[value.node];
            let id = identifier(&node.id);
            if node.spec.outputs.len() > 1 { format!("{id}_{}", node.spec.outputs[value.output].name) } else { id }
        }
        Task::Feedback { node, .. } => identifier(&context.nodes[*node].id),
        Task::Stage { node, stage } => {
            let held = &context.nodes[*node];
            match &held.spec.body {
                Body::Stored(stored) if stored.stages.len() > 1 => {
                    format!("{}_{}", identifier(&held.id), stored.stages[*stage].function.name)
                }
                _ => identifier(&held.id),
            }
        }
    }
}

fn task_heading(context: &Context<'_>, task: &Task) -> String {
    match task {
        Task::Keep { value, .. } => {
            let node = &context.nodes[value.node];
            format!("{}: {}", node.title, node.spec.outputs[value.output].name)
        }
        Task::Feedback { node, .. } => format!("{}: for the next step", context.nodes[*node].title),
        Task::Stage { node, stage } => match &context.nodes[*node].spec.body {
            Body::Stored(stored) if stored.stages.len() > 1 => {
                format!("{}: {}", context.nodes[*node].title, stored.stages[*stage].function.name.replace('_', " "))
            }
            _ => context.nodes[*node].title.clone(),
        },
    }
}

/// The start of a kernel on a grid: which cell a thread has.
fn grid_scope(kernel: &KernelBuilder<'_>) -> Scope {
    let mut scope = Scope::new(Element::Cell);
    scope.lines.push(format!("let grid_size = {};", kernel.grid_size()));
    scope.lines.push("let cell = vec2i(thread.xy);".to_owned());
    scope.lines.push("if any(cell >= grid_size) {".to_owned());
    scope.lines.push("    return;".to_owned());
    scope.lines.push("}".to_owned());
    scope
}

/// What fills an input of a node that has no function, computed at the element.
fn input_value(kernel: &mut KernelBuilder<'_>, scope: &mut Scope, node: usize, input: usize, wanted: ValueType) -> String {
    let context = kernel.context;
    match &context.nodes[node].inputs[input] {
        Source::Link(from) => {
            let carried = context.nodes[from.node].output_type(from.output);
            let value = kernel.value(scope, *from);
            convert(&value, carried, wanted)
        }
        _ => kernel.source(scope, node, input, wanted),
    }
}

/// Calls a stage and writes its result.
fn run_stage(kernel: &mut KernelBuilder<'_>, scope: &mut Scope, node: usize, stage: &StageSpec) {
    let context = kernel.context;
    kernel.nodes.insert(node);
    kernel.require_arguments(scope, node, &stage.function);
    let call = kernel.call(scope, node, &stage.function);
    let name = scope.local(&format!("{}_{}", identifier(&context.nodes[node].id), stage.function.name), kernel);
    scope.lines.push(format!("// {}", context.nodes[node].title));
    scope.lines.push(format!("let {name} = {call};"));
    for (index, label) in stage.writes.iter().enumerate() {
        let Some(field) = place::find_field(&context.placement.fields, node, label, 0) else { continue };
        let member = stage.function.members.as_ref().and_then(|members| members.get(index));
        let value = member.map_or_else(|| name.clone(), |(member, _)| format!("{name}.{member}"));
        let in_block = kernel.block.is_some();
        let resource = if in_block { Resource::LevelOut(label.clone()) } else { Resource::Out(field) };
        let written = store(kernel, scope, resource, field, &value);
        if !in_block {
            scope.written.insert(field, written);
        }
    }
}

/// Writes a value at the element's cell, past the guard where the field keeps it. Returns the name of what was written.
fn store(kernel: &mut KernelBuilder<'_>, scope: &mut Scope, resource: Resource, field: FieldId, value: &str) -> String {
    let context = kernel.context;
    let held = &context.placement.fields[field];
    let out = kernel.out(resource, &held.label, held.value_type);
    let value = if held.is_state { guarded(kernel, scope, held.node, &held.label, held.value_type, value) } else { value.to_owned() };
    scope.lines.push(format!("textureStore({out}, cell, {});", layout::as_texel(held.value_type, &value)));
    value
}

/// A value past the guard of what is kept: only numbers live on. Returns its name.
fn guarded(kernel: &mut KernelBuilder<'_>, scope: &mut Scope, node: usize, label: &str, value_type: ValueType, value: &str) -> String {
    let guard = kernel.guard(value_type);
    let counter = kernel.faults.len();
    kernel.faults.push((node, label.to_owned()));
    let name = scope.local(&format!("{}_{label}_kept", identifier(&kernel.context.nodes[node].id)), kernel);
    scope.lines.push(format!("let {name} = {guard}({value}, {counter}u);"));
    name
}

/// Names of nodes, for messages.
pub(super) fn node_ids(context: &Context<'_>, nodes: impl IntoIterator<Item = usize>) -> Vec<String> {
    let ids: HashSet<usize> = nodes.into_iter().collect();
    let mut ids: Vec<usize> = ids.into_iter().collect();
    ids.sort_unstable();
    ids.into_iter().map(|node| context.nodes[node].id.clone()).collect()
}
