//! Sets of elements: which nodes make, change and use them, how many elements there are, and which sets lie in buffers.
//!
//! A set has no home of its own: its elements are computed by whoever uses them. Particles lie in a buffer because they are state; a mesh does
//! where it is drawn, repeated, or read at other vertices.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::Images;
use super::lower::{self, FixedValue, LoweredNode, Source, ValueRef};
use crate::diagnostic::Diagnostic;
use crate::media;
use crate::node::{
    AccessorTarget, Attribute, BirthEvent, Body, DrawKind, Literal, Native, NodeSpec, PortType, SetRole, SetSpec, ValueType,
};

/// Bytes of the largest storage binding that core WebGPU promises.
const MOST_BYTES: u64 = 128 << 20;
/// Elements of the largest dispatch of rows of 64 threads that core WebGPU promises.
const MOST_ELEMENTS: u64 = 65_535 * 64;
/// Vertices of the shortest row of a trail: the head, one on the way, and the tail.
const FEWEST_POINTS: u32 = 3;

/// How the elements of a set hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Columns and rows of vertices, with two triangles in each square between them.
    Grid {
        /// Vertices in a row.
        columns: u32,
        /// Rows of vertices.
        rows: u32,
    },
    /// The same, where each row is a line of its own and drawn as a band of its own.
    Lines {
        /// Vertices in a row.
        columns: u32,
        /// Rows of vertices.
        rows: u32,
    },
    /// Three vertices a triangle; so many vertices.
    Triangles(u32),
    /// So many particles.
    Particles(u32),
}

impl Shape {
    /// Elements.
    pub(super) const fn count(self) -> u32 {
        match self {
            Self::Grid { columns, rows } | Self::Lines { columns, rows } => columns.saturating_mul(rows),
            Self::Triangles(count) | Self::Particles(count) => count,
        }
    }

    /// Corners of the triangles that draw one copy.
    pub(super) const fn corners(self) -> u32 {
        match self {
            Self::Grid { columns, rows } | Self::Lines { columns, rows } => {
                columns.saturating_sub(1).saturating_mul(rows.saturating_sub(1)).saturating_mul(6)
            }
            Self::Triangles(count) => count,
            Self::Particles(count) => count.saturating_mul(6),
        }
    }

    /// Columns and rows of vertices; one row where there are none.
    pub(super) const fn size(self) -> [u32; 2] {
        match self {
            Self::Grid { columns, rows } | Self::Lines { columns, rows } => [columns, rows],
            other => [other.count(), 1],
        }
    }

    /// How many bands are drawn along the rows; `None` where there are no rows. Between two rows of a grid there is one.
    pub(super) const fn bands(self) -> Option<u32> {
        match self {
            Self::Grid { rows: 0 | 1, .. } => Some(1),
            Self::Grid { rows, .. } => Some(rows - 1),
            Self::Lines { rows, .. } => Some(rows),
            Self::Triangles(_) | Self::Particles(_) => None,
        }
    }
}

/// The set that a node gives.
#[derive(Clone, Debug)]
pub(super) struct Set {
    /// The node whose set this one is made from.
    pub before: Option<usize>,
    /// The node that made the set.
    pub source: usize,
    /// Its elements, of one copy.
    pub shape: Shape,
    /// Copies.
    pub copies: u32,
    /// What each element has.
    pub attributes: BTreeSet<Attribute>,
    /// Whether it lies in a buffer.
    pub is_stored: bool,
}

impl Set {
    /// All elements.
    pub(super) fn count(&self) -> u32 {
        self.shape.count().saturating_mul(self.copies)
    }
}

/// Every set of the graph.
pub(super) struct Sets {
    by_node: HashMap<usize, Set>,
    /// For particles: the nodes that change them, in order, by the node that makes them.
    chains: HashMap<usize, Vec<usize>>,
    /// Makers of particles whose last state somebody asks for when another takes their place.
    mourned: HashSet<usize>,
    /// Problems met.
    pub diagnostics: Vec<Diagnostic>,
}

