//! From fused groups to an effect: kernels are written, parts of buffers given out, passes bound, and all of it put into one WGSL text and one
//! manifest.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::Images;
use super::bind::{self, PassPlace};
use super::effect::{
    Buffer, Clock, Count, EFFECT_FORMAT, EFFECT_VERSION, Effect, Encoding, FaultCounter, Initial, Kernel, Manifest, Output, Parameter,
    Pass, Pixels, Plane, RenderPipeline, Slot, Step, Texture, TextureFormat,
};
use super::emit::{self, Context, FinishedKernel, Items, Member, ParameterKey, Resource};
use super::fuse::{Fused, Group};
use super::layout::{self, BINDING_ALIGNMENT};
use super::lower::{self, ImageKey, LoweredNode, Source, ValueRef};
use super::pictures;
use super::place::{self, FieldId, Home, Read, Reads};
use super::requires;
use super::text::{self, KernelText};
use crate::diagnostic::Diagnostic;
use crate::graph::keyframes::{self, Interpolation};
use crate::graph::pointer::PointerPath;
use crate::graph::{Document, Keyframe, PortRef};
use crate::node::{Body, Literal, RepeatCount, ScheduleStep, ValueType};

/// What was put together, for the messages of validation.
pub(super) struct Assembled {
    /// The effect.
    pub effect: Effect,
    /// Each kernel's own text with its origins.
    pub kernels: Vec<KernelText>,
    /// Problems met.
    pub diagnostics: Vec<Diagnostic>,
}

/// Puts the effect together.
pub(super) fn assemble(
    document: &Document,
    context: &Context<'_>,
    fused: &Fused,
    shown: &[(PortRef, ValueRef, FieldId)],
    images: &Images,
) -> Assembled {
    let mut assembling = Assembling {
        document,
        context,
        fused,
        items: Items::new(context.nodes),
        kernels: Vec::new(),
        block_kernels: HashMap::new(),
        slices: HashMap::new(),
        parameter_bytes: 0,
        once_slices: HashMap::new(),
        once_bytes: 0,
        fault_bytes: 0,
        fault_slices: HashMap::new(),
        parameters: Vec::new(),
        by_parameter: HashMap::new(),
        diagnostics: Vec::new(),
    };
    let mut step = assembling.groups();
    let mut setup = assembling.setups();
    let lists = assembling.lists();
    let once = assembling.once();
    let first: Vec<Step> = once.into_iter().chain(lists).collect();
    if !setup.is_empty() {
        setup.splice(0..0, first.iter().cloned());
    }
    step.splice(0..0, first);
    assembling.finish(setup, step, shown, images)
}

pub(super) struct Assembling<'a> {
    document: &'a Document,
    pub(super) context: &'a Context<'a>,
    pub(super) fused: &'a Fused,
    pub(super) items: Items,
    pub(super) kernels: Vec<FinishedKernel>,
    block_kernels: HashMap<(usize, usize, bool), usize>,
    /// Where the parameters of a kernel at a level lie.
    slices: HashMap<(usize, u32), u32>,
    parameter_bytes: u32,
    pub(super) once_slices: HashMap<usize, u32>,
    pub(super) once_bytes: u32,
    fault_bytes: u32,
    pub(super) fault_slices: HashMap<usize, u32>,
    parameters: Vec<Parameter>,
    by_parameter: HashMap<(String, String, u64), usize>,
    diagnostics: Vec<Diagnostic>,
}

