//! What compiling gives: WGSL and a plain-data manifest. The player, the command line and every exporter take this and nothing else.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::node::{Literal, ValueType};

/// The manifest's `format` field.
pub const EFFECT_FORMAT: &str = "wavewright-effect";
/// Version of the manifest.
pub const EFFECT_VERSION: u32 = 1;

/// A compiled effect: everything needed to run it.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// One WGSL module with every kernel.
    pub wgsl: String,
    /// Resources, passes, parameters, outputs.
    pub manifest: Manifest,
    /// Contents of data textures, by [`Initial::Data`] name.
    pub data: BTreeMap<String, Arc<Pixels>>,
}

/// An array of numbers: rows of cells of 1 to 4 channels.
#[derive(Clone, Debug, PartialEq)]
pub struct Pixels {
    /// Cells in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Numbers per cell, 1 to 4.
    pub channels: u32,
    /// `height * width * channels` numbers, row by row.
    pub values: Vec<f32>,
}

/// How to run the effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Manifest {
    /// Always [`EFFECT_FORMAT`].
    pub format: String,
    /// Version of the manifest.
    pub version: u32,
    /// What the device must offer beyond nothing; an effect within core WebGPU's promises has `core` true.
    pub requires: Requires,
    /// Fixed steps.
    pub clock: Clock,
    /// The simulation plane.
    pub plane: Plane,
    /// Where the pointer goes when nobody holds it: rows of `[time_s, x_m, z_m, pressed]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pointer_track: Vec<[f64; 4]>,
    /// Whether the track starts again after its last row.
    #[serde(default)]
    pub pointer_loop: bool,
    /// Textures.
    pub textures: Vec<Texture>,
    /// Buffers besides `frame` ([`FrameBlock`]) and `parameters`.
    pub buffers: Vec<Buffer>,
    /// Bytes of the `parameters` buffer.
    pub parameter_bytes: u32,
    /// Numbers that may change at any time without compiling.
    pub parameters: Vec<Parameter>,
    /// Compute entry points of the WGSL.
    pub kernels: Vec<Kernel>,
    /// Run once before the first step and after each reset.
    pub setup: Vec<Step>,
    /// Run each step.
    pub step: Vec<Step>,
    /// What can be looked at.
    pub outputs: Vec<Output>,
    /// Where values that are no numbers are counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultCounter>,
    /// BLAKE3 of the first output's bytes (f32, little endian, row by row) at some frames, to check a port by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frame_hashes: Vec<FrameHash>,
}

/// What a device must offer. Figures are what the effect uses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Requires {
    /// Whether the figures are within what core WebGPU promises.
    pub core: bool,
    /// Largest side of a texture.
    pub texture_side: u32,
    /// Most sampled textures in one pass.
    pub sampled_textures: u32,
    /// Most storage textures in one pass.
    pub storage_textures: u32,
    /// Most storage buffers in one pass.
    pub storage_buffers: u32,
    /// Most uniform buffers in one pass.
    pub uniform_buffers: u32,
    /// Largest uniform binding in bytes.
    pub uniform_bytes: u32,
    /// Largest buffer in bytes.
    pub buffer_bytes: u64,
}

/// Time: every step has the same length, and frame `k` is the picture after the step that starts at `k / fps`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Clock {
    /// Frames a second.
    pub fps: f64,
    /// Steps a frame. Frame `k` has run the steps `0..=k * substeps`.
    pub substeps: u32,
    /// First frame of the document's range and the one after its last.
    pub range: [u32; 2],
}

impl Clock {
    /// Length of a step in seconds.
    #[must_use]
    pub fn dt_s(&self) -> f64 {
        1.0 / (self.fps * f64::from(self.substeps.max(1)))
    }
}

/// The simulation plane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Plane {
    /// Cells along x and z.
    pub resolution: [u32; 2],
    /// Width along x in metres.
    pub width_m: f64,
    /// Centre in metres (x, z).
    pub origin_m: [f64; 2],
    /// The document's seed.
    pub seed: u32,
}

/// A texture. All grids are textures; those with two copies have a front, which is read, and a back, which is written; a flip swaps them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Texture {
    /// Name in passes.
    pub name: String,
    /// Format.
    pub format: TextureFormat,
    /// Width and height.
    pub size: [u32; 2],
    /// 1, or 2 with front and back.
    pub copies: u32,
    /// Contents at reset.
    pub initial: Initial,
    /// What it keeps from step to step, `node.field`: a player that swaps effects carries over textures whose state, format and size are equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// Formats that core WebGPU lets a shader write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TextureFormat {
    /// One 32-bit float.
    R32Float,
    /// Two.
    Rg32Float,
    /// Four.
    Rgba32Float,
    /// Four 16-bit floats.
    Rgba16Float,
}

impl TextureFormat {
    /// Spelling in WGSL and in WebGPU.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::R32Float => "r32float",
            Self::Rg32Float => "rg32float",
            Self::Rgba32Float => "rgba32float",
            Self::Rgba16Float => "rgba16float",
        }
    }

    /// Bytes of a texel.
    #[must_use]
    pub const fn texel_bytes(self) -> u32 {
        match self {
            Self::R32Float => 4,
            Self::Rg32Float | Self::Rgba16Float => 8,
            Self::Rgba32Float => 16,
        }
    }
}

/// Contents at reset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Initial {
    /// Zero.
    Zero,
    /// A data file of the bundle (`NAME` is also the key in [`Effect::data`]): channels beyond the file's are 0, alpha 1.
    Data(String),
}

