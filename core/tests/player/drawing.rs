//! What render passes draw.

use std::sync::Arc;

use wavewright_core::compile::{Blend, Bound, Count, Draw, RenderPass, SlotKind, Statistics, Step, TextureFormat};
use wavewright_core::gpu::{Keep, PipelineCache, Player};

use crate::drawings::{add_pipeline, add_sheet, canvas, counting, draw, drawn, pipeline, render, state};
use crate::effects::{Kit, back, counter, front, gpu, output, pass, player, texture};

#[test]
fn a_triangle_covers_the_texels_whose_centres_are_in_it() {
    let wgsl = "
@vertex
fn corner_vertex(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
    var corners = array(vec2f(-1, 1), vec2f(0.9, 1), vec2f(-1, -0.9));
    return vec4f(corners[vertex], 0.5, 1);
}
@fragment
fn corner_fragment(@builtin(position) at: vec4f) -> @location(0) vec4f { return vec4f(at.x + 10 * at.y); }
";
    let mut effect = canvas(TextureFormat::R32Float, [8, 8], 1);
    add_pipeline(&mut effect, "corner", wgsl, &[]);
    let pass = RenderPass { clear: [-1.0, 0.0, 0.0, 0.0], ..render(vec![draw("corner", 3, vec![])]) };
    let picture = drawn(&effect, vec![pass]);
    for (place, value) in picture.into_iter().enumerate() {
        // Row 0 is the top of clip space.
        let (column, row) = (place % 8, place / 8);
        let inside = column as f32 + 0.5 + 10.0 * (row as f32 + 0.5);
        assert_eq!(value, if column + row < 7 { inside } else { -1.0 }, "column {column}, row {row}");
    }
}

#[test]
fn what_is_nearer_the_eye_is_in_front_in_whatever_order_it_is_drawn() {
    let mut effect = canvas(TextureFormat::Rgba32Float, [4, 2], 1);
    for (name, depth) in [("far", 0.25), ("near", 0.75), ("middle", 0.5)] {
        add_sheet(&mut effect, name, [-1.0, 1.0], depth, [depth; 4]);
        let pipeline = pipeline(&mut effect, name);
        (pipeline.depth_test, pipeline.depth_write) = (true, true);
    }
    let shown = |effect: &_, names: &[&str]| {
        let picture = drawn(effect, vec![render(names.iter().map(|name| draw(name, 6, vec![])).collect())]);
        assert!(picture.iter().all(|value| *value == picture[0]), "{picture:?}");
        picture[0]
    };
    assert_eq!(shown(&effect, &["far", "near", "middle"]), 0.75);
    assert_eq!(shown(&effect, &["near", "middle", "far"]), 0.75);
    assert_eq!(shown(&effect, &["middle", "far"]), 0.5);
    let mut unwritten = effect.clone();
    pipeline(&mut unwritten, "near").depth_write = false;
    assert_eq!(shown(&unwritten, &["far", "near", "middle"]), 0.5);
    let mut untested = effect.clone();
    pipeline(&mut untested, "far").depth_test = false;
    assert_eq!(shown(&untested, &["near", "far"]), 0.25);
    // Depth is forgotten after a pass: the next one starts at infinity.
    let passes = ["near", "far"].map(|name| render(vec![draw(name, 6, vec![])])).to_vec();
    assert_eq!(drawn(&effect, passes)[0], 0.25);
}

#[test]
fn colours_replace_cover_or_add_up() {
    let clear = [0.25, 0.5, 0.0, 0.75];
    for (blend, expected) in
        [(Blend::Replace, [0.5, 0.0, 0.125, 0.5]), (Blend::Over, [0.625, 0.25, 0.125, 0.875]), (Blend::Add, [0.75, 0.5, 0.125, 0.75])]
    {
        let mut effect = canvas(TextureFormat::Rgba16Float, [4, 1], 1);
        add_sheet(&mut effect, "sheet", [-1.0, 0.0], 0.5, [0.5, 0.0, 0.125, 0.5]);
        pipeline(&mut effect, "sheet").blend = blend;
        let picture = drawn(&effect, vec![RenderPass { clear, ..render(vec![draw("sheet", 6, vec![])]) }]);
        assert_eq!(picture[..4], expected, "{blend:?}");
        assert_eq!(picture[12..], clear.map(|channel| channel as f32), "{blend:?}");
    }
}

