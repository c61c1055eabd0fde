//! The manifest's steps with every name looked up, and everything that could go wrong while they run found before they do.

use std::collections::{HashMap, HashSet};

use super::check::{FRAME_BYTES, broken, parameter_buffer_bytes, texture_channels, within};
use super::drawing::Rendering;
use super::error::PlayerError;
use crate::compile::{Bound, Count, Effect, Encoding, FAULTS, Kernel, Manifest, Pass, Slot, SlotKind, Step};
use crate::graph::pointer::PointerPath;
use crate::node::ValueType;

/// Place of the `frame` buffer among a program's buffers.
pub(super) const FRAME: usize = 0;
/// Place of the `parameters` buffer.
pub(super) const PARAMETERS: usize = 1;
/// Place of the manifest's first buffer.
pub(super) const FIRST_BUFFER: usize = 2;

/// Most times that a repeat's parameter can ask for.
pub(super) const MOST_REPEATS: u32 = 10_000;
/// Most passes of a step: beyond it a step would take minutes on any device.
const MOST_PASSES: u64 = 1_000_000;
/// Deepest nest of repeats.
const DEEPEST_NEST: usize = 16;
/// Buffer bindings start at multiples of this: the largest alignment that WebGPU lets a device ask for.
const BINDING_ALIGNMENT: u32 = 256;

/// What to run, by index.
#[derive(Debug)]
pub(super) struct Program {
    pub dispatches: Vec<Dispatch>,
    pub renderings: Vec<Rendering>,
    pub setup: Vec<Operation>,
    pub step: Vec<Operation>,
    /// A step that nobody looks at: what later steps need of it.
    pub unseen_step: Vec<Operation>,
    /// Where the pointer goes when nobody holds it.
    pub pointer: PointerPath,
}

/// One step of running.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// The dispatch of this index.
    Dispatch(usize),
    Repeat(Repeats, Vec<Operation>),
    /// Swap front and back of these textures.
    Flip(Vec<usize>),
    /// Copy a texture's front to another's.
    Copy {
        from: usize,
        to: usize,
    },
    /// Fill this buffer with zeros.
    Clear(usize),
    /// The render pass of this index.
    Render(usize),
}

/// How often a block runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeats {
    Fixed(u32),
    /// As the parameter of this index says.
    Parameter(usize),
}

/// A pass of the manifest. Passes that are spelled alike are one dispatch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dispatch {
    pub kernel: usize,
    pub workgroups: [u32; 3],
    pub bindings: Bindings,
    /// Textures whose front and back swap after it.
    pub flip: Vec<usize>,
}

/// What a pass or a draw binds, in the order of the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bindings {
    pub list: Vec<Binding>,
    /// Bound textures with front and back: which of them is in front decides the bind group.
    pub two_sided: Vec<usize>,
}

impl Dispatch {
    /// Threads that it starts.
    pub(super) fn threads(&self, kernel: &Kernel) -> u64 {
        self.workgroups.iter().chain(&kernel.workgroup).map(|&count| u64::from(count)).product()
    }
}

/// What is bound to a slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Binding {
    Buffer { buffer: usize, offset: u32, bytes: u32 },
    Texture { texture: usize, back: bool },
}

impl Program {
    /// Looks up and checks the steps of `effect`, whose sizes were checked.
    pub(super) fn resolve(effect: &Effect, limits: &wgpu::Limits) -> Result<Self, PlayerError> {
        let manifest = &effect.manifest;
        let mut resolver = Resolver::new(manifest, limits)?;
        let setup = resolver.steps(&manifest.setup, 0)?;
        let step = resolver.steps(&manifest.step, 0)?;
        check_outputs(manifest, &resolver)?;
        let pointer = PointerPath::new(&manifest.pointer_track, manifest.pointer_loop);
        let mut program =
            Self { dispatches: resolver.dispatches, renderings: resolver.renderings, setup, step, unseen_step: Vec::new(), pointer };
        program.unseen_step = super::unseen::needed_later(manifest, &program);
        Ok(program)
    }

    /// Dispatches and render passes of a step while `repeats` says how often blocks run.
    pub(super) fn passes_per_step(&self, repeats: &dyn Fn(Repeats) -> u32) -> u64 {
        count(&self.step, repeats)
    }
}

