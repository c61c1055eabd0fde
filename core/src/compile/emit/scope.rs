//! The lines of one function, and how a value is written where it is asked for.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::items::Instance;
use super::kernel::{KernelBuilder, ParameterKey, identifier};
use crate::compile::effect::Encoding;
use crate::compile::lower::{FixedValue, LoweredNode, Source, ValueRef};
use crate::compile::place::{FieldId, Home, output_suffix};
use crate::node::{Access, Argument, Attribute, Body, FunctionSpec, Given, PortType, ValueType};

/// Longest call on one line.
const LONGEST_CALL: usize = 100;

/// Who asks.
#[derive(Clone, Debug)]
pub(super) enum Element {
    /// A cell of the kernel's grid.
    Cell,
    /// A place that an accessor is asked for: the name of its argument.
    Place(Place),
    /// Nobody in particular: a value of the whole step.
    Step,
    /// A vertex, a particle, or a pixel of something drawn.
    Member(Member),
}

/// What an element of a set knows of itself, as it is written in the code.
#[derive(Clone, Debug, Default)]
pub(super) struct Member {
    /// Its attributes.
    pub attributes: BTreeMap<Attribute, String>,
    /// Its number, u32.
    pub element: String,
    /// Column and row, vec2i, and how many there are of each.
    pub vertex: Option<(String, String)>,
    /// The direction that is looked along, vec3f.
    pub direction: Option<String>,
    /// From how wide a cone round the direction light is gathered, f32.
    pub spread: Option<String>,
}

/// Index of an element in a scope: one function may ask for several, such as a particle before and after it moved.
pub(super) type Asker = usize;

/// What an accessor's argument means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// `cell`: vec2i of the kernel's grid.
    Cell,
    /// `point`: vec2f in cells of the kernel's grid.
    Point,
    /// `position`: vec2f in metres.
    Position2,
    /// `position`: vec3f in metres.
    Position3,
    /// `uv`: vec2f of the plane.
    Uv,
}

/// A function being written.
pub(super) struct Scope {
    askers: Vec<Element>,
    current: Asker,
    pub lines: Vec<String>,
    /// The name under which each pure node's result is known, for each asker.
    locals: HashMap<(Asker, usize), String>,
    names: HashSet<String>,
    givens: HashMap<(Asker, Given), String>,
    /// The names under which values of grids (or what they were a step before) are known.
    loads: HashMap<(Asker, FieldId, bool), String>,
    /// Values that this kernel has just written to a grid, at this cell.
    pub written: HashMap<FieldId, String>,
    /// Attributes that somebody asked for.
    pub asked: BTreeSet<Attribute>,
}

impl Scope {
    pub fn new(element: Element) -> Self {
        Self {
            askers: vec![element],
            current: 0,
            lines: Vec::new(),
            locals: HashMap::new(),
            names: HashSet::new(),
            givens: HashMap::new(),
            loads: HashMap::new(),
            written: HashMap::new(),
            asked: BTreeSet::new(),
        }
    }

    /// Who asks at present.
    pub fn element(&self) -> &Element {
        &self.askers[self.current]
    }

    /// A further element to ask for.
    pub fn add_asker(&mut self, member: Member) -> Asker {
        self.askers.push(Element::Member(member));
        self.askers.len() - 1
    }

    /// Lets another element ask from here on; returns who asked until now.
    pub fn ask_for(&mut self, asker: Asker) -> Asker {
        std::mem::replace(&mut self.current, asker)
    }

    /// What an element of a set knows; nothing for others.
    pub fn member(&self, asker: Asker) -> Member {
        match &self.askers[asker] {
            Element::Member(member) => member.clone(),
            _ => Member::default(),
        }
    }

    fn local_of(&self, node: usize) -> Option<&String> {
        self.locals.get(&(self.current, node))
    }

    fn set_local(&mut self, node: usize, name: String) {
        self.locals.insert((self.current, node), name);
    }