#[test]
fn four_samples_are_averaged_where_an_edge_crosses_a_texel() {
    let mut effect = canvas(TextureFormat::Rgba16Float, [8, 2], 1);
    // The edge is in the middle of the fifth column.
    add_sheet(&mut effect, "left", [-1.0, 0.125], 0.5, [1.0; 4]);
    add_sheet(&mut effect, "all", [-1.0, 1.0], 0.25, [0.5; 4]);
    for name in ["left", "all"] {
        let pipeline = pipeline(&mut effect, name);
        (pipeline.samples, pipeline.depth_test, pipeline.depth_write) = (4, true, true);
    }
    let row = |draws| {
        let picture = drawn(&effect, vec![RenderPass { samples: 4, ..render(draws) }]);
        picture[..8 * 4].chunks(4).map(|texel| texel[0]).collect::<Vec<_>>()
    };
    let left = || draw("left", 6, vec![]);
    assert_eq!(row(vec![left()]), [1.0, 1.0, 1.0, 1.0, 0.5, 0.0, 0.0, 0.0]);
    // Each sample has a depth of its own.
    assert_eq!(row(vec![left(), draw("all", 6, vec![])]), [1.0, 1.0, 1.0, 1.0, 0.75, 0.5, 0.5, 0.5]);
}

#[test]
fn kernels_read_what_was_drawn_and_draws_what_kernels_wrote() {
    let mut effect = canvas(TextureFormat::R32Float, [8, 8], 1);
    let show = "
@group(0) @binding(0) var<storage, read> heights: array<f32>;
@vertex
fn bars_vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) bar: u32) -> @builtin(position) vec4f {
    var corners = array(vec2f(0, 0), vec2f(1, 0), vec2f(0, 1), vec2f(0, 1), vec2f(1, 0), vec2f(1, 1));
    let corner = corners[vertex];
    return vec4f((f32(bar) + corner.x) / 4 - 1, corner.y * heights[bar] / 4 - 1, 0.5, 1);
}
@fragment
fn bars_fragment() -> @location(0) f32 { return heights[7]; }
";
    add_pipeline(&mut effect, "bars", show, &[SlotKind::StorageRead]);
    let fill = "
@group(0) @binding(0) var<storage, read_write> filled: array<f32>;
@compute @workgroup_size(8, 8)
fn fill(@builtin(global_invocation_id) id: vec3u) {
    if id.y == 0 && id.x < 8 { filled[id.x] = f32(id.x); }
}
";
    let twice = "
@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var twice_out: texture_storage_2d<r32float, write>;
@compute @workgroup_size(8, 8)
fn twice(@builtin(global_invocation_id) id: vec3u) {
    textureStore(twice_out, id.xy, 2 * textureLoad(picture, id.xy, 0));
}
";
    let mut effect = effect.with_kernel("fill", fill, &[SlotKind::StorageWrite]).with_kernel(
        "twice",
        twice,
        &[SlotKind::Texture, SlotKind::StorageTexture(TextureFormat::R32Float)],
    );
    let heights = || Bound::Buffer { name: "heights".to_owned(), offset: 0, bytes: 32 };
    effect.manifest.buffers = vec![crate::effects::buffer("heights", 32)];
    effect.manifest.textures.push(texture("twice", TextureFormat::R32Float, [8, 8], 1));
    effect.manifest.outputs[0].texture = "twice".to_owned();
    let bars = Draw { instances: 8, ..draw("bars", 6, vec![heights()]) };
    effect.manifest.step = vec![
        pass("fill", [8, 1], vec![heights()], &[]),
        Step::Render(render(vec![bars])),
        pass("twice", [8, 8], vec![front("drawn"), back("twice")], &[]),
        // What is drawn later shows no more.
        Step::Render(render(vec![])),
    ];
    let mut player = player(&effect);
    player.run_steps(2).unwrap();
    let picture = player.read_output("node.drawn").unwrap().values;
    for (place, value) in picture.into_iter().enumerate() {
        let (column, row_from_below) = (place % 8, 7 - place / 8);
        assert_eq!(value, if row_from_below < column { 14.0 } else { 0.0 }, "column {column}, row {row_from_below} from below");
    }
    assert_eq!(player.read_texture("drawn").unwrap().values, [0.0; 64]);
    assert_eq!(player.passes_per_step(), 4);
}

#[test]
fn a_pass_draws_into_the_back_of_what_it_reads_and_flips() {
    let mut player = player(&counting([5, 3]));
    player.run_steps(7).unwrap();
    assert_eq!(player.read_output("node.drawn").unwrap().values, [7.0; 15]);
    let saved = player.save_state().unwrap();
    player.refresh().unwrap();
    player.run_steps(2).unwrap();
    assert_eq!(player.read_output("node.drawn").unwrap().values, [9.0; 15]);
    player.load_state(&saved).unwrap();
    player.step().unwrap();
    assert_eq!(player.read_output("node.drawn").unwrap().values, [8.0; 15]);
    player.reset().unwrap();
    assert_eq!(player.read_output("node.drawn").unwrap().values, [0.0; 15]);
}

#[test]
fn more_render_passes_than_a_submission_takes_keep_their_order() {
    let mut effect = counting([3, 3]);
    effect.manifest.step = vec![Step::Repeat { count: Count::Fixed(1_000), steps: effect.manifest.step }];
    let mut player = player(&effect);
    assert_eq!(player.passes_per_step(), 1_000);
    player.step().unwrap();
    assert_eq!(player.read_output("node.drawn").unwrap().values, [1_000.0; 9]);
}

