//! Textures that are never needed at the same time become one.
//!
//! A texture is needed from the pass that makes it to the last that reads it. What is kept for the next step, shown, set up or filled from
//! data is needed always. A step that may run no times at all makes nothing: what only it writes is left alone.

use std::collections::{HashMap, HashSet};

use super::effect::{Bound, Count, Initial, Manifest, Pass, SlotKind, Step, Texture};

/// Lets textures share memory where nobody can tell.
pub(super) fn share_textures(manifest: &mut Manifest) {
    let names = shared_names(manifest);
    if names.is_empty() {
        return;
    }
    let mut kept = HashSet::new();
    manifest.textures.retain_mut(|texture| {
        let Some(name) = names.get(&texture.name) else { return true };
        texture.name.clone_from(name);
        kept.insert(name.clone())
    });
    rename(&mut manifest.step, &names);
}

/// From the first pass that uses a texture to the last, both included, by their place in the step.
struct Life {
    first: usize,
    last: usize,
    /// Whether the first pass writes all of it, whatever the parameters are.
    is_made: bool,
}

/// The new name of each texture that shares its memory with another.
fn shared_names(manifest: &Manifest) -> HashMap<String, String> {
    let lives = lives(manifest);
    let needed_always = needed_always(manifest);
    let mut candidates: Vec<(&Texture, &Life)> = manifest
        .textures
        .iter()
        .filter(|texture| !needed_always.contains(texture.name.as_str()))
        .filter_map(|texture| Some((texture, lives.get(texture.name.as_str()).filter(|life| life.is_made)?)))
        .collect();
    candidates.sort_by_key(|(_, life)| life.first);
    // Textures that take turns: each list is one texture in the end.
    let mut turns: Vec<(Vec<&Texture>, usize)> = Vec::new();
    for (texture, life) in candidates {
        let is_alike = |other: &Texture| (other.format, other.size, other.copies) == (texture.format, texture.size, texture.copies);
        match turns.iter_mut().find(|(members, last)| *last < life.first && is_alike(members[0])) {
            Some((members, last)) => {
                members.push(texture);
                *last = life.last;
            }
            None => turns.push((vec![texture], life.last)),
        }
    }
    let shared = turns.into_iter().map(|(members, _)| members).filter(|members| members.len() > 1);
    // Nobody's field is called by a number, so no other texture has such a name.
    let named = shared.enumerate().flat_map(|(index, members)| members.into_iter().map(move |texture| (index + 1, texture)));
    named.map(|(number, texture)| (texture.name.clone(), format!("shared.{number}"))).collect()
}

fn needed_always(manifest: &Manifest) -> HashSet<&str> {
    let mut needed: HashSet<&str> = manifest.outputs.iter().map(|output| output.texture.as_str()).collect();
    for texture in &manifest.textures {
        if texture.state.is_some() || texture.initial != Initial::Zero {
            needed.insert(&texture.name);
        }
    }
    let mut waiting: Vec<(&Step, bool)> =
        manifest.setup.iter().map(|step| (step, true)).chain(manifest.step.iter().map(|step| (step, false))).collect();
    while let Some((step, is_setup)) = waiting.pop() {
        match step {
            Step::Pass(pass) if is_setup => needed.extend(pass.bindings.iter().filter_map(texture_of)),
            Step::Pass(_) => {}
            Step::Repeat { steps, .. } => waiting.extend(steps.iter().map(|step| (step, is_setup))),
            Step::Flip(names) => needed.extend(names.iter().map(String::as_str)),
            Step::Copy { from, to } => needed.extend([from.as_str(), to.as_str()]),
            // What is drawn into needs uses of its own, and few pictures are alike.
            Step::Render(render) => {
                needed.insert(render.target.as_str());
                needed.extend(render.draws.iter().flat_map(|draw| &draw.bindings).filter_map(texture_of));
            }
            Step::Clear(_) => {}
        }
    }
    needed
}

