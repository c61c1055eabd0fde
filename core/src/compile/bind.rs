//! Which texture or part of a buffer each binding of a pass is.

use std::collections::HashSet;

use super::assemble::Assembling;
use super::effect::{Bound, Encoding, FrameBlock, Pass, Step};
use super::element_layout::Layout;
use super::emit::{Context, Resource, identifier};
use super::encode;
use super::layout;
use super::lower::ImageKey;
use super::place::{self, FieldId};
use crate::media::Content;
use crate::node::{LevelStep, ValueType};

/// Buffer of the once-a-step values.
pub(super) const ONCE: &str = "once";
/// Buffer of the fault counters.
pub(crate) const FAULTS: &str = "faults";

/// Where in the step a pass stands.
pub(super) struct PassPlace {
    /// Its group.
    pub group: usize,
    /// Its level, 0 the finest.
    pub level: u32,
    /// The node whose block it is part of.
    pub block: Option<usize>,
    /// Before the first step: grids are written as their fronts.
    pub is_setup: bool,
}

impl PassPlace {
    /// A pass before all groups.
    pub(super) const fn once() -> Self {
        Self { group: 0, level: 0, block: None, is_setup: false }
    }
}

/// The texture of a picture.
pub(super) fn image_texture(image: &ImageKey) -> String {
    let kind = match image.content {
        Content::Colour => "image",
        Content::Data => "data",
        Content::Mesh => "mesh",
    };
    format!("{kind} {}", image.path)
}

/// The buffer of a list.
pub(super) fn list_buffer(context: &Context<'_>, node: usize) -> String {
    format!("list_{}", identifier(&context.nodes[node].id))
}

/// Bytes of the births of particles.
pub(super) const BIRTHS_BYTES: u32 = 16;

/// The buffer of a set's elements.
pub(super) fn elements_buffer(context: &Context<'_>, node: usize) -> String {
    format!("elements_{}", identifier(&context.nodes[node].id))
}

/// Bytes of a set's elements.
pub(super) fn elements_bytes(context: &Context<'_>, node: usize) -> u32 {
    let sets = &context.placement.sets;
    let last = sets.particle_chain(node).last().copied().unwrap_or(node);
    sets.get(last).map_or(4, |set| set.count().saturating_mul(Layout::of(&set.attributes).stride)).max(4)
}

/// The buffer of the births of particles.
pub(super) fn births_buffer(context: &Context<'_>, node: usize) -> String {
    format!("births_{}", identifier(&context.nodes[node].id))
}

/// Bytes of what one parent owes its children.
const BEARING_BYTES: u32 = 24;

/// The buffer of what the parents of particles owe them.
pub(super) fn bearing_buffer(context: &Context<'_>, node: usize) -> String {
    format!("bearing_{}", identifier(&context.nodes[node].id))
}

/// Its bytes.
pub(super) fn bearing_bytes(context: &Context<'_>, node: usize) -> u32 {
    let parents = super::emit::parents(context, node).map_or(1, |parents| parents.capacity);
    parents.max(1).saturating_mul(BEARING_BYTES)
}

/// The buffer of the particles whose places others took in this step.
pub(super) fn departed_buffer(context: &Context<'_>, node: usize) -> String {
    format!("departed_{}", identifier(&context.nodes[node].id))
}

/// The buffer of what particles add up to.
pub(super) fn sums_buffer(context: &Context<'_>, node: usize) -> String {
    format!("sums_{}", identifier(&context.nodes[node].id))
}

/// Its bytes.
pub(super) fn sums_bytes(context: &Context<'_>, node: usize) -> u32 {
    let field = context.placement.fields.iter().find(|field| field.node == node);
    field.map_or(4, |field| 4 * field.size[0] * field.size[1] * u32::try_from(field.value_type.channels()).unwrap_or(4))
}

/// The buffer of the order in which a picture draws a thing's particles.
pub(super) fn sorted_buffer(context: &Context<'_>, render: usize, thing: usize) -> String {
    format!("sorted_{}_in_{}", identifier(&context.nodes[thing].id), identifier(&context.nodes[render].id))
}

/// Its bytes: distance and place of each.
pub(super) fn sorted_bytes(context: &Context<'_>, thing: usize) -> u32 {
    8 * super::emit::sorted_places(context, thing).unwrap_or(1)
}

/// Bytes of a list.
pub(super) fn list_bytes(value_type: ValueType) -> u32 {
    u32::try_from(encode::encoded_bytes(&Encoding::List(value_type))).unwrap_or(u32::MAX)
}

