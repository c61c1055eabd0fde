//! Which work shares a kernel. Work on the same grid joins an earlier kernel where it reads that kernel's results at its own cell only, or
//! where both read the same things or are outputs of one node; one pass then does what several would.

use std::collections::{BTreeSet, HashMap};

use super::layout::{self, Size};
use super::lower::{self, LoweredNode, Source, ValueRef};
use super::place::{self, Field, FieldId, Placement, Read, Reads};
use super::sets::{self, Shape};
use crate::node::{Access, AccessorTarget, Argument, Body, LevelStep, Native, PortType, StageSpec, StoredSpec, ValueType};

/// Something that a kernel computes and writes.
#[derive(Clone, Debug)]
pub(super) enum Task {
    /// A value onto its grid.
    Keep {
        /// What.
        value: ValueRef,
        /// Where.
        field: FieldId,
    },
    /// A stage of a stored node, on the finest level.
    Stage {
        /// The node.
        node: usize,
        /// Index of the stage.
        stage: usize,
    },
    /// What a feedback node will hand on next step.
    Feedback {
        /// The node.
        node: usize,
        /// Its grid.
        field: FieldId,
    },
}

/// Tasks that run as one kernel, or a stored node whose passes repeat or climb.
#[derive(Debug)]
pub(super) enum Group {
    /// One kernel.
    Kernel {
        /// In order; later ones may use earlier ones' results at their own cell.
        tasks: Vec<Task>,
        /// Cells.
        size: Size,
    },
    /// A block of passes.
    Block {
        /// The node.
        node: usize,
    },
    /// Elements of a set, written to their buffer.
    Set {
        /// The node that has the buffer.
        node: usize,
    },
    /// Something that is drawn or summed.
    Drawn {
        /// The node.
        node: usize,
    },
}

/// The groups in the order of running, and what each field needs.
pub(super) struct Fused {
    /// Groups in order.
    pub groups: Vec<Group>,
    /// For each field, the group that writes it (first).
    pub written_in: Vec<Option<usize>>,
    /// For each field, whether it needs a front and a back.
    pub two_copies: Vec<bool>,
}

/// What a kernel that may still be joined binds.
#[derive(Default)]
struct Open {
    reads: Reads,
    writes: usize,
}

/// How far back a task looks for a kernel to join that shares what it reads; a bound, so that fusing stays linear in the size of the graph.
const SIBLINGS_LOOKED_AT: usize = 16;

/// Fuses all the work of a step.
pub(super) fn fuse(nodes: &[LoweredNode], placement: &Placement, looked_at: &[(ValueRef, FieldId)]) -> Fused {
    let mut fusing = Fusing {
        nodes,
        placement,
        groups: Vec::new(),
        open: Vec::new(),
        written_in: vec![None; placement.fields.len()],
        previous_reads: vec![None; placement.fields.len()],
        two_copies: vec![false; placement.fields.len()],
        elements_in: HashMap::new(),
    };
    let mut kept = placement.kept.iter().peekable();
    for (place, node) in nodes.iter().enumerate() {
        match &node.spec.body {
            Body::Stored(stored) if place::is_block(stored) => fusing.add_block(place, stored),
            Body::Stored(stored) => fusing.add_stages(place, stored),
            Body::Set(_) => fusing.add_set(place),
            Body::Native(Native::Render | Native::Deposit | Native::Bake) => fusing.add_drawn(place),
            _ => {
                while let Some((value, field)) = kept.next_if(|(value, _)| value.node == place) {
                    fusing.add(Task::Keep { value: *value, field: *field }, &placement.reads[place], &[*field]);
                }
            }
        }
    }
    for (value, field) in looked_at {
        let mut reads = Reads::new();
        place::extend_reads(&mut reads, &placement.homes, &placement.reads, *value, false);
        fusing.add(Task::Keep { value: *value, field: *field }, &reads, &[*field]);
    }
    for (place, field) in &placement.own_feedback {
        let mut reads = Reads::new();
        if let Some(Source::Link(from)) = nodes[*place].spec.input_index("value").map(|input| &nodes[*place].inputs[input]) {
            place::extend_reads(&mut reads, &placement.homes, &placement.reads, *from, false);
        }
        fusing.add(Task::Feedback { node: *place, field: *field }, &reads, &[*field]);
    }
    fusing.finish()
}

struct Fusing<'a> {
    nodes: &'a [LoweredNode],
    placement: &'a Placement,
    groups: Vec<Group>,
    open: Vec<Option<Open>>,
    written_in: Vec<Option<usize>>,
    /// The last group that reads each field's last value.
    previous_reads: Vec<Option<usize>>,
    two_copies: Vec<bool>,
    /// The group that writes the elements of each set that lies in a buffer.
    elements_in: HashMap<usize, usize>,
}

