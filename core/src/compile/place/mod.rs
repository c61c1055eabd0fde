//! Where each value lives. A pure value has no home: it is computed inside whoever asks. A value is kept on a grid only where somebody
//! reads it at another place or at a later time, where two kernels share it and it is dear, where a kernel would otherwise read more textures
//! than core WebGPU allows, or where somebody looks at it. What is the same for all elements is computed once a step.

mod members;

use std::collections::{BTreeSet, HashSet};

use super::Images;
use super::effect::TextureFormat;
use super::layout::{self, Size};
use super::lower::{self, FixedValue, ImageKey, LoweredNode, Source, ValueRef};
use super::sets::{self, Sets};
use crate::diagnostic::Diagnostic;
use crate::node::{Access, AccessorTarget, Argument, Body, FunctionSpec, Literal, Native, StoredSpec, ValueType};

/// Index in [`Placement::fields`].
pub(super) type FieldId = usize;

/// A grid of values.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Name of its texture.
    pub name: String,
    /// The node whose value it is.
    pub node: usize,
    /// Field of the node, or output of a pure node.
    pub label: String,
    /// Type of a cell.
    pub value_type: ValueType,
    /// Format of its texture.
    pub format: TextureFormat,
    /// Cells.
    pub size: Size,
    /// 0 for the finest; cells of a level are twice as wide as those of the one before.
    pub level: u32,
    /// Keeps its value from step to step.
    pub is_state: bool,
    /// Written inside a repeat or more than once a step, so that its other copy is not last step's value.
    pub is_rewritten: bool,
    /// What it holds before the first step, where that is not zero: a feedback node and its input.
    pub initial: Option<(usize, usize)>,
}

/// Where the value of an output is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Home {
    /// Computed by whoever asks.
    Inline,
    /// Computed once a step.
    Once,
    /// A list, made once a step.
    List,
    /// A set of elements, which has no value.
    Set,
    /// On a grid, as of this step.
    Grid(FieldId),
    /// On a grid, as of the step before.
    LastStep(FieldId),
}

/// What asking for a value makes a kernel bind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Read {
    /// A grid.
    Field {
        /// Which.
        field: FieldId,
        /// Last step's value.
        previous: bool,
        /// At other places than the element's own cell.
        elsewhere: bool,
    },
    /// A picture.
    Image(ImageKey),
    /// A list made by a node.
    List(usize),
    /// The elements of a set, by the node that has their buffer.
    Elements(usize),
}

impl Read {
    fn is_texture(&self) -> bool {
        !matches!(self, Self::List(_) | Self::Elements(_))
    }
}

/// Reads of a value, sorted and without doubles.
pub(super) type Reads = BTreeSet<Read>;

/// The decisions.
pub(super) struct Placement {
    /// Grids.
    pub fields: Vec<Field>,
    /// Home of each output of each node.
    pub homes: Vec<Vec<Home>>,
    /// What computing each pure node at an element reads (empty for values that lie on grids).
    pub reads: Vec<Reads>,
    /// Pure values to be kept on a grid, as they come in the order of nodes.
    pub kept: Vec<(ValueRef, FieldId)>,
    /// Feedback nodes with a grid of their own, and that grid.
    pub own_feedback: Vec<(usize, FieldId)>,
    /// Whether each node is a value that its asker can compute.
    pub is_pure: Vec<bool>,
    /// Whether each node's value comes from a grid, its own or that of what it reads.
    pub on_grid: Vec<bool>,
    /// Whether each node's value is the same for all elements.
    pub uniform: Vec<bool>,
    /// What computing each node reads where nothing pure is taken from a grid: for elements of sets. Empty where there are none.
    pub member_reads: Vec<Reads>,
    /// The sets of the graph.
    pub sets: Sets,
    /// Problems met.
    pub diagnostics: Vec<Diagnostic>,
}

/// Decides. `plane` is the document's resolution.
pub(super) fn place(nodes: &[LoweredNode], roots: &[ValueRef], plane: Size, images: &Images) -> Placement {
    let mut placing = Placing::new(nodes, plane, images);
    placing.keep_what_is_read_elsewhere(roots);
    placing.place_feedback();
    placing.keep_what_is_dear(roots);
    placing.collect_reads();
    placing.finish(roots)
}

