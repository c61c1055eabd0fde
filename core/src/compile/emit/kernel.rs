//! One kernel being written: its bindings, its block of parameters, its functions. Nothing in its text depends on other kernels, so that a
//! change elsewhere in the graph leaves it, and the pipeline made from it, as it was.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Write as _;

use super::accessor::PendingAccessor;
use super::items::{ItemId, ItemText, Items};
use crate::compile::effect::{Blend, Encoding, FRAME_BLOCK_WGSL, SlotKind, TextureFormat};
use crate::compile::encode;
use crate::compile::layout::{self, Size};
use crate::compile::lower::{ImageKey, LoweredNode, ValueRef};
use crate::compile::place::{FieldId, Placement};
use crate::node::{LevelStep, ValueType};

/// What every kernel is written from.
pub(in crate::compile) struct Context<'a> {
    /// Nodes in order.
    pub nodes: &'a [LoweredNode],
    /// Where values live.
    pub placement: &'a Placement,
    /// The document's resolution.
    pub plane: Size,
}

/// A resource as a kernel names it; resolved to a texture or a buffer when a pass is made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::compile) enum Resource {
    /// The frame block.
    Frame,
    /// The kernel's part of the parameters.
    Parameters,
    /// The kernel's part of the once-a-step values.
    Once,
    /// A list made by a node.
    List(usize),
    /// A grid.
    Field {
        /// Which.
        field: FieldId,
        /// Last step's value.
        previous: bool,
    },
    /// A field of the block's node, at a level relative to the pass's.
    LevelField {
        /// Its label.
        label: String,
        /// Where.
        level: LevelStep,
    },
    /// A picture.
    Image(ImageKey),
    /// Where a grid is written.
    Out(FieldId),
    /// Where a field of the block's node is written, at the pass's level.
    LevelOut(String),
    /// Counters of values that were no numbers.
    Faults,
    /// Where once-a-step values are written.
    OnceOut,
    /// Where a list is written.
    ListOut(usize),
    /// The elements of the set of this node.
    Elements(usize),
    /// Where they are written.
    ElementsOut(usize),
    /// Births of the particles of this node.
    Births(usize),
    /// Where they are counted.
    BirthsOut(usize),
    /// What the parents of the particles of this node owe them.
    Bearing(usize),
    /// Where that is counted.
    BearingOut(usize),
    /// The particles of this node whose places others took in this step.
    Departed(usize),
    /// Where they are kept.
    DepartedOut(usize),
    /// Sums of particles' values, as whole numbers.
    Sums(usize),
    /// Where they are added up.
    SumsOut(usize),
    /// The order in which a picture draws a thing's particles: the node of the picture and the thing.
    Sorted(usize, usize),
    /// Where they are sorted.
    SortedOut(usize, usize),
}

/// A number that a kernel takes from its block of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::compile) enum ParameterKey {
    /// An input of a node.
    Input {
        /// The node.
        node: usize,
        /// The input.
        input: usize,
    },
    /// Side of a cell of the kernel's grid in metres.
    CellSize,
    /// Width and depth of the plane in metres.
    PlaneSize,
    /// Centre of the plane in metres.
    PlaneOrigin,
    /// Cells of the plane.
    PlaneCells,
    /// Level of the kernel's grid, 0 the finest.
    Level,
    /// Cells of the finest level of the node with this index.
    FinestCells(usize),
}

/// A member of the block of parameters.
#[derive(Clone, Debug)]
pub(in crate::compile) struct Member {
    /// What it is.
    pub key: ParameterKey,
    /// Its name.
    pub name: String,
    /// How it is written.
    pub encoding: Encoding,
    /// Byte offset in the block.
    pub offset: u32,
}

/// A binding of the kernel.
#[derive(Clone, Debug)]
pub(in crate::compile) struct Binding {
    /// What is bound.
    pub resource: Resource,
    /// Its name in the kernel.
    pub name: String,
    /// Its slot.
    pub kind: SlotKind,
    declaration: String,
}

/// A once-a-step value that the kernel takes.
#[derive(Clone, Debug)]
pub(in crate::compile) struct OnceMember {
    /// The value.
    pub value: ValueRef,
    /// Its name.
    pub name: String,
    /// Its type.
    pub value_type: ValueType,
    /// Byte offset in the block.
    pub offset: u32,
}