impl Fusing<'_> {
    fn fields(&self) -> &[Field] {
        &self.placement.fields
    }

    fn add_stages(&mut self, place: usize, stored: &StoredSpec) {
        let node = &self.nodes[place];
        let mut written: Vec<FieldId> = Vec::new();
        for (index, stage) in stored.stages.iter().enumerate() {
            if !place::stage_runs(node, stored, index) {
                continue;
            }
            let reads = stage_reads(self.nodes, self.placement, place, stage, Some(&written));
            let writes: Vec<FieldId> = stage.writes.iter().filter_map(|label| place::find_field(self.fields(), place, label, 0)).collect();
            self.add(Task::Stage { node: place, stage: index }, &reads, &writes);
            written.extend(writes);
        }
    }

    /// The kernel that writes a set's elements: of particles where the last node has changed them.
    fn add_set(&mut self, place: usize) {
        let sets = &self.placement.sets;
        let Some(set) = sets.get(place) else { return };
        let is_due = match set.shape {
            Shape::Particles(count) => count > 0 && sets.particle_chain(set.source).last() == Some(&place),
            _ => set.is_stored && set.count() > 0,
        };
        if !is_due {
            return;
        }
        let node = sets.buffer_of(place);
        let workers = sets.workers(node);
        self.elements_in.insert(node, self.groups.len());
        self.add_alone(Group::Set { node }, &workers);
    }

    fn add_drawn(&mut self, place: usize) {
        let mut workers = vec![place];
        for (input, source) in self.nodes[place].spec.inputs.iter().zip(&self.nodes[place].inputs) {
            if input.port_type == PortType::Fixed(ValueType::Scene) {
                workers.extend(sets::things(self.nodes, source));
            }
        }
        self.add_alone(Group::Drawn { node: place }, &workers);
        for (id, field) in self.placement.fields.iter().enumerate() {
            if field.node == place {
                self.written_in[id] = Some(self.groups.len() - 1);
            }
        }
    }

    /// A group that nothing joins, for elements that compute what they ask for themselves.
    fn add_alone(&mut self, group: Group, workers: &[usize]) {
        let index = self.groups.len();
        for worker in workers {
            for read in &self.placement.member_reads[*worker] {
                if let Read::Field { field, previous: true, .. } = read {
                    self.previous_reads[*field] = Some(index);
                }
            }
        }
        self.groups.push(group);
        self.open.push(None);
    }

    fn add_block(&mut self, place: usize, stored: &StoredSpec) {
        let group = self.groups.len();
        for stage in &stored.stages {
            for read in stage_reads(self.nodes, self.placement, place, stage, None) {
                if let Read::Field { field, previous: true, .. } = read
                    && self.fields()[field].node != place
                {
                    self.previous_reads[field] = Some(group);
                }
            }
            for accessor in &self.nodes[place].spec.accessors {
                if let AccessorTarget::Own { field, level: LevelStep::Same, .. } = &accessor.target
                    && stage.function.accessors.contains(&accessor.name)
                    && stage.writes.contains(field)
                {
                    for (id, known) in self.placement.fields.iter().enumerate() {
                        if known.node == place && known.label == *field {
                            self.two_copies[id] = true;
                        }
                    }
                }
            }
        }
        for (id, field) in self.placement.fields.iter().enumerate() {
            if field.node == place {
                self.written_in[id] = Some(group);
            }
        }
        self.groups.push(Group::Block { node: place });
        self.open.push(None);
    }

    /// Puts a task into the earliest kernel that it may join, else into a new one.
    fn add(&mut self, task: Task, reads: &Reads, writes: &[FieldId]) {
        let Some(size) = writes.first().map(|field| self.fields()[*field].size) else { return };
        let mut earliest = 0;
        let mut produced_by = None;
        for read in reads {
            if let Read::Elements(node) = read {
                earliest = earliest.max(self.elements_in.get(node).map_or(0, |group| group + 1));
            }
            let Read::Field { field, previous: false, elsewhere } = read else { continue };
            let Some(group) = self.written_in[*field] else { continue };
            let joins = !elsewhere && self.open[group].is_some() && self.fields()[*field].size == size;
            earliest = earliest.max(if joins { group } else { group + 1 });
            if joins {
                produced_by = produced_by.max(Some(group));
            }
        }
        // A field that is written again comes after its earlier write.
        for field in writes {
            if let Some(group) = self.written_in[*field] {
                earliest = earliest.max(group + 1);
            }
        }
        let group = produced_by
            .filter(|group| *group == earliest && self.has_room(*group, size, reads, writes.len()))
            .or_else(|| {
                let first = earliest.max(self.groups.len().saturating_sub(SIBLINGS_LOOKED_AT));
                (first..self.groups.len()).find(|group| {
                    (self.shares(*group, reads) || self.computes(*group, &task)) && self.has_room(*group, size, reads, writes.len())
                })
            })
            .unwrap_or_else(|| {
                self.groups.push(Group::Kernel { tasks: Vec::new(), size });
                self.open.push(Some(Open::default()));
                self.groups.len() - 1
            });
        if let Group::Kernel { tasks, .. } = &mut self.groups[group] {
            tasks.push(task);
        }
        if let Some(open) = &mut self.open[group] {
            open.reads.extend(reads.iter().cloned());
            open.writes += writes.len();
        }
        for read in reads {
            if let Read::Field { field, previous: true, .. } = read {
                self.previous_reads[*field] = self.previous_reads[*field].max(Some(group));
            }
        }
        for field in writes {
            self.written_in[*field] = Some(group);
        }
    }

    fn shares(&self, group: usize, reads: &Reads) -> bool {
        self.open[group].as_ref().is_some_and(|open| reads.iter().any(|read| open.reads.iter().any(|other| same_resource(read, other))))
    }

    /// Whether a kernel keeps another output of the task's node: the node is then computed once for both.
    fn computes(&self, group: usize, task: &Task) -> bool {
        let (Group::Kernel { tasks, .. }, Task::Keep { value, .. }) = (&self.groups[group], task) else { return false };
        tasks.iter().any(|other| matches!(other, Task::Keep { value: kept, .. } if kept.node == value.node))
    }

    fn has_room(&self, group: usize, size: Size, reads: &Reads, writes: usize) -> bool {
        let (Group::Kernel { size: held, .. }, Some(open)) = (&self.groups[group], &self.open[group]) else { return false };
        let (textures, lists) = bound(open.reads.union(reads));
        *held == size && textures <= layout::SAMPLED_TEXTURES && lists <= layout::LISTS && open.writes + writes <= layout::STORAGE_TEXTURES
    }

    fn finish(mut self) -> Fused {
        for (field, two) in self.two_copies.iter_mut().enumerate() {
            if let (Some(read), Some(written)) = (self.previous_reads[field], self.written_in[field]) {
                *two |= read >= written;
            }
            // Several writes in a step each need the other copy to write to, where any of them reads the field.
            *two |= self.placement.fields[field].is_rewritten && self.previous_reads[field].is_some();
        }
        Fused { groups: self.groups, written_in: self.written_in, two_copies: self.two_copies }
    }
}

