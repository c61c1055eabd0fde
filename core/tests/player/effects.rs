//! Small effects written by hand.

use std::collections::BTreeMap;
use std::sync::Arc;

use wavewright_core::compile::{
    Bound, Buffer, Clock, EFFECT_FORMAT, EFFECT_VERSION, Effect, Encoding, FRAME_BLOCK_WGSL, Initial, Kernel, Manifest, Output, Parameter,
    Pass, Plane, Requires, Slot, SlotKind, Step, Texture, TextureFormat,
};
use wavewright_core::gpu::{Gpu, PipelineCache, Player};
use wavewright_core::node::{Literal, ValueType};

/// The machine's device; these tests need one.
pub fn gpu() -> Gpu {
    Gpu::headless().expect("these tests run on a graphics adapter")
}

pub fn player(effect: &Effect) -> Player {
    Player::new(&gpu(), Arc::new(effect.clone()), &PipelineCache::new()).expect("the effect is sound")
}

/// An effect without anything in it.
pub fn empty() -> Effect {
    let manifest = Manifest {
        format: EFFECT_FORMAT.to_owned(),
        version: EFFECT_VERSION,
        requires: Requires { core: true, ..Requires::default() },
        clock: Clock { fps: 60.0, substeps: 1, range: [0, 100], looped: false },
        plane: Plane { resolution: [8, 8], width_m: 1.0, origin_m: [0.0; 2], seed: 7 },
        pointer_track: Vec::new(),
        pointer_loop: false,
        textures: Vec::new(),
        buffers: Vec::new(),
        parameter_bytes: 0,
        parameters: Vec::new(),
        kernels: Vec::new(),
        pipelines: Vec::new(),
        setup: Vec::new(),
        step: Vec::new(),
        outputs: Vec::new(),
        faults: Vec::new(),
        frame_hashes: Vec::new(),
    };
    Effect { wgsl: String::new(), manifest, data: BTreeMap::new() }
}

pub fn texture(name: &str, format: TextureFormat, size: [u32; 2], copies: u32) -> Texture {
    Texture { name: name.to_owned(), format, size, copies, initial: Initial::Zero, state: None }
}

pub fn output(name: &str, texture: &str, value_type: ValueType) -> Output {
    Output {
        name: name.to_owned(),
        title: name.to_owned(),
        texture: texture.to_owned(),
        value_type,
        unit: None,
        colour_space: "data".to_owned(),
    }
}

pub fn parameter(input: &str, encoding: Encoding, offset: u32, value: f64) -> Parameter {
    Parameter {
        node: "node".to_owned(),
        input: input.to_owned(),
        label: input.to_owned(),
        encoding,
        offsets: vec![offset],
        value: Literal::Number(value),
        keyframes: Vec::new(),
        range: None,
        unit: None,
    }
}

pub fn frame() -> Bound {
    Bound::Buffer { name: "frame".to_owned(), offset: 0, bytes: 48 }
}

pub fn parameters() -> Bound {
    Bound::Buffer { name: "parameters".to_owned(), offset: 0, bytes: 16 }
}

pub fn front(name: &str) -> Bound {
    Bound::Front(name.to_owned())
}

pub fn back(name: &str) -> Bound {
    Bound::Back(name.to_owned())
}

impl Kit for Effect {}

/// Adds parts to an effect.
pub trait Kit: Sized + Into<Effect> {
    /// A kernel of 8 x 8 threads whose WGSL is appended to the effect's.
    fn with_kernel(self, entry: &str, wgsl: &str, slots: &[SlotKind]) -> Effect {
        let mut effect: Effect = self.into();
        let first = effect.wgsl.lines().count() as u32 + 1;
        effect.wgsl.push_str(wgsl.trim());
        effect.wgsl.push('\n');
        let last = effect.wgsl.lines().count() as u32;
        effect.manifest.kernels.push(Kernel {
            entry: entry.to_owned(),
            lines: vec![[first, last]],
            workgroup: [8, 8, 1],
            layout: slots.iter().enumerate().map(|(binding, &kind)| Slot { binding: binding as u32, kind }).collect(),
            nodes: vec![format!("node_of_{entry}")],
        });
        effect
    }
}