#[test]
fn a_draw_without_vertices_or_instances_draws_nothing() {
    let mut effect = canvas(TextureFormat::R32Float, [4, 4], 1);
    add_sheet(&mut effect, "sheet", [-1.0, 1.0], 0.5, [1.0; 4]);
    let none = Draw { instances: 0, ..draw("sheet", 6, vec![]) };
    let clear = [3.0, 0.0, 0.0, 0.0];
    assert_eq!(drawn(&effect, vec![RenderPass { clear, ..render(vec![draw("sheet", 0, vec![]), none]) }]), [3.0; 16]);
}

#[test]
fn a_pipeline_is_compiled_once_for_all_effects_that_draw_alike() {
    let (gpu, cache) = (gpu(), PipelineCache::new());
    let load = |effect| Player::new(&gpu, Arc::new(effect), &cache).map(|_| (cache.created(), cache.hits())).unwrap();
    assert_eq!(load(counting([4, 4])), (1, 0));
    let mut renamed = counting([4, 5]);
    renamed.wgsl = format!("// A line more.\n{}", renamed.wgsl);
    let found = pipeline(&mut renamed, "add");
    found.name = "sum".to_owned();
    found.lines.iter_mut().flatten().for_each(|line| *line += 1);
    crate::drawings::first_pass(&mut renamed.manifest).draws[0].pipeline = "sum".to_owned();
    assert_eq!(load(renamed), (1, 1));
    let mut deep = counting([4, 4]);
    pipeline(&mut deep, "add").depth_test = true;
    assert_eq!(load(deep), (2, 1));
}

#[test]
fn a_state_that_was_not_drawn_into_before_goes_on_as_a_target() {
    let (gpu, cache) = (gpu(), PipelineCache::new());
    let mut player = Player::new(&gpu, Arc::new(counter([6, 6])), &cache).unwrap();
    player.run_steps(3).unwrap();
    let mut next = counting([6, 6]);
    next.manifest.textures[0] = state(next.manifest.textures[0].clone(), "counter.count");
    let next = Player::prepare(&gpu, Arc::new(next), &cache).unwrap();
    let replaced = player.replace(next, Keep::State).unwrap();
    assert_eq!(replaced.carried, ["counter.count"]);
    player.step().unwrap();
    // The counter's cells start a quarter apart.
    assert_eq!(player.read_output("node.drawn").unwrap().values[..3], [4.0, 4.25, 4.5]);
    let again = Player::prepare(&gpu, Arc::new(counter([6, 6])), &cache).unwrap();
    player.replace(again, Keep::State).unwrap();
    player.step().unwrap();
    assert_eq!(player.read_output("counter.count").unwrap().values[..3], [5.0, 5.25, 5.5]);
}

#[test]
fn depth_and_samples_are_counted_once_for_all_passes_of_a_size() {
    let mut effect = canvas(TextureFormat::Rgba16Float, [32, 16], 1);
    add_sheet(&mut effect, "sheet", [-1.0, 1.0], 0.5, [1.0; 4]);
    pipeline(&mut effect, "sheet").samples = 4;
    let empty = player(&effect).memory_bytes();
    let pass = || Step::Render(RenderPass { samples: 4, ..render(vec![draw("sheet", 6, vec![]); 2]) });
    effect.manifest.step = vec![pass(), Step::Repeat { count: Count::Fixed(3), steps: vec![pass()] }];
    let attachments = 32 * 16 * 4 * (8 + 4);
    assert_eq!(player(&effect).memory_bytes() - empty, attachments);
    let statistics = Statistics::of(&effect);
    assert_eq!(statistics.memory_bytes, 32 * 16 * 8 + attachments);
    assert_eq!((statistics.draw_pipelines, statistics.passes_per_step, statistics.draws_per_step), (1, 4, 8));
    assert_eq!(statistics.bytes_per_step, 4 * (32 * 16 * 8 + attachments));
}

#[test]
fn times_of_render_passes_go_by_what_is_drawn_into() {
    let gpu = gpu();
    let mut effect = counting([64, 64]);
    effect.manifest.outputs.push(output("node.again", "drawn", wavewright_core::node::ValueType::Number));
    let mut player = Player::new(&gpu, Arc::new(effect), &PipelineCache::new()).unwrap();
    let times = player.time_passes().unwrap();
    assert_eq!(times.is_some(), gpu.report().timestamps);
    if let Some(times) = times {
        assert_eq!(times.len(), 1);
        assert_eq!((times[0].kernel.as_str(), times[0].dispatches), ("draw into drawn", 1));
        assert_eq!(times[0].nodes, ["node_of_add"]);
        assert!(times[0].milliseconds > 0.0);
    }
    assert_eq!(player.read_output("node.drawn").unwrap().values[0], 1.0);
}
