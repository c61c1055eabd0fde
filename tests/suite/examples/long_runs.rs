//! Examples stay numbers however long they play and however their sliders stand.

use wavewright_core::compile::Manifest;
use wavewright_core::gpu::Player;
use wavewright_core::node::Literal;

use super::{document, effect, examples, first_output, player};

/// Side of the grids: what goes wrong goes wrong on small ones, too, and sooner.
const SIDE: u32 = 32;
/// Long enough in the tests that always run for what grows by a tenth a step to be beyond every number.
const FRAMES: u64 = 400;
/// Almost three minutes at 60 frames a second.
const MANY_FRAMES: u64 = 10_000;

/// Where the sliders stand.
#[derive(Clone, Copy, Debug)]
enum Sliders {
    AsSaved,
    Low,
    High,
    /// Some low, some high, by a number.
    Mixed(u64),
}

/// The sliders of an effect: nodes and inputs with what they cover, each once.
fn sliders(manifest: &Manifest) -> Vec<(String, String, (f64, f64))> {
    let mut found: Vec<(String, String, (f64, f64))> = Vec::new();
    for parameter in &manifest.parameters {
        let name = (parameter.node.clone(), parameter.input.clone());
        if let Some(range) = parameter.range
            && !found.iter().any(|(node, input, _)| (node, input) == (&name.0, &name.1))
        {
            found.push((name.0, name.1, range));
        }
    }
    found
}

fn set(player: &mut Player, stand: Sliders) {
    let effect = player.effect().clone();
    for (place, (node, input, (low, high))) in sliders(&effect.manifest).into_iter().enumerate() {
        let is_high = match stand {
            Sliders::AsSaved => return,
            Sliders::Low => false,
            Sliders::High => true,
            // Knuth's multiplicative hash.
            Sliders::Mixed(which) => (place as u64 + 97 * which).wrapping_mul(2_654_435_761) & 0x1_0000 != 0,
        };
        let value = Literal::Number(if is_high { high } else { low });
        player.set_parameter(&node, &input, &value).unwrap();
    }
}

fn stays_a_picture(names: impl Fn(&str) -> bool, stands: &[Sliders], frames: u64) {
    for (name, text) in examples().into_iter().filter(|(name, _)| names(name)) {
        let effect = effect(&document(&text, SIDE));
        for stand in stands {
            let mut player = player(&effect);
            set(&mut player, *stand);
            player.pass_to_frame(frames - 1).unwrap();
            player.run_to_frame(frames).unwrap();
            let pixels = first_output(&player);
            let wrong = pixels.values.iter().filter(|value| !value.is_finite()).count();
            assert_eq!(wrong, 0, "{name} after {frames} frames, sliders {stand:?}: values of its picture that are no numbers");
            if matches!(stand, Sliders::AsSaved) {
                assert_eq!(player.faults().unwrap(), [], "{name} after {frames} frames");
            }
        }
    }
}

#[test]
fn pictures_stay_numbers_with_sliders_at_their_ends() {
    stays_a_picture(|_| true, &[Sliders::Low, Sliders::High, Sliders::Mixed(1), Sliders::Mixed(2)], FRAMES);
}

#[test]
#[ignore = "an hour without a GPU: ./test -- --ignored ten_thousand_frames"]
fn pictures_stay_numbers_for_ten_thousand_frames() {
    // `EXAMPLE=rain` plays that one only.
    let only = std::env::var("EXAMPLE").ok();
    let stands = [Sliders::AsSaved, Sliders::Low, Sliders::High, Sliders::Mixed(1), Sliders::Mixed(2)];
    stays_a_picture(|name| only.as_deref().is_none_or(|only| only == name), &stands, MANY_FRAMES);
}
