//! What a node is: its ports, its stages, and the WGSL that computes it. Read from the node's file.

use std::sync::Arc;

use wavewright_shaders::Module;

use super::attribute::Attribute;
use super::sets::{SetRole, SetSpec};
use super::value::{Literal, ValueType};

/// Everything known about one kind of node.
#[derive(Clone, Debug)]
pub struct NodeSpec {
    /// The file's stem and the name that documents save.
    pub kind: String,
    /// Name on the node.
    pub title: String,
    /// First sentence of the description.
    pub summary: String,
    /// The whole description, summary included.
    pub description: String,
    /// Family, as in the library panel.
    pub category: String,
    /// Words that search finds.
    pub tags: Vec<String>,
    /// Where the formula is from.
    pub source: Option<String>,
    /// Older kinds that mean this node.
    pub aliases: Vec<String>,
    /// Inputs in the order of the file: arguments and accessors.
    pub inputs: Vec<InputSpec>,
    /// Outputs in the order of the file.
    pub outputs: Vec<OutputSpec>,
    /// Generic types of the file.
    pub generics: Vec<GenericSpec>,
    /// How the node is computed.
    pub body: Body,
    /// Functions of the file that the compiler rewrites.
    pub accessors: Vec<AccessorSpec>,
    /// The file itself, for the compiler.
    pub module: Arc<Module>,
}

/// A generic type: an alias with `@any`.
#[derive(Clone, Debug, PartialEq)]
pub struct GenericSpec {
    /// The alias.
    pub name: String,
    /// What it may be, the first when nothing is linked.
    pub allowed: Vec<ValueType>,
}

/// The type of a port as declared.
#[derive(Clone, Debug, PartialEq)]
pub enum PortType {
    /// Always this type.
    Fixed(ValueType),
    /// The generic of this index in [`NodeSpec::generics`].
    Generic(usize),
    /// A whole number (`i32` when `signed`); wires of numbers are rounded.
    Whole {
        /// `i32` rather than `u32`.
        signed: bool,
    },
    /// A switch; can't be linked.
    Switch,
    /// One of these words; can't be linked.
    Choice(Vec<String>),
    /// Text: an expression, code. Can't be linked.
    Text,
    /// A path; can't be linked.
    File,
}

/// One input.
#[derive(Clone, Debug, PartialEq)]
pub struct InputSpec {
    /// Name in documents and in the WGSL.
    pub name: String,
    /// Name on the node.
    pub label: String,
    /// What it means.
    pub description: String,
    /// Its type.
    pub port_type: PortType,
    /// Value when unlinked and untouched; `None` where a context or a link is needed.
    pub default: Option<Literal>,
    /// What a slider covers.
    pub range: Option<(f64, f64)>,
    /// Unit, as shown.
    pub unit: Option<String>,
    /// The element's own value that stands in when unlinked.
    pub context: Option<Given>,
    /// How it is read.
    pub access: Access,
    /// A number that can't be linked.
    pub setting: bool,
    /// A whole number that is written into the code: it can't be linked, and another number is other code.
    pub fixed: bool,
    /// Behind the fold in the inspector.
    pub advanced: bool,
}

impl InputSpec {
    /// Whether a wire may end here at all.
    #[must_use]
    pub fn linkable(&self) -> bool {
        !self.setting && !self.fixed && matches!(self.port_type, PortType::Fixed(_) | PortType::Generic(_) | PortType::Whole { .. })
    }
}

impl InputSpec {
    /// Whether it is set by numbers of which a slider has a range.
    #[must_use]
    pub const fn has_slider(&self) -> bool {
        match self.port_type {
            PortType::Fixed(value_type) => matches!(value_type, ValueType::Number | ValueType::Vec2 | ValueType::Vec3),
            PortType::Generic(_) | PortType::Whole { .. } => true,
            PortType::Switch | PortType::Choice(_) | PortType::Text | PortType::File => false,
        }
    }

    /// Whether the node can't work without a link here: nothing stands in. A scene may be empty.
    #[must_use]
    pub fn is_required(&self) -> bool {
        let stands_in = self.default.is_some() || self.context.is_some() || self.port_type == PortType::Fixed(ValueType::Scene);
        !stands_in || (self.access == Access::List && self.default.is_none())
    }
}

/// How a node reads an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// At the element itself: an argument.
    Own,
    /// At other cells of the node's grid.
    Cells,
    /// Between cells, bilinear, in cells.
    Points,
    /// At places in metres; `bool` is whether the place has a height (vec3f).
    Positions(bool),
    /// At uvs of the document's grid.
    Uvs,
    /// Rows of a list.
    List,
}