struct Placing<'a> {
    nodes: &'a [LoweredNode],
    plane: Size,
    uniform: Vec<bool>,
    on_grid: Vec<bool>,
    fields: Vec<Field>,
    homes: Vec<Vec<Home>>,
    reads: Vec<Reads>,
    own_feedback: Vec<(usize, FieldId)>,
    asked: HashSet<ValueRef>,
    /// The size that each node's value has by nature, where that is not the document's.
    natural: Vec<Option<Size>>,
    sets: Sets,
    diagnostics: Vec<Diagnostic>,
}

/// The stages of a stored node that run, with its choices as they are.
pub(super) fn stage_runs(node: &LoweredNode, stored: &StoredSpec, stage: usize) -> bool {
    let Some((input, word)) = &stored.stages[stage].when else { return true };
    match node.inputs[*input] {
        Source::Fixed(FixedValue::Switch(on)) => (word == "on") == on,
        _ => node.chosen(*input) == Some(word),
    }
}

/// Whether the node's passes repeat or climb through levels, so that they form a block of their own.
pub(super) fn is_block(stored: &StoredSpec) -> bool {
    use crate::node::ScheduleStep::Run;
    stored.schedule.iter().any(|step| !matches!(step, Run(_)))
}

impl<'a> Placing<'a> {
    fn new(nodes: &'a [LoweredNode], plane: Size, images: &Images) -> Self {
        let mut placing = Self {
            nodes,
            plane,
            uniform: Vec::with_capacity(nodes.len()),
            on_grid: Vec::with_capacity(nodes.len()),
            fields: Vec::new(),
            homes: Vec::with_capacity(nodes.len()),
            reads: vec![Reads::new(); nodes.len()],
            own_feedback: Vec::new(),
            asked: nodes
                .iter()
                .flat_map(|node| &node.inputs)
                .filter_map(|source| match source {
                    Source::Link(from) => Some(*from),
                    _ => None,
                })
                .collect(),
            natural: Vec::with_capacity(nodes.len()),
            sets: Sets::of(nodes, images),
            diagnostics: Vec::new(),
        };
        for node in nodes {
            let natural = placing.natural_size(node);
            placing.natural.push(natural);
            let uniform = placing.is_uniform(node);
            let on_grid = !matches!(node.spec.body, Body::Pure(_) | Body::Native(Native::Output))
                || node.inputs.iter().any(|source| matches!(source, Source::Link(from) if placing.on_grid[from.node]));
            let homes = match &node.spec.body {
                Body::Stored(stored) => placing.stored_homes(node, stored),
                Body::Set(_) | Body::Native(Native::JoinScenes) => vec![Home::Set; node.spec.outputs.len()],
                Body::Native(native @ (Native::Render | Native::Deposit | Native::Bake)) => vec![placing.drawn_home(node, *native)],
                _ => node.spec.outputs.iter().enumerate().map(|(output, _)| placing.pure_home(node, output, uniform)).collect(),
            };
            placing.uniform.push(uniform);
            placing.on_grid.push(on_grid);
            placing.homes.push(homes);
        }
        placing
    }

    /// Whether the node's value is the same for all elements.
    fn is_uniform(&self, node: &LoweredNode) -> bool {
        match &node.spec.body {
            Body::Pure(function) => {
                self.reads_uniform_lists_only(node, function)
                    && function.arguments.iter().all(|argument| match argument {
                        Argument::Given(given) => given.is_uniform(),
                        Argument::Input(input) => self.is_uniform_source(&node.inputs[*input]),
                    })
            }
            Body::Native(Native::Output) => node.inputs.iter().all(|source| self.is_uniform_source(source)),
            _ => false,
        }
    }

    /// Whether the accessors of a function, if any, are of lists that are at hand when once-a-step values are computed. Lists made by nodes
    /// come after those values, so that only other lists may be made from them.
    fn reads_uniform_lists_only(&self, node: &LoweredNode, function: &FunctionSpec) -> bool {
        let makes_list = (0..node.spec.outputs.len()).any(|output| node.output_type(output).is_list());
        node.spec.accessors.iter().filter(|accessor| function.accessors.contains(&accessor.name)).all(|accessor| match accessor.target {
            AccessorTarget::Input(input) | AccessorTarget::Count(input) => {
                node.spec.inputs[input].access == Access::List
                    && match &node.inputs[input] {
                        Source::Link(from) => makes_list && self.uniform[from.node],
                        _ => true,
                    }
            }
            _ => false,
        })
    }

    fn is_uniform_source(&self, source: &Source) -> bool {
        match source {
            Source::Link(from) => self.uniform[from.node],
            Source::Context(given) => given.is_uniform(),
            Source::Parameter(_) | Source::Fixed(_) | Source::Text(_) | Source::Missing => true,
        }
    }

