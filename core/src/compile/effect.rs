//! What compiling gives: WGSL and a plain-data manifest. The player, the command line and every exporter take this and nothing else.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::graph::Keyframe;
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

/// How to run the effect: `effect.json`, beside `effect.wgsl`. docs/effect-format.md walks through it.
///
/// Loading: make every texture (with its copies) and buffer, make the pipelines, then reset. A reset zeroes textures and buffers, puts the
/// data into the textures that start from it, makes copy 0 of each texture its front, writes the parameters and the frame block of step 0
/// with the pointer at rest in (0, 0), and runs `setup`. A step writes the frame block and runs `step`; its outputs are then what
/// `outputs` names. Passes run one after the other: each sees all that those before it wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Manifest {
    /// Always `wavewright-effect`.
    pub format: String,
    /// Version of the manifest: 1. Readers refuse versions that they don't know.
    pub version: u32,
    /// What the device must offer.
    pub requires: Requires,
    /// Fixed steps.
    pub clock: Clock,
    /// The simulation plane.
    pub plane: Plane,
    /// Where the pointer goes when nobody holds it: rows of `[time_s, x_m, z_m, pressed]` by rising time. Straight between rows; pressed
    /// (1, else 0) holds from its row on. Before the first row and after the last the pointer waits there; without rows it rests in (0, 0).
    /// Two rows of one time are a jump. The velocity of a step is the way since the time of the step before, divided by the length of a
    /// step; jumps, and the start over of a loop, are no way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pointer_track: Vec<[f64; 4]>,
    /// Whether the track starts over, at time 0, when the time of its last row is reached.
    #[serde(default)]
    pub pointer_loop: bool,
    /// Textures: 2D, one mip level, to be bound as sampled and as storage textures and copied; those that render passes draw into as
    /// attachments too.
    pub textures: Vec<Texture>,
    /// Buffers besides `frame` and `parameters`, which every effect has. All are bound both as uniform and as storage buffers.
    ///
    /// `frame` is 48 bytes, little endian, at byte: 0 `time_split` (2 f32: the time at the start of the step in seconds as the largest
    /// multiple of 1/64 s that is not above it, and the rest; from 2^18 s on, of the smallest power of two of which 24 bits can count
    /// that many), 8 `time` (f32, the same rounded), 12 `dt` (f32, s), 16 `pointer_position` (2 f32, m: x and z), 24 `pointer_velocity`
    /// (2 f32, m/s), 32 `pointer_pressed` (f32, 1 or 0), 36 `frame` (u32: the number of the step from 0, modulo 2^32), 40 `seed` (u32:
    /// the plane's), 44 nothing (0). Compute times with 64 bits from the step's number and round at the end.
    pub buffers: Vec<Buffer>,
    /// Bytes of the `parameters` buffer; it may be 0, and no pass then binds it. Bytes that no parameter covers are 0.
    pub parameter_bytes: u32,
    /// Numbers that may change between any two steps without compiling.
    pub parameters: Vec<Parameter>,
    /// Compute entry points of the WGSL.
    pub kernels: Vec<Kernel>,
    /// Pairs of a vertex and a fragment entry point of the WGSL, for the draws of render passes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pipelines: Vec<RenderPipeline>,
    /// Run before the first step: after loading and after each reset.
    pub setup: Vec<Step>,
    /// Run each step.
    pub step: Vec<Step>,
    /// What can be looked at after a step; the first is the main one.
    pub outputs: Vec<Output>,
    /// Where values that are no numbers are counted, in the buffer `faults`. For messages only: their kernels write 0 instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultCounter>,
    /// Hashes of the first output at some frames, with the parameters as they stand here and nobody holding the pointer. They hold where
    /// the same device, driver and shader compiler compute: GPUs round differently, so compare a port's numbers to a tolerance, and hashes
    /// only between players on one machine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frame_hashes: Vec<FrameHash>,
}

