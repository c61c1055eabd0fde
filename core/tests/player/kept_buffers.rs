//! Buffers that keep something from step to step.

use std::sync::Arc;

use wavewright_core::compile::{Bound, Effect, SlotKind, Step, TextureFormat};
use wavewright_core::gpu::{Keep, PipelineCache, Player};
use wavewright_core::node::ValueType;

use crate::effects::{Kit, back, buffer, empty, gpu, output, pass, player, texture};

/// An effect that adds 1 to a number in the buffer `kept` each step, and 1 to one in `forgotten`, which is cleared first; both are shown.
fn tally(bytes: u64) -> Effect {
    let wgsl = "
@group(0) @binding(0) var<storage, read_write> kept: array<u32>;
@group(0) @binding(1) var<storage, read_write> forgotten: array<u32>;
@group(0) @binding(2) var shown: texture_storage_2d<rg32float, write>;
@compute @workgroup_size(8, 8)
fn tally(@builtin(global_invocation_id) id: vec3u) {
    if any(id.xy > vec2u(0)) { return; }
    kept[1] += 1;
    forgotten[0] += 1;
    textureStore(shown, vec2u(0), vec4f(f32(kept[1]), f32(forgotten[0]), 0, 0));
}
";
    let slots = [SlotKind::StorageWrite, SlotKind::StorageWrite, SlotKind::StorageTexture(TextureFormat::Rg32Float)];
    let mut effect = empty().with_kernel("tally", wgsl, &slots);
    let manifest = &mut effect.manifest;
    manifest.textures = vec![texture("shown", TextureFormat::Rg32Float, [1, 1], 1)];
    manifest.outputs = vec![output("node.shown", "shown", ValueType::Vec2)];
    manifest.buffers = vec![buffer("forgotten", 16), buffer("kept", bytes)];
    manifest.buffers[1].state = Some("node.tally".to_owned());
    let whole = |name: &str, bytes| Bound::Buffer { name: name.to_owned(), offset: 0, bytes };
    let bindings = vec![whole("kept", 16), whole("forgotten", 16), back("shown")];
    manifest.step = vec![Step::Clear("forgotten".to_owned()), pass("tally", [1, 1], bindings, &[])];
    effect
}

fn shown(player: &Player) -> Vec<f32> {
    player.read_output("node.shown").unwrap().values
}

#[test]
fn a_buffer_keeps_its_contents_until_it_is_cleared() {
    let mut player = player(&tally(16));
    player.run_steps(5).unwrap();
    assert_eq!(shown(&player), [5.0, 1.0]);
    player.reset().unwrap();
    player.step().unwrap();
    assert_eq!(shown(&player), [1.0, 1.0]);
}

#[test]
fn a_kept_buffer_goes_on_in_the_effect_that_takes_over() {
    let (gpu, cache) = (gpu(), PipelineCache::new());
    let mut player = Player::new(&gpu, Arc::new(tally(16)), &cache).unwrap();
    player.run_steps(5).unwrap();
    let mut next = tally(16);
    // Another place among the buffers, and another name: the state counts.
    next.manifest.buffers.reverse();
    let replaced = player.replace(Player::prepare(&gpu, Arc::new(next), &cache).unwrap(), Keep::State).unwrap();
    assert_eq!((replaced.carried.as_slice(), replaced.fresh.len()), (["node.tally".to_owned()].as_slice(), 0));
    player.step().unwrap();
    assert_eq!(shown(&player), [6.0, 1.0]);
    let larger = Player::prepare(&gpu, Arc::new(tally(32)), &cache).unwrap();
    assert_eq!(player.replace(larger, Keep::State).unwrap().fresh, ["node.tally"]);
    player.step().unwrap();
    assert_eq!(shown(&player), [1.0, 1.0]);
    let anew = Player::prepare(&gpu, Arc::new(tally(32)), &cache).unwrap();
    assert_eq!(player.replace(anew, Keep::Nothing).unwrap().fresh, ["node.tally"]);
}

#[test]
fn looking_again_counts_no_step_and_a_saved_buffer_comes_back() {
    let mut player = player(&tally(16));
    player.run_steps(3).unwrap();
    player.refresh().unwrap();
    player.step().unwrap();
    assert_eq!(shown(&player), [4.0, 1.0]);
    let saved = player.save_state().unwrap();
    player.run_steps(3).unwrap();
    player.load_state(&saved).unwrap();
    player.step().unwrap();
    assert_eq!(shown(&player), [5.0, 1.0]);
}
