//! Steps, parameters, flips, repeats, reading back.

use std::sync::Arc;

use wavewright_core::compile::{
    Bound, Buffer, Count, Effect, Encoding, FaultCounter, Initial, Pixels, SlotKind, Statistics, Step, TextureFormat,
};
use wavewright_core::gpu::{Fault, PipelineCache, Player, PointerInput};
use wavewright_core::graph::Keyframe;
use wavewright_core::node::{Literal, ValueType};

use crate::effects::{Kit, back, buffer, counter, empty, front, gpu, output, parameter, parameters, pass, player, shows, texture};

#[test]
fn feedback_counts_steps_and_reset_starts_again() {
    let mut player = player(&counter([5, 3]));
    assert_eq!((player.frame(), player.step_index(), player.time_s()), (None, 0, 0.0));
    let at = |player: &Player, x: usize, y: usize| player.read_output("counter.count").unwrap().values[y * 5 + x];
    assert_eq!(at(&player, 4, 2), 3.0);
    player.run_to_frame(9).unwrap();
    assert_eq!((player.frame(), player.step_index(), player.time_s()), (Some(9), 10, 0.15));
    assert_eq!(at(&player, 4, 2), 13.0);
    player.run_to_frame(0).unwrap();
    assert_eq!(at(&player, 1, 0), 1.25);
    player.reset().unwrap();
    assert_eq!(at(&player, 1, 0), 0.25);
}

#[test]
fn batches_end_where_single_steps_end() {
    let effect = counter([4, 4]);
    let (mut single, mut batched) = (player(&effect), player(&effect));
    for _ in 0..150 {
        single.step().unwrap();
    }
    batched.run_steps(150).unwrap();
    assert_eq!(single.read_output("counter.count").unwrap(), batched.read_output("counter.count").unwrap());
    assert_eq!(batched.read_output("counter.count").unwrap().values[0], 150.0);
}

#[test]
fn keyframes_move_a_parameter_until_a_hand_sets_it() {
    let mut effect = counter([1, 1]);
    effect.manifest.clock.substeps = 2;
    let keyframe = |frame: f64, value: f64| Keyframe {
        frame,
        value: Literal::Number(value),
        interpolation: "linear".to_owned(),
        extra: serde_json::Map::new(),
    };
    effect.manifest.parameters[0].keyframes = vec![keyframe(0.0, 1.0), keyframe(4.0, 5.0)];
    let mut player = player(&effect);
    let count = |player: &Player| player.read_output("counter.count").unwrap().values[0];
    player.run_to_frame(4).unwrap();
    assert_eq!(count(&player), (2..=10).map(|halves| halves as f32 / 2.0).sum::<f32>());
    assert_eq!(player.parameter("node", "increment"), Some(&Literal::Number(5.0)));
    player.reset().unwrap();
    player.run_steps(2).unwrap();
    assert_eq!(count(&player), 2.5);
    player.set_parameter("node", "increment", &Literal::Number(100.0)).unwrap();
    player.run_steps(2).unwrap();
    assert_eq!(count(&player), 202.5);
}

#[test]
fn each_step_of_a_batch_sees_its_own_time() {
    let mut effect = shows("vec4f(frame.time, frame.dt, f32(frame.frame), f32(frame.seed))");
    effect.manifest.clock.substeps = 2;
    let mut player = player(&effect);
    player.run_to_frame(60).unwrap();
    assert_eq!(player.step_index(), 121);
    assert_eq!(player.read_output("node.shown").unwrap().values, [1.0, 1.0 / 120.0, 120.0, 7.0]);
}

#[test]
fn the_pointer_has_the_speed_of_its_way() {
    let mut player = player(&shows("vec4f(frame.pointer_position.x, frame.pointer_velocity.x, frame.pointer_pressed, 0.0)"));
    let at = |player: &mut Player, input: Option<PointerInput>| {
        player.set_pointer(input);
        player.step().unwrap();
        player.read_output("node.shown").unwrap().values
    };
    let hand = |x_m: f64, pressed: bool| Some(PointerInput { position_m: [x_m, 0.0], pressed });
    assert_eq!(at(&mut player, None), [0.0; 4]);
    assert_eq!(at(&mut player, hand(1.0, true)), [1.0, 0.0, 1.0, 0.0]);
    assert_eq!(at(&mut player, hand(1.5, true)), [1.5, 30.0, 1.0, 0.0]);
    assert_eq!(at(&mut player, hand(9.0, false)), [9.0, 0.0, 0.0, 0.0]);
}