    fn pure_home(&mut self, node: &LoweredNode, output: usize, uniform: bool) -> Home {
        if node.output_type(output).is_list() {
            if !uniform {
                self.diagnostics.push(
                    Diagnostic::error(
                        "it makes a list from a value that differs from element to element; a list is made once a step, for all elements",
                    )
                    .at(&node.id)
                    .help("feed its inputs from numbers, time or the pointer only"),
                );
            }
            return Home::List;
        }
        // A leaf that is the same for all costs no more inside a kernel than reading its result would.
        let is_leaf = !node.inputs.iter().any(|source| matches!(source, Source::Link(_)));
        let has_loop = matches!(&node.spec.body, Body::Pure(function) if function.has_loop);
        let passes_on = matches!(node.spec.body, Body::Native(Native::Output));
        if uniform && !passes_on && (!is_leaf || has_loop) { Home::Once } else { Home::Inline }
    }

    /// Makes the fields of a stored node and gives its outputs' homes.
    fn stored_homes(&mut self, node: &LoweredNode, stored: &StoredSpec) -> Vec<Home> {
        let place = self.homes.len();
        let size = self.stored_size(node, stored);
        let block = is_block(stored);
        let levels = if layout::has_levels(stored) { layout::level_sizes(size) } else { vec![size] };
        let running: Vec<usize> = (0..stored.stages.len()).filter(|stage| stage_runs(node, stored, *stage)).collect();
        for field in &stored.fields {
            let writers = running.iter().filter(|stage| stored.stages[**stage].writes.contains(&field.name)).count();
            for (level, level_size) in levels.iter().enumerate() {
                self.fields.push(Field {
                    name: layout::texture_name(&node.id, &field.name, level),
                    node: place,
                    label: field.name.clone(),
                    value_type: node_type(node, &field.wgsl),
                    format: layout::texture_format(node_type(node, &field.wgsl)),
                    size: *level_size,
                    level: u32::try_from(level).unwrap_or(u32::MAX),
                    is_state: field.is_state,
                    is_rewritten: block || writers > 1,
                    initial: None,
                });
            }
        }
        node.spec.outputs.iter().map(|output| self.field(place, &output.name, 0).map_or(Home::Inline, Home::Grid)).collect()
    }

    fn field(&self, node: usize, label: &str, level: u32) -> Option<FieldId> {
        find_field(&self.fields, node, label, level)
    }

    /// Keeps a pure value that differs from element to element on the document's grid.
    fn keep(&mut self, value: ValueRef) {
        if self.homes[value.node][value.output] != Home::Inline || self.uniform[value.node] {
            return;
        }
        let node = &self.nodes[value.node];
        if node.is_feedback() {
            return;
        }
        let label = node.spec.outputs[value.output].name.clone();
        self.homes[value.node][value.output] = Home::Grid(self.fields.len());
        self.fields.push(Field {
            name: layout::texture_name(&node.id, &label, 0),
            node: value.node,
            label,
            value_type: node.output_type(value.output),
            format: layout::texture_format(node.output_type(value.output)),
            size: self.natural[value.node].unwrap_or(self.plane),
            level: 0,
            is_state: false,
            is_rewritten: false,
            initial: None,
        });
    }

    fn keep_what_is_read_elsewhere(&mut self, roots: &[ValueRef]) {
        for root in roots {
            // Feedback nodes have no value of their own kind to keep; looking at one is served when outputs are made.
            if self.nodes[root.node].output_type(root.output).is_value() {
                self.keep(*root);
            }
        }
        for node in self.nodes {
            for (input, source) in node.spec.inputs.iter().zip(&node.inputs) {
                let Source::Link(from) = source else { continue };
                let kept = match input.access {
                    Access::Cells | Access::Points => true,
                    Access::Positions(_) | Access::Uvs => self.on_grid[from.node],
                    Access::Own | Access::List => false,
                };
                if kept || node.is_feedback() && input.name == "value" {
                    self.keep(*from);
                }
            }
        }
    }