/// What a device must offer. Figures are what the effect uses; each is named after WebGPU's limit that it must be within. Optional
/// features are never needed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Requires {
    /// Whether the figures are within the limits that every WebGPU device has: nothing needs to be asked for.
    pub core: bool,
    /// Largest side of a texture (`maxTextureDimension2D`).
    pub texture_side: u32,
    /// Most sampled textures in one pass (`maxSampledTexturesPerShaderStage`).
    pub sampled_textures: u32,
    /// Most storage textures in one pass (`maxStorageTexturesPerShaderStage`).
    pub storage_textures: u32,
    /// Most storage buffers in one pass (`maxStorageBuffersPerShaderStage`).
    pub storage_buffers: u32,
    /// Most uniform buffers in one pass (`maxUniformBuffersPerShaderStage`).
    pub uniform_buffers: u32,
    /// Largest uniform binding in bytes (`maxUniformBufferBindingSize`).
    pub uniform_bytes: u32,
    /// Largest buffer in bytes (`maxBufferSize`, `maxStorageBufferBindingSize`).
    pub buffer_bytes: u64,
}

/// Time: every step has the same length, `1 / (fps * substeps)` seconds. Step `n` (from 0) starts at `n / (fps * substeps)`, and frame `k`
/// is the picture after the step that starts at `k / fps`: after the steps 0 to `k * substeps`, both included. Frame 0 has run one step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Clock {
    /// Frames a second.
    pub fps: f64,
    /// Steps a frame, at least 1.
    pub substeps: u32,
    /// First frame of the document's range and the one after its last. Running may begin and end elsewhere, but always from step 0.
    pub range: [u32; 2],
    /// Whether the range is meant to be played again and again. Whoever plays it so resets at the end: the effect runs from step 0.
    #[serde(rename = "loop", default)]
    pub looped: bool,
}

impl Clock {
    /// Length of a step in seconds.
    #[must_use]
    pub fn dt_s(&self) -> f64 {
        1.0 / (self.fps * f64::from(self.substeps.max(1)))
    }
}

/// The simulation plane: level ground, x to the right, z towards the viewer, y up. Cells are square, `width_m / resolution[0]` wide. In a
/// texture that lies on the plane, column `i` and row `j` (row 0 is the first in memory) is the cell whose centre is at
/// `x = origin_m[0] + (i + 0.5 - width / 2) * cell` and `z = origin_m[1] + (j + 0.5 - height / 2) * cell`, where a texture of another width
/// than the plane's has cells of `width_m / width`. To run an effect only `seed` is needed: kernels find the rest among their parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Plane {
    /// Cells along x and along z.
    pub resolution: [u32; 2],
    /// Width along x in metres.
    pub width_m: f64,
    /// Where the plane's centre is, in metres (x, z).
    pub origin_m: [f64; 2],
    /// The document's seed; part of the frame block.
    pub seed: u32,
}

/// A texture. All grids are textures; those with two copies have a front, which is read, and a back, which is written; a flip swaps them.
/// Which copy is in front carries over from step to step: a bind group is made for each constellation of the textures that it binds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Texture {
    /// Name in passes.
    pub name: String,
    /// Format.
    pub format: TextureFormat,
    /// Width and height in texels.
    pub size: [u32; 2],
    /// 1, or 2 with front and back.
    pub copies: u32,
    /// Contents of all copies at reset.
    pub initial: Initial,
    /// What it keeps from step to step, `node.field`. For a player that swaps effects while they run: it carries over textures whose
    /// state, format, size and copies are equal. To save a run, save these textures with their copies and fronts, and the buffers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// Formats of textures, spelled as in WebGPU and WGSL. Every WebGPU device can write them from a shader; none is filtered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TextureFormat {
    /// One 32-bit float.
    R32Float,
    /// Two 32-bit floats.
    Rg32Float,
    /// Four 32-bit floats.
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
    /// Zero in all channels.
    Zero,
    /// The numbers of the file `NAME.npy` beside the manifest: a NumPy array of little-endian f32 in C order, of shape (height, width) for
    /// one channel or (height, width, channels), with the texture's width and height. Channels of the texture that the file lacks are 0,
    /// the fourth 1. A name is a word of letters, digits, `_` and `-`.
    Data(String),
}