#[test]
fn the_pointer_follows_the_effects_track_when_nobody_holds_it() {
    let mut effect = shows("vec4f(frame.pointer_position, frame.pointer_velocity.x, frame.pointer_pressed)");
    effect.manifest.pointer_track = vec![[0.0, 0.0, 2.0, 1.0], [1.0, 6.0, 2.0, 0.0]];
    let mut player = player(&effect);
    player.run_to_frame(30).unwrap();
    let shown = player.read_output("node.shown").unwrap().values;
    let expected = [3.0, 2.0, 6.0, 1.0];
    assert!(shown.iter().zip(expected).all(|(shown, expected)| (shown - expected).abs() < 1e-4), "{shown:?}");
    player.set_pointer(Some(PointerInput { position_m: [9.0, 9.0], pressed: false }));
    player.step().unwrap();
    assert_eq!(player.read_output("node.shown").unwrap().values, [9.0, 9.0, 0.0, 0.0]);
}

#[test]
fn reset_brings_back_zeros_where_nothing_else_is_written_at_the_start() {
    // Larger than what is cleared at once.
    let mut effect = counter([1100, 1000]);
    effect.manifest.setup.clear();
    let mut player = player(&effect);
    let fresh = player.save_state().unwrap();
    player.run_steps(3).unwrap();
    assert!(player.read_output("counter.count").unwrap().values.iter().all(|value| *value == 3.0));
    player.reset().unwrap();
    assert!(player.save_state().unwrap() == fresh, "a state after a reset is not the first one");
}

#[test]
fn a_parameter_changes_without_compiling() {
    let cache = PipelineCache::new();
    let mut player = Player::new(&gpu(), Arc::new(counter([3, 3])), &cache).unwrap();
    assert_eq!(cache.created(), 2);
    player.step().unwrap();
    player.set_parameter("node", "increment", &Literal::Number(10.0)).unwrap();
    player.step().unwrap();
    assert_eq!(player.read_output("counter.count").unwrap().values[0], 11.0);
    assert_eq!(player.parameter("node", "increment"), Some(&Literal::Number(10.0)));
    assert_eq!(cache.created(), 2);
    let error = player.set_parameter("node", "increment", &Literal::Number(f64::NAN)).unwrap_err().to_string();
    assert!(error.contains("node.increment") && error.contains("NaN"), "{error}");
    let error = player.set_parameter("node", "speed", &Literal::Number(1.0)).unwrap_err().to_string();
    assert!(error.contains("node.speed"), "{error}");
    player.step().unwrap();
    assert_eq!(player.read_output("counter.count").unwrap().values[0], 21.0);
}

/// A box blur along x of a texture with front and back, as often as a parameter says.
fn blur(size: [u32; 2]) -> Effect {
    let wgsl = "
@group(0) @binding(0) var<uniform> times: vec4u;
@group(0) @binding(1) var before: texture_2d<f32>;
@group(0) @binding(2) var after: texture_storage_2d<r32float, write>;
@compute @workgroup_size(8, 8)
fn blur(@builtin(global_invocation_id) id: vec3u) {
    let size = vec2i(textureDimensions(before));
    let cell = vec2i(id.xy);
    if any(cell >= size) { return; }
    var sum = 0.0;
    for (var offset = -1; offset <= 1; offset++) {
        sum += textureLoad(before, clamp(cell + vec2i(offset, 0), vec2i(0), size - 1), 0).x;
    }
    textureStore(after, id.xy, vec4f(sum / 3.0, 0.0, 0.0, 0.0));
}
";
    let mut effect =
        empty().with_kernel("blur", wgsl, &[SlotKind::Uniform(16), SlotKind::Texture, SlotKind::StorageTexture(TextureFormat::R32Float)]);
    let mut picture = texture("picture", TextureFormat::R32Float, size, 2);
    picture.initial = Initial::Data("spike".to_owned());
    let mut values = vec![0.0; (size[0] * size[1]) as usize];
    values[5] = 81.0;
    effect.data.insert("spike".to_owned(), Arc::new(Pixels { width: size[0], height: size[1], channels: 1, values }));
    effect.manifest.textures = vec![picture];
    effect.manifest.parameter_bytes = 16;
    effect.manifest.parameters = vec![parameter("times", Encoding::U32, 0, 2.0)];
    effect.manifest.outputs = vec![output("blur.result", "picture", ValueType::Number)];
    let blur = pass("blur", size, vec![parameters(), front("picture"), back("picture")], &["picture"]);
    effect.manifest.step = vec![Step::Repeat { count: Count::Parameter(0), steps: vec![blur] }];
    effect
}