/// An error where a step is more than any device gets through.
pub(super) fn check_pass_count(passes: u64) -> Result<(), PlayerError> {
    within("a step in passes", passes, MOST_PASSES)
}

fn count(operations: &[Operation], repeats: &dyn Fn(Repeats) -> u32) -> u64 {
    operations.iter().fold(0_u64, |sum, operation| {
        sum.saturating_add(match operation {
            Operation::Dispatch(_) | Operation::Render(_) => 1,
            Operation::Repeat(times, inner) => u64::from(repeats(*times)).saturating_mul(count(inner, repeats)),
            Operation::Flip(_) | Operation::Copy { .. } | Operation::Clear(_) => 0,
        })
    })
}

/// Looks up names.
pub(super) struct Resolver<'manifest> {
    pub manifest: &'manifest Manifest,
    most_workgroups: u32,
    uniform_bytes: u64,
    storage_bytes: u64,
    kernels: HashMap<&'manifest str, usize>,
    textures: HashMap<&'manifest str, usize>,
    buffers: HashMap<&'manifest str, usize>,
    pub pipelines: HashMap<&'manifest str, usize>,
    dispatches: Vec<Dispatch>,
    renderings: Vec<Rendering>,
    /// Draws of all render passes so far.
    pub draws: usize,
}

/// Indices by name; names must differ.
fn index<'name>(what: &str, names: impl Iterator<Item = &'name str>) -> Result<HashMap<&'name str, usize>, PlayerError> {
    let mut indices = HashMap::new();
    for (place, name) in names.enumerate() {
        if indices.insert(name, place).is_some() {
            return Err(broken(format!("two {what} are called \"{name}\"")));
        }
    }
    Ok(indices)
}

impl<'manifest> Resolver<'manifest> {
    fn new(manifest: &'manifest Manifest, limits: &wgpu::Limits) -> Result<Self, PlayerError> {
        let buffer_names = ["frame", "parameters"].into_iter().chain(manifest.buffers.iter().map(|buffer| buffer.name.as_str()));
        Ok(Self {
            manifest,
            most_workgroups: limits.max_compute_workgroups_per_dimension,
            uniform_bytes: limits.max_uniform_buffer_binding_size,
            storage_bytes: limits.max_storage_buffer_binding_size,
            kernels: index("kernels", manifest.kernels.iter().map(|kernel| kernel.entry.as_str()))?,
            textures: index("textures", manifest.textures.iter().map(|texture| texture.name.as_str()))?,
            buffers: index("buffers", buffer_names)?,
            pipelines: index("pipelines", manifest.pipelines.iter().map(|pipeline| pipeline.name.as_str()))?,
            dispatches: Vec::new(),
            renderings: Vec::new(),
            draws: 0,
        })
    }

    pub(super) fn texture(&self, name: &str, user: &str) -> Result<usize, PlayerError> {
        self.textures.get(name).copied().ok_or_else(|| broken(format!("{user} names the texture \"{name}\", which there is not")))
    }

    pub(super) fn flips(&self, names: &[String]) -> Result<Vec<usize>, PlayerError> {
        names
            .iter()
            .map(|name| {
                let texture = self.texture(name, "a flip")?;
                if self.manifest.textures[texture].copies != 2 {
                    return Err(broken(format!("the texture {name} is flipped and has one copy")));
                }
                Ok(texture)
            })
            .collect()
    }

    fn steps(&mut self, steps: &[Step], depth: usize) -> Result<Vec<Operation>, PlayerError> {
        if depth > DEEPEST_NEST {
            return Err(broken(format!("repeats are nested more than {DEEPEST_NEST} deep")));
        }
        steps.iter().map(|step| self.step(step, depth)).collect()
    }