/// A kernel whose text is whole.
#[derive(Clone, Debug)]
pub(in crate::compile) struct FinishedKernel {
    /// Entry point.
    pub entry: String,
    /// Its own text: blocks, bindings, functions, entry point.
    pub text: String,
    /// Pieces of the text and where they are from: first line in `text` (from 0), lines, node's file.
    pub origins: Vec<(usize, usize, super::items::Origin)>,
    /// Shared items that it needs.
    pub uses: BTreeSet<ItemId>,
    /// Bindings by their number.
    pub bindings: Vec<Binding>,
    /// Its block of parameters.
    pub parameters: Vec<Member>,
    /// Size of the block.
    pub parameter_bytes: u32,
    /// Once-a-step values that it takes.
    pub once: Vec<OnceMember>,
    /// Size of their block.
    pub once_bytes: u32,
    /// Threads of a workgroup.
    pub workgroup: [u32; 3],
    /// Counters of faults: node and field.
    pub faults: Vec<(usize, String)>,
    /// Nodes whose work it does.
    pub nodes: BTreeSet<usize>,
    /// Threads, where it does not work on a grid.
    pub threads: Option<[u32; 3]>,
    /// What it draws, where it is a vertex and a fragment shader.
    pub draw: Option<DrawShape>,
}

/// How a kernel that draws is used.
#[derive(Clone, Debug)]
pub(in crate::compile) struct DrawShape {
    /// Vertex entry point.
    pub vertex: String,
    /// Fragment entry point.
    pub fragment: String,
    /// Vertices.
    pub vertices: u32,
    /// Format drawn into.
    pub format: TextureFormat,
    /// Samples per texel.
    pub samples: u32,
    /// How colours join.
    pub blend: Blend,
    /// Whether what is hidden stays away.
    pub depth_test: bool,
    /// Whether it hides what comes later.
    pub depth_write: bool,
}

/// Where in a block of levels a kernel runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockPlace {
    /// Whether it is the variant for the finest level, whose fields may be the node's inputs.
    pub at_finest: bool,
    /// Whether it runs on the level below the one that the schedule is at.
    pub on_coarser: bool,
}

impl BlockPlace {
    /// Whether a level, seen from the kernel's own, is the finest.
    pub const fn reads_finest(self, level: LevelStep) -> bool {
        self.at_finest && if self.on_coarser { matches!(level, LevelStep::Finer) } else { matches!(level, LevelStep::Same) }
    }
}

/// A kernel being written.
pub(in crate::compile) struct KernelBuilder<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) items: &'a mut Items,
    pub(super) prefix: String,
    /// Cells of the grid that the kernel runs on; `None` on coarser levels, whose sizes differ from pass to pass.
    pub(super) size: Option<Size>,
    /// The name of a texture that the kernel writes, whose size is that of the grid.
    pub(super) grid_texture: Option<String>,
    /// In kernels of a block: where in it.
    pub(super) block: Option<BlockPlace>,
    /// The size of another grid whose cells an accessor is being written for.
    pub(super) asked_grid: Option<String>,
    pub(super) functions: Vec<ItemText>,
    pub(super) uses: BTreeSet<ItemId>,
    pub(super) instances: HashMap<(usize, String), String>,
    /// Names that items of a node may have here because the kernel is called like it.
    pub(super) short_names: HashSet<String>,
    pub(super) pending: VecDeque<PendingAccessor>,
    pub(super) written_functions: HashSet<String>,
    /// Fields of the node's own that earlier kernels of the step have written.
    pub(super) written_before: HashSet<FieldId>,
    pub(super) faults: Vec<(usize, String)>,
    pub(super) nodes: BTreeSet<usize>,
    /// Threads, where the kernel does not work on a grid.
    pub(super) threads: Option<[u32; 3]>,
    bindings: Vec<Binding>,
    by_resource: HashMap<Resource, usize>,
    parameters: Vec<Member>,
    once: Vec<OnceMember>,
}

impl<'a> KernelBuilder<'a> {
    /// An empty kernel whose names start with `prefix`.
    pub fn new(context: &'a Context<'a>, items: &'a mut Items, prefix: String, size: Option<Size>, block: Option<BlockPlace>) -> Self {
        Self {
            context,
            items,
            prefix,
            size,
            grid_texture: None,
            block,
            asked_grid: None,
            functions: Vec::new(),
            uses: BTreeSet::new(),
            instances: HashMap::new(),
            short_names: HashSet::new(),
            pending: VecDeque::new(),
            written_functions: HashSet::new(),
            written_before: HashSet::new(),
            faults: Vec::new(),
            nodes: BTreeSet::new(),
            threads: None,
            bindings: Vec::new(),
            by_resource: HashMap::new(),
            parameters: Vec::new(),
            once: Vec::new(),
        }
    }