pub fn pass(kernel: &str, size: [u32; 2], bindings: Vec<Bound>, flip: &[&str]) -> Step {
    Step::Pass(Pass {
        kernel: kernel.to_owned(),
        threads: [size[0], size[1], 1],
        bindings,
        flip: flip.iter().map(|&name| name.to_owned()).collect(),
    })
}

/// State `count` that grows by a parameter each step: `count` of cell (x, y) after s steps is s * increment + x * 0.25 + y.
pub fn counter(size: [u32; 2]) -> Effect {
    let wgsl = "
struct Parameters { increment: f32, spare: vec3f }
@group(0) @binding(0) var<uniform> parameters: Parameters;
@group(0) @binding(1) var before: texture_2d<f32>;
@group(0) @binding(2) var after: texture_storage_2d<r32float, write>;
@compute @workgroup_size(8, 8)
fn count(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(before);
    if any(id.xy >= size) { return; }
    let last = textureLoad(before, id.xy, 0).x;
    textureStore(after, id.xy, vec4f(last + parameters.increment, 0.0, 0.0, 0.0));
}
";
    let start = "
@group(0) @binding(0) var begun: texture_storage_2d<r32float, write>;
@compute @workgroup_size(8, 8)
fn begin(@builtin(global_invocation_id) id: vec3u) {
    textureStore(begun, id.xy, vec4f(f32(id.x) * 0.25 + f32(id.y), 0.0, 0.0, 0.0));
}
";
    let mut effect = empty()
        .with_kernel("count", wgsl, &[SlotKind::Uniform(32), SlotKind::Texture, SlotKind::StorageTexture(TextureFormat::R32Float)])
        .with_kernel("begin", start, &[SlotKind::StorageTexture(TextureFormat::R32Float)]);
    let manifest = &mut effect.manifest;
    manifest.textures = vec![Texture { state: Some("counter.count".to_owned()), ..texture("count", TextureFormat::R32Float, size, 2) }];
    manifest.parameter_bytes = 32;
    manifest.parameters = vec![parameter("increment", Encoding::Value(ValueType::Number), 0, 1.0)];
    manifest.outputs = vec![output("counter.count", "count", ValueType::Number)];
    manifest.setup = vec![pass("begin", size, vec![back("count")], &["count"])];
    let bound = Bound::Buffer { name: "parameters".to_owned(), offset: 0, bytes: 32 };
    manifest.step = vec![pass("count", size, vec![bound, front("count"), back("count")], &["count"])];
    effect
}

/// WGSL of a kernel that writes `expression` (of `frame`, `id`) as a colour, with the frame block bound.
pub fn frame_kernel(expression: &str) -> String {
    format!(
        "{FRAME_BLOCK_WGSL}
@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var written: texture_storage_2d<rgba32float, write>;
@compute @workgroup_size(8, 8)
fn show(@builtin(global_invocation_id) id: vec3u) {{
    textureStore(written, id.xy, {expression});
}}
"
    )
}

/// An effect of one texel that shows `expression` of the frame block.
pub fn shows(expression: &str) -> Effect {
    let slots = [SlotKind::Uniform(48), SlotKind::StorageTexture(TextureFormat::Rgba32Float)];
    let mut effect = empty().with_kernel("show", &frame_kernel(expression), &slots);
    effect.manifest.textures = vec![texture("shown", TextureFormat::Rgba32Float, [1, 1], 1)];
    effect.manifest.outputs = vec![output("node.shown", "shown", ValueType::Colour)];
    effect.manifest.step = vec![pass("show", [1, 1], vec![frame(), back("shown")], &[])];
    effect
}

/// A storage buffer of the effect.
pub fn buffer(name: &str, bytes: u64) -> Buffer {
    Buffer { name: name.to_owned(), bytes, state: None }
}