/// A storage buffer; zero at reset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Buffer {
    /// Name in passes.
    pub name: String,
    /// Size; a multiple of 4.
    pub bytes: u64,
    /// What it keeps from step to step, as [`Texture::state`] for textures: carried over where state and size are equal. Without one (and but
    /// for `faults`) a step must not count on what an earlier one left in it: steps whose picture nobody wants may leave its passes out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// A number, vector or list that may change between any two steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Parameter {
    /// The node's id. Empty for numbers of the plane that kernels need (sizes of cells and the like): write them, and offer no control.
    pub node: String,
    /// The input. A node's input can have several entries, when kernels read it both as a number and, widened, as a vector: set them all.
    pub input: String,
    /// Name to show: the node's title and the input's label.
    pub label: String,
    /// How the value is written.
    pub encoding: Encoding,
    /// Byte offsets in the `parameters` buffer, multiples of 4: each kernel that uses it has a copy. None where only a repeat counts by it.
    pub offsets: Vec<u32>,
    /// The value to start with: a number, a vector or rows, as `encoding` says.
    pub value: Literal,
    /// How the value changes over time, by rising frame; none where it stays. Before setup it is computed for frame 0, before step `n` for
    /// frame `n / substeps`, which may be a fraction. Before the first keyframe its value holds, from the last on the last's. Between two,
    /// numbers and vectors are `a (1 - w) + b w`: at the fraction `t` of the way, `w` is `t` where the earlier one says `linear`,
    /// `t t (3 - 2 t)` for `smooth`, and 0 for `step`. Lists hold until the next. Of two at one frame the later in the list holds from
    /// there on. A value that is set by hand takes the place of the keyframes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keyframes: Vec<Keyframe>,
    /// What a slider covers, from and to; values beyond may be set all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<(f64, f64)>,
    /// Unit, such as m, s, deg, 1/s, m/s; none where it is a plain number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

/// How a parameter's value becomes bytes (all little endian).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// As many f32 as the type has channels: number 1, vec2 2, vec3 3, colour 4. A single number fills all of them, and a colour's alpha
    /// with 1; a colour of three numbers has alpha 1.
    Value(ValueType),
    /// One u32: the number rounded to the nearest, halves away from zero.
    U32,
    /// One i32: the number rounded to the nearest, halves away from zero.
    I32,
    /// A list: the count of rows (u32), 12 bytes of 0, then room for 64 rows of f32; those beyond the count are 0. The value's rows are
    /// converted. `waves`, 8 f32 a row, from `[wavelength_m, amplitude_m, direction_deg, stiffness]`: sine of the direction, its cosine
    /// (direction 0 is along z, 90 degrees along x), wavenumber `2 pi / wavelength`, its square root, amplitude, stiffness (0 where the
    /// amplitude is), wavelength, `stiffness wavelength / (2 pi)`.
    /// `ramp`, 8 f32 a row, from `[place, red, green, blue, alpha]`, sorted by place: red, green, blue, alpha, place, 0, 0, 0.
    /// `curve`, 4 f32 a row, from `[x, y, slope before, slope after]`, sorted by x: the same four.
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
    /// Threads of a workgroup, as the WGSL has it.
    pub workgroup: [u32; 3],
    /// Layout of bind group 0, the only one. Make the pipeline with this layout, not with one that is derived from the shader.
    pub layout: Vec<Slot>,
    /// Ids of the nodes whose work it does; for messages.
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

/// What is bound. Nothing has a dynamic offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SlotKind {
    /// A uniform buffer of at least so many bytes.
    Uniform(u32),
    /// A read-only storage buffer.
    StorageRead,
    /// A read-write storage buffer.
    StorageWrite,
    /// A sampled 2D texture of unfilterable floats; there are no samplers.
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
    /// Run steps several times, one after the other. Flips inside it count each time.
    Repeat {
        /// How often.
        count: Count,
        /// What is repeated.
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
    /// Fill a buffer with zeros.
    Clear(String),
    /// Draw into a texture.
    Render(RenderPass),
}

/// Drawing into a texture: it is cleared, then the draws run in order, each seeing nothing of the others but what they left in colour and
/// depth. Depth is a buffer of `depth32float` as large as the texture, made for the pass and forgotten after it; it is cleared to 0, and a
/// fragment is drawn where its depth is greater than what is there (depth is 1 at the eye's near plane and 0 at infinity).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct RenderPass {
    /// The texture whose back is drawn into, `rgba16float`, `rgba32float` or `r32float`; of one copy its only one.
    pub target: String,
    /// Samples per texel: 1, or 4, which are averaged into the texture at the end (`rgba16float` only).
    pub samples: u32,
    /// What the texture is cleared to: red, green, blue, alpha.
    pub clear: [f64; 4],
    /// Draws in order.
    pub draws: Vec<Draw>,
    /// Textures whose front and back swap after the pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flip: Vec<String>,
}