/// What an element knows of itself and of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Given {
    /// Cell indices, vec2i.
    Cell,
    /// Cells of the grid, vec2i.
    GridSize,
    /// Side of a cell in metres, f32.
    CellSize,
    /// x and z in metres, vec2f.
    Position2,
    /// x, y, z in metres, vec3f.
    Position3,
    /// vec2f in 0..1.
    Uv,
    /// Seconds, f32.
    Time,
    /// Seconds as whole part and rest, vec2f.
    TimeSplit,
    /// Length of the step in seconds, f32.
    Dt,
    /// Number of the step, u32.
    Frame,
    /// Index of the element, u32.
    Element,
    /// The document's seed, u32.
    Seed,
    /// vec2f in metres.
    PointerPosition,
    /// vec2f in metres per second.
    PointerVelocity,
    /// f32, 1 while pressed.
    PointerPressed,
    /// Level of the grid in stages that climb levels, u32; 0 is the finest.
    Level,
    /// Cells of the finest level, vec2i.
    FinestSize,
    /// What a vertex, a particle or a pixel of a drawn surface carries besides its place.
    Attribute(Attribute),
    /// Column and row of the vertex in its mesh, vec2i; (number, 0) where the mesh has no columns and rows.
    Vertex,
    /// Columns and rows of vertices of the mesh, vec2i; rows are 1 where the mesh is a list of triangles.
    MeshSize,
    /// From the eye or along a ray, of length 1, vec3f: for what is drawn at infinity.
    Direction,
    /// From how wide a cone round the direction light is gathered, f32: 0 from the direction alone, 1 from half of all directions.
    Spread,
}

impl Given {
    /// The given called `name` in a tag; `wgsl_type` tells position's vec2f from vec3f.
    #[must_use]
    pub fn from_name(name: &str, wgsl_type: &str) -> Option<Self> {
        Some(match name {
            "cell" => Self::Cell,
            "grid_size" => Self::GridSize,
            "cell_size" => Self::CellSize,
            "position" if wgsl_type == "vec3f" => Self::Position3,
            "position" => Self::Position2,
            "uv" => Self::Uv,
            "time" => Self::Time,
            "time_split" => Self::TimeSplit,
            "dt" => Self::Dt,
            "frame" => Self::Frame,
            "element" => Self::Element,
            "seed" => Self::Seed,
            "pointer_position" => Self::PointerPosition,
            "pointer_velocity" => Self::PointerVelocity,
            "pointer_pressed" => Self::PointerPressed,
            "level" => Self::Level,
            "finest_size" => Self::FinestSize,
            "vertex" => Self::Vertex,
            "mesh_size" => Self::MeshSize,
            "direction" => Self::Direction,
            "spread" => Self::Spread,
            name => return Attribute::from_name(name).map(Self::Attribute),
        })
    }

    /// The WGSL type that an argument of this given must have.
    #[must_use]
    pub const fn wgsl(self) -> &'static str {
        match self {
            Self::Cell | Self::GridSize | Self::FinestSize | Self::Vertex | Self::MeshSize => "vec2i",
            Self::CellSize | Self::Time | Self::Dt | Self::PointerPressed | Self::Spread => "f32",
            Self::Position3 | Self::Direction => "vec3f",
            Self::Position2 | Self::Uv | Self::TimeSplit | Self::PointerPosition | Self::PointerVelocity => "vec2f",
            Self::Frame | Self::Element | Self::Seed | Self::Level => "u32",
            Self::Attribute(attribute) => attribute.value_type().wgsl(),
        }
    }

    /// Whether it is the same for every element of a step.
    #[must_use]
    pub const fn is_uniform(self) -> bool {
        !matches!(
            self,
            Self::Cell
                | Self::GridSize
                | Self::CellSize
                | Self::Position2
                | Self::Position3
                | Self::Uv
                | Self::Element
                | Self::Level
                | Self::FinestSize
                | Self::Attribute(_)
                | Self::Vertex
                | Self::MeshSize
                | Self::Direction
                | Self::Spread
        )
    }
}

/// One output.
#[derive(Clone, Debug, PartialEq)]
pub struct OutputSpec {
    /// Name in documents; a member of the result's struct, or the field of a stage.
    pub name: String,
    /// What it means.
    pub description: String,
    /// Its type: fixed or generic.
    pub port_type: PortType,
    /// Unit, as shown.
    pub unit: Option<String>,
}

/// How a node is computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// One function, computed inside whoever asks.
    Pure(FunctionSpec),
    /// Passes that write fields on a grid. A node of one function with neighbours or state is one stage.
    Stored(StoredSpec),
    /// One function that makes, changes or draws a set of elements.
    Set(SetSpec),
    /// Made by the compiler.
    Native(Native),
}

/// Nodes that the compiler itself makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Native {
    /// Last step's value.
    Feedback,
    /// What the effect shows.
    Output,
    /// WGSL in the document.
    Code,
    /// One line of WGSL in the document.
    Expression,
    /// Two scenes as one.
    JoinScenes,
    /// The picture of a scene.
    Render,
    /// Particles' values summed on the grid.
    Deposit,
    /// A mesh's values drawn to where its uv says.
    Bake,
}