    /// The kernel's name for a resource, bound at first use.
    pub(super) fn bind(&mut self, resource: Resource, suffix: &str, kind: SlotKind, declare: impl FnOnce(&str) -> String) -> String {
        if let Some(index) = self.by_resource.get(&resource) {
            return self.bindings[*index].name.clone();
        }
        let mut name = format!("{}__{suffix}", self.prefix);
        let mut number = 2;
        while self.has_binding(&name) || self.short_names.contains(&name) {
            name = format!("{}__{suffix}_{number}", self.prefix);
            number += 1;
        }
        let declaration = declare(&name);
        self.by_resource.insert(resource.clone(), self.bindings.len());
        self.bindings.push(Binding { resource, name: name.clone(), kind, declaration });
        name
    }

    /// Whether a binding has this name.
    pub(super) fn has_binding(&self, name: &str) -> bool {
        self.bindings.iter().any(|binding| binding.name == name)
    }

    /// The frame block.
    pub(super) fn frame(&mut self) -> String {
        let id = self.items.builtin("Frame", FRAME_BLOCK_WGSL);
        self.uses.insert(id);
        let bytes = u32::try_from(size_of::<crate::compile::FrameBlock>()).unwrap_or(48);
        self.bind(Resource::Frame, "frame", SlotKind::Uniform(bytes), |name| format!("var<uniform> {name}: Frame;"))
    }

    /// A number from the kernel's block of parameters.
    pub(super) fn parameter(&mut self, key: ParameterKey, name: &str, encoding: Encoding) -> String {
        let block = self.bind(Resource::Parameters, "parameters", SlotKind::Uniform(0), |_| String::new());
        if let Some(member) = self.parameters.iter().find(|member| member.key == key) {
            return format!("{block}.{}", member.name);
        }
        let mut free = name.to_owned();
        while self.parameters.iter().any(|member| member.name == free) {
            free.push_str("_too");
        }
        let end = self.parameters.last().map_or(0, |last| last.offset + bytes_of(&last.encoding));
        let offset = layout::align(end, u32::try_from(encode::alignment(&encoding)).unwrap_or(16));
        if let Encoding::List(value_type) = encoding {
            self.use_list(value_type);
        }
        let path = format!("{block}.{free}");
        self.parameters.push(Member { key, name: free, encoding, offset });
        path
    }

    /// Side of a cell of the kernel's grid.
    pub(super) fn cell_size(&mut self) -> String {
        self.parameter(ParameterKey::CellSize, "cell_size", Encoding::Value(ValueType::Number))
    }

    /// Centre of the plane.
    pub(super) fn plane_origin(&mut self) -> String {
        self.parameter(ParameterKey::PlaneOrigin, "plane_origin", Encoding::Value(ValueType::Vec2))
    }

    /// Width and depth of the plane.
    pub(super) fn plane_size(&mut self) -> String {
        self.parameter(ParameterKey::PlaneSize, "plane_size", Encoding::Value(ValueType::Vec2))
    }

    /// Cells of the plane, vec2f.
    pub(super) fn plane_cells(&mut self) -> String {
        self.parameter(ParameterKey::PlaneCells, "plane_cells", Encoding::Value(ValueType::Vec2))
    }

    /// Level of the kernel's grid, u32: part of the code where it is known, so that what only other levels need vanishes.
    pub(super) fn level(&mut self) -> String {
        if let Some(block) = self.block.filter(|block| block.at_finest) {
            return format!("{}u", u32::from(block.on_coarser));
        }
        self.parameter(ParameterKey::Level, "level", Encoding::U32)
    }

    /// Cells of the finest level, vec2f.
    pub(super) fn finest_cells(&mut self, node: usize) -> String {
        self.parameter(ParameterKey::FinestCells(node), "finest_cells", Encoding::Value(ValueType::Vec2))
    }

