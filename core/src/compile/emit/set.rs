//! Kernels that write the elements of sets: the vertices of a mesh, and particles with their births.

use super::kernel::{Context, FinishedKernel, KernelBuilder, identifier};
use super::scope::{Element, Member, Scope};
use super::{Items, guarded, offspring, trails};
use crate::compile::layout;
use crate::compile::sets::{Set, Shape};
use crate::node::{Attribute, Body, SetRole, SetSpec, ValueType};

/// The kernel that writes a set's elements to its buffer.
pub(in crate::compile) fn set_kernel(context: &Context<'_>, items: &mut Items, node: usize) -> FinishedKernel {
    match context.placement.sets.get(node).map(|set| set.shape) {
        Some(Shape::Particles(capacity)) => particles_kernel(context, items, node, capacity),
        _ => {
            let trails = match &context.nodes[node].spec.body {
                Body::Set(spec) => trails::trails_kernel(context, items, node, spec),
                _ => None,
            };
            trails.unwrap_or_else(|| mesh_kernel(context, items, node))
        }
    }
}

fn mesh_kernel(context: &Context<'_>, items: &mut Items, node: usize) -> FinishedKernel {
    let count = context.placement.sets.get(node).map_or(0, Set::count);
    let title = &context.nodes[node].title;
    let prefix = items.free_prefix(&identifier(&context.nodes[node].id));
    let mut kernel = KernelBuilder::new(context, items, prefix, None, None);
    let mut scope = row_scope(&mut kernel, count);
    let asker = kernel.member_of(&mut scope, node, "element", true);
    let out = kernel.elements_out(node);
    let member = scope.member(asker);
    for attribute in context.placement.sets.get(node).map(|set| set.attributes.clone()).unwrap_or_default() {
        if let Some(written) = member.attributes.get(&attribute) {
            scope.lines.push(format!("{out}[element].{} = {written};", attribute.name()));
        }
    }
    kernel.write_accessors();
    kernel.finish(&format!("{title}: vertices"), &scope.lines, layout::ROW_WORKGROUP)
}

/// One step of particles: births, age, then what each node does to those that live.
fn particles_kernel(context: &Context<'_>, items: &mut Items, source: usize, capacity: u32) -> FinishedKernel {
    let node = &context.nodes[source];
    let prefix = items.free_prefix(&identifier(&node.id));
    let mut kernel = KernelBuilder::new(context, items, prefix, None, None);
    let mut scope = row_scope(&mut kernel, capacity);
    let out = kernel.elements_out(source);
    let frame = kernel.frame();
    scope.lines.push(format!("var particle = {out}[element];"));
    if let Some(parents) = offspring::parents(context, source) {
        offspring::child_birth(&mut kernel, &mut scope, source, parents);
    } else {
        let births = kernel.births(source);
        kernel.use_library("particles", "particle_birth");
        scope.lines.push(format!("let birth = particle_birth({births}, element, {capacity}u);"));
    }
    scope.lines.push(format!("particle.age += {frame}.dt;"));
    scope.lines.push("if birth.is_new {".to_owned());
    if context.placement.sets.is_mourned(source) {
        let departed = kernel.departed_out(source);
        scope.lines.push(format!("    {departed}[element] = particle;"));
    }
    if let Body::Set(spec) = &node.spec.body {
        born(&mut kernel, &mut scope, source, spec);
    }
    scope.lines.push("}".to_owned());
    let chain: Vec<usize> = context.placement.sets.particle_chain(source).iter().copied().filter(|place| *place != source).collect();
    if !chain.is_empty() {
        scope.lines.push("if particle.age < particle.lifetime {".to_owned());
        let first = scope.lines.len();
        let attributes = context.placement.sets.get(*chain.last().unwrap_or(&source)).map(|set| set.attributes.clone()).unwrap_or_default();
        let member = Member {
            attributes: attributes.iter().map(|attribute| (*attribute, format!("particle.{}", attribute.name()))).collect(),
            element: "u32(particle.id)".to_owned(),
            ..Member::default()
        };
        let mut asker = scope.add_asker(member);
        for place in chain {
            asker = kernel.changed_member(&mut scope, place, asker);
        }
        let after = scope.member(asker);
        for (attribute, written) in after.attributes {
            let own = format!("particle.{}", attribute.name());
            if written != own {
                let kept = guarded(&mut kernel, &mut scope, source, attribute.name(), attribute.value_type(), &written);
                scope.lines.push(format!("{own} = {kept};"));
            }
        }
        indent(&mut scope, first);
        scope.lines.push("}".to_owned());
    }
    scope.lines.push(format!("{out}[element] = particle;"));
    kernel.write_accessors();
    kernel.finish(&format!("{}: a step of the particles", node.title), &scope.lines, layout::ROW_WORKGROUP)
}