/// How many textures and lists these reads bind.
fn bound<'a>(reads: impl Iterator<Item = &'a Read>) -> (usize, usize) {
    let mut textures = BTreeSet::new();
    let mut lists = 0;
    for read in reads {
        match read {
            Read::Field { field, previous, .. } => {
                textures.insert((Some((*field, *previous)), None));
            }
            Read::Image(image) => {
                textures.insert((None, Some(image)));
            }
            Read::List(_) => lists += 1,
            Read::Elements(_) => {}
        }
    }
    (textures.len(), lists)
}

fn same_resource(one: &Read, other: &Read) -> bool {
    match (one, other) {
        (Read::Field { field, .. }, Read::Field { field: other, .. }) => field == other,
        (one, other) => one == other,
    }
}

/// What one stage reads. `written` are the node's fields that this step has already made, where stages run one after the other.
pub(super) fn stage_reads(
    nodes: &[LoweredNode],
    placement: &Placement,
    place: usize,
    stage: &StageSpec,
    written: Option<&[FieldId]>,
) -> Reads {
    let node = &nodes[place];
    let mut reads = Reads::new();
    let input_reads = |input: usize, reads: &mut Reads| {
        if let Source::Link(from) = &node.inputs[input] {
            let elsewhere = !matches!(node.spec.inputs[input].access, Access::Own | Access::List);
            place::extend_reads(reads, &placement.homes, &placement.reads, *from, elsewhere);
        }
    };
    for argument in &stage.function.arguments {
        if let Argument::Input(input) = argument {
            input_reads(*input, &mut reads);
        }
    }
    for accessor in node.spec.accessors.iter().filter(|accessor| stage.function.accessors.contains(&accessor.name)) {
        match &accessor.target {
            AccessorTarget::Input(input) | AccessorTarget::Count(input) => input_reads(*input, &mut reads),
            AccessorTarget::Image(input) => {
                reads.extend(lower::image_key(node, *input).map(Read::Image));
            }
            AccessorTarget::ImageSize(_) | AccessorTarget::Vertices(_) => {}
            AccessorTarget::Own { field, finest, .. } => {
                if let Some(input) = finest {
                    input_reads(*input, &mut reads);
                }
                if let (Some(field), Some(written)) = (place::find_field(&placement.fields, place, field, 0), written) {
                    reads.insert(Read::Field { field, previous: !written.contains(&field), elsewhere: true });
                }
            }
        }
    }
    reads
}