    /// A once-a-step value.
    pub(super) fn once(&mut self, value: ValueRef) -> String {
        let block = self.bind(Resource::Once, "once", SlotKind::Uniform(0), |_| String::new());
        if let Some(member) = self.once.iter().find(|member| member.value == value) {
            return format!("{block}.{}", member.name);
        }
        let node = &self.context.nodes[value.node];
        let value_type = node.output_type(value.output);
        let end = self.once.last().map_or(0, |last| last.offset + bytes_of(&Encoding::Value(last.value_type)));
        let offset = layout::align(end, u32::try_from(encode::alignment(&Encoding::Value(value_type))).unwrap_or(16));
        let name = format!("{}_{}", identifier(&node.id), node.spec.outputs[value.output].name);
        let path = format!("{block}.{name}");
        self.once.push(OnceMember { value, name, value_type, offset });
        path
    }

    /// A list made by a node.
    pub(super) fn list(&mut self, node: usize, value_type: ValueType) -> String {
        self.use_list(value_type);
        let suffix = identifier(&self.context.nodes[node].id);
        let bytes = bytes_of(&Encoding::List(value_type));
        self.bind(Resource::List(node), &suffix, SlotKind::Uniform(bytes), |name| {
            format!("var<uniform> {name}: {};", list_struct(value_type))
        })
    }

    /// Where a list is written.
    pub(super) fn list_out(&mut self, node: usize, value_type: ValueType) -> String {
        self.use_list(value_type);
        self.bind(Resource::ListOut(node), "list", SlotKind::StorageWrite, |name| {
            format!("var<storage, read_write> {name}: {};", list_struct(value_type))
        })
    }

    fn use_list(&mut self, value_type: ValueType) {
        let id = self.items.library("lists", list_struct(value_type));
        self.uses.extend(id);
    }

    /// A grid to read.
    pub(super) fn field(&mut self, field: FieldId, previous: bool) -> String {
        let held = &self.context.placement.fields[field];
        let mut suffix = format!("{}_{}", identifier(&self.context.nodes[held.node].id), held.label);
        if previous {
            suffix.push_str("_before");
        }
        self.bind(Resource::Field { field, previous }, &suffix, SlotKind::Texture, texture_declaration)
    }

    /// A field of the block's node to read.
    pub(super) fn level_field(&mut self, label: &str, level: LevelStep) -> String {
        let suffix = match level {
            LevelStep::Same => label.to_owned(),
            LevelStep::Finer => format!("finer_{label}"),
            LevelStep::Coarser => format!("coarser_{label}"),
        };
        self.bind(Resource::LevelField { label: label.to_owned(), level }, &suffix, SlotKind::Texture, texture_declaration)
    }

    /// A picture to read.
    pub(super) fn image(&mut self, image: ImageKey) -> String {
        self.bind(Resource::Image(image), "image", SlotKind::Texture, texture_declaration)
    }

    /// A grid to write.
    pub(super) fn out(&mut self, resource: Resource, label: &str, value_type: ValueType) -> String {
        let format = layout::texture_format(value_type);
        let name = self.bind(resource, &format!("out_{label}"), SlotKind::StorageTexture(format), |name| storage_declaration(name, format));
        self.grid_texture.get_or_insert_with(|| name.clone());
        name
    }

    /// The counters of values that were no numbers.
    pub(super) fn faults(&mut self) -> String {
        self.bind(Resource::Faults, "faults", SlotKind::StorageWrite, |name| {
            format!("var<storage, read_write> {name}: array<atomic<u32>>;")
        })
    }

    /// Where once-a-step values are written, as words.
    pub(super) fn once_out(&mut self) -> String {
        self.bind(Resource::OnceOut, "values", SlotKind::StorageWrite, |name| format!("var<storage, read_write> {name}: array<f32>;"))
    }

    /// Puts the kernel together around the lines of its entry point.
    pub fn finish(self, heading: &str, body: &[String], workgroup: [u32; 3]) -> FinishedKernel {
        let entry = self.items.free_name(&format!("{}_pass", self.prefix));
        let [x, y, z] = workgroup;
        let mut main = format!("@compute @workgroup_size({x}, {y}, {z})\n");
        let has_threads = self.grid_texture.is_some() || self.threads.is_some();
        let argument = if has_threads { "@builtin(global_invocation_id) thread: vec3u" } else { "" };
        let _ = writeln!(main, "fn {entry}({argument}) {{");
        for line in body {
            let _ = writeln!(main, "    {line}");
        }
        main.push_str("}\n");
        self.assemble(heading, &entry, &main, workgroup, None)
    }

    /// Puts a kernel that draws together around its two entry points.
    pub(super) fn finish_draw(self, heading: &str, main: &str, draw: DrawShape) -> FinishedKernel {
        let entry = draw.vertex.clone();
        self.assemble(heading, &entry, main, layout::ONCE_WORKGROUP, Some(draw))
    }