#[test]
fn a_repeat_runs_as_often_as_its_parameter_says() {
    let mut player = player(&blur([11, 1]));
    let picture = |player: &mut Player, times: f64| {
        player.reset().unwrap();
        player.set_parameter("node", "times", &Literal::Number(times)).unwrap();
        player.step().unwrap();
        player.read_output("blur.result").unwrap().values
    };
    assert_eq!(picture(&mut player, 0.0)[3..8], [0.0, 0.0, 81.0, 0.0, 0.0]);
    assert_eq!(picture(&mut player, 1.0)[3..8], [0.0, 27.0, 27.0, 27.0, 0.0]);
    assert_eq!(picture(&mut player, 2.0)[3..8], [9.0, 18.0, 27.0, 18.0, 9.0]);
    assert_eq!(player.passes_per_step(), 2);
    // More passes than a submission holds, and more than a repeat may have.
    let flat = picture(&mut player, 1e6);
    assert_eq!(player.passes_per_step(), 10_000);
    assert!(flat.iter().all(|value| (value - 81.0 / 11.0).abs() < 1e-3), "{flat:?}");
}

#[test]
fn odd_sizes_come_back_row_by_row() {
    for size in [[1, 1], [63, 2], [65, 3], [1, 67], [129, 5]] {
        for (format, channels) in
            [(TextureFormat::R32Float, 1), (TextureFormat::Rg32Float, 2), (TextureFormat::Rgba32Float, 4), (TextureFormat::Rgba16Float, 4)]
        {
            let mut effect = empty();
            let count = size[0] * size[1] * channels;
            // Halves are exact in 16-bit floats up to 1024.
            let values = (0..count).map(|number| (number % 1024) as f32 * 0.5).collect();
            let pixels = Arc::new(Pixels { width: size[0], height: size[1], channels, values });
            effect.data.insert("data".to_owned(), Arc::clone(&pixels));
            let mut loaded = texture("loaded", format, size, 2);
            loaded.initial = Initial::Data("data".to_owned());
            effect.manifest.textures = vec![loaded];
            assert_eq!(player(&effect).read_texture("loaded").unwrap(), *pixels, "{format:?} {size:?}");
        }
    }
}

#[test]
fn missing_channels_are_zero_and_alpha_one_and_a_vec3_has_three() {
    let mut effect = empty();
    let pixels = Pixels { width: 1, height: 1, channels: 2, values: vec![0.25, 0.5] };
    effect.data.insert("data".to_owned(), Arc::new(pixels));
    let mut loaded = texture("loaded", TextureFormat::Rgba32Float, [1, 1], 1);
    loaded.initial = Initial::Data("data".to_owned());
    effect.manifest.textures = vec![loaded];
    effect.manifest.outputs = vec![output("node.vector", "loaded", ValueType::Vec3)];
    let player = player(&effect);
    assert_eq!(player.read_texture("loaded").unwrap().values, [0.25, 0.5, 0.0, 1.0]);
    let vector = player.read_output("node.vector").unwrap();
    assert_eq!((vector.channels, vector.values), (3, vec![0.25, 0.5, 0.0]));
    let error = player.read_output("node.other").unwrap_err().to_string();
    assert!(error.contains("node.other") && error.contains("node.vector"), "{error}");
}

