//! State as bytes, and the loss of a device.

use std::sync::Arc;

use wavewright_core::compile::Effect;
use wavewright_core::gpu::{PipelineCache, Player, PlayerError};
use wavewright_core::node::Literal;

use crate::effects::{counter, gpu, player};

/// A counter whose sum is inexact, so that equal bits mean equal history.
fn inexact(size: [u32; 2]) -> Effect {
    let mut effect = counter(size);
    effect.manifest.parameters[0].value = Literal::Number(0.1);
    effect
}

fn bits(player: &Player) -> Vec<u32> {
    player.read_output("counter.count").unwrap().values.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn a_run_in_two_parts_ends_in_the_same_bits() {
    let effect = inexact([67, 5]);
    let mut whole = player(&effect);
    whole.run_steps(101).unwrap();
    let mut first = player(&effect);
    first.run_steps(40).unwrap();
    let saved = first.save_state().unwrap();
    let mut second = player(&effect);
    second.run_steps(3).unwrap();
    second.load_state(&saved).unwrap();
    assert_eq!(second.step_index(), 40);
    assert_eq!(bits(&second), bits(&first));
    second.run_steps(61).unwrap();
    assert_eq!(bits(&second), bits(&whole));
    assert_eq!(second.save_state().unwrap(), whole.save_state().unwrap());
}

#[test]
fn a_state_of_another_effect_is_refused_and_the_present_one_stays() {
    let saved = player(&inexact([4, 4])).save_state().unwrap();
    let mut other = player(&inexact([5, 4]));
    other.run_steps(2).unwrap();
    let before = bits(&other);
    let own = other.save_state().unwrap();
    for bytes in [saved.as_slice(), b"", b"wavewright-state 1\n{}\n", &own[..own.len() - 1]] {
        assert!(matches!(other.load_state(bytes).unwrap_err(), PlayerError::State(_)));
    }
    assert_eq!((bits(&other), other.step_index()), (before, 2));
}

#[test]
fn a_lost_device_is_an_error_and_the_effect_goes_on_on_another() {
    let effect = Arc::new(inexact([9, 9]));
    let cache = PipelineCache::new();
    let mut player = Player::new(&gpu(), Arc::clone(&effect), &cache).unwrap();
    player.run_steps(7).unwrap();
    let (saved, before) = (player.save_state().unwrap(), bits(&player));
    let pending = player.start_read("counter.count").unwrap();
    player.gpu().device().destroy();
    // What was under way may still come or not; the loss is known once nothing is under way.
    drop(pending.wait());
    assert!(player.is_lost());
    let lost = |error: PlayerError| assert!(matches!(error, PlayerError::Lost(_)), "{error}");
    lost(player.step().unwrap_err());
    lost(player.reset().unwrap_err());
    lost(player.read_output("counter.count").unwrap_err());
    lost(player.save_state().unwrap_err());
    lost(player.set_parameter("node", "increment", &Literal::Number(1.0)).unwrap_err());
    lost(Player::new(player.gpu(), Arc::clone(&effect), &cache).unwrap_err());
    let mut again = Player::new(&gpu(), Arc::clone(player.effect()), &cache).unwrap();
    again.load_state(&saved).unwrap();
    assert_eq!((bits(&again), again.step_index()), (before, 7));
    again.step().unwrap();
}
