//! Manifests with one thing changed: each is refused or runs, and none ends the program.

use std::sync::Arc;

use serde_json::{Value, json};
use wavewright_core::compile::{Effect, Manifest};
use wavewright_core::gpu::{PipelineCache, Player};

use crate::effects::{counter, gpu};

/// Pointers to every value below `value`.
fn places(value: &Value, place: &str, found: &mut Vec<String>) {
    found.push(place.to_owned());
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{place}/{index}"), found)),
        Value::Object(members) => members.iter().for_each(|(name, member)| places(member, &format!("{place}/{name}"), found)),
        _ => {}
    }
}

#[test]
fn no_change_of_a_manifest_ends_the_program() {
    let mut effect = counter([4, 4]);
    effect.manifest.buffers = vec![crate::effects::buffer("faults", 16)];
    damage(&effect, &[""]);
}

#[test]
fn no_change_of_what_is_drawn_ends_the_program() {
    let mut effect = crate::drawings::counting([4, 4]);
    effect.manifest.buffers = vec![crate::effects::buffer("kept", 16)];
    effect.manifest.step.push(wavewright_core::compile::Step::Clear("kept".to_owned()));
    damage(&effect, &["/pipelines", "/step", "/textures"]);
}

/// Changes every value of the manifest below these places.
fn damage(effect: &Effect, below: &[&str]) {
    let (gpu, cache) = (gpu(), PipelineCache::new());
    let manifest = serde_json::to_value(&effect.manifest).unwrap();
    let mut found = Vec::new();
    places(&manifest, "", &mut found);
    let (mut ran, mut refused) = (0, 0);
    for place in found.iter().filter(|place| below.iter().any(|parent| place.starts_with(parent))) {
        for replacement in [json!(0), json!(1), json!(3), json!(70_000), json!(u32::MAX), json!(-0.5), json!("count"), json!(""), json!([])]
        {
            let mut changed = manifest.clone();
            *changed.pointer_mut(place).unwrap() = replacement;
            let Ok(manifest) = serde_json::from_value::<Manifest>(changed) else { continue };
            let effect = Effect { manifest, ..effect.clone() };
            match Player::new(&gpu, Arc::new(effect), &cache).and_then(|mut player| player.run_steps(2)) {
                Ok(()) => ran += 1,
                Err(error) => {
                    assert!(!error.to_string().contains("refused a command"), "{place}: {error}");
                    refused += 1;
                }
            }
        }
    }
    assert!(ran > 20 && refused > 50, "{ran} ran, {refused} were refused");
    assert_eq!(gpu.take_errors(), Vec::<String>::new());
    assert!(!gpu.is_lost());
}