    fn step(&mut self, step: &Step, depth: usize) -> Result<Operation, PlayerError> {
        Ok(match step {
            Step::Pass(pass) => {
                let dispatch = self.dispatch(pass)?;
                let known = self.dispatches.iter().position(|other| *other == dispatch);
                Operation::Dispatch(known.unwrap_or_else(|| {
                    self.dispatches.push(dispatch);
                    self.dispatches.len() - 1
                }))
            }
            Step::Repeat { count, steps } => {
                let repeats = match count {
                    Count::Fixed(times) => Repeats::Fixed(*times),
                    Count::Parameter(parameter) => {
                        let counted = self.manifest.parameters.get(*parameter as usize).map(|found| found.encoding);
                        if !matches!(counted, Some(Encoding::U32 | Encoding::I32 | Encoding::Value(ValueType::Number))) {
                            return Err(broken(format!("a repeat counts by parameter {parameter}, which is not a number")));
                        }
                        Repeats::Parameter(*parameter as usize)
                    }
                };
                Operation::Repeat(repeats, self.steps(steps, depth + 1)?)
            }
            Step::Flip(names) => Operation::Flip(self.flips(names)?),
            Step::Copy { from, to } => {
                let (source, target) = (self.texture(from, "a copy")?, self.texture(to, "a copy")?);
                let [read, written] = [source, target].map(|texture| &self.manifest.textures[texture]);
                if source == target || read.format != written.format || read.size != written.size {
                    return Err(broken(format!("a copy from {from} to {to} needs two textures of equal format and size")));
                }
                Operation::Copy { from: source, to: target }
            }
            Step::Clear(name) => match self.buffers.get(name.as_str()) {
                Some(&buffer) if buffer >= FIRST_BUFFER => Operation::Clear(buffer),
                Some(_) => return Err(broken(format!("{name} is cleared, and only the player writes there"))),
                None => return Err(broken(format!("the buffer \"{name}\" is cleared, which there is not"))),
            },
            Step::Render(pass) => {
                let rendering = self.rendering(pass)?;
                self.renderings.push(rendering);
                Operation::Render(self.renderings.len() - 1)
            }
        })
    }

    fn dispatch(&self, pass: &Pass) -> Result<Dispatch, PlayerError> {
        let entry = &pass.kernel;
        let Some(&kernel_index) = self.kernels.get(entry.as_str()) else {
            return Err(broken(format!("a pass runs the kernel \"{entry}\", which there is not")));
        };
        let kernel = &self.manifest.kernels[kernel_index];
        if pass.threads.contains(&0) {
            return Err(broken(format!("a pass of {entry} has {:?} threads", pass.threads)));
        }
        let workgroups: [u32; 3] = std::array::from_fn(|axis| pass.threads[axis].div_ceil(kernel.workgroup[axis]));
        for (axis, count) in ["x", "y", "z"].into_iter().zip(workgroups) {
            within(&format!("a pass of {entry} in workgroups along {axis}"), u64::from(count), u64::from(self.most_workgroups))?;
        }
        let bindings = self.bindings(&format!("a pass of {entry}"), &pass.bindings, &kernel.layout)?;
        self.check_conflicts(kernel, &bindings.list)?;
        Ok(Dispatch { kernel: kernel_index, workgroups, bindings, flip: self.flips(&pass.flip)? })
    }

    /// Looks up what `user` binds to the slots of a layout.
    pub(super) fn bindings(&self, user: &str, bound: &[Bound], layout: &[Slot]) -> Result<Bindings, PlayerError> {
        if bound.len() != layout.len() {
            return Err(broken(format!("{user} binds {} resources to {} slots", bound.len(), layout.len())));
        }
        let list =
            bound.iter().zip(layout).map(|(bound, slot)| self.binding(bound, slot.kind, user)).collect::<Result<Vec<_>, PlayerError>>()?;
        let mut two_sided = Vec::new();
        for binding in &list {
            if let Binding::Texture { texture, .. } = *binding
                && self.manifest.textures[texture].copies == 2
                && !two_sided.contains(&texture)
            {
                two_sided.push(texture);
            }
        }
        Ok(Bindings { list, two_sided })
    }