impl Sets {
    /// Finds them all. Nodes come in the order of their dependence.
    pub(super) fn of(nodes: &[LoweredNode], images: &Images) -> Self {
        let mut sets = Self { by_node: HashMap::new(), chains: HashMap::new(), mourned: HashSet::new(), diagnostics: Vec::new() };
        for (place, node) in nodes.iter().enumerate() {
            if let Body::Set(spec) = &node.spec.body
                && let Some(mut set) = sets.set_of(nodes, images, place, spec)
            {
                if sets.is_second_way(&set) {
                    sets.diagnostics.push(
                        Diagnostic::error("another node changes these particles too, and they can't go two ways")
                            .at(&node.id)
                            .help("put the nodes that change particles one behind the other"),
                    );
                    continue;
                }
                sets.check_size(nodes, node, &mut set);
                sets.by_node.insert(place, set);
            }
        }
        for (place, node) in nodes.iter().enumerate() {
            for (input, source) in node.spec.inputs.iter().zip(&node.inputs) {
                if let Source::Link(from) = source
                    && matches!(input.port_type, PortType::Fixed(ValueType::Mesh))
                    && needs_vertices(&node.spec)
                    && let Some(set) = sets.by_node.get_mut(&from.node)
                {
                    set.is_stored = true;
                }
            }
            if let Some(set) = sets.by_node.get(&place)
                && matches!(set.shape, Shape::Particles(_))
            {
                sets.chains.entry(set.source).or_default().push(place);
            }
        }
        sets
    }

    fn set_of(&mut self, nodes: &[LoweredNode], images: &Images, place: usize, spec: &SetSpec) -> Option<Set> {
        let node = &nodes[place];
        let own: BTreeSet<Attribute> = spec.attributes.iter().copied().collect();
        let made = |shape| {
            let is_stored = matches!(shape, Shape::Particles(_));
            Some(Set { before: None, source: place, shape, copies: 1, attributes: own.clone(), is_stored })
        };
        match &spec.role {
            SetRole::Grid { columns, rows } => {
                let [columns, rows] = [columns, rows].map(|input| setting(node, *input).max(1).saturating_add(1));
                made(Shape::Grid { columns, rows })
            }
            SetRole::Pieces { count, corners } => made(Shape::Triangles(setting(node, *count).saturating_mul(*corners))),
            SetRole::File { path } => {
                let pixels = lower::image_key(node, *path).and_then(|image| images.get(&image));
                made(Shape::Triangles(pixels.map_or(0, |pixels| media::corner_count(pixels))))
            }
            SetRole::Particles { capacity, .. } => {
                let mut set = made(Shape::Particles(setting(node, *capacity)))?;
                set.attributes.extend([Attribute::Age, Attribute::Lifetime, Attribute::Id]);
                Some(set)
            }
            SetRole::Offspring { parents, count, event, .. } => {
                let end = self.end_of(self.before(node, *parents)?.0)?;
                let (source, capacity) = (end.source, end.shape.count().saturating_mul(setting(node, *count)));
                let mut set = made(Shape::Particles(capacity))?;
                set.attributes.extend([Attribute::Age, Attribute::Lifetime, Attribute::Id]);
                // Children are of their parent's colour.
                set.attributes.extend(end.attributes.get(&Attribute::Colour));
                if birth_event(node, *event) == BirthEvent::Death {
                    self.mourned.insert(source);
                }
                Some(set)
            }
            SetRole::Trails { particles, points, .. } => {
                let end = self.end_of(self.before(node, *particles)?.0)?;
                let columns = setting(node, *points).max(FEWEST_POINTS);
                let mut set = made(Shape::Lines { columns, rows: end.shape.count() })?;
                set.attributes.extend([Attribute::Uv, Attribute::Age, Attribute::Id, Attribute::Copy]);
                set.attributes.extend(end.attributes.get(&Attribute::Colour));
                Some(Set { is_stored: true, ..set })
            }
            SetRole::Change(input) => {
                let (from, before) = self.before(node, *input)?;
                // Particles lie in their maker's buffer wherever on their way they are asked for.
                let is_stored = matches!(before.shape, Shape::Particles(_));
                Some(Set { before: Some(from), attributes: before.attributes.union(&own).copied().collect(), is_stored, ..before })
            }
            SetRole::Copies { mesh, count } => {
                let (from, before) = self.before(node, *mesh)?;
                let mut attributes: BTreeSet<Attribute> = before.attributes.union(&own).copied().collect();
                attributes.insert(Attribute::Copy);
                let copies = before.copies.saturating_mul(setting(node, *count));
                Some(Set { before: Some(from), attributes, is_stored: false, copies, ..before })
            }
            SetRole::Draw { .. } => None,
        }
    }