    /// Gives every feedback node its grid: that of the value itself where that grid keeps exactly last step's value, else one of its own.
    fn place_feedback(&mut self) {
        for (place, node) in self.nodes.iter().enumerate() {
            if !node.is_feedback() {
                continue;
            }
            let (Some(value), initial) = (node.spec.input_index("value").map(|input| &node.inputs[input]), feedback_initial(place, node))
            else {
                continue;
            };
            let wanted = node.output_type(0);
            let shared = match value {
                Source::Link(from) => match self.homes[from.node][from.output] {
                    Home::Grid(field) => {
                        let held = &self.fields[field];
                        let starts_alike = match (&held.initial, &initial) {
                            (None, None) => true,
                            // Someone else's feedback may already have given the grid its start.
                            (None, Some(_)) => !held.is_state,
                            (Some(held), Some(initial)) => self.nodes[held.0].inputs[held.1] == self.nodes[initial.0].inputs[initial.1],
                            (Some(_), None) => false,
                        };
                        (!held.is_rewritten && held.value_type == wanted && starts_alike).then_some(field)
                    }
                    _ => None,
                },
                _ => None,
            };
            let field = shared.unwrap_or_else(|| {
                self.own_feedback.push((place, self.fields.len()));
                self.fields.push(Field {
                    name: layout::texture_name(&node.id, "value", 0),
                    node: place,
                    label: "value".to_owned(),
                    value_type: wanted,
                    format: layout::texture_format(wanted),
                    size: self.natural[place].unwrap_or(self.plane),
                    level: 0,
                    is_state: true,
                    is_rewritten: false,
                    initial: None,
                });
                self.fields.len() - 1
            });
            self.fields[field].is_state = true;
            self.fields[field].initial = initial;
            self.homes[place][0] = Home::LastStep(field);
        }
    }

    /// Keeps a value with a loop that more than one kernel would compute. All looked-at values count as one kernel: they are likely to become one.
    fn keep_what_is_dear(&mut self, roots: &[ValueRef]) {
        const LOOKED_AT: usize = usize::MAX;
        let mut users: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.nodes.len()];
        for root in roots {
            users[root.node].insert(LOOKED_AT);
        }
        for place in (0..self.nodes.len()).rev() {
            let node = &self.nodes[place];
            let pure = match &node.spec.body {
                Body::Pure(function) => Some(function.has_loop),
                Body::Native(Native::Output) => Some(false),
                _ => None,
            };
            if pure == Some(true) && users[place].len() > 1 && !self.uniform[place] {
                for output in 0..node.spec.outputs.len() {
                    if node.output_type(output).is_value() && self.asked.contains(&ValueRef { node: place, output }) {
                        self.keep(ValueRef { node: place, output });
                    }
                }
            }
            // A kept value is computed by the kernel that keeps it, whoever else asks.
            let is_kept = self.homes[place].iter().any(|home| matches!(home, Home::Grid(_)));
            // Elements of sets compute what they ask for themselves.
            let asks_for_members = matches!(node.spec.body, Body::Set(_) | Body::Native(Native::Render | Native::Deposit | Native::Bake));
            let passed: Vec<usize> = match pure {
                _ if asks_for_members => Vec::new(),
                Some(_) if !is_kept => users[place].iter().copied().take(2).collect(),
                _ => vec![place],
            };
            for (input, source) in node.spec.inputs.iter().zip(&node.inputs) {
                if let Source::Link(from) = source
                    && input.access == Access::Own
                    && from.node < place
                {
                    users[from.node].extend(passed.iter().copied());
                }
            }
        }
    }

    /// What computing each node reads, keeping inputs on grids where it would be more than a kernel may bind.
    fn collect_reads(&mut self) {
        for place in 0..self.nodes.len() {
            loop {
                let reads = self.node_reads(place);
                if reads.iter().filter(|read| read.is_texture()).count() <= layout::TEXTURES_PER_VALUE {
                    self.reads[place] = reads;
                    break;
                }
                let node = &self.nodes[place];
                let largest = node
                    .inputs
                    .iter()
                    .filter_map(|source| match source {
                        Source::Link(from) if self.homes[from.node][from.output] == Home::Inline && self.reads[from.node].len() > 1 => {
                            Some(*from)
                        }
                        _ => None,
                    })
                    .max_by_key(|from| self.reads[from.node].len());
                let Some(largest) = largest else {
                    self.reads[place] = reads;
                    break;
                };
                self.keep(largest);
                if self.homes[largest.node][largest.output] == Home::Inline {
                    self.reads[place] = reads;
                    break;
                }
            }
        }
    }

    fn node_reads(&self, place: usize) -> Reads {
        let node = &self.nodes[place];
        let mut reads = Reads::new();
        for (position, (input, source)) in node.spec.inputs.iter().zip(&node.inputs).enumerate() {
            match source {
                Source::Link(from) if !node.is_feedback() => {
                    let elsewhere = !matches!(input.access, Access::Own | Access::List);
                    extend_reads(&mut reads, &self.homes, &self.reads, *from, elsewhere);
                }
                _ => {
                    if node.spec.accessors.iter().any(|accessor| accessor.target == AccessorTarget::Image(position)) {
                        reads.extend(lower::image_key(node, position).map(Read::Image));
                    }
                }
            }
        }
        reads.extend(self.sets.read_by(node).map(Read::Elements));
        reads
    }

    fn finish(mut self, roots: &[ValueRef]) -> Placement {
        // Something that is the same everywhere, or last step's value, is looked at through a grid made for looking.
        for root in roots {
            let node = &self.nodes[root.node];
            if node.output_type(root.output).is_list() {
                self.diagnostics.push(
                    Diagnostic::error(format!("its output {} is a list, which has no picture", node.spec.outputs[root.output].name))
                        .at(&node.id)
                        .help("look at what is made from it"),
                );
            }
        }
        let mut kept: Vec<(ValueRef, FieldId)> = Vec::new();
        for (node, homes) in self.homes.iter().enumerate() {
            if !matches!(self.nodes[node].spec.body, Body::Pure(_) | Body::Native(Native::Output)) {
                continue;
            }
            for (output, home) in homes.iter().enumerate() {
                if let Home::Grid(field) = home {
                    kept.push((ValueRef { node, output }, *field));
                }
            }
        }
        let is_pure: Vec<bool> =
            self.nodes.iter().map(|node| matches!(node.spec.body, Body::Pure(_) | Body::Native(Native::Output))).collect();
        let has_members = !self.sets.is_empty() || self.nodes.iter().any(|node| matches!(node.spec.body, Body::Native(Native::Render)));
        let member_reads = if has_members { self.member_reads(&is_pure) } else { vec![Reads::new(); self.nodes.len()] };
        Placement {
            is_pure,
            on_grid: self.on_grid,
            uniform: self.uniform,
            member_reads,
            sets: self.sets,
            fields: self.fields,
            homes: self.homes,
            reads: self.reads,
            kept,
            own_feedback: self.own_feedback,
            diagnostics: self.diagnostics,
        }
    }
}