    fn assemble(mut self, heading: &str, entry: &str, main: &str, workgroup: [u32; 3], draw: Option<DrawShape>) -> FinishedKernel {
        let mut text = format!("// ---- {heading}\n\n");
        let parameter_bytes = self.parameters.last().map_or(0, |last| layout::align(last.offset + bytes_of(&last.encoding), 16));
        let once_bytes = self.once.last().map_or(0, |last| layout::align(last.offset + bytes_of(&Encoding::Value(last.value_type)), 16));
        let parameters = self.parameters.iter().map(|member| (member.name.as_str(), encoding_wgsl(&member.encoding)));
        let parameter_block = block_text(&format!("{}__Parameters", self.prefix), parameters);
        let once = self.once.iter().map(|member| (member.name.as_str(), member.value_type.wgsl()));
        let once_block = block_text(&format!("{}__Once", self.prefix), once);
        text.push_str(&parameter_block);
        text.push_str(&once_block);
        for (number, binding) in self.bindings.iter_mut().enumerate() {
            match binding.resource {
                Resource::Parameters => {
                    binding.kind = SlotKind::Uniform(parameter_bytes);
                    binding.declaration = format!("var<uniform> {}: {}__Parameters;", binding.name, self.prefix);
                }
                Resource::Once => {
                    binding.kind = SlotKind::Uniform(once_bytes);
                    binding.declaration = format!("var<uniform> {}: {}__Once;", binding.name, self.prefix);
                }
                _ => {}
            }
            let _ = writeln!(text, "@group(0) @binding({number}) {}", binding.declaration);
        }
        text.push('\n');
        let mut origins = Vec::new();
        for function in &self.functions {
            if let Some(origin) = &function.origin {
                origins.push((text.lines().count(), function.text.lines().count(), origin.clone()));
            }
            text.push_str(&function.text);
            text.push('\n');
            self.uses.extend(&function.uses);
        }
        text.push_str(main);
        FinishedKernel {
            entry: entry.to_owned(),
            threads: self.threads,
            draw,
            text,
            origins,
            uses: self.uses,
            bindings: self.bindings,
            parameters: self.parameters,
            parameter_bytes,
            once: self.once,
            once_bytes,
            workgroup,
            faults: self.faults,
            nodes: self.nodes,
        }
    }
}

/// Bytes of a value in a block.
fn bytes_of(encoding: &Encoding) -> u32 {
    u32::try_from(encode::encoded_bytes(encoding)).unwrap_or(u32::MAX)
}

fn block_text<'t>(name: &str, members: impl Iterator<Item = (&'t str, &'t str)>) -> String {
    let lines: String = members
        .map(|(member, spelling)| {
            // A struct inside a uniform block must start at a multiple of 16.
            let align = if spelling.starts_with(|letter: char| letter.is_uppercase()) { "@align(16) " } else { "" };
            format!("    {align}{member}: {spelling},\n")
        })
        .collect();
    if lines.is_empty() { String::new() } else { format!("struct {name} {{\n{lines}}}\n\n") }
}

fn encoding_wgsl(encoding: &Encoding) -> &'static str {
    match encoding {
        Encoding::Value(value_type) => value_type.wgsl(),
        Encoding::U32 => "u32",
        Encoding::I32 => "i32",
        Encoding::List(value_type) => list_struct(*value_type),
    }
}

/// The library's struct of a list.
const fn list_struct(value_type: ValueType) -> &'static str {
    match value_type {
        ValueType::Ramp => "Ramp",
        ValueType::Curve => "Curve",
        _ => "Waves",
    }
}

fn texture_declaration(name: &str) -> String {
    format!("var {name}: texture_2d<f32>;")
}

fn storage_declaration(name: &str, format: TextureFormat) -> String {
    format!("var {name}: texture_storage_2d<{}, write>;", format.name())
}

/// An id as it may stand in generated names: names that the compiler makes have two underscores in a row, people's don't.
pub(in crate::compile) fn identifier(id: &str) -> String {
    let mut name = String::with_capacity(id.len());
    for letter in id.chars() {
        let letter = if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' };
        if letter != '_' || !name.ends_with('_') {
            name.push(letter);
        }
    }
    let trimmed = name.trim_matches('_');
    if trimmed.is_empty() || trimmed.starts_with(|letter: char| letter.is_ascii_digit()) {
        format!("node_{trimmed}")
    } else {
        trimmed.to_owned()
    }
}