    /// Whether the particles that this set is made from already go another way.
    fn is_second_way(&self, set: &Set) -> bool {
        matches!(set.shape, Shape::Particles(_)) && set.before.is_some() && self.by_node.values().any(|other| other.before == set.before)
    }

    fn before(&self, node: &LoweredNode, input: usize) -> Option<(usize, Set)> {
        match &node.inputs[input] {
            Source::Link(from) => self.by_node.get(&from.node).map(|set| (from.node, set.clone())),
            _ => None,
        }
    }

    /// The set of particles that `node` is on the way of, after all that changes them: what users of particles see.
    fn end_of(&self, node: usize) -> Option<&Set> {
        let source = self.by_node.get(&node)?.source;
        self.by_node.iter().filter(|(_, set)| set.source == source).max_by_key(|(place, _)| **place).map(|(_, set)| set)
    }

    /// Tells a set that is larger than every device can hold, and leaves it empty.
    fn check_size(&mut self, nodes: &[LoweredNode], node: &LoweredNode, set: &mut Set) {
        let stride = u64::from(super::element_layout::Layout::of(&set.attributes).stride).max(1);
        let factors = self.factors(node);
        let count = match factors {
            Some((_, many, each)) => u64::from(many) * u64::from(each),
            None => u64::from(set.shape.count()) * u64::from(set.copies),
        };
        if count.saturating_mul(stride) > MOST_BYTES || count > MOST_ELEMENTS {
            let most = (MOST_BYTES / stride).min(MOST_ELEMENTS);
            let (is_made_of, help) = match factors {
                Some((source, many, each)) => {
                    let maker = &nodes[source].id;
                    (format!("{many} particles of \"{maker}\" x {each} = "), format!("make its own count smaller, or that of \"{maker}\""))
                }
                None => (String::new(), "make its counts smaller".to_owned()),
            };
            self.diagnostics.push(
                Diagnostic::error(format!("it has {is_made_of}{count} elements; what every device can hold here is {most}"))
                    .at(&node.id)
                    .help(help),
            );
            set.shape = match set.shape {
                Shape::Particles(_) => Shape::Particles(0),
                _ => Shape::Triangles(0),
            };
        }
    }

    /// What is multiplied to give the size of a set that has several elements for each particle: the particles' maker, how many they are,
    /// and the elements of each.
    fn factors(&self, node: &LoweredNode) -> Option<(usize, u32, u32)> {
        let Body::Set(spec) = &node.spec.body else { return None };
        let (particles, each) = match spec.role {
            SetRole::Offspring { parents, count, .. } => (parents, setting(node, count)),
            SetRole::Trails { particles, points, .. } => (particles, setting(node, points).max(FEWEST_POINTS)),
            _ => return None,
        };
        let end = self.end_of(self.before(node, particles)?.0)?;
        Some((end.source, end.shape.count(), each))
    }

    /// The set that a node gives.
    pub(super) fn get(&self, node: usize) -> Option<&Set> {
        self.by_node.get(&node)
    }

    /// The set that comes in at an input.
    pub(super) fn arriving_at(&self, node: &LoweredNode, input: usize) -> Option<(usize, &Set)> {
        match &node.inputs[input] {
            Source::Link(from) => self.by_node.get(&from.node).map(|set| (from.node, set)),
            _ => None,
        }
    }

