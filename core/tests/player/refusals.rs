//! What can't run is refused with figures, and never ends the program.

use std::sync::Arc;

use wavewright_core::compile::{Effect, Initial, Pixels, SlotKind, TextureFormat};
use wavewright_core::gpu::{PipelineCache, Player, PlayerError};

use crate::effects::{Kit, back, counter, empty, front, gpu, pass, texture};

fn refused(effect: Effect) -> PlayerError {
    Player::new(&gpu(), Arc::new(effect), &PipelineCache::new()).expect_err("the effect can't run")
}

#[test]
fn a_broken_kernel_is_an_error_about_its_nodes() {
    let broken = "
@group(0) @binding(0) var written: texture_storage_2d<r32float, write>;
@compute @workgroup_size(8, 8)
fn broken() {
    let height: f32 = vec2f(1.0);
}
";
    let effect = counter([4, 4]).with_kernel("broken", broken, &[SlotKind::StorageTexture(TextureFormat::R32Float)]);
    let line = effect.wgsl.lines().position(|line| line.contains("let height")).unwrap() as u32 + 1;
    match refused(effect) {
        PlayerError::Kernel { kernel, nodes, line: found, message } => {
            assert_eq!((kernel.as_str(), nodes), ("broken", vec!["node_of_broken".to_owned()]));
            assert_eq!(found, Some(line), "{message}");
            assert!(message.starts_with("Shader 'broken' parsing error: the type of `height`"), "{message}");
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_layout_that_is_not_the_shaders_is_an_error_about_its_kernel() {
    let mut effect = counter([4, 4]);
    effect.manifest.kernels[1].layout[0].kind = SlotKind::Texture;
    effect.manifest.setup = vec![pass("begin", [4, 4], vec![front("count")], &[])];
    let error = refused(effect);
    assert!(matches!(&error, PlayerError::Kernel { kernel, .. } if kernel == "begin"), "{error}");
    assert_eq!(error.diagnostics()[0].node.as_deref(), Some("node_of_begin"));
}

#[test]
fn sizes_beyond_the_device_are_refused_with_figures() {
    let limit = gpu().report().texture_side;
    let mut effect = empty();
    effect.manifest.textures = vec![texture("wide", TextureFormat::R32Float, [limit + 1, 1], 1)];
    match refused(effect) {
        PlayerError::TooLarge { what, needed, limit: stated } => {
            assert!(what.contains("wide"));
            assert_eq!((needed, stated), (u64::from(limit) + 1, u64::from(limit)));
        }
        other => panic!("{other}"),
    }
    let mut effect = counter([4, 4]);
    effect.manifest.step = vec![pass("begin", [8 * 65_536, 1], vec![back("count")], &[])];
    let error = refused(effect).to_string();
    assert!(error.contains("65536") && error.contains("65535"), "{error}");
}

#[test]
fn nothing_of_size_zero_is_allocated() {
    let mut effect = empty();
    effect.manifest.textures = vec![texture("flat", TextureFormat::R32Float, [8, 0], 1)];
    assert!(refused(effect).to_string().contains("flat is 8 x 0"));
    let mut effect = counter([4, 4]);
    effect.manifest.step = vec![pass("begin", [0, 4], vec![back("count")], &[])];
    assert!(refused(effect).to_string().contains("begin has [0, 4, 1] threads"));
}

#[test]
fn manifests_that_contradict_themselves_are_refused_by_name() {
    let change = |change: fn(&mut Effect)| {
        let mut effect = counter([4, 4]);
        change(&mut effect);
        refused(effect).to_string()
    };
    assert!(change(|effect| effect.manifest.format = "other".to_owned()).contains("\"other\""));
    assert!(change(|effect| effect.manifest.clock.fps = 0.0).contains("0 frames a second"));
    assert!(change(|effect| effect.manifest.textures[0].name = "other".to_owned()).contains("\"count\""));
    assert!(change(|effect| effect.manifest.kernels[0].entry = "begin".to_owned()).contains("two kernels are called \"begin\""));
    assert!(change(|effect| effect.manifest.kernels[0].lines = vec![[1, 999]]).contains("1 to 999"));
    assert!(change(|effect| effect.manifest.textures[0].copies = 1).contains("flipped and has one copy"));
    assert!(change(|effect| effect.manifest.parameters[0].offsets = vec![32]).contains("node.increment lies at byte 32"));
    assert!(change(|effect| effect.manifest.outputs[0].texture = "none".to_owned()).contains("\"none\""));
    assert!(change(|effect| effect.manifest.textures[0].format = TextureFormat::Rgba32Float).contains("count is rgba32float"));
}

#[test]
fn a_pass_must_not_read_what_it_writes() {
    let mut effect = counter([4, 4]);
    let bindings = match &effect.manifest.step[0] {
        wavewright_core::compile::Step::Pass(pass) => vec![pass.bindings[0].clone(), back("count"), back("count")],
        other => panic!("{other:?}"),
    };
    effect.manifest.step = vec![pass("count", [4, 4], bindings, &["count"])];
    assert!(refused(effect).to_string().contains("count writes count and binds it a second time"));
}

#[test]
fn data_must_have_its_textures_size() {
    let mut effect = empty();
    let mut loaded = texture("loaded", TextureFormat::R32Float, [2, 2], 1);
    loaded.initial = Initial::Data("data".to_owned());
    effect.manifest.textures = vec![loaded];
    assert!(refused(effect.clone()).to_string().contains("which the effect lacks"));
    effect.data.insert("data".to_owned(), Arc::new(Pixels { width: 3, height: 2, channels: 1, values: vec![0.0; 6] }));
    assert!(refused(effect.clone()).to_string().contains("3 x 2"));
    effect.data.insert("data".to_owned(), Arc::new(Pixels { width: 2, height: 2, channels: 1, values: vec![0.0; 3] }));
    assert!(refused(effect).to_string().contains("has 3 numbers"));
}

#[test]
fn errors_that_nobody_waits_for_are_kept() {
    let gpu = gpu();
    drop(gpu.device().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: u64::MAX - 3,
        usage: wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    }));
    assert_eq!(gpu.take_errors().len(), 1);
    assert!(gpu.take_errors().is_empty());
}
