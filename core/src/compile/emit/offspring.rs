//! Particles that other particles bear: what each parent owes its children in a step, and the parent as a newborn knows it.

use super::kernel::{Context, FinishedKernel, KernelBuilder, identifier};
use super::scope::{Asker, Member, Scope};
use super::{Items, input_value, set};
use crate::compile::layout;
use crate::compile::sets::{self, Set};
use crate::node::{Attribute, BirthEvent, Body, SetRole, ValueType};

/// The parents of a node's particles.
#[derive(Clone, Copy, Debug)]
pub(in crate::compile) struct Parents {
    /// The node that makes them.
    pub source: usize,
    /// The last node that changes them.
    pub complete_at: usize,
    /// How many there can be.
    pub capacity: u32,
    /// Places for the children of each.
    pub places: u32,
}

/// The parents of a node's particles, where they have any.
pub(in crate::compile) fn parents(context: &Context<'_>, node: usize) -> Option<Parents> {
    let held = &context.nodes[node];
    let Body::Set(spec) = &held.spec.body else { return None };
    let SetRole::Offspring { parents, count, .. } = spec.role else { return None };
    let sets = &context.placement.sets;
    let (complete_at, source) = sets.complete_at(held, parents)?;
    Some(Parents { source, complete_at, capacity: sets.get(complete_at).map_or(0, Set::count), places: sets::setting(held, count) })
}

/// The kernel that counts what each parent bears in a step.
pub(super) fn bearing_kernel(context: &Context<'_>, items: &mut Items, node: usize, role: &SetRole) -> Option<FinishedKernel> {
    let SetRole::Offspring { event, rate, when, .. } = role else { return None };
    let Parents { complete_at, capacity, places, .. } = parents(context, node)?;
    let held = &context.nodes[node];
    let prefix = items.free_prefix(&format!("{}_births", identifier(&held.id)));
    let mut kernel = KernelBuilder::new(context, items, prefix, None, None);
    kernel.nodes.insert(node);
    let mut scope = set::row_scope(&mut kernel, capacity);
    let out = kernel.bearing_out(node);
    let asker = kernel.member_of(&mut scope, complete_at, "element", false);
    let member = scope.member(asker);
    let own = |attribute| member.attributes.get(&attribute).cloned().unwrap_or_else(|| "0.0".to_owned());
    let [age, lifetime, id, hit] = [Attribute::Age, Attribute::Lifetime, Attribute::Id, Attribute::Hit].map(own);
    let asked_before = scope.ask_for(asker);
    let (rule, more) = match sets::birth_event(held, *event) {
        BirthEvent::Death => ("bear_at_death", String::new()),
        BirthEvent::Hit => ("bear_at_hit", format!(", {hit}")),
        BirthEvent::Life => {
            let rate = input_value(&mut kernel, &mut scope, node, *rate, ValueType::Number);
            ("bear_in_life", format!(", {rate}, {}.dt", kernel.frame()))
        }
        BirthEvent::Value => {
            let value = input_value(&mut kernel, &mut scope, node, *when, ValueType::Number);
            ("bear_at_value", format!(", {value}"))
        }
    };
    scope.ask_for(asked_before);
    kernel.use_library("particles", rule);
    scope.lines.push(format!("{out}[element] = {rule}({out}[element], u32({id}), {age} < {lifetime}, {places}u{more});"));
    kernel.write_accessors();
    Some(kernel.finish(&format!("{}: births of the step", held.title), &scope.lines, layout::ROW_WORKGROUP))
}

/// The lines that find the birth at a place of the list, as the local `birth`.
pub(super) fn child_birth(kernel: &mut KernelBuilder<'_>, scope: &mut Scope, node: usize, parents: Parents) {
    let Parents { capacity, places, .. } = parents;
    let bearing = kernel.bearing(node);
    kernel.use_library("particles", "child_birth");
    scope.lines.push(format!("let parent = element / {places}u;"));
    scope.lines.push(format!("let bearing = {bearing}[parent];"));
    scope.lines.push(format!("let birth = child_birth(bearing.births, element % {places}u, {places}u, parent, {capacity}u);"));
}

/// A newborn: what it knows of itself is its parent's, but its number is its own.
pub(super) fn newborn(kernel: &mut KernelBuilder<'_>, scope: &mut Scope, parents: Parents) -> Asker {
    let context = kernel.context;
    let elements = kernel.elements(parents.complete_at);
    let name = scope.local(&format!("{}_parent", identifier(&context.nodes[parents.source].id)), kernel);
    if context.placement.sets.is_mourned(parents.source) {
        let departed = kernel.departed(parents.source);
        kernel.use_library("particles", "BY_DEPARTED");
        scope.lines.push(format!("var {name} = {elements}[parent];"));
        scope.lines.push("if (bearing.marks & BY_DEPARTED) != 0u {".to_owned());
        scope.lines.push(format!("    {name} = {departed}[parent];"));
        scope.lines.push("}".to_owned());
    } else {
        scope.lines.push(format!("let {name} = {elements}[parent];"));
    }
    let attributes = context.placement.sets.get(parents.complete_at).map(|set| set.attributes.clone()).unwrap_or_default();
    let mut member = Member {
        attributes: attributes.into_iter().map(|attribute| (attribute, format!("{name}.{}", attribute.name()))).collect(),
        element: "birth.id".to_owned(),
        ..Member::default()
    };
    member.attributes.insert(Attribute::Id, "f32(birth.id)".to_owned());
    scope.add_asker(member)
}