    /// The nodes from which the elements of `node` are computed: from the nearest that lies in a buffer, or from the one that makes them, to
    /// `node` itself. `whole` goes on to the maker whatever lies in buffers.
    pub(super) fn chain_to(&self, node: usize, is_making: bool) -> Vec<usize> {
        let mut chain = vec![node];
        let mut at = node;
        while let Some(set) = self.by_node.get(&at) {
            if set.is_stored && !(is_making && at == node) {
                break;
            }
            let Some(before) = set.before else { break };
            chain.push(before);
            at = before;
        }
        chain.reverse();
        chain
    }

    /// The maker of particles and the nodes that change them, in order.
    pub(super) fn particle_chain(&self, source: usize) -> &[usize] {
        self.chains.get(&source).map_or(&[], Vec::as_slice)
    }

    /// The node at which the particles that come in at an input are complete, and their maker: all that changes them lies before it.
    pub(super) fn complete_at(&self, node: &LoweredNode, input: usize) -> Option<(usize, usize)> {
        let source = self.arriving_at(node, input)?.1.source;
        Some((self.particle_chain(source).last().copied().unwrap_or(source), source))
    }

    /// Whether particles are kept for a step when others take their place.
    pub(super) fn is_mourned(&self, source: usize) -> bool {
        self.mourned.contains(&source)
    }

    /// What the buffer of `node` keeps from step to step, where it does.
    pub(super) fn state_of(&self, node: usize) -> Option<&'static str> {
        let set = self.by_node.get(&node)?;
        match set.shape {
            Shape::Particles(_) => Some("particles"),
            Shape::Lines { .. } if set.source == node => Some("trails"),
            _ => None,
        }
    }

    /// The buffer that holds the elements of `node`: its own, or for particles their maker's.
    pub(super) fn buffer_of(&self, node: usize) -> usize {
        match self.by_node.get(&node) {
            Some(set) if matches!(set.shape, Shape::Particles(_)) => set.source,
            _ => node,
        }
    }

    /// The nodes whose work is done by one kernel that writes a set: `node` lies in a buffer.
    pub(super) fn workers(&self, node: usize) -> Vec<usize> {
        match self.by_node.get(&node) {
            Some(set) if matches!(set.shape, Shape::Particles(_)) => self.particle_chain(set.source).to_vec(),
            _ => self.chain_to(node, true),
        }
    }

    /// The buffer that a value's node reads elements from, where it does.
    pub(super) fn read_by(&self, node: &LoweredNode) -> Option<usize> {
        if !reads_vertices(&node.spec) || matches!(node.spec.body, Body::Set(_)) {
            return None;
        }
        node.spec.set_input().and_then(|input| self.arriving_at(node, input)).map(|(from, _)| self.buffer_of(from))
    }

    /// Whether there is nothing to do.
    pub(super) fn is_empty(&self) -> bool {
        self.by_node.is_empty()
    }
}

/// Whether a node reads vertices of the mesh that comes in from a buffer.
fn needs_vertices(spec: &NodeSpec) -> bool {
    match &spec.body {
        Body::Set(set) => matches!(set.role, SetRole::Copies { .. } | SetRole::Draw { .. }) || reads_vertices(spec),
        Body::Native(native) => matches!(native, Native::Bake),
        _ => reads_vertices(spec),
    }
}

fn reads_vertices(spec: &NodeSpec) -> bool {
    spec.accessors.iter().any(|accessor| matches!(accessor.target, AccessorTarget::Vertices(_)))
}

/// The suns of a scene that cast shadows.
pub(super) fn suns_with_shadows(nodes: &[LoweredNode], scene: &Source) -> Vec<usize> {
    let casts = |place: &usize| {
        let node = &nodes[*place];
        let is_light = matches!(&node.spec.body, Body::Set(set) if matches!(set.role, SetRole::Draw { kind: DrawKind::Light, .. }));
        let switch = node.spec.input_index("shadows").map(|input| &node.inputs[input]);
        is_light && matches!(switch, Some(Source::Fixed(FixedValue::Switch(true))))
    };
    things(nodes, scene).into_iter().filter(casts).collect()
}