fn lives(manifest: &Manifest) -> HashMap<&str, Life> {
    let sizes: HashMap<&str, [u32; 2]> = manifest.textures.iter().map(|texture| (texture.name.as_str(), texture.size)).collect();
    let layouts: HashMap<&str, Vec<bool>> = manifest
        .kernels
        .iter()
        .map(|kernel| {
            let writes = kernel.layout.iter().map(|slot| matches!(slot.kind, SlotKind::StorageTexture(_)));
            (kernel.entry.as_str(), writes.collect())
        })
        .collect();
    let mut lives = HashMap::new();
    for (place, step) in manifest.step.iter().enumerate() {
        // In order: each list of steps with how far it was walked, and whether it is sure to run.
        let mut walks = vec![(std::slice::from_ref(step), true)];
        while let Some((steps, is_certain)) = walks.pop() {
            let Some((first, rest)) = steps.split_first() else { continue };
            walks.push((rest, is_certain));
            match first {
                Step::Pass(pass) => {
                    let writes = layouts.get(pass.kernel.as_str()).map_or(&[][..], Vec::as_slice);
                    use_in(&mut lives, place, pass, writes, |name| is_certain && covers(pass, sizes.get(name)));
                }
                Step::Repeat { count, steps } => walks.push((steps, is_certain && matches!(count, Count::Fixed(1..)))),
                Step::Flip(_) | Step::Copy { .. } | Step::Clear(_) | Step::Render(_) => {}
            }
        }
    }
    lives
}

/// Notes what a pass uses. `is_whole` is whether it would write all of a texture.
fn use_in<'a>(lives: &mut HashMap<&'a str, Life>, place: usize, pass: &'a Pass, writes: &[bool], is_whole: impl Fn(&str) -> bool) {
    let bound = || pass.bindings.iter().zip(writes).filter_map(|(bound, is_write)| Some((texture_of(bound)?, *is_write)));
    let read: HashSet<&str> = bound().filter(|(_, is_write)| !is_write).map(|(name, _)| name).collect();
    for (name, _) in bound() {
        let life = lives.entry(name).or_insert_with(|| Life { first: place, last: place, is_made: !read.contains(name) && is_whole(name) });
        life.last = place;
    }
}

fn covers(pass: &Pass, size: Option<&[u32; 2]>) -> bool {
    size.is_some_and(|size| pass.threads[..2] == *size)
}

fn texture_of(bound: &Bound) -> Option<&str> {
    match bound {
        Bound::Front(name) | Bound::Back(name) => Some(name),
        Bound::Buffer { .. } => None,
    }
}

