//! Render passes and pipelines that contradict themselves: each is refused, by name.

use std::sync::Arc;

use wavewright_core::compile::{Blend, Bound, Draw, Effect, RenderPass, SlotKind, Step, TextureFormat};
use wavewright_core::gpu::{PipelineCache, Player, PlayerError};

use crate::drawings::{add_pipeline, add_sheet, canvas, counting, draw, first_pass, pipeline, rectangle, render};
use crate::effects::{buffer, gpu};

fn refused(effect: Effect) -> PlayerError {
    Player::new(&gpu(), Arc::new(effect), &PipelineCache::new()).map(|_| ()).expect_err("the effect is broken")
}

/// What is said of an effect that adds by drawing, with one thing changed.
fn said(change: impl FnOnce(&mut Effect)) -> String {
    let mut effect = counting([4, 4]);
    change(&mut effect);
    refused(effect).to_string()
}

#[track_caller]
fn says(expected: &str, change: impl FnOnce(&mut Effect)) {
    let message = said(change);
    assert!(message.contains(expected), "\"{message}\" does not say \"{expected}\"");
}

fn pass(effect: &mut Effect) -> &mut RenderPass {
    first_pass(&mut effect.manifest)
}

#[test]
fn names_that_there_are_not() {
    says("a render pass names the texture \"screen\"", |effect| pass(effect).target = "screen".to_owned());
    says("a draw into drawn names the pipeline \"none\"", |effect| pass(effect).draws[0].pipeline = "none".to_owned());
    says("a draw of add names the texture \"none\"", |effect| pass(effect).draws[0].bindings = vec![Bound::Front("none".to_owned())]);
    says("a flip names the texture \"none\"", |effect| pass(effect).flip = vec!["none".to_owned()]);
    says("two pipelines are called \"add\"", |effect| effect.manifest.pipelines.push(effect.manifest.pipelines[0].clone()));
    says("the buffer \"none\" is cleared", |effect| effect.manifest.step.push(Step::Clear("none".to_owned())));
    says("parameters is cleared, and only the player", |effect| effect.manifest.step.push(Step::Clear("parameters".to_owned())));
}

#[test]
fn formats_samples_and_blending_that_devices_do_not_have() {
    let format = |format: TextureFormat| {
        move |effect: &mut Effect| {
            effect.manifest.textures[0].format = format;
            pipeline(effect, "add").format = format;
        }
    };
    says("the pipeline add draws into rg32float", format(TextureFormat::Rg32Float));
    says("the pipeline add draws 2 samples", |effect| pipeline(effect, "add").samples = 2);
    says("the render pass into drawn draws 0 samples", |effect| pass(effect).samples = 0);
    says("the pipeline add draws 4 samples into r32float", |effect| pipeline(effect, "add").samples = 4);
    says("the render pass into drawn draws 4 samples into r32float", |effect| pass(effect).samples = 4);
    for blend in [Blend::Over, Blend::Add] {
        says("the pipeline add blends colours in r32float", |effect| pipeline(effect, "add").blend = blend);
    }
    says("a draw of add makes r32float, and the texture drawn is rgba16float", |effect| {
        effect.manifest.textures[0].format = TextureFormat::Rgba16Float;
    });
    says("a draw of add has 1 samples, and its render pass into drawn 4", |effect| {
        format(TextureFormat::Rgba16Float)(effect);
        pass(effect).samples = 4;
    });
    says("the render pass into drawn clears to [1e300", |effect| pass(effect).clear[0] = 1e300);
}

#[test]
fn draws_read_only_and_not_what_they_draw_into() {
    for kind in [SlotKind::StorageWrite, SlotKind::StorageTexture(TextureFormat::R32Float)] {
        says("the pipeline add writes what is bound to 0", |effect| pipeline(effect, "add").layout[0].kind = kind);
    }
    says("a draw of add reads drawn while it is drawn into", |effect| {
        pass(effect).draws[0].bindings = vec![Bound::Back("drawn".to_owned())];
    });
    says("a draw of add reads drawn while it is drawn into", |effect| {
        effect.manifest.textures[0].copies = 1;
        pass(effect).flip.clear();
    });
    says("flipped and has one copy", |effect| {
        effect.manifest.textures[0].copies = 1;
        pass(effect).draws.clear();
    });
}

#[test]
fn bindings_that_do_not_fit_their_slots() {
    says("a draw of add binds 0 resources to 1 slots", |effect| pass(effect).draws[0].bindings.clear());
    says("a draw of add binds", |effect| pipeline(effect, "add").layout[0].kind = SlotKind::StorageRead);
    says("a draw of add binds bytes 0 to 64 of kept, which has 32", |effect| {
        effect.manifest.buffers = vec![buffer("kept", 32)];
        pipeline(effect, "add").layout[0].kind = SlotKind::StorageRead;
        pass(effect).draws[0].bindings = vec![Bound::Buffer { name: "kept".to_owned(), offset: 0, bytes: 64 }];
    });
}

#[test]
fn more_than_a_device_draws() {
    says("a draw of add has 4 vertices; triangles take three", |effect| pass(effect).draws[0].vertices = 4);
    says("a draw of add in vertices needs 402653184", |effect| {
        pass(effect).draws[0] = Draw { instances: 1 << 27, ..draw("add", 3, vec![Bound::Front("drawn".to_owned())]) };
    });
    says("the render pass into drawn in draws needs 5000", |effect| {
        let draw = pass(effect).draws[0].clone();
        pass(effect).draws = vec![draw; 5_000];
    });
    says("the pipeline add in uniform buffers needs 100000", |effect| {
        let slot = |binding| wavewright_core::compile::Slot { binding, kind: SlotKind::Uniform(16) };
        pipeline(effect, "add").layout = (0..100_000).map(slot).collect();
    });
}

#[test]
fn what_the_shader_compiler_refuses_is_an_error_about_the_pipelines_nodes() {
    let mut effect = canvas(TextureFormat::R32Float, [4, 4], 1);
    add_sheet(&mut effect, "whole", [-1.0, 1.0], 0.5, [1.0; 4]);
    let broken = rectangle("broken", [-1.0, 1.0], 0.5) + "@fragment\nfn broken_fragment() -> @location(0) vec4f { return vec2f(1.0); }\n";
    add_pipeline(&mut effect, "broken", &broken, &[]);
    effect.manifest.step = vec![Step::Render(render(vec![draw("whole", 6, vec![])]))];
    let wrong_line = effect.wgsl.lines().position(|line| line.contains("vec2f(1.0)")).unwrap() as u32 + 1;
    let error = refused(effect);
    assert_eq!(error.diagnostics()[0].node.as_deref(), Some("node_of_broken"));
    match &error {
        PlayerError::Pipeline { pipeline, line, .. } => assert_eq!((pipeline.as_str(), *line), ("broken", Some(wrong_line)), "{error}"),
        other => panic!("{other}"),
    }
    says("the pipeline add of node_of_add is refused", |effect| pipeline(effect, "add").vertex = "none".to_owned());
    says("the pipeline add of node_of_add is refused", |effect| pipeline(effect, "add").layout[0].binding = 1);
    says("the pipeline add asks for the lines 1 to 999", |effect| pipeline(effect, "add").lines = vec![[1, 999]]);
}
