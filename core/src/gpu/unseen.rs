//! The part of a step that later steps need. Steps that nobody looks at, on the way to a later frame, leave out the rest: what is only
//! drawn, and what is only kept to be looked at.

use std::collections::HashSet;

use super::program::{Binding, Bindings, FIRST_BUFFER, Operation, Program};
use crate::compile::{FAULTS, Manifest, SlotKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Resource {
    Texture(usize),
    Buffer(usize),
}

#[derive(Default)]
struct Use {
    reads: HashSet<Resource>,
    writes: HashSet<Resource>,
}

/// The operations of a step whose results a later step reads, in order.
pub(super) fn needed_later(manifest: &Manifest, program: &Program) -> Vec<Operation> {
    let uses: Vec<Use> = program.step.iter().map(|operation| use_of(manifest, program, operation)).collect();
    let mut carried = kept(manifest);
    let mut written: HashSet<Resource> = HashSet::new();
    for used in &uses {
        carried.extend(used.reads.difference(&written).filter(|resource| can_last(manifest, **resource)));
        written.extend(&used.writes);
    }
    let mut wanted = carried;
    let mut needed = vec![false; uses.len()];
    for (place, used) in uses.iter().enumerate().rev() {
        if !used.writes.is_disjoint(&wanted) {
            needed[place] = true;
            wanted.extend(&used.reads);
        }
    }
    program.step.iter().zip(needed).filter(|(_, needed)| *needed).map(|(operation, _)| operation.clone()).collect()
}

/// What lasts from step to step by itself: textures with front and back, and what the manifest calls state.
fn kept(manifest: &Manifest) -> HashSet<Resource> {
    let textures = manifest.textures.iter().enumerate().filter(|(_, texture)| texture.copies == 2 || texture.state.is_some());
    let buffers = manifest.buffers.iter().enumerate().filter(|(_, buffer)| buffer.state.is_some());
    textures.map(|(place, _)| Resource::Texture(place)).chain(buffers.map(|(place, _)| Resource::Buffer(FIRST_BUFFER + place))).collect()
}

/// Whether a step may find what an earlier one left there. Buffers that are no state hold nothing for the next step, but for the counts of
/// faults.
fn can_last(manifest: &Manifest, resource: Resource) -> bool {
    match resource {
        Resource::Texture(_) => true,
        Resource::Buffer(place) => {
            let buffer = place.checked_sub(FIRST_BUFFER).and_then(|place| manifest.buffers.get(place));
            buffer.is_some_and(|buffer| buffer.state.is_some() || buffer.name == FAULTS)
        }
    }
}

/// All that an operation reads and writes, repeats with all that is inside.
fn use_of(manifest: &Manifest, program: &Program, operation: &Operation) -> Use {
    let mut used = Use::default();
    let mut waiting = vec![operation];
    while let Some(operation) = waiting.pop() {
        match operation {
            Operation::Dispatch(place) => {
                let dispatch = &program.dispatches[*place];
                let kinds = manifest.kernels[dispatch.kernel].layout.iter().map(|slot| slot.kind);
                bound(&mut used, &dispatch.bindings, kinds);
                let kernel = &manifest.kernels[dispatch.kernel];
                let threads = [0, 1].map(|axis| u64::from(dispatch.workgroups[axis]) * u64::from(kernel.workgroup[axis]));
                for binding in &dispatch.bindings.list {
                    if let Binding::Texture { texture, .. } = *binding {
                        let [width, height] = manifest.textures[texture].size.map(u64::from);
                        if threads[0] < width || threads[1] < height {
                            // What is not written over stays.
                            used.reads.insert(Resource::Texture(texture));
                        }
                    }
                }
                used.writes.extend(dispatch.flip.iter().map(|texture| Resource::Texture(*texture)));
            }
            Operation::Repeat(_, inner) => waiting.extend(inner),
            Operation::Flip(textures) => used.writes.extend(textures.iter().map(|texture| Resource::Texture(*texture))),
            Operation::Copy { from, to } => {
                used.reads.insert(Resource::Texture(*from));
                used.writes.insert(Resource::Texture(*to));
            }
            Operation::Clear(buffer) => {
                used.writes.insert(Resource::Buffer(*buffer));
            }
            Operation::Render(place) => {
                let rendering = &program.renderings[*place];
                used.writes.insert(Resource::Texture(rendering.target));
                for draw in &rendering.draws {
                    let kinds = manifest.pipelines[draw.pipeline].layout.iter().map(|slot| slot.kind);
                    bound(&mut used, &draw.bindings, kinds);
                }
            }
        }
    }
    used
}

fn bound(used: &mut Use, bindings: &Bindings, kinds: impl Iterator<Item = SlotKind>) {
    for (binding, kind) in bindings.list.iter().zip(kinds) {
        let resource = match *binding {
            Binding::Texture { texture, .. } => Resource::Texture(texture),
            Binding::Buffer { buffer, .. } if buffer < FIRST_BUFFER => continue,
            Binding::Buffer { buffer, .. } => Resource::Buffer(buffer),
        };
        match kind {
            SlotKind::StorageTexture(_) => {
                used.writes.insert(resource);
            }
            SlotKind::StorageWrite => {
                // What is not written over stays, so that whoever writes also hands on.
                used.writes.insert(resource);
                used.reads.insert(resource);
            }
            _ => {
                used.reads.insert(resource);
            }
        }
    }
}