#[test]
fn a_copy_takes_the_front() {
    let mut effect = counter([9, 2]);
    effect.manifest.textures.push(texture("kept", TextureFormat::R32Float, [9, 2], 1));
    effect.manifest.step.insert(0, Step::Copy { from: "count".to_owned(), to: "kept".to_owned() });
    effect.manifest.step.push(Step::Flip(vec!["count".to_owned()]));
    effect.manifest.step.push(Step::Flip(vec!["count".to_owned()]));
    let mut player = player(&effect);
    player.run_steps(3).unwrap();
    assert_eq!(player.read_texture("kept").unwrap().values[8], 2.0 + 2.0);
    assert_eq!(player.read_texture("count").unwrap().values[8], 3.0 + 2.0);
}

#[test]
fn faults_are_counted_by_node_until_reset() {
    let wgsl = "
@group(0) @binding(0) var<storage, read_write> faults: array<atomic<u32>, 4>;
@compute @workgroup_size(8, 8)
fn fail(@builtin(global_invocation_id) id: vec3u) {
    if all(id.xy < vec2u(3, 2)) { atomicAdd(&faults[2], 1u); }
}
";
    let mut effect = empty().with_kernel("fail", wgsl, &[SlotKind::StorageWrite]);
    effect.manifest.buffers = vec![buffer("faults", 16)];
    let counter = |node: &str, offset| FaultCounter { node: node.to_owned(), field: "height".to_owned(), offset };
    effect.manifest.faults = vec![counter("calm", 0), counter("wild", 8)];
    effect.manifest.step = vec![pass("fail", [16, 16], vec![Bound::Buffer { name: "faults".to_owned(), offset: 0, bytes: 16 }], &[])];
    let mut player = player(&effect);
    assert_eq!(player.faults().unwrap(), []);
    player.run_steps(2).unwrap();
    assert_eq!(player.faults().unwrap(), [Fault { node: "wild".to_owned(), field: "height".to_owned(), count: 12 }]);
    let mut pending = player.start_faults().unwrap();
    player.reset().unwrap();
    let before_reset = loop {
        if let Some(faults) = pending.poll().unwrap() {
            break faults;
        }
    };
    assert_eq!(before_reset[0].count, 12);
    assert_eq!(player.faults().unwrap(), []);
}

#[test]
fn a_picture_comes_without_waiting_as_it_was_when_asked_for() {
    let mut player = player(&counter([64, 64]));
    player.run_steps(4).unwrap();
    let mut pending = player.start_read("counter.count").unwrap();
    player.run_steps(4).unwrap();
    let pixels = loop {
        if let Some(pixels) = pending.poll().unwrap() {
            break pixels;
        }
        std::thread::yield_now();
    };
    assert_eq!(pixels.values[0], 4.0);
}

#[test]
fn refreshing_shows_a_parameter_and_leaves_the_state() {
    let mut effect = counter([2, 2]);
    let wgsl = "
@group(0) @binding(0) var<uniform> scale: vec4f;
@group(0) @binding(1) var state: texture_2d<f32>;
@group(0) @binding(2) var shown: texture_storage_2d<r32float, write>;
@compute @workgroup_size(8, 8)
fn scaled(@builtin(global_invocation_id) id: vec3u) {
    textureStore(shown, id.xy, scale.y * textureLoad(state, id.xy, 0));
}
";
    effect =
        effect.with_kernel("scaled", wgsl, &[SlotKind::Uniform(16), SlotKind::Texture, SlotKind::StorageTexture(TextureFormat::R32Float)]);
    effect.manifest.textures.push(texture("scaled", TextureFormat::R32Float, [2, 2], 1));
    effect.manifest.parameters.push(parameter("scale", Encoding::Value(ValueType::Number), 4, 1.0));
    effect.manifest.outputs.push(output("scaled.result", "scaled", ValueType::Number));
    // Shown from the state as it was before the step, so that a refresh of a resting clock has the same input.
    effect.manifest.step.insert(0, pass("scaled", [2, 2], vec![parameters(), front("count"), back("scaled")], &[]));
    let mut player = player(&effect);
    player.run_steps(3).unwrap();
    player.set_parameter("node", "scale", &Literal::Number(100.0)).unwrap();
    player.refresh().unwrap();
    assert_eq!(player.read_output("scaled.result").unwrap().values[0], 300.0);
    assert_eq!(player.read_output("counter.count").unwrap().values[0], 3.0);
    assert_eq!(player.step_index(), 3);
    player.step().unwrap();
    assert_eq!(player.read_output("counter.count").unwrap().values[0], 4.0);
}