/// What a new particle starts with.
fn born(kernel: &mut KernelBuilder<'_>, scope: &mut Scope, source: usize, spec: &SetSpec) {
    let first = scope.lines.len();
    let asker = match offspring::parents(kernel.context, source) {
        Some(parents) => offspring::newborn(kernel, scope, parents),
        None => scope.add_asker(Member {
            attributes: [(Attribute::Id, "f32(birth.id)".to_owned())].into(),
            element: "birth.id".to_owned(),
            ..Member::default()
        }),
    };
    let inherited = scope.member(asker).attributes.get(&Attribute::Colour).cloned();
    let results = kernel.results(scope, source, spec, asker, asker);
    let attributes = kernel.context.placement.sets.particle_chain(source).last().and_then(|last| kernel.context.placement.sets.get(*last));
    for attribute in attributes.map(|set| set.attributes.clone()).unwrap_or_default() {
        let written = results.iter().find(|(given, _)| *given == attribute).map(|(_, written)| written.clone());
        let value = match (written, attribute) {
            (Some(written), _) => guarded(kernel, scope, source, attribute.name(), attribute.value_type(), &written),
            (None, Attribute::Id) => "f32(birth.id)".to_owned(),
            (None, Attribute::Colour) => inherited.clone().unwrap_or_else(|| "vec4f(1.0)".to_owned()),
            (None, _) => format!("{}()", attribute.value_type().wgsl()),
        };
        scope.lines.push(format!("particle.{} = {value};", attribute.name()));
    }
    indent(scope, first);
}

/// The kernel that counts who is born in a step: in all, or of each parent.
pub(in crate::compile) fn births_kernel(context: &Context<'_>, items: &mut Items, source: usize) -> Option<FinishedKernel> {
    let node = &context.nodes[source];
    let Body::Set(SetSpec { role, .. }) = &node.spec.body else { return None };
    let SetRole::Particles { rate, burst, .. } = role else { return offspring::bearing_kernel(context, items, source, role) };
    let prefix = items.free_prefix(&format!("{}_births", identifier(&node.id)));
    let mut kernel = KernelBuilder::new(context, items, prefix, None, None);
    kernel.nodes.insert(source);
    let mut scope = Scope::new(Element::Step);
    let out = kernel.births_out(source);
    kernel.use_library("particles", "count_births");
    let rate = super::input_value(&mut kernel, &mut scope, source, *rate, ValueType::Number);
    let burst = super::input_value(&mut kernel, &mut scope, source, *burst, ValueType::Number);
    let frame = kernel.frame();
    scope.lines.push(format!("{out} = count_births({out}, {rate}, {burst}, {frame}.dt, {frame}.frame);"));
    kernel.write_accessors();
    Some(kernel.finish(&format!("{}: births of the step", node.title), &scope.lines, layout::ONCE_WORKGROUP))
}

/// The start of a kernel with a thread for each element of a row.
pub(super) fn row_scope(kernel: &mut KernelBuilder<'_>, count: u32) -> Scope {
    kernel.threads = Some([count.max(1), 1, 1]);
    let mut scope = Scope::new(Element::Step);
    scope.lines.push("let element = thread.x;".to_owned());
    scope.lines.push(format!("if element >= {count}u {{"));
    scope.lines.push("    return;".to_owned());
    scope.lines.push("}".to_owned());
    scope
}

/// Moves the lines from `first` on into a block.
fn indent(scope: &mut Scope, first: usize) {
    for line in &mut scope.lines[first..] {
        *line = format!("    {}", line.replace('\n', "\n    "));
    }
}