impl Assembling<'_> {
    fn groups(&mut self) -> Vec<Step> {
        let fused = self.fused;
        let mut steps = Vec::new();
        for (index, group) in fused.groups.iter().enumerate() {
            match group {
                Group::Kernel { tasks, size } => {
                    let kernel = emit::group_kernel(self.context, &mut self.items, tasks, *size);
                    let kernel = self.add_kernel(kernel);
                    steps.push(Step::Pass(self.pass(kernel, &PassPlace { group: index, level: 0, block: None, is_setup: false })));
                }
                Group::Block { node } => {
                    if let Body::Stored(stored) = &self.context.nodes[*node].spec.body {
                        steps.extend(self.block_steps(index, *node, &stored.schedule, 0));
                    }
                }
                Group::Set { node } => self.set_steps(index, *node, &mut steps),
                Group::Drawn { node } => self.drawn_steps(index, *node, &mut steps),
            }
        }
        steps
    }

    pub(super) fn add_kernel(&mut self, kernel: FinishedKernel) -> usize {
        let index = self.kernels.len();
        if kernel.once_bytes > 0 {
            self.once_slices.insert(index, self.once_bytes);
            self.once_bytes = layout::align(self.once_bytes + kernel.once_bytes, BINDING_ALIGNMENT);
        }
        if !kernel.faults.is_empty() {
            self.fault_slices.insert(index, self.fault_bytes);
            self.fault_bytes = layout::align(self.fault_bytes + 4 * count_u32(kernel.faults.len()), BINDING_ALIGNMENT);
        }
        self.kernels.push(kernel);
        index
    }

    /// The steps of a block at `level`. The schedule is as deep as the node's file indents it.
    fn block_steps(&mut self, group: usize, node: usize, schedule: &[ScheduleStep], level: u32) -> Vec<Step> {
        let levels = self.levels(node);
        let mut steps = Vec::new();
        for step in schedule {
            match step {
                ScheduleStep::Run(stage) => steps.extend(self.block_pass(group, node, *stage, level)),
                ScheduleStep::Repeat(count, inner) => {
                    let inner = self.block_steps(group, node, inner, level);
                    let count = match count {
                        RepeatCount::Fixed(count) => Count::Fixed(*count),
                        RepeatCount::Input(input) => Count::Parameter(count_u32(self.input_parameter(node, *input, Encoding::U32))),
                    };
                    steps.push(Step::Repeat { count, steps: inner });
                }
                ScheduleStep::Down(inner) => {
                    for level in 0..levels.saturating_sub(1) {
                        steps.extend(self.block_steps(group, node, inner, level));
                    }
                }
                ScheduleStep::Bottom(inner) => steps.extend(self.block_steps(group, node, inner, levels.saturating_sub(1))),
                ScheduleStep::Up(inner) => {
                    for level in (0..levels.saturating_sub(1)).rev() {
                        steps.extend(self.block_steps(group, node, inner, level));
                    }
                }
            }
        }
        steps
    }

    fn levels(&self, node: usize) -> u32 {
        self.context.placement.fields.iter().filter(|field| field.node == node).map(|field| field.level + 1).max().unwrap_or(1)
    }

    fn block_pass(&mut self, group: usize, node: usize, stage: usize, level: u32) -> Option<Step> {
        let held = &self.context.nodes[node];
        let Body::Stored(stored) = &held.spec.body else { return None };
        if !place::stage_runs(held, stored, stage) {
            return None;
        }
        let home = level + u32::from(stored.stages[stage].on_coarser);
        if home >= self.levels(node) {
            return None;
        }
        let key = (node, stage, level == 0);
        let kernel = match self.block_kernels.get(&key) {
            Some(kernel) => *kernel,
            None => {
                let kernel = emit::block_kernel(self.context, &mut self.items, node, &stored.stages[stage], level == 0);
                let kernel = self.add_kernel(kernel);
                self.block_kernels.insert(key, kernel);
                kernel
            }
        };
        Some(Step::Pass(self.pass(kernel, &PassPlace { group, level: home, block: Some(node), is_setup: false })))
    }

    /// Passes that give fields what they hold before the first step.
    fn setups(&mut self) -> Vec<Step> {
        let placement = self.context.placement;
        let mut steps = Vec::new();
        for (id, field) in placement.fields.iter().enumerate() {
            let Some((node, input)) = field.initial else { continue };
            let mut reads = Reads::new();
            if let Source::Link(from) = &self.context.nodes[node].inputs[input] {
                place::extend_reads(&mut reads, &placement.homes, &placement.reads, *from, false);
            }
            if reads.iter().any(|read| matches!(read, Read::Field { .. })) {
                self.diagnostics.push(
                    Diagnostic::error("it starts from a value that lies on a grid, and before the first step no grid has been made")
                        .at(&self.context.nodes[node].id)
                        .port(&self.context.nodes[node].spec.inputs[input].name)
                        .help("start from shapes, noise, an image or numbers"),
                );
                continue;
            }
            let kernel = emit::setup_kernel(self.context, &mut self.items, id, node, input);
            let kernel = self.add_kernel(kernel);
            steps.push(Step::Pass(self.pass(kernel, &PassPlace { group: 0, level: 0, block: None, is_setup: true })));
        }
        steps
    }

    /// Passes that make lists, in the order of the nodes: a list may be made from another.
    fn lists(&mut self) -> Vec<Step> {
        let mut wanted: BTreeSet<usize> = BTreeSet::new();
        let mut waiting: Vec<usize> = self.kernels.iter().flat_map(lists_of).collect();
        let mut made: HashMap<usize, usize> = HashMap::new();
        while let Some(node) = waiting.pop() {
            if wanted.insert(node) {
                let kernel = emit::list_kernel(self.context, &mut self.items, node);
                waiting.extend(lists_of(&kernel));
                let kernel = self.add_kernel(kernel);
                made.insert(node, kernel);
            }
        }
        let kernels: Vec<usize> = wanted.iter().map(|node| made[node]).collect();
        kernels.into_iter().map(|kernel| Step::Pass(self.pass(kernel, &PassPlace::once()))).collect()
    }

    /// The pass that computes what is the same for all elements, where any kernel asks for such a value.
    fn once(&mut self) -> Option<Step> {
        let mut wanted = Vec::new();
        for (kernel, finished) in self.kernels.iter().enumerate() {
            for member in &finished.once {
                wanted.push((member.value, (self.once_slices[&kernel] + member.offset) / 4));
            }
        }
        if wanted.is_empty() {
            return None;
        }
        let kernel = emit::once_kernel(self.context, &mut self.items, &wanted);
        let kernel = self.add_kernel(kernel);
        Some(Step::Pass(self.pass(kernel, &PassPlace::once())))
    }

    pub(super) fn pass(&mut self, kernel: usize, place: &PassPlace) -> Pass {
        let parameters = self.parameter_slice(kernel, place);
        bind::pass(self, kernel, place, parameters)
    }

    /// The part of the parameters that a kernel reads in this pass: one for each level, since the cell's size is among them.
    fn parameter_slice(&mut self, kernel: usize, place: &PassPlace) -> u32 {
        if let Some(offset) = self.slices.get(&(kernel, place.level)) {
            return *offset;
        }
        let offset = self.parameter_bytes;
        self.parameter_bytes = layout::align(offset + self.kernels[kernel].parameter_bytes, BINDING_ALIGNMENT);
        self.slices.insert((kernel, place.level), offset);
        let cell_m = self.cell_size_m(kernel, place);
        let members: Vec<Member> = self.kernels[kernel].parameters.clone();
        for member in members {
            let at = offset + member.offset;
            let index = match member.key {
                ParameterKey::Input { node, input } => self.input_parameter(node, input, member.encoding),
                ParameterKey::CellSize => self.plane_parameter("cell_size", Literal::Number(cell_m), member.encoding),
                ParameterKey::PlaneSize => {
                    let cell_m = self.document.grid.cell_m();
                    let size = self.context.plane.map(|cells| f64::from(cells) * cell_m);
                    self.plane_parameter("plane_size", Literal::Vector(size.to_vec()), member.encoding)
                }
                ParameterKey::PlaneOrigin => {
                    self.plane_parameter("plane_origin", Literal::Vector(self.document.grid.origin_m.to_vec()), member.encoding)
                }
                ParameterKey::Level => self.plane_parameter("level", Literal::Number(f64::from(place.level)), member.encoding),
                ParameterKey::FinestCells(node) => {
                    let fields = &self.context.placement.fields;
                    let finest =
                        fields.iter().find(|field| field.node == node && field.level == 0).map_or(self.context.plane, |field| field.size);
                    let name = format!("finest_cells_{}x{}", finest[0], finest[1]);
                    self.plane_parameter(&name, Literal::Vector(finest.map(f64::from).to_vec()), member.encoding)
                }
                ParameterKey::PlaneCells => {
                    let cells = self.context.plane.map(f64::from);
                    self.plane_parameter("plane_cells", Literal::Vector(cells.to_vec()), member.encoding)
                }
            };
            self.parameters[index].offsets.push(at);
        }
        offset
    }

    /// Side of a cell of the grid that a pass works on.
    fn cell_size_m(&self, kernel: usize, place: &PassPlace) -> f64 {
        let fields = &self.context.placement.fields;
        let field = self.kernels[kernel].bindings.iter().find_map(|binding| match &binding.resource {
            Resource::Out(field) => Some(*field),
            Resource::LevelOut(label) => place.block.and_then(|node| place::find_field(fields, node, label, 0)),
            _ => None,
        });
        let plane_m = self.document.grid.cell_m() * f64::from(self.context.plane[0]);
        let finest_m = field.map_or(self.document.grid.cell_m(), |field| plane_m / f64::from(fields[field].size[0].max(1)));
        finest_m * f64::from(1_u32 << place.level.min(31))
    }

    /// The entry of a node's input among the parameters.
    fn input_parameter(&mut self, node: usize, input: usize, encoding: Encoding) -> usize {
        let held: &LoweredNode = &self.context.nodes[node];
        let spec = &held.spec.inputs[input];
        let value = match &held.inputs[input] {
            Source::Parameter(literal) => literal.clone(),
            _ => Literal::Number(0.0),
        };
        let label = format!("{}: {}", held.title, spec.label);
        // One input may be asked for as a number and, widened, as a vector.
        let kind = encoding_key(encoding);
        let (id, name) = (held.id.clone(), spec.name.clone());
        if let Some(&known) = self.by_parameter.get(&(id.clone(), name.clone(), kind)) {
            return known;
        }
        let range = self.document.nodes.get(&id).map_or(spec.range, |node| node.range_of(spec));
        let keyframes = if matches!(held.inputs[input], Source::Parameter(_)) { self.keyframes(&id, &name, encoding) } else { Vec::new() };
        self.by_parameter.insert((id.clone(), name.clone(), kind), self.parameters.len());
        // A size is built in: kernels read it, and nobody can set it.
        let node = if spec.setting { String::new() } else { id };
        self.parameters.push(Parameter {
            node,
            input: name,
            label,
            encoding,
            offsets: Vec::new(),
            value: keyframes::sample(&keyframes, 0.0).unwrap_or(value),
            keyframes,
            range,
            unit: spec.unit.clone(),
        });
        self.parameters.len() - 1
    }

    /// The keyframes of an input that are values of it, in order.
    fn keyframes(&mut self, id: &str, input: &str, encoding: Encoding) -> Vec<Keyframe> {
        let mut keyframes = Vec::new();
        for keyframe in self.document.timeline.keyframes.get(&format!("{id}.{input}")).into_iter().flatten() {
            let Keyframe { frame, value, interpolation, .. } = keyframe.clone();
            match super::encode(&encoding, &value) {
                Ok(_) if frame.is_finite() => {
                    let interpolation = Interpolation::from_name(&interpolation).map_or_else(|| "linear".to_owned(), |_| interpolation);
                    keyframes.push(Keyframe { frame, value, interpolation, extra: serde_json::Map::new() });
                }
                outcome => {
                    let problem = outcome.err().unwrap_or_else(|| "a frame is a number".to_owned());
                    self.diagnostics.push(
                        Diagnostic::warning(format!("its keyframe at frame {frame} does nothing: {problem}"))
                            .at(id)
                            .port(input)
                            .help("give it a value like the others, or remove it"),
                    );
                }
            }
        }
        keyframes.sort_by(|one: &Keyframe, other| one.frame.total_cmp(&other.frame));
        keyframes
    }

    /// A number of the plane; no node's, so that nobody sets it by name.
    fn plane_parameter(&mut self, name: &str, value: Literal, encoding: Encoding) -> usize {
        let bits = match &value {
            Literal::Number(number) => number.to_bits(),
            _ => 0,
        };
        *self.by_parameter.entry((String::new(), name.to_owned(), bits)).or_insert_with(|| {
            self.parameters.push(Parameter {
                node: String::new(),
                input: name.to_owned(),
                label: format!("Plane: {}", name.replace('_', " ")),
                encoding,
                offsets: Vec::new(),
                value,
                keyframes: Vec::new(),
                range: None,
                unit: (name != "plane_cells").then(|| "m".to_owned()),
            });
            self.parameters.len() - 1
        })
    }

    fn finish(mut self, setup: Vec<Step>, step: Vec<Step>, shown: &[(PortRef, ValueRef, FieldId)], images: &Images) -> Assembled {
        let mut used = HashSet::new();
        bind::textures_of(setup.iter().chain(&step), &mut used);
        let (textures, data) = self.textures(&used, images);
        let outputs: Vec<Output> = shown.iter().map(|(port, value, field)| self.output(port, *value, *field)).collect();
        let (wgsl, lines, kernels) = text::write(&self.items, &self.kernels, self.context);
        let mut manifest_kernels: Vec<Kernel> = Vec::new();
        let mut pipelines: Vec<RenderPipeline> = Vec::new();
        for (kernel, lines) in self.kernels.iter().zip(lines) {
            let nodes = emit::node_ids(self.context, kernel.nodes.iter().copied());
            match &kernel.draw {
                None => manifest_kernels.push(Kernel {
                    entry: kernel.entry.clone(),
                    lines,
                    workgroup: kernel.workgroup,
                    layout: slots(kernel),
                    nodes,
                }),
                Some(draw) => pipelines.push(pictures::pipeline(draw, lines, slots(kernel), nodes)),
            }
        }
        let buffers = self.buffers();
        let requires = requires::of(&manifest_kernels, &pipelines, &textures, &buffers, self.parameter_bytes);
        let faults = self.fault_counters();
        let document = self.document;
        let manifest = Manifest {
            format: EFFECT_FORMAT.to_owned(),
            version: EFFECT_VERSION,
            requires,
            clock: Clock {
                fps: document.timeline.fps,
                substeps: document.timeline.substeps.max(1),
                range: document.timeline.range,
                looped: document.timeline.looped,
            },
            plane: Plane {
                resolution: self.context.plane,
                width_m: document.grid.width_m,
                origin_m: document.grid.origin_m,
                seed: document.seed,
            },
            pointer_track: PointerPath::new(&document.pointer.track, document.pointer.looped).rows().to_vec(),
            pointer_loop: document.pointer.looped,
            textures,
            buffers,
            parameter_bytes: self.parameter_bytes,
            parameters: std::mem::take(&mut self.parameters),
            kernels: manifest_kernels,
            pipelines,
            setup,
            step,
            outputs,
            faults,
            frame_hashes: Vec::new(),
        };
        Assembled { effect: Effect { wgsl, manifest, data }, kernels, diagnostics: self.diagnostics }
    }

    fn textures(&self, used: &HashSet<String>, images: &Images) -> (Vec<Texture>, BTreeMap<String, Arc<Pixels>>) {
        let mut textures = Vec::new();
        for (id, field) in self.context.placement.fields.iter().enumerate() {
            if used.contains(&field.name) {
                textures.push(Texture {
                    name: field.name.clone(),
                    format: field.format,
                    size: field.size,
                    copies: if self.fused.two_copies[id] { 2 } else { 1 },
                    initial: Initial::Zero,
                    state: field.is_state.then(|| field.name.clone()),
                });
            }
        }
        let mut data = BTreeMap::new();
        for (image, pixels) in images {
            let name = bind::image_texture(image);
            if used.contains(&name) {
                let format = match pixels.channels {
                    1 => TextureFormat::R32Float,
                    2 => TextureFormat::Rg32Float,
                    _ => TextureFormat::Rgba32Float,
                };
                let file = data_file(&image.path, &data);
                textures.push(Texture {
                    name,
                    format,
                    size: [pixels.width, pixels.height],
                    copies: 1,
                    initial: Initial::Data(file.clone()),
                    state: None,
                });
                data.insert(file, Arc::clone(pixels));
            }
        }
        (textures, data)
    }

    fn buffers(&self) -> Vec<Buffer> {
        let mut buffers = Vec::new();
        if self.once_bytes > 0 {
            buffers.push(Buffer { name: bind::ONCE.to_owned(), bytes: u64::from(self.once_bytes), state: None });
        }
        if self.fault_bytes > 0 {
            buffers.push(Buffer { name: bind::FAULTS.to_owned(), bytes: u64::from(self.fault_bytes), state: None });
        }
        let lists: BTreeSet<usize> = self.kernels.iter().flat_map(lists_of).collect();
        for node in lists {
            let value_type = self.context.nodes[node].output_type(0);
            buffers.push(Buffer { name: bind::list_buffer(self.context, node), bytes: bind::list_bytes(value_type).into(), state: None });
        }
        buffers.extend(pictures::buffers(self));
        buffers
    }

    fn fault_counters(&self) -> Vec<FaultCounter> {
        let mut counters = Vec::new();
        for (kernel, finished) in self.kernels.iter().enumerate() {
            for (index, (node, field)) in finished.faults.iter().enumerate() {
                let offset = self.fault_slices[&kernel] + 4 * count_u32(index);
                counters.push(FaultCounter { node: self.context.nodes[*node].id.clone(), field: field.clone(), offset });
            }
        }
        counters
    }

    fn output(&self, port: &PortRef, value: ValueRef, field: FieldId) -> Output {
        let node = &self.context.nodes[value.node];
        let held = &self.context.placement.fields[field];
        let title = self.document.nodes.get(&port.node).and_then(|node| match node.inputs.get("name") {
            Some(Literal::Text(name)) if !name.is_empty() => Some(name.clone()),
            _ => node.title.clone(),
        });
        Output {
            name: port.to_string(),
            title: title.unwrap_or_else(|| format!("{} · {}", node.title, node.spec.outputs[value.output].name)),
            texture: held.name.clone(),
            value_type: held.value_type,
            unit: node.spec.outputs[value.output].unit.clone(),
            colour_space: if held.value_type == ValueType::Colour { "linear" } else { "data" }.to_owned(),
        }
    }
}