/// One draw: triangles made by a vertex shader from the vertex's number alone; there are no vertex or index buffers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Draw {
    /// Name of the pipeline.
    pub pipeline: String,
    /// Vertices: three a triangle.
    pub vertices: u32,
    /// Instances.
    pub instances: u32,
    /// What is bound, in the order of the pipeline's layout.
    pub bindings: Vec<Bound>,
}

/// A pipeline that draws triangles (a list of them, front faces counter-clockwise, none culled).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct RenderPipeline {
    /// Name in draws; unique among pipelines.
    pub name: String,
    /// Vertex entry point in the WGSL.
    pub vertex: String,
    /// Fragment entry point in the WGSL; it writes location 0.
    pub fragment: String,
    /// Lines of the WGSL (from 1, both ends included) that it needs, as for kernels.
    pub lines: Vec<[u32; 2]>,
    /// Layout of bind group 0, the only one; every slot is visible to both stages and none is written.
    pub layout: Vec<Slot>,
    /// Format of the texture drawn into.
    pub format: TextureFormat,
    /// Samples per texel of the pass.
    pub samples: u32,
    /// How a fragment joins what is there.
    pub blend: Blend,
    /// Whether fragments behind what was drawn are left out.
    pub depth_test: bool,
    /// Whether fragments are in front of what is drawn later.
    pub depth_write: bool,
    /// Ids of the nodes whose work it does; for messages.
    pub nodes: Vec<String>,
}

/// How a fragment's colour `s` joins the colour `d` that is there; both with alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Blend {
    /// `s`.
    Replace,
    /// `s + d (1 - s.alpha)`, colour premultiplied.
    Over,
    /// `s + d`; alpha stays.
    Add,
}

/// How often a block repeats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    /// This often.
    Fixed(u32),
    /// As often as the present value of the parameter with this index in `parameters` says: rounded to the nearest, halves away from
    /// zero, at least 0, at most 10,000.
    Parameter(u32),
}

/// Dispatch of a kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Pass {
    /// Entry point.
    pub kernel: String,
    /// Threads along each axis. Dispatch that many workgroups: threads divided by the kernel's workgroup, rounded up. Kernels ignore the
    /// threads beyond.
    pub threads: [u32; 3],
    /// What is bound, in the order of the kernel's layout: the first of these to the first slot.
    pub bindings: Vec<Bound>,
    /// Textures whose front and back swap after the pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flip: Vec<String>,
}

/// A resource bound to a slot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// Part of a buffer: `frame`, `parameters`, or one of `buffers`.
    Buffer {
        /// Which buffer.
        name: String,
        /// First byte; a multiple of 256.
        offset: u32,
        /// Length in bytes.
        bytes: u32,
    },
    /// The copy of the texture that is in front when the pass runs: read, or in `setup` also written.
    Front(String),
    /// The other copy: written, or read where it still holds the step before. The same as the front where there is one copy.
    Back(String),
}

/// Something that can be looked at: after a step, the first channels of a texture's front, as many as the type has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Output {
    /// `node.output` of the document; unique.
    pub name: String,
    /// The name to show.
    pub title: String,
    /// The texture whose front it is.
    pub texture: String,
    /// Its type: number, vec2, vec3 or colour, that is 1 to 4 channels. A vec3 lies in a texture of four.
    pub value_type: ValueType,
    /// Unit, such as m, s, deg, 1/s, m/s; none where it is a plain number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// `linear`: colours in linear light with sRGB's primaries and straight alpha, to be encoded for a screen. `data`: numbers as they are.
    pub colour_space: String,
}

/// Counts values that were infinite or no numbers where a state was written, since the last reset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct FaultCounter {
    /// The node's id.
    pub node: String,
    /// The field.
    pub field: String,
    /// Byte offset of the count (u32) in the buffer `faults`.
    pub offset: u32,
}

/// The hash of a frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct FrameHash {
    /// Frame.
    pub frame: u32,
    /// BLAKE3, hexadecimal, of the first output's numbers as little-endian f32, row by row, channel by channel.
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