fn rename(steps: &mut [Step], names: &HashMap<String, String>) {
    let change = |name: &mut String| {
        if let Some(new) = names.get(name) {
            name.clone_from(new);
        }
    };
    let mut waiting: Vec<&mut Step> = steps.iter_mut().collect();
    while let Some(step) = waiting.pop() {
        match step {
            Step::Pass(pass) => {
                for bound in &mut pass.bindings {
                    if let Bound::Front(name) | Bound::Back(name) = bound {
                        change(name);
                    }
                }
                pass.flip.iter_mut().for_each(change);
            }
            Step::Repeat { steps, .. } => waiting.extend(steps),
            // What these name is needed always.
            Step::Flip(_) | Step::Copy { .. } | Step::Clear(_) | Step::Render(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use serde_json::{Value, json};

    use super::*;

    /// A pass in which a kernel of one slot a texture reads and writes: `a b > c`.
    fn pass(text: &str) -> Value {
        let (reads, writes) = text.split_once('>').unwrap();
        let bound = |names: &str, side: &str| names.split_whitespace().map(|name| json!({ side: name })).collect::<Vec<_>>();
        let bindings: Vec<Value> = bound(reads, "front").into_iter().chain(bound(writes, "back")).collect();
        json!({ "pass": { "kernel": format!("read{}", reads.split_whitespace().count()), "threads": [8, 4, 1], "bindings": bindings } })
    }

    /// Textures after sharing, each with those that were put into it, from the steps of a manifest.
    fn shared(steps: &Value, edit: impl Fn(&mut Manifest)) -> Vec<String> {
        let texture = |name: &str| json!({ "name": name, "format": "r32float", "size": [8, 4], "copies": 1, "initial": "zero" });
        let kernel = |reads: usize| {
            let slots: Vec<Value> = (0..reads + 1)
                .map(|slot| json!({ "binding": slot, "kind": if slot < reads { json!("texture") } else { json!({ "storage_texture": "r32float" }) } }))
                .collect();
            json!({ "entry": format!("read{reads}"), "lines": [], "workgroup": [64, 1, 1], "nodes": [], "layout": slots })
        };
        let requires = json!({
            "core": true, "texture_side": 8, "sampled_textures": 2, "storage_textures": 1, "storage_buffers": 0,
            "uniform_buffers": 0, "uniform_bytes": 0, "buffer_bytes": 0,
        });
        let textures = ["a", "b", "c", "d", "e"].map(texture);
        let mut manifest: Manifest = serde_json::from_value(json!({
            "format": "wavewright-effect", "version": 1, "requires": requires,
            "clock": { "fps": 60.0, "substeps": 1, "range": [0, 1] },
            "plane": { "resolution": [8, 4], "width_m": 1.0, "origin_m": [0.0, 0.0], "seed": 1 },
            "textures": textures, "buffers": [], "parameter_bytes": 0, "parameters": [],
            "kernels": [kernel(0), kernel(1), kernel(2)], "setup": [], "step": steps,
            "outputs": [{ "name": "e.e", "title": "E", "texture": "e", "value_type": "number", "colour_space": "data" }],
        }))
        .unwrap();
        edit(&mut manifest);
        let before = manifest.clone();
        share_textures(&mut manifest);
        let names = shared_names(&before);
        let mut found: Vec<String> = manifest
            .textures
            .iter()
            .map(|texture| {
                let members = before.textures.iter().filter(|old| names.get(&old.name).unwrap_or(&old.name) == &texture.name);
                members.map(|old| old.name.as_str()).collect()
            })
            .collect();
        found.sort();
        found
    }

    fn chain() -> Value {
        json!([pass("> a"), pass("a > b"), pass("b > c"), pass("c > d"), pass("d > e")])
    }

    #[test]
    fn textures_of_a_chain_take_turns_and_the_shown_one_stays() {
        assert_eq!(shared(&chain(), |_| {}), ["ac", "bd", "e"]);
    }

    #[test]
    fn a_texture_lives_until_its_last_reader() {
        assert_eq!(
            shared(&json!([pass("> a"), pass("a > b"), pass("b > c"), pass("c a > d"), pass("d > e")]), |_| {}),
            ["a", "bd", "c", "e"]
        );
    }

    #[test]
    fn state_data_setup_and_unlike_textures_stay() {
        assert_eq!(shared(&chain(), |manifest| manifest.textures[0].state = Some("n.a".to_owned())), ["a", "bd", "c", "e"]);
        assert_eq!(shared(&chain(), |manifest| manifest.textures[2].initial = Initial::Data("x".to_owned())), ["ad", "b", "c", "e"]);
        assert_eq!(shared(&chain(), |manifest| manifest.textures[1].copies = 2), ["ac", "b", "d", "e"]);
        assert_eq!(shared(&chain(), |manifest| manifest.setup = vec![serde_json::from_value(pass("> d")).unwrap()]), ["ac", "b", "d", "e"]);
    }

    #[test]
    fn what_is_read_before_it_is_made_or_made_in_part_stays() {
        // The first pass reads what the last step left in `b`.
        assert_eq!(
            shared(&json!([pass("b > a"), pass("a > b"), pass("b > c"), pass("c > d"), pass("d > e")]), |_| {}),
            ["ac", "b", "d", "e"]
        );
        let partial = |manifest: &mut Manifest| {
            if let Step::Pass(pass) = &mut manifest.step[2] {
                pass.threads = [8, 2, 1];
            }
        };
        assert_eq!(shared(&chain(), partial), ["ad", "b", "c", "e"]);
    }

    #[test]
    fn a_repeat_is_one_moment_and_makes_nothing_where_it_may_not_run() {
        let repeat = |count: Value| json!([pass("> a"), { "repeat": { "count": count, "steps": [pass("a > b"), pass("b > c")] } }, pass("c > d"), pass("d > e")]);
        assert_eq!(shared(&repeat(json!({ "fixed": 2 })), |_| {}), ["ad", "b", "c", "e"]);
        assert_eq!(shared(&repeat(json!({ "fixed": 0 })), |_| {}), ["ad", "b", "c", "e"]);
        let after = json!([{ "repeat": { "count": { "parameter": 0 }, "steps": [pass("> a")] } }, pass("a > b"), pass("b > c"), pass("c > d"), pass("d > e")]);
        assert_eq!(shared(&after, |_| {}), ["a", "bd", "c", "e"]);
    }
}
