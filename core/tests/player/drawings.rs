//! Parts of effects that draw.

use std::sync::Arc;

use wavewright_core::compile::{
    Blend, Bound, Draw, Effect, Manifest, RenderPass, RenderPipeline, Slot, SlotKind, Step, Texture, TextureFormat,
};
use wavewright_core::gpu::{PipelineCache, Player};
use wavewright_core::node::ValueType;

use crate::effects::{empty, gpu, output, texture};

/// An effect whose only texture is `drawn`, which is its output.
pub fn canvas(format: TextureFormat, size: [u32; 2], copies: u32) -> Effect {
    let mut effect = empty();
    effect.manifest.textures = vec![texture("drawn", format, size, copies)];
    let value_type = if format == TextureFormat::R32Float { ValueType::Number } else { ValueType::Colour };
    effect.manifest.outputs = vec![output("node.drawn", "drawn", value_type)];
    effect
}

/// Adds a pipeline whose shader has the entry points `NAME_vertex` and `NAME_fragment`. It draws into `drawn` as that is, without depth.
pub fn add_pipeline(effect: &mut Effect, name: &str, wgsl: &str, slots: &[SlotKind]) {
    let first = effect.wgsl.lines().count() as u32 + 1;
    effect.wgsl.push_str(wgsl.trim());
    effect.wgsl.push('\n');
    let last = effect.wgsl.lines().count() as u32;
    effect.manifest.pipelines.push(RenderPipeline {
        name: name.to_owned(),
        vertex: format!("{name}_vertex"),
        fragment: format!("{name}_fragment"),
        lines: vec![[first, last]],
        layout: slots.iter().enumerate().map(|(binding, &kind)| Slot { binding: binding as u32, kind }).collect(),
        format: effect.manifest.textures[0].format,
        samples: 1,
        blend: Blend::Replace,
        depth_test: false,
        depth_write: false,
        nodes: vec![format!("node_of_{name}")],
    });
}

/// A vertex shader of one rectangle, from left to right and from the bottom up in clip space, at a depth. Six vertices.
pub fn rectangle(name: &str, [left, right]: [f32; 2], depth: f32) -> String {
    format!(
        "
@vertex
fn {name}_vertex(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {{
    var corners = array(vec2f(0, 0), vec2f(1, 0), vec2f(0, 1), vec2f(0, 1), vec2f(1, 0), vec2f(1, 1));
    let corner = corners[vertex];
    return vec4f(mix({left:?}, {right:?}, corner.x), corner.y * 2 - 1, {depth:?}, 1);
}}
"
    )
}

/// Adds a rectangle of one colour over the full height.
pub fn add_sheet(effect: &mut Effect, name: &str, across: [f32; 2], depth: f32, colour: [f32; 4]) {
    let [red, green, blue, alpha] = colour;
    let fragment =
        format!("@fragment\nfn {name}_fragment() -> @location(0) vec4f {{ return vec4f({red:?}, {green:?}, {blue:?}, {alpha:?}); }}\n");
    add_pipeline(effect, name, &(rectangle(name, across, depth) + &fragment), &[]);
}

pub fn draw(pipeline: &str, vertices: u32, bindings: Vec<Bound>) -> Draw {
    Draw { pipeline: pipeline.to_owned(), vertices, instances: 1, bindings }
}

/// A render pass into `drawn`, of one sample, onto zeros.
pub fn render(draws: Vec<Draw>) -> RenderPass {
    RenderPass { target: "drawn".to_owned(), samples: 1, clear: [0.0; 4], draws, flip: Vec::new() }
}

/// An effect each of whose steps adds 1 to `drawn` by drawing what is in its front, plus 1, into its back.
pub fn counting(size: [u32; 2]) -> Effect {
    let mut effect = canvas(TextureFormat::R32Float, size, 2);
    let wgsl = rectangle("add", [-1.0, 1.0], 0.5)
        + "
@group(0) @binding(0) var before: texture_2d<f32>;
@fragment
fn add_fragment(@builtin(position) at: vec4f) -> @location(0) vec4f {
    return textureLoad(before, vec2u(at.xy), 0) + 1;
}
";
    add_pipeline(&mut effect, "add", &wgsl, &[SlotKind::Texture]);
    effect.manifest.textures[0].state = Some("node.drawn".to_owned());
    let bindings = vec![Bound::Front("drawn".to_owned())];
    let pass = RenderPass { flip: vec!["drawn".to_owned()], ..render(vec![draw("add", 6, bindings)]) };
    effect.manifest.step = vec![Step::Render(pass)];
    effect
}

/// The pipeline of this name.
pub fn pipeline<'effect>(effect: &'effect mut Effect, name: &str) -> &'effect mut RenderPipeline {
    effect.manifest.pipelines.iter_mut().find(|pipeline| pipeline.name == name).unwrap()
}

/// The render pass that is the first step.
pub fn first_pass(manifest: &mut Manifest) -> &mut RenderPass {
    match &mut manifest.step[0] {
        Step::Render(pass) => pass,
        other => panic!("{other:?}"),
    }
}

/// `drawn` after one step of these render passes.
pub fn drawn(effect: &Effect, passes: Vec<RenderPass>) -> Vec<f32> {
    let mut effect = effect.clone();
    effect.manifest.step = passes.into_iter().map(Step::Render).collect();
    let mut player = Player::new(&gpu(), Arc::new(effect), &PipelineCache::new()).unwrap();
    player.step().unwrap();
    player.read_output("node.drawn").unwrap().values
}

/// A texture that is carried over.
pub fn state(texture: Texture, state: &str) -> Texture {
    Texture { state: Some(state.to_owned()), ..texture }
}