    fn binding(&self, bound: &Bound, kind: SlotKind, user: &str) -> Result<Binding, PlayerError> {
        match (bound, kind) {
            (Bound::Buffer { name, offset, bytes }, SlotKind::Uniform(_) | SlotKind::StorageRead | SlotKind::StorageWrite) => {
                let Some(&buffer) = self.buffers.get(name.as_str()) else {
                    return Err(broken(format!("{user} names the buffer \"{name}\", which there is not")));
                };
                let size = match buffer {
                    FRAME => FRAME_BYTES,
                    PARAMETERS => parameter_buffer_bytes(self.manifest),
                    other => self.manifest.buffers[other - FIRST_BUFFER].bytes,
                };
                let end = u64::from(*offset) + u64::from(*bytes);
                let place = format!("{user} binds bytes {offset} to {end} of {name}");
                if *bytes == 0 || end > size || !offset.is_multiple_of(BINDING_ALIGNMENT) {
                    return Err(broken(format!("{place}, which has {size} and is bound from multiples of {BINDING_ALIGNMENT}")));
                }
                let limit = if let SlotKind::Uniform(least) = kind {
                    if *bytes < least {
                        return Err(broken(format!("{place}, and its slot needs {least}")));
                    }
                    self.uniform_bytes
                } else {
                    if !bytes.is_multiple_of(4) {
                        return Err(broken(format!("{place}; storage is bound in multiples of 4")));
                    }
                    if matches!(kind, SlotKind::StorageWrite) && buffer < FIRST_BUFFER {
                        return Err(broken(format!("{place} to write, and only the player writes there")));
                    }
                    self.storage_bytes
                };
                within(&format!("{user} in bytes of {name}"), u64::from(*bytes), limit)?;
                Ok(Binding::Buffer { buffer, offset: *offset, bytes: *bytes })
            }
            (Bound::Front(name) | Bound::Back(name), SlotKind::Texture | SlotKind::StorageTexture(_)) => {
                let texture = self.texture(name, user)?;
                let found = &self.manifest.textures[texture];
                if let SlotKind::StorageTexture(format) = kind
                    && format != found.format
                {
                    return Err(broken(format!("{user} writes {}, and the texture {name} is {}", format.name(), found.format.name())));
                }
                Ok(Binding::Texture { texture, back: matches!(bound, Bound::Back(_)) && found.copies == 2 })
            }
            _ => Err(broken(format!("{user} binds {bound:?} to a slot for {kind:?}"))),
        }
    }

    /// A resource that a pass writes must not be bound a second time in it: what a read gives would depend on the device.
    fn check_conflicts(&self, kernel: &Kernel, bindings: &[Binding]) -> Result<(), PlayerError> {
        let resource = |binding: &Binding| match *binding {
            Binding::Buffer { buffer, .. } => (true, buffer, false),
            Binding::Texture { texture, back } => (false, texture, back),
        };
        let mut written = HashSet::new();
        let mut read = HashSet::new();
        for (binding, slot) in bindings.iter().zip(&kernel.layout) {
            let writes = matches!(slot.kind, SlotKind::StorageWrite | SlotKind::StorageTexture(_));
            let key = resource(binding);
            let conflict = written.contains(&key) || (writes && read.contains(&key));
            if conflict {
                let name = match *binding {
                    Binding::Buffer { buffer, .. } => buffer
                        .checked_sub(FIRST_BUFFER)
                        .and_then(|place| self.manifest.buffers.get(place))
                        .map_or("frame or parameters", |found| found.name.as_str()),
                    Binding::Texture { texture, .. } => self.manifest.textures[texture].name.as_str(),
                };
                return Err(broken(format!("a pass of {} writes {name} and binds it a second time", kernel.entry)));
            }
            if writes {
                written.insert(key)
            } else {
                read.insert(key)
            };
        }
        Ok(())
    }
}

fn check_outputs(manifest: &Manifest, resolver: &Resolver<'_>) -> Result<(), PlayerError> {
    for output in &manifest.outputs {
        let texture = resolver.texture(&output.texture, &format!("the output {}", output.name))?;
        let (channels, most) = (output.value_type.channels(), texture_channels(manifest.textures[texture].format));
        if channels == 0 || channels > most as usize {
            return Err(broken(format!("the output {} has {channels} channels, and its texture {most}", output.name)));
        }
    }
    if manifest.faults.is_empty() {
        return Ok(());
    }
    let Some(buffer) = manifest.buffers.iter().find(|buffer| buffer.name == FAULTS) else {
        return Err(broken("faults are counted, and there is no buffer \"faults\""));
    };
    match manifest.faults.iter().find(|fault| !fault.offset.is_multiple_of(4) || u64::from(fault.offset) + 4 > buffer.bytes) {
        Some(fault) => {
            Err(broken(format!("faults of {}.{} are counted at byte {} of {}", fault.node, fault.field, fault.offset, buffer.bytes)))
        }
        None => Ok(()),
    }
}