/// A storage buffer; zero at reset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Buffer {
    /// Name in passes.
    pub name: String,
    /// Size.
    pub bytes: u64,
}

/// A number, vector or list that may change at any time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Parameter {
    /// The node's id.
    pub node: String,
    /// The input.
    pub input: String,
    /// Name to show: the node's title and the input's label.
    pub label: String,
    /// How the value is written.
    pub encoding: Encoding,
    /// Byte offsets in the `parameters` buffer; each kernel that uses it has a copy.
    pub offsets: Vec<u32>,
    /// Current value.
    pub value: Literal,
    /// What a slider covers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(f64, f64)>,
    /// Unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// How a parameter's value becomes bytes (all little endian).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// That many f32 as the type has channels; a single number is splat (alpha 1).
    Value(ValueType),
    /// A whole number, rounded, u32.
    U32,
    /// A whole number, rounded, i32.
    I32,
    /// A count (u32, 16 bytes with padding), then rows in the layout of the list's WGSL struct, room for [`LIST_ROWS`].
    List(ValueType),
}

/// Most rows of a list.
pub const LIST_ROWS: usize = 64;

/// A compute entry point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Kernel {
    /// Entry point in the WGSL.
    pub entry: String,
    /// Lines of the WGSL (from 1, both ends included) that this kernel needs: compile these alone, or the whole file.
    pub lines: Vec<[u32; 2]>,
    /// Threads of a workgroup.
    pub workgroup: [u32; 3],
    /// Layout of bind group 0.
    pub layout: Vec<Slot>,
    /// Ids of the nodes whose work it does.
    pub nodes: Vec<String>,
}

/// One binding of a kernel's layout.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Slot {
    /// `@binding`.
    pub binding: u32,
    /// What is bound there.
    pub kind: SlotKind,
}

/// What is bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SlotKind {
    /// A uniform buffer of at least so many bytes.
    Uniform(u32),
    /// A read-only storage buffer.
    StorageRead,
    /// A read-write storage buffer.
    StorageWrite,
    /// A sampled 2D texture of unfilterable floats.
    Texture,
    /// A write-only storage texture.
    StorageTexture(TextureFormat),
}

/// A step of running.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Dispatch a kernel.
    Pass(Pass),
    /// Repeat steps.
    Repeat {
        /// How often.
        count: Count,
        /// What.
        steps: Vec<Step>,
    },
    /// Swap front and back of these textures.
    Flip(Vec<String>),
    /// Copy one texture's front to another's front (equal format and size).
    Copy {
        /// From.
        from: String,
        /// To.
        to: String,
    },
}

/// How often a block repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    /// This often.
    Fixed(u32),
    /// As the parameter of this index says (rounded; at most 10,000).
    Parameter(u32),
}

/// Dispatch of a kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Pass {
    /// Entry point.
    pub kernel: String,
    /// Threads; divide by the workgroup, rounding up. The kernel ignores those beyond.
    pub threads: [u32; 3],
    /// What is bound, by the order of the kernel's layout.
    pub bindings: Vec<Bound>,
    /// Textures whose front and back swap after the pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flip: Vec<String>,
}

/// A resource bound to a slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// Part of a buffer: `frame`, `parameters`, or one of [`Manifest::buffers`].
    Buffer {
        /// Which.
        name: String,
        /// First byte; a multiple of 256.
        offset: u32,
        /// Length.
        bytes: u32,
    },
    /// A texture's front: what was completed last.
    Front(String),
    /// A texture's back: what is being made. The same as the front where there is one copy.
    Back(String),
}

/// Something that can be looked at: the front of a texture after a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Output {
    /// `node.output` of the document.
    pub name: String,
    /// The name an artist gave it.
    pub title: String,
    /// Where it is.
    pub texture: String,
    /// Its type; a vec3 lies in a four-channel texture.
    pub value_type: ValueType,
    /// Unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// `linear` for colours, `data` for everything else.
    pub colour_space: String,
}

/// Counts values that were no numbers at a state's write (u32, atomic).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct FaultCounter {
    /// The node's id.
    pub node: String,
    /// The field.
    pub field: String,
    /// Byte offset in the buffer `faults`.
    pub offset: u32,
}

/// A hash to check a port by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct FrameHash {
    /// Frame.
    pub frame: u32,
    /// BLAKE3, hexadecimal.
    pub blake3: String,
}

/// The uniform block `frame`: 48 bytes, written before each step.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct FrameBlock {
    /// Time at the start of the step as a multiple of 1/64 s that f32 holds exactly, and the rest.
    pub time_split: [f32; 2],
    /// Time at the start of the step, rounded to f32.
    pub time: f32,
    /// Length of the step in seconds.
    pub dt: f32,
    /// Pointer on the plane in metres.
    pub pointer_position: [f32; 2],
    /// Metres per second.
    pub pointer_velocity: [f32; 2],
    /// 1 while pressed.
    pub pointer_pressed: f32,
    /// Number of the step from 0.
    pub frame: u32,
    /// The document's seed.
    pub seed: u32,
    /// 0.
    pub padding: u32,
}

/// [`FrameBlock`] in WGSL.
pub const FRAME_BLOCK_WGSL: &str = "struct Frame {
    time_split: vec2f,
    time: f32,
    dt: f32,
    pointer_position: vec2f,
    pointer_velocity: vec2f,
    pointer_pressed: f32,
    frame: u32,
    seed: u32,
    padding: u32,
}
";