#[test]
fn passes_are_timed_where_the_device_can() {
    let mut player = player(&blur([64, 64]));
    let times = player.time_passes().unwrap();
    assert_eq!(times.is_some(), player.gpu().report().timestamps);
    let Some(times) = times else { return };
    assert_eq!(player.step_index(), 1);
    assert_eq!((times.len(), times[0].kernel.as_str(), times[0].dispatches), (1, "blur", 2));
    assert!(times[0].milliseconds > 0.0, "{times:?}");
}

#[test]
fn memory_is_the_sum_of_what_is_kept() {
    // Two copies of 100 x 10 x 4 bytes, 32 of parameters, 48 of the frame block.
    assert_eq!(player(&counter([100, 10])).memory_bytes(), 2 * 4_000 + 32 + 48);
}

/// Counts in a buffer, by 2.5 a step, and shows the count. The buffer keeps what `state` says.
fn counting(state: Option<&str>) -> Effect {
    let once = "
@group(0) @binding(0) var<storage, read_write> values: array<f32>;
@compute @workgroup_size(8, 8)
fn once(@builtin(global_invocation_id) id: vec3u) {
    if all(id == vec3u(0)) { values[1] = values[1] + 2.5; }
}
";
    let read = "
@group(0) @binding(0) var<uniform> once_values: vec4f;
@group(0) @binding(1) var read: texture_storage_2d<r32float, write>;
@compute @workgroup_size(8, 8)
fn read_once(@builtin(global_invocation_id) id: vec3u) {
    textureStore(read, id.xy, once_values.yyyy);
}
";
    let mut effect = empty().with_kernel("once", once, &[SlotKind::StorageWrite]).with_kernel(
        "read_once",
        read,
        &[SlotKind::Uniform(16), SlotKind::StorageTexture(TextureFormat::R32Float)],
    );
    let values = || Bound::Buffer { name: "once".to_owned(), offset: 0, bytes: 16 };
    effect.manifest.buffers = vec![Buffer { state: state.map(str::to_owned), ..buffer("once", 16) }];
    effect.manifest.textures = vec![texture("read", TextureFormat::R32Float, [1, 1], 1)];
    effect.manifest.step = vec![pass("once", [1, 1], vec![values()], &[]), pass("read_once", [1, 1], vec![values(), back("read")], &[])];
    effect
}

#[test]
fn a_buffer_written_in_one_pass_is_a_uniform_of_the_next() {
    let mut player = player(&counting(Some("counter.values")));
    player.run_steps(2).unwrap();
    assert_eq!(player.read_texture("read").unwrap().values, [5.0]);
    player.reset().unwrap();
    player.step().unwrap();
    assert_eq!(player.read_texture("read").unwrap().values, [2.5]);
}

#[test]
fn what_is_no_state_is_left_out_of_steps_that_nobody_sees() {
    let mut player = player(&counting(None));
    player.run_steps(5).unwrap();
    assert_eq!(player.read_texture("read").unwrap().values, [2.5], "only the last of the steps is seen");
}

#[test]
fn bytes_of_a_step_count_buffers_and_states_that_are_brought_up_to_date_twice() {
    let bytes = |state| Statistics::of(&counting(state)).bytes_per_step;
    // Written, read, and the texel.
    assert_eq!(bytes(None), 16 + 16 + 4);
    assert_eq!(bytes(Some("counter.values")), 2 * 16 + 16 + 4);
}

#[test]
fn a_device_that_is_done_is_not_busy() {
    let mut player = player(&blur([64, 64]));
    for _ in 0..20 {
        player.step().unwrap();
    }
    player.read_output("blur.result").unwrap();
    assert!(!player.is_busy());
}