    /// The name under which the asker knows a grid's value.
    pub fn load_of(&self, field: FieldId, previous: bool) -> Option<&String> {
        self.loads.get(&(self.current, field, previous))
    }

    /// Names a grid's value for the asker.
    pub fn set_load(&mut self, field: FieldId, previous: bool, name: String) {
        self.loads.insert((self.current, field, previous), name);
    }

    /// A local's name that hides nothing.
    pub fn local(&mut self, wanted: &str, kernel: &KernelBuilder<'_>) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while kernel.items.is_taken(&name) || !self.names.insert(name.clone()) {
            name = format!("{wanted}_{number}");
            number += 1;
        }
        name
    }
}

impl KernelBuilder<'_> {
    /// How `value` is written in `scope`; what it needs is computed in the lines before.
    pub(super) fn value(&mut self, scope: &mut Scope, value: ValueRef) -> String {
        self.require(scope, value);
        self.ready_value(scope, value)
    }

    /// `value` as type `wanted`.
    pub(super) fn value_as(&mut self, scope: &mut Scope, value: ValueRef, wanted: ValueType) -> String {
        let carried = self.context.nodes[value.node].output_type(value.output);
        let written = self.value(scope, value);
        convert(&written, carried, wanted)
    }

    /// Computes every pure node that `value` needs and that the scope does not have yet, each after what it reads.
    fn require(&mut self, scope: &mut Scope, value: ValueRef) {
        let mut needed: HashSet<usize> = HashSet::new();
        let mut waiting = vec![value];
        while let Some(value) = waiting.pop() {
            if !self.is_computed_here(scope, value) || scope.local_of(value.node).is_some() || !needed.insert(value.node) {
                continue;
            }
            let node = &self.context.nodes[value.node];
            for (input, source) in node.spec.inputs.iter().zip(&node.inputs) {
                if let Source::Link(from) = source
                    && input.access == Access::Own
                {
                    waiting.push(*from);
                }
            }
        }
        let mut order: Vec<usize> = needed.into_iter().collect();
        order.sort_unstable();
        for node in order {
            self.compute(scope, node);
        }
    }

    /// Whether the asker computes a value itself. Elements of sets, and whoever asks for other places of a value that lies on no grid by
    /// nature, do so even where somebody else keeps the value on a grid.
    fn is_computed_here(&self, scope: &Scope, value: ValueRef) -> bool {
        let placement = self.context.placement;
        match placement.homes[value.node][value.output] {
            Home::Inline => true,
            Home::Once => matches!(scope.element(), Element::Step),
            Home::Grid(_) => match scope.element() {
                Element::Member(_) => placement.is_pure[value.node],
                Element::Place(Place::Position2 | Place::Position3 | Place::Uv) => {
                    placement.is_pure[value.node] && !placement.on_grid[value.node]
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Computes `node` anew in this scope whatever its home: for the kernel that keeps its value.
    pub(super) fn compute_value(&mut self, scope: &mut Scope, value: ValueRef) -> String {
        let context = self.context;
        let node = &context.nodes[value.node];
        for (input, source) in node.spec.inputs.iter().zip(&node.inputs) {
            if let Source::Link(from) = source
                && input.access == Access::Own
            {
                self.require(scope, *from);
            }
        }
        self.compute(scope, value.node);
        self.local_value(scope, value)
    }

    /// Computes what the arguments of a stage need.
    pub(super) fn require_arguments(&mut self, scope: &mut Scope, place: usize, function: &FunctionSpec) {
        let context = self.context;
        for argument in &function.arguments {
            if let Argument::Input(input) = argument
                && let Source::Link(from) = &context.nodes[place].inputs[*input]
            {
                self.require(scope, *from);
            }
        }
    }

    /// One `let` for a pure node whose own inputs are ready.
    fn compute(&mut self, scope: &mut Scope, place: usize) {
        if scope.local_of(place).is_some() {
            return;
        }
        let node = &self.context.nodes[place];
        self.nodes.insert(place);
        match &node.spec.body {
            Body::Pure(function) => {
                let call = self.call(scope, place, function);
                let name = match (&function.members, node.spec.outputs.first()) {
                    (None, Some(output)) => format!("{}_{}", identifier(&node.id), output.name),
                    _ => format!("{}_outputs", identifier(&node.id)),
                };
                let name = scope.local(&name, self);
                scope.lines.push(format!("// {}", node.title));
                scope.lines.push(format!("let {name} = {call};"));
                scope.set_local(place, name);
            }
            // An output node hands its value on.
            _ => {
                let value = node.spec.input_index("value").map_or_else(|| "0.0".to_owned(), |input| self.argument(scope, place, input));
                let name = scope.local(&format!("{}_value", identifier(&node.id)), self);
                scope.lines.push(format!("// {}", node.title));
                scope.lines.push(format!("let {name} = {value};"));
                scope.set_local(place, name);
            }
        }
    }

    /// A call of a function of a node's file, its arguments at hand.
    pub(super) fn call(&mut self, scope: &mut Scope, place: usize, function: &FunctionSpec) -> String {
        self.call_with(scope, place, function, scope.current)
    }

    /// A call whose inputs are asked for by the present asker, while what is given is another's own.
    pub(super) fn call_with(&mut self, scope: &mut Scope, place: usize, function: &FunctionSpec, given_to: Asker) -> String {
        let name = self.function(place, function);
        let arguments: Vec<String> = function
            .arguments
            .iter()
            .map(|argument| match argument {
                Argument::Input(input) => self.argument(scope, place, *input),
                Argument::Given(Given::Level) => self.level(),
                Argument::Given(Given::FinestSize) => format!("vec2i({})", self.finest_cells(place)),
                Argument::Given(given) => {
                    let asker = scope.ask_for(given_to);
                    let written = self.given(scope, *given);
                    scope.ask_for(asker);
                    written
                }
            })
            .collect();
        let call = format!("{name}({})", arguments.join(", "));
        // Long calls have an argument a line.
        if call.len() > LONGEST_CALL { format!("{name}(\n        {},\n    )", arguments.join(",\n        ")) } else { call }
    }

    /// The name under which the kernel can call a function of a node's file.
    fn function(&mut self, place: usize, function: &FunctionSpec) -> String {
        if let Some(name) = self.instances.get(&(place, function.name.clone())) {
            return name.clone();
        }
        let context = self.context;
        let node = &context.nodes[place];
        let id = identifier(&node.id);
        let prefix = self.instance_prefix(node, id);
        let accessors: HashMap<String, String> =
            function.accessors.iter().map(|accessor| (accessor.clone(), format!("{prefix}__{accessor}"))).collect();
        for accessor in node.spec.accessors.iter().filter(|accessor| function.accessors.contains(&accessor.name)) {
            self.ask_accessor(place, accessor, &accessors[&accessor.name]);
        }
        let made = self.items.instantiate(node, &function.name, &Instance { prefix, accessors: &accessors });
        for own in made.own {
            // Helpers may be shared by several functions of the node.
            if !self.functions.iter().any(|known| known.text == own.text) {
                self.functions.push(own);
            }
        }
        self.uses.extend(made.uses);
        self.instances.insert((place, function.name.clone()), made.name.clone());
        made.name
    }

    /// The start of the names of a node's functions in this kernel: the node's id alone where the kernel is called so too and has bound nothing
    /// under one of those names.
    fn instance_prefix(&mut self, node: &LoweredNode, id: String) -> String {
        let full = format!("{}__{id}", self.prefix);
        if self.prefix != id {
            return full;
        }
        let names: Vec<String> = node.spec.module.items.iter().map(|item| format!("{id}__{}", item.name)).collect();
        if names.iter().any(|name| self.has_binding(name)) {
            return full;
        }
        self.short_names.extend(names);
        id
    }

    /// What fills an argument.
    pub(super) fn argument(&mut self, scope: &mut Scope, place: usize, input: usize) -> String {
        let context = self.context;
        let node = &context.nodes[place];
        match &node.spec.inputs[input].port_type {
            PortType::Whole { signed } => self.whole_argument(scope, node, place, input, *signed),
            PortType::Choice(_) | PortType::Switch => match node.inputs[input] {
                Source::Fixed(FixedValue::Choice(index)) => format!("{index}u"),
                Source::Fixed(FixedValue::Switch(on)) => on.to_string(),
                _ => "0u".to_owned(),
            },
            port_type => {
                let wanted = node.type_of(port_type).unwrap_or(ValueType::Number);
                self.source(scope, place, input, wanted)
            }
        }
    }

    fn whole_argument(&mut self, scope: &mut Scope, node: &LoweredNode, place: usize, input: usize, signed: bool) -> String {
        match &node.inputs[input] {
            Source::Link(from) => {
                let number = self.ready_value_as(scope, *from, ValueType::Number);
                if signed { format!("i32(round({number}))") } else { format!("u32(max(round({number}), 0.0))") }
            }
            Source::Context(given) => self.given(scope, *given),
            Source::Fixed(FixedValue::Whole(number)) => format!("{number}u"),
            _ => {
                let encoding = if signed { Encoding::I32 } else { Encoding::U32 };
                self.input_parameter(place, input, encoding)
            }
        }
    }

    /// The value that fills an input, as type `wanted`; what it reads must be ready.
    pub(super) fn source(&mut self, scope: &mut Scope, place: usize, input: usize, wanted: ValueType) -> String {
        let context = self.context;
        match &context.nodes[place].inputs[input] {
            Source::Link(from) => self.ready_value_as(scope, *from, wanted),
            Source::Context(given) => {
                let written = self.given(scope, *given);
                let carried = match given {
                    Given::Position3 | Given::Direction => ValueType::Vec3,
                    Given::Position2 | Given::Uv => ValueType::Vec2,
                    Given::Attribute(attribute) => attribute.value_type(),
                    _ => ValueType::Number,
                };
                convert(&written, carried, wanted)
            }
            _ => self.input_parameter(place, input, Encoding::Value(wanted)),
        }
    }

    /// A parameter of a node in the kernel's block.
    pub(super) fn input_parameter(&mut self, place: usize, input: usize, encoding: Encoding) -> String {
        let node = &self.context.nodes[place];
        let name = format!("{}_{}", identifier(&node.id), node.spec.inputs[input].name);
        self.parameter(ParameterKey::Input { node: place, input }, &name, encoding)
    }

    fn ready_value_as(&mut self, scope: &mut Scope, value: ValueRef, wanted: ValueType) -> String {
        let carried = self.context.nodes[value.node].output_type(value.output);
        let written = self.ready_value(scope, value);
        convert(&written, carried, wanted)
    }

    /// A value whose pure nodes have been computed.
    fn ready_value(&mut self, scope: &mut Scope, value: ValueRef) -> String {
        if self.is_computed_here(scope, value) {
            return self.local_value(scope, value);
        }
        match self.context.placement.homes[value.node][value.output] {
            Home::Inline => self.local_value(scope, value),
            Home::Once => self.once(value),
            Home::Grid(field) => match scope.written.get(&field) {
                Some(written) => written.clone(),
                None => self.load(scope, field, false),
            },
            Home::LastStep(field) => self.load(scope, field, true),
            // Lists are read through accessors only; the types were checked.
            Home::List | Home::Set => "0.0".to_owned(),
        }
    }

    fn local_value(&self, scope: &Scope, value: ValueRef) -> String {
        let node = &self.context.nodes[value.node];
        let name = scope.local_of(value.node).cloned().unwrap_or_else(|| "0.0".to_owned());
        match &node.spec.body {
            Body::Pure(function) => format!("{name}{}", output_suffix(function, &node.spec.outputs[value.output].name)),
            _ => name,
        }
    }

    /// Something that the element knows.
    pub(super) fn given(&mut self, scope: &mut Scope, given: Given) -> String {
        if let Some(member) = frame_member(given) {
            return format!("{}.{member}", self.frame());
        }
        let key = (scope.current, given);
        if let Some(known) = scope.givens.get(&key) {
            return known.clone();
        }
        let written = match scope.element() {
            Element::Step => return zero_of(given).to_owned(),
            Element::Cell => self.given_at_cell(scope, given),
            Element::Place(place) => {
                let place = *place;
                self.given_at_place(scope, given, place)
            }
            Element::Member(_) => self.given_to_member(scope, given),
        };
        scope.givens.insert(key, written.clone());
        written
    }

    fn given_to_member(&mut self, scope: &mut Scope, given: Given) -> String {
        let member = scope.member(scope.current);
        let attribute = match given {
            Given::Position2 | Given::Position3 => Attribute::Position,
            Given::Uv => Attribute::Uv,
            Given::Attribute(attribute) => attribute,
            Given::Element if !member.element.is_empty() => return member.element,
            Given::Vertex => return member.vertex.map_or_else(|| "vec2i(0)".to_owned(), |(vertex, _)| vertex),
            Given::MeshSize => return member.vertex.map_or_else(|| "vec2i(1)".to_owned(), |(_, size)| size),
            Given::Direction => return member.direction.unwrap_or_else(|| "vec3f(0.0, 1.0, 0.0)".to_owned()),
            Given::Spread => return member.spread.unwrap_or_else(|| "0.0".to_owned()),
            other => return zero_of(other).to_owned(),
        };
        scope.asked.insert(attribute);
        match (member.attributes.get(&attribute), given) {
            (Some(written), Given::Position2) => format!("{written}.xz"),
            (Some(written), _) => written.clone(),
            (None, _) => zero_of(given).to_owned(),
        }
    }

    fn given_at_cell(&mut self, scope: &mut Scope, given: Given) -> String {
        let (name, written) = match given {
            Given::Cell => return "cell".to_owned(),
            Given::GridSize => return "grid_size".to_owned(),
            Given::CellSize => return self.cell_size(),
            Given::Uv => ("uv", "(vec2f(cell) + 0.5) / vec2f(grid_size)".to_owned()),
            Given::Position2 => ("position", self.position_of("vec2f(cell)", "grid_size")),
            Given::Position3 => {
                let flat = self.given(scope, Given::Position2);
                ("place", format!("vec3f({flat}.x, 0.0, {flat}.y)"))
            }
            Given::Element => return "u32(cell.y * grid_size.x + cell.x)".to_owned(),
            other => return zero_of(other).to_owned(),
        };
        scope.lines.push(format!("let {name} = {written};"));
        name.to_owned()
    }

    /// The position in metres of a point in cells of the kernel's grid.
    fn position_of(&mut self, point: &str, grid_size: &str) -> String {
        let cell_size = self.cell_size();
        let origin = self.plane_origin();
        format!("({point} + 0.5 - 0.5 * vec2f({grid_size})) * {cell_size} + {origin}")
    }

    fn given_at_place(&mut self, scope: &mut Scope, given: Given, place: Place) -> String {
        match (given, place) {
            (Given::Cell, Place::Cell) => "cell".to_owned(),
            (Given::Cell, Place::Point) => "vec2i(floor(point + 0.5))".to_owned(),
            (Given::Cell, _) => {
                let uv = self.given(scope, Given::Uv);
                let cells = self.plane_cells();
                format!("vec2i(floor({uv} * {cells}))")
            }
            (Given::GridSize, Place::Cell | Place::Point) => self.grid_size(),
            (Given::GridSize, _) => format!("vec2i({})", self.plane_cells()),
            (Given::CellSize, _) => self.cell_size(),
            (Given::Uv, Place::Uv) => "uv".to_owned(),
            (Given::Uv, Place::Cell | Place::Point) => {
                let point = if place == Place::Cell { "vec2f(cell)" } else { "point" };
                format!("({point} + 0.5) / vec2f({})", self.grid_size())
            }
            (Given::Uv, Place::Position2 | Place::Position3) => {
                let position = self.given(scope, Given::Position2);
                let (origin, size) = (self.plane_origin(), self.plane_size());
                format!("({position} - {origin}) / {size} + 0.5")
            }
            (Given::Position2, Place::Position2) | (Given::Position3, Place::Position3) => "position".to_owned(),
            (Given::Position2, Place::Position3) => "position.xz".to_owned(),
            (Given::Position2, Place::Cell) => {
                let size = self.grid_size();
                format!("({})", self.position_of("vec2f(cell)", &size))
            }
            (Given::Position2, Place::Point) => {
                let size = self.grid_size();
                format!("({})", self.position_of("point", &size))
            }
            (Given::Position2, Place::Uv) => {
                let (origin, size) = (self.plane_origin(), self.plane_size());
                format!("((uv - 0.5) * {size} + {origin})")
            }
            (Given::Position3, _) => {
                let flat = self.given(scope, Given::Position2);
                let name = scope.local("flat_place", self);
                scope.lines.push(format!("let {name} = {flat};"));
                format!("vec3f({name}.x, 0.0, {name}.y)")
            }
            (Given::Element, _) => {
                let cell = self.given(scope, Given::Cell);
                let size = self.given(scope, Given::GridSize);
                format!("u32({cell}.y * {size}.x + {cell}.x)")
            }
            (other, _) => zero_of(other).to_owned(),
        }
    }

    /// The size of the kernel's grid, written where no local has it.
    pub(super) fn grid_size(&self) -> String {
        if let Some(asked) = &self.asked_grid {
            return asked.clone();
        }
        self.grid_texture.as_ref().map_or_else(|| "vec2i(1)".to_owned(), |texture| format!("vec2i(textureDimensions({texture}))"))
    }
}

fn frame_member(given: Given) -> Option<&'static str> {
    Some(match given {
        Given::Time => "time",
        Given::TimeSplit => "time_split",
        Given::Dt => "dt",
        Given::Frame => "frame",
        Given::Seed => "seed",
        Given::PointerPosition => "pointer_position",
        Given::PointerVelocity => "pointer_velocity",
        Given::PointerPressed => "pointer_pressed",
        _ => return None,
    })
}

/// What stands for an element's own value where there is no element.
fn zero_of(given: Given) -> &'static str {
    match given {
        Given::Cell | Given::GridSize | Given::FinestSize | Given::Vertex | Given::MeshSize => "vec2i(0)",
        Given::Position2 | Given::Uv => "vec2f(0.0)",
        Given::Position3 | Given::Direction => "vec3f(0.0)",
        Given::Attribute(attribute) => match attribute.value_type() {
            ValueType::Number => "0.0",
            ValueType::Vec2 => "vec2f(0.0)",
            ValueType::Vec3 => "vec3f(0.0)",
            _ => "vec4f(0.0)",
        },
        Given::Element | Given::Level => "0u",
        _ => "0.0",
    }
}

/// A value as another type: numbers splat (alpha 1), vec3 and colour either way.
pub(super) fn convert(written: &str, carried: ValueType, wanted: ValueType) -> String {
    match (carried, wanted) {
        (ValueType::Number, ValueType::Vec2) => format!("vec2f({written})"),
        (ValueType::Number, ValueType::Vec3) => format!("vec3f({written})"),
        (ValueType::Number, ValueType::Colour) => format!("vec4f(vec3f({written}), 1.0)"),
        (ValueType::Vec3, ValueType::Colour) => format!("vec4f({written}, 1.0)"),
        (ValueType::Colour, ValueType::Vec3) => format!("{written}.xyz"),
        _ => written.to_owned(),
    }
}