/// Binds a kernel's resources for one pass.
pub(super) fn pass(assembling: &Assembling<'_>, kernel: usize, place: &PassPlace, parameters: u32) -> Pass {
    let finished = &assembling.kernels[kernel];
    let context = assembling.context;
    let fields = &context.placement.fields;
    let mut bindings = Vec::with_capacity(finished.bindings.len());
    let mut flip = Vec::new();
    let mut threads = finished.threads.unwrap_or([1, 1, 1]);
    let mut write = |field: FieldId, threads: &mut [u32; 3]| {
        let held = &fields[field];
        *threads = [held.size[0], held.size[1], 1];
        if place.is_setup {
            return Bound::Front(held.name.clone());
        }
        if assembling.fused.two_copies[field] {
            flip.push(held.name.clone());
        }
        Bound::Back(held.name.clone())
    };
    for binding in &finished.bindings {
        let bound = match &binding.resource {
            Resource::Frame => part("frame", 0, size_of::<FrameBlock>().try_into().unwrap_or(48)),
            Resource::Parameters => part("parameters", parameters, finished.parameter_bytes),
            Resource::Once => part(ONCE, assembling.once_slices.get(&kernel).copied().unwrap_or(0), finished.once_bytes),
            Resource::OnceOut => part(ONCE, 0, assembling.once_bytes),
            Resource::List(node) | Resource::ListOut(node) => {
                let name = list_buffer(context, *node);
                part(&name, 0, list_bytes(context.nodes[*node].output_type(0)))
            }
            Resource::Faults => {
                let bytes = 4 * u32::try_from(finished.faults.len()).unwrap_or(u32::MAX);
                part(FAULTS, assembling.fault_slices.get(&kernel).copied().unwrap_or(0), bytes)
            }
            Resource::Field { field, previous } => {
                // Once this step's value has been completed, the step before's lies in the back.
                let is_behind = *previous
                    && !place.is_setup
                    && assembling.fused.two_copies[*field]
                    && assembling.fused.written_in[*field].is_some_and(|written| written < place.group);
                let name = fields[*field].name.clone();
                if is_behind { Bound::Back(name) } else { Bound::Front(name) }
            }
            Resource::LevelField { label, level } => {
                let level = match level {
                    LevelStep::Same => place.level,
                    LevelStep::Finer => place.level.saturating_sub(1),
                    LevelStep::Coarser => place.level + 1,
                };
                let field = place.block.and_then(|node| place::find_field(fields, node, label, level));
                Bound::Front(field.map_or_else(String::new, |field| fields[field].name.clone()))
            }
            Resource::Elements(node) | Resource::ElementsOut(node) => {
                part(&elements_buffer(context, *node), 0, elements_bytes(context, *node))
            }
            Resource::Births(node) | Resource::BirthsOut(node) => part(&births_buffer(context, *node), 0, BIRTHS_BYTES),
            Resource::Bearing(node) | Resource::BearingOut(node) => part(&bearing_buffer(context, *node), 0, bearing_bytes(context, *node)),
            Resource::Departed(node) | Resource::DepartedOut(node) => {
                part(&departed_buffer(context, *node), 0, elements_bytes(context, *node))
            }
            Resource::Sums(node) | Resource::SumsOut(node) => part(&sums_buffer(context, *node), 0, sums_bytes(context, *node)),
            Resource::Sorted(render, thing) | Resource::SortedOut(render, thing) => {
                part(&sorted_buffer(context, *render, *thing), 0, sorted_bytes(context, *thing))
            }
            Resource::Image(image) => Bound::Front(image_texture(image)),
            Resource::Out(field) => write(*field, &mut threads),
            Resource::LevelOut(label) => match place.block.and_then(|node| place::find_field(fields, node, label, place.level)) {
                Some(field) => write(field, &mut threads),
                None => Bound::Back(String::new()),
            },
        };
        bindings.push(bound);
    }
    Pass { kernel: finished.entry.clone(), threads, bindings, flip }
}

fn part(name: &str, offset: u32, bytes: u32) -> Bound {
    Bound::Buffer { name: name.to_owned(), offset, bytes: bytes.max(layout::align(bytes, 4)) }
}

/// Collects the names of the textures that steps bind.
pub(super) fn textures_of<'a>(steps: impl Iterator<Item = &'a Step>, used: &mut HashSet<String>) {
    let mut waiting: Vec<&Step> = steps.collect();
    while let Some(step) = waiting.pop() {
        match step {
            Step::Pass(pass) => {
                for bound in &pass.bindings {
                    if let Bound::Front(name) | Bound::Back(name) = bound {
                        used.insert(name.clone());
                    }
                }
            }
            Step::Repeat { steps, .. } => waiting.extend(steps),
            Step::Flip(names) => used.extend(names.iter().cloned()),
            Step::Copy { from, to } => used.extend([from.clone(), to.clone()]),
            Step::Clear(_) => {}
            Step::Render(render) => {
                used.insert(render.target.clone());
                for bound in render.draws.iter().flat_map(|draw| &draw.bindings) {
                    if let Bound::Front(name) | Bound::Back(name) = bound {
                        used.insert(name.clone());
                    }
                }
            }
        }
    }
}
