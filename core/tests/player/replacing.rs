//! One effect in place of another, and pipelines that both use.

use std::sync::Arc;

use wavewright_core::compile::TextureFormat;
use wavewright_core::gpu::{Keep, PipelineCache, Player};
use wavewright_core::node::Literal;

use crate::effects::{counter, gpu};

#[test]
fn state_goes_on_in_the_effect_that_takes_over() {
    let (gpu, cache) = (gpu(), PipelineCache::new());
    let mut player = Player::new(&gpu, Arc::new(counter([6, 6])), &cache).unwrap();
    player.run_steps(3).unwrap();
    let mut next = counter([6, 6]);
    next.wgsl = next.wgsl.replace("last + parameters.increment", "last + parameters.increment * 2.0");
    next.manifest.parameters[0].value = Literal::Number(5.0);
    let next = Arc::new(next);
    let prepared = std::thread::scope(|scope| {
        let worker = scope.spawn(|| Player::prepare(&gpu, Arc::clone(&next), &cache));
        player.step().unwrap();
        worker.join().unwrap().unwrap()
    });
    // The kernel `begin` did not change and is not compiled again.
    assert_eq!((cache.created(), cache.hits()), (3, 1));
    let replaced = player.replace(prepared, Keep::State).unwrap();
    assert_eq!(replaced.carried, ["counter.count"]);
    assert_eq!(player.read_output("counter.count").unwrap().values[0], 4.0);
    assert_eq!(player.step_index(), 4);
    player.run_steps(2).unwrap();
    assert_eq!(player.read_output("counter.count").unwrap().values[0], 24.0);
}

#[test]
fn state_of_another_size_or_format_starts_afresh() {
    let (gpu, cache) = (gpu(), PipelineCache::new());
    let mut player = Player::new(&gpu, Arc::new(counter([6, 6])), &cache).unwrap();
    player.run_steps(3).unwrap();
    let larger = Player::prepare(&gpu, Arc::new(counter([7, 6])), &cache).unwrap();
    let replaced = player.replace(larger, Keep::State).unwrap();
    assert_eq!(replaced.fresh, ["counter.count"]);
    assert_eq!(player.read_output("counter.count").unwrap().values[..2], [0.0, 0.25]);
    assert_eq!(player.step_index(), 3);
    assert_eq!(player.effect().manifest.textures[0].format, TextureFormat::R32Float);
}

#[test]
fn nothing_is_kept_when_nothing_is_asked_for() {
    let (gpu, cache) = (gpu(), PipelineCache::new());
    let mut player = Player::new(&gpu, Arc::new(counter([6, 6])), &cache).unwrap();
    player.run_steps(3).unwrap();
    let again = Player::prepare(&gpu, Arc::new(counter([6, 6])), &cache).unwrap();
    player.replace(again, Keep::Nothing).unwrap();
    assert_eq!(player.step_index(), 0);
    assert_eq!(player.read_output("counter.count").unwrap().values[0], 0.0);
    assert_eq!(cache.created(), 2);
}

#[test]
fn an_effect_of_another_device_is_refused_and_the_old_one_runs_on() {
    let cache = PipelineCache::new();
    let mut player = Player::new(&gpu(), Arc::new(counter([6, 6])), &cache).unwrap();
    let foreign = Player::prepare(&gpu(), Arc::new(counter([6, 6])), &cache).unwrap();
    assert_eq!(cache.created(), 4);
    player.replace(foreign, Keep::State).unwrap_err();
    player.step().unwrap();
    assert_eq!(player.read_output("counter.count").unwrap().values[0], 1.0);
}

#[test]
fn where_the_lines_stand_makes_no_other_pipeline() {
    let (gpu, cache) = (gpu(), PipelineCache::new());
    Player::new(&gpu, Arc::new(counter([6, 6])), &cache).unwrap();
    let mut moved = counter([6, 6]);
    moved.wgsl = format!("// A line more.\n\n{}", moved.wgsl);
    moved.manifest.kernels.iter_mut().flat_map(|kernel| &mut kernel.lines).flatten().for_each(|line| *line += 2);
    Player::new(&gpu, Arc::new(moved), &cache).unwrap();
    assert_eq!((cache.created(), cache.hits()), (2, 2));
}

#[test]
fn a_pass_of_the_setup_that_steps_run_too_goes_on_with_the_carried_state() {
    let (gpu, cache) = (gpu(), PipelineCache::new());
    let mut effect = counter([6, 6]);
    let counting = effect.manifest.step[0].clone();
    // Twice, so that both sides of the texture were bound before the state is carried over.
    effect.manifest.setup.extend([counting.clone(), counting]);
    let effect = Arc::new(effect);
    let mut player = Player::new(&gpu, Arc::clone(&effect), &cache).unwrap();
    player.run_steps(3).unwrap();
    player.replace(Player::prepare(&gpu, effect, &cache).unwrap(), Keep::State).unwrap();
    player.run_steps(2).unwrap();
    assert_eq!(player.read_output("counter.count").unwrap().values[0], 7.0);
}