/// A function of the node's file, as the compiler calls it.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionSpec {
    /// Its name in the file.
    pub name: String,
    /// Arguments in order.
    pub arguments: Vec<Argument>,
    /// Accessors that it reaches (itself or through helpers), by name.
    pub accessors: Vec<String>,
    /// Spelling of the result's type in the file.
    pub result: String,
    /// Members of the result where it is a struct of the file: name and WGSL spelling.
    pub members: Option<Vec<(String, String)>>,
    /// Whether its text (with helpers) has a loop: dear to compute twice.
    pub has_loop: bool,
}

/// What an argument is filled with.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// The input of this index in [`NodeSpec::inputs`].
    Input(usize),
    /// Something that the element knows.
    Given(Given),
}

/// A function of the file that the compiler rewrites.
#[derive(Clone, Debug, PartialEq)]
pub struct AccessorSpec {
    /// Its name in the file.
    pub name: String,
    /// What it reads.
    pub target: AccessorTarget,
    /// Spelling of its result's type in the file.
    pub result: String,
}

/// What an accessor reads.
#[derive(Clone, Debug, PartialEq)]
pub enum AccessorTarget {
    /// The input of this index, by its [`Access`].
    Input(usize),
    /// The number of rows of the list input of this index.
    Count(usize),
    /// A texel of the file named by the input of this index.
    Image(usize),
    /// The size of the file named by the input of this index.
    ImageSize(usize),
    /// An attribute of any element of the set that comes in.
    Vertices(Attribute),
    /// The latest value of a field of the node.
    Own {
        /// The field.
        field: String,
        /// Which level, seen from the stage that reads.
        level: LevelStep,
        /// On the finest level, the input of this index instead.
        finest: Option<usize>,
    },
}

/// A level relative to a stage's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LevelStep {
    /// The stage's own level.
    Same,
    /// Twice the cells.
    Finer,
    /// Half the cells.
    Coarser,
}

/// A node whose results lie on a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredSpec {
    /// The passes, in the order of the file.
    pub stages: Vec<StageSpec>,
    /// The order in which they run.
    pub schedule: Vec<ScheduleStep>,
    /// Every field that a stage writes.
    pub fields: Vec<FieldSpec>,
    /// The choice input that scales the grid (`@grid`).
    pub grid_choice: Option<usize>,
}

/// A grid of values inside a stored node. Outputs are fields.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldSpec {
    /// Its name.
    pub name: String,
    /// Its WGSL spelling in the file (`f32`, or a generic's alias).
    pub wgsl: String,
    /// Whether the step starts by reading it: it keeps its value from step to step.
    pub is_state: bool,
}

/// One pass.
#[derive(Clone, Debug, PartialEq)]
pub struct StageSpec {
    /// The function.
    pub function: FunctionSpec,
    /// Where its result goes: one field, or one for each member of the result.
    pub writes: Vec<String>,
    /// Runs only where the input of this index has this choice (`on`/`off` for a switch).
    pub when: Option<(usize, String)>,
    /// Runs on the next coarser level.
    pub on_coarser: bool,
}

/// A step of a schedule.
#[derive(Clone, Debug, PartialEq)]
pub enum ScheduleStep {
    /// Run the stage of this index.
    Run(usize),
    /// Repeat.
    Repeat(RepeatCount, Vec<ScheduleStep>),
    /// From the finest level to the last but one.
    Down(Vec<ScheduleStep>),
    /// On the coarsest level.
    Bottom(Vec<ScheduleStep>),
    /// From the last but one level to the finest.
    Up(Vec<ScheduleStep>),
}

/// How often a block repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepeatCount {
    /// This often.
    Fixed(u32),
    /// As often as the setting of this index says.
    Input(usize),
}

impl NodeSpec {
    /// The place of the input called `name`.
    #[must_use]
    pub fn input_index(&self, name: &str) -> Option<usize> {
        self.inputs.iter().position(|input| input.name == name)
    }

    /// The input that names the file that the node makes a mesh from.
    #[must_use]
    pub fn mesh_file(&self) -> Option<usize> {
        match &self.body {
            Body::Set(SetSpec { role: SetRole::File { path }, .. }) => Some(*path),
            _ => None,
        }
    }

    /// The first input that brings a mesh or particles.
    #[must_use]
    pub fn set_input(&self) -> Option<usize> {
        self.inputs.iter().position(|input| matches!(input.port_type, PortType::Fixed(ValueType::Mesh | ValueType::Particles)))
    }

    /// The output called `name`.
    #[must_use]
    pub fn output(&self, name: &str) -> Option<&OutputSpec> {
        self.outputs.iter().find(|output| output.name == name)
    }

    /// The input called `name`.
    #[must_use]
    pub fn input(&self, name: &str) -> Option<&InputSpec> {
        self.inputs.iter().find(|input| input.name == name)
    }
}
