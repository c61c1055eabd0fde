//! Sprites that cover what is behind them, in the order in which they must be drawn: the farthest first.
//!
//! A bitonic sort (Batcher, Sorting networks and their applications, 1968): the same comparisons in the same order whatever the numbers are,
//! so that a frame is the same every time. Equal distances are told apart by the place in the list.

use super::draw::{View, chosen};
use super::kernel::{Context, FinishedKernel, KernelBuilder, identifier};
use super::{Items, set};
use crate::compile::layout;
use crate::compile::sets::Set;
use crate::node::{Attribute, Body, DrawKind, SetRole};

/// Most particles that are sorted; beyond them the passes would cost more than the particles.
const MOST_SORTED: u32 = 1 << 16;

/// The sorting of one thing's particles.
pub(in crate::compile) struct Sorting {
    /// The thing.
    pub thing: usize,
    /// Writes each particle's distance and place.
    pub rank: FinishedKernel,
    /// One step of the sort; which one is the level of its pass.
    pub step: FinishedKernel,
    /// Steps.
    pub passes: u32,
}

/// How many places the list of a thing's particles has: a power of two. `None` where they are not sorted.
pub(in crate::compile) fn places(context: &Context<'_>, thing: usize) -> Option<u32> {
    let node = &context.nodes[thing];
    let Body::Set(spec) = &node.spec.body else { return None };
    let SetRole::Draw { kind: DrawKind::Sprites, set: Some(input), .. } = spec.role else { return None };
    let count = context.placement.sets.arriving_at(node, input).map(|(_, set)| Set::count(set))?;
    let covers = chosen(node, "blend").is_none_or(|word| word != "add");
    (covers && (2..=MOST_SORTED).contains(&count)).then(|| count.next_power_of_two())
}

/// What sorts the particles of a picture.
pub(in crate::compile) fn sortings(context: &Context<'_>, items: &mut Items, render: usize) -> Vec<Sorting> {
    let Some(view) = View::of(context, render) else { return Vec::new() };
    let things: Vec<(usize, u32)> = view.things.iter().filter_map(|thing| Some((*thing, places(context, *thing)?))).collect();
    things
        .into_iter()
        .filter_map(|(thing, places)| {
            let rank = rank(&view, items, thing, places)?;
            let step = step(&view, items, thing, places);
            let stages = places.trailing_zeros();
            Some(Sorting { thing, rank, step, passes: stages * (stages + 1) / 2 })
        })
        .collect()
}

fn builder<'k>(view: &'k View<'_>, items: &'k mut Items, thing: usize, what: &str) -> KernelBuilder<'k> {
    let [thing_id, render_id] = [thing, view.render].map(|node| identifier(&view.context.nodes[node].id));
    let prefix = items.free_prefix(&format!("{thing_id}_{what}_in_{render_id}"));
    let mut kernel = KernelBuilder::new(view.context, items, prefix, None, None);
    kernel.nodes.insert(thing);
    kernel
}

fn rank(view: &View<'_>, items: &mut Items, thing: usize, places: u32) -> Option<FinishedKernel> {
    let node = &view.context.nodes[thing];
    let input = node.spec.set_input()?;
    let (from, count) = view.context.placement.sets.arriving_at(node, input).map(|(from, set)| (from, Set::count(set)))?;
    let mut kernel = builder(view, items, thing, "rank");
    let mut scope = set::row_scope(&mut kernel, places);
    let out = kernel.sorted_out(view.render, thing);
    scope.lines.push(format!("if element >= {count}u {{"));
    scope.lines.push(format!("    {out}[element] = vec2f(-1e30, f32(element));"));
    scope.lines.push("    return;".to_owned());
    scope.lines.push("}".to_owned());
    view.camera(&mut kernel, &mut scope);
    let asker = kernel.member_of(&mut scope, from, "element", false);
    let position = scope.member(asker).attributes.get(&Attribute::Position).cloned().unwrap_or_else(|| "vec3f(0.0)".to_owned());
    scope.lines.push(format!("let away = dot({position} - camera.eye, camera.forward);"));
    // What is no number would never find its place.
    scope.lines.push(format!("{out}[element] = vec2f(select(-1e30, away, abs(away) < 1e30), f32(element));"));
    kernel.write_accessors();
    Some(kernel.finish(&format!("{}: how far away each particle is", node.title), &scope.lines, layout::ROW_WORKGROUP))
}

fn step(view: &View<'_>, items: &mut Items, thing: usize, places: u32) -> FinishedKernel {
    let mut kernel = builder(view, items, thing, "sort");
    let mut scope = set::row_scope(&mut kernel, places / 2);
    let out = kernel.sorted_out(view.render, thing);
    let level = kernel.level();
    for line in [
        "// Stage n has n steps: which are we at?".to_owned(),
        "var stage = 1u;".to_owned(),
        format!("var rest = {level};"),
        "while rest >= stage {".to_owned(),
        "    rest -= stage;".to_owned(),
        "    stage++;".to_owned(),
        "}".to_owned(),
        "let bit = stage - 1u - rest;".to_owned(),
        "let low = ((element >> bit) << (bit + 1u)) | (element & ((1u << bit) - 1u));".to_owned(),
        "let high = low | (1u << bit);".to_owned(),
        format!("let one = {out}[low];"),
        format!("let other = {out}[high];"),
        "let is_nearer = one.x < other.x || (one.x == other.x && one.y > other.y);".to_owned(),
        "if is_nearer == (((low >> stage) & 1u) == 0u) {".to_owned(),
        format!("    {out}[low] = other;"),
        format!("    {out}[high] = one;"),
        "}".to_owned(),
    ] {
        scope.lines.push(line);
    }
    kernel.finish(&format!("{}: a step of sorting", view.context.nodes[thing].title), &scope.lines, layout::ROW_WORKGROUP)
}