/// Adds what asking for `value` reads.
pub(super) fn extend_reads(reads: &mut Reads, homes: &[Vec<Home>], of_nodes: &[Reads], value: ValueRef, elsewhere: bool) {
    match homes[value.node][value.output] {
        Home::Grid(field) => {
            reads.insert(Read::Field { field, previous: false, elsewhere });
        }
        Home::LastStep(field) => {
            reads.insert(Read::Field { field, previous: true, elsewhere });
        }
        Home::List => {
            reads.insert(Read::List(value.node));
        }
        Home::Once | Home::Set => {}
        Home::Inline => reads.extend(of_nodes[value.node].iter().map(|read| match read {
            Read::Field { field, previous, elsewhere: already } => {
                Read::Field { field: *field, previous: *previous, elsewhere: elsewhere || *already }
            }
            other => other.clone(),
        })),
    }
}

/// The field of a node by its label and level.
pub(super) fn find_field(fields: &[Field], node: usize, label: &str, level: u32) -> Option<FieldId> {
    // Fields of a node lie together, near the end while it is being placed.
    fields.iter().rposition(|field| field.node == node && field.label == label && field.level == level)
}

/// The settled type of a WGSL spelling in a node's file: a generic's alias or a plain type.
pub(super) fn node_type(node: &LoweredNode, spelling: &str) -> ValueType {
    node.spec
        .generics
        .iter()
        .position(|generic| generic.name == spelling)
        .and_then(|index| node.generics.get(index).copied())
        .or_else(|| ValueType::from_wgsl(spelling))
        .unwrap_or(ValueType::Number)
}

/// What a feedback node starts from, where that is not zero.
fn feedback_initial(place: usize, node: &LoweredNode) -> Option<(usize, usize)> {
    let input = node.spec.input_index("initial")?;
    let is_zero = match &node.inputs[input] {
        Source::Parameter(Literal::Number(number)) => *number == 0.0,
        Source::Parameter(Literal::Vector(numbers)) => numbers.iter().all(|number| *number == 0.0),
        Source::Link(_) | Source::Context(_) => false,
        _ => true,
    };
    (!is_zero).then_some((place, input))
}

/// The members or the one result that a function's call gives, as a suffix to the call's name.
pub(super) fn output_suffix(function: &FunctionSpec, output: &str) -> String {
    if function.members.is_some() { format!(".{output}") } else { String::new() }
}