/// The lists that a kernel reads.
fn lists_of(kernel: &FinishedKernel) -> Vec<usize> {
    kernel
        .bindings
        .iter()
        .filter_map(|binding| match binding.resource {
            Resource::List(node) => Some(node),
            _ => None,
        })
        .collect()
}

fn slots(kernel: &FinishedKernel) -> Vec<Slot> {
    kernel.bindings.iter().enumerate().map(|(binding, bound)| Slot { binding: count_u32(binding), kind: bound.kind }).collect()
}

/// A name for a picture's data file: the picture's own, made fit for any disk and unlike the others.
fn data_file(path: &str, taken: &BTreeMap<String, Arc<Pixels>>) -> String {
    let stem = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let stem = stem.split('.').next().unwrap_or(stem);
    let stem: String =
        stem.chars().map(|letter| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' }).take(40).collect();
    let stem = if stem.is_empty() { "image".to_owned() } else { stem };
    let mut name = stem.clone();
    let mut number = 2;
    while taken.contains_key(&name) {
        name = format!("{stem}_{number}");
        number += 1;
    }
    name
}

fn encoding_key(encoding: Encoding) -> u64 {
    match encoding {
        Encoding::Value(value_type) => value_type as u64,
        Encoding::U32 => 100,
        Encoding::I32 => 101,
        Encoding::List(value_type) => 200 + value_type as u64,
    }
}

/// A count of things that are few.
pub(super) fn count_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The grid of a shown value.
pub(super) fn shown_field(homes: &[Vec<Home>], value: ValueRef) -> Option<FieldId> {
    match homes[value.node][value.output] {
        Home::Grid(field) => Some(field),
        _ => None,
    }
}

/// The pictures that nodes name, with the inputs that name them.
pub(super) fn images_named(nodes: &[LoweredNode]) -> BTreeMap<ImageKey, Vec<(usize, usize)>> {
    let mut images: BTreeMap<ImageKey, Vec<(usize, usize)>> = BTreeMap::new();
    for (place, node) in nodes.iter().enumerate() {
        for input in 0..node.spec.inputs.len() {
            if let Some(image) = lower::image_key(node, input) {
                images.entry(image).or_default().push((place, input));
            }
        }
    }
    images
}