/// The label of the map of a sun's shadows, a field of the node that makes the picture.
pub(super) fn shadow_label(light: &str) -> String {
    format!("shadows_of_{light}")
}

/// Whether sprites fade where they meet a surface.
pub(super) fn fades(node: &LoweredNode) -> bool {
    let draws_sprites = matches!(&node.spec.body, Body::Set(set) if matches!(set.role, SetRole::Draw { kind: DrawKind::Sprites, .. }));
    let switch = node.spec.input_index("depth_fade").map(|input| &node.inputs[input]);
    draws_sprites && matches!(switch, Some(Source::Fixed(FixedValue::Switch(true))))
}

/// The label of the map of what the eye sees first, a field of the node that makes the picture.
pub(super) const EYE_LABEL: &str = "nearest";

/// The whole number that a setting stands at.
pub(super) fn setting(node: &LoweredNode, input: usize) -> u32 {
    let number = match &node.inputs[input] {
        Source::Parameter(Literal::Number(number)) => *number,
        _ => match &node.spec.inputs[input].default {
            Some(Literal::Number(number)) => *number,
            _ => 0.0,
        },
    };
    // Saturates; not a number becomes 0.
    number.round() as u32
}

/// When the children of a node are born.
pub(super) fn birth_event(node: &LoweredNode, input: usize) -> BirthEvent {
    node.chosen(input).and_then(BirthEvent::from_name).unwrap_or(BirthEvent::Death)
}

/// Problems of inputs that are asked for once a step and are linked to what differs from element to element: cameras, lights, births,
/// lengths of trails.
pub(super) fn differing(nodes: &[LoweredNode], uniform: &[bool]) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for node in nodes {
        let is_asked_once = |input: usize| match &node.spec.body {
            Body::Native(Native::Render) => true,
            Body::Set(set) => match set.role {
                SetRole::Draw { kind, .. } => kind == DrawKind::Light,
                SetRole::Particles { rate, burst, .. } => input == rate || input == burst,
                SetRole::Trails { duration, .. } => input == duration,
                _ => false,
            },
            _ => false,
        };
        for (position, (input, source)) in node.spec.inputs.iter().zip(&node.inputs).enumerate() {
            let is_value = !matches!(input.port_type, PortType::Fixed(value_type) if value_type.is_set());
            if let Source::Link(from) = source
                && is_value
                && is_asked_once(position)
                && !uniform[from.node]
            {
                problems.push(
                    Diagnostic::error("it takes one value for all, and this one differs from place to place")
                        .at(&node.id)
                        .port(&input.name)
                        .help("link numbers, time, sequences or the pointer, and nothing that lies on a grid"),
                );
            }
        }
    }
    problems
}

/// Things of a scene in the order in which they are drawn: what a draw's scene brings comes before it.
pub(super) fn things(nodes: &[LoweredNode], scene: &Source) -> Vec<usize> {
    enum Visit {
        Enter(ValueRef),
        Leave(usize),
    }
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    let mut waiting: Vec<Visit> = match scene {
        Source::Link(from) => vec![Visit::Enter(*from)],
        _ => Vec::new(),
    };
    while let Some(visit) = waiting.pop() {
        match visit {
            Visit::Leave(node) => found.push(node),
            Visit::Enter(from) if seen.insert(from.node) => {
                let node = &nodes[from.node];
                if matches!(node.spec.body, Body::Set(_)) {
                    waiting.push(Visit::Leave(from.node));
                }
                let scenes =
                    node.spec.inputs.iter().zip(&node.inputs).filter(|(input, _)| input.port_type == PortType::Fixed(ValueType::Scene));
                let links: Vec<ValueRef> = scenes
                    .filter_map(|(_, source)| match source {
                        Source::Link(from) => Some(*from),
                        _ => None,
                    })
                    .collect();
                waiting.extend(links.into_iter().rev().map(Visit::Enter));
            }
            Visit::Enter(_) => {}
        }
    }
    found
}
