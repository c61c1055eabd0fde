//! Every example opens without a remark, plays without a fault, and looks as it was kept.
//!
//! `WAVEWRIGHT_UPDATE=1 cargo test -p wavewright_tests examples` writes the files as they are saved and keeps the pictures anew: look at them.

mod long_runs;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::RgbaImage;
use wavewright_core::compile::{CompileCache, CompileInput, Effect, Pixels, compile};
use wavewright_core::gpu::Player;
use wavewright_core::graph::Document;
use wavewright_core::graph::check::check;
use wavewright_core::graph::file::{parse, to_json};
use wavewright_core::media::{FolderFiles, linear_to_srgb};
use wavewright_core::node::{Literal, ValueType};

use crate::support::{Graph, gpu, pipelines};

/// Side of the kept pictures.
const SIDE: u32 = 128;
/// Size of the kept pictures of scenes.
const PICTURE: [u32; 2] = [192, 108];
/// Two seconds in: everything has begun.
const FRAME: u64 = 120;
/// Largest mean difference of a channel, of 255: drivers round differently, and simulations amplify it a little.
const MEAN_DIFFERENCE: f64 = 2.0;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

fn updating() -> bool {
    std::env::var_os("WAVEWRIGHT_UPDATE").is_some()
}

/// Names and texts of the examples.
fn examples() -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = fs::read_dir(folder("examples"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    examples.sort();
    assert!(examples.len() >= 7, "{} examples", examples.len());
    examples
}

fn document(text: &str, side: u32) -> Document {
    let mut document = parse(text, "example").unwrap().document;
    document.grid.resolution = [side, side];
    for node in document.nodes.values_mut().filter(|node| node.kind == "render") {
        for (input, length) in [("width", PICTURE[0]), ("height", PICTURE[1])] {
            node.inputs.insert(input.to_owned(), Literal::Number(f64::from(length)));
        }
    }
    document
}

fn effect(document: &Document) -> Arc<Effect> {
    let files = FolderFiles::new(folder("examples"));
    let input = CompileInput { document, specs: Graph::catalog(), files: &files, looks: &[], cache: &CompileCache::default() };
    let compiled = compile(&input);
    assert_eq!(compiled.diagnostics, []);
    compiled.effect.unwrap()
}

fn player(effect: &Arc<Effect>) -> Player {
    Player::new(gpu(), Arc::clone(effect), pipelines()).unwrap()
}

/// The first output, which is the picture.
fn first_output(player: &Player) -> Pixels {
    player.read_output(&player.effect().manifest.outputs[0].name).unwrap()
}

fn picture(pixels: &Pixels) -> RgbaImage {
    assert_eq!(pixels.channels, 4, "an example's first output is a colour");
    let byte = |value: f32| (linear_to_srgb(value.clamp(0.0, 1.0)) * 255.0).round() as u8;
    let bytes = pixels
        .values
        .chunks_exact(4)
        .flat_map(|cell| [byte(cell[0]), byte(cell[1]), byte(cell[2]), (cell[3].clamp(0.0, 1.0) * 255.0) as u8]);
    RgbaImage::from_raw(pixels.width, pixels.height, bytes.collect()).unwrap()
}

#[test]
fn examples_open_without_a_remark_and_are_written_as_they_are_saved() {
    for (name, text) in examples() {
        let loaded = parse(&text, &name).unwrap();
        assert_eq!(loaded.diagnostics, [], "{name}");
        assert_eq!(check(&loaded.document, Graph::catalog()), [], "{name}");
        assert!(!loaded.document.description.is_empty(), "{name} needs a line that says what it is");
        assert!(!loaded.document.frames.is_empty(), "{name} is a lesson: it needs frames that explain");
        let saved = to_json(&loaded.document).unwrap();
        if updating() {
            fs::write(folder("examples").join(format!("{name}.json")), &saved).unwrap();
        } else {
            assert!(saved == text, "examples/{name}.json is not as the editor saves it; write it anew (see the top of this file)");
        }
    }
}

#[test]
fn examples_look_as_they_were_kept_and_are_the_same_twice() {
    for (name, text) in examples() {
        let effect = effect(&document(&text, SIDE));
        assert!(effect.manifest.requires.core, "{name} needs more than core WebGPU: {:?}", effect.manifest.requires);
        let mut first = player(&effect);
        first.run_to_frame(FRAME).unwrap();
        let pixels = first_output(&first);
        assert_eq!(first.faults().unwrap(), [], "{name}");
        assert!(pixels.values.iter().all(|value| value.is_finite()), "{name}");
        assert_eq!(effect.manifest.outputs[0].value_type, ValueType::Colour, "{name}");

        let mut second = player(&effect);
        second.run_to_frame(FRAME / 2).unwrap();
        let state = second.save_state().unwrap();
        let mut resumed = player(&effect);
        resumed.load_state(&state).unwrap();
        resumed.run_to_frame(FRAME).unwrap();
        assert!(first_output(&resumed).values == pixels.values, "{name}: a run in two parts gives another picture");

        let path = folder("tests/pictures").join(format!("{name}.png"));
        let made = picture(&pixels);
        if updating() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            made.save(&path).unwrap();
            continue;
        }
        let kept = image::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).to_rgba8();
        let difference: f64 = made.iter().zip(kept.iter()).map(|(one, other)| f64::from(one.abs_diff(*other))).sum();
        let mean = difference / made.len() as f64;
        if mean > MEAN_DIFFERENCE {
            let beside = std::env::temp_dir().join(format!("wavewright-{name}.png"));
            made.save(&beside).unwrap();
            panic!("{name} differs by {mean:.2} of 255 from {}; it is now {}", path.display(), beside.display());
        }
        let spread = made.pixels().map(|pixel| pixel.0[1]).max().unwrap() - made.pixels().map(|pixel| pixel.0[1]).min().unwrap();
        assert!(spread > 40, "{name} is a dull picture");
    }
}

/// The middle of the ink after one second: where it has been carried to.
fn middle_of_ink(text: &str, side: u32, fps: f64) -> [f64; 2] {
    let mut document = document(text, side);
    document.timeline.fps = fps;
    let mut player = player(&effect(&document));
    player.run_to_frame(fps.round() as u64).unwrap();
    let pixels = first_output(&player);
    let (mut sum, mut weight) = ([0.0; 2], 0.0);
    for (index, cell) in pixels.values.chunks_exact(4).enumerate() {
        let ink = f64::from((cell[0] + cell[1] + cell[2] - 0.04).max(0.0));
        let (column, row) = (index as u32 % side, index as u32 / side);
        sum[0] += ink * (f64::from(column) + 0.5) / f64::from(side);
        sum[1] += ink * (f64::from(row) + 0.5) / f64::from(side);
        weight += ink;
    }
    sum.map(|part| part / weight)
}

/// Motion is a matter of the graph, not of how finely it is stepped or seen: the middle of the ink agrees to 3 % of the plane's width.
#[test]
fn frame_rate_and_resolution_change_detail_and_not_motion() {
    let (_, text) = examples().into_iter().find(|(name, _)| name == "fluid").unwrap();
    let reference = middle_of_ink(&text, 256, 60.0);
    for (side, fps) in [(256, 24.0), (256, 30.0), (512, 60.0), (1024, 60.0)] {
        let other = middle_of_ink(&text, side, fps);
        let away = (reference[0] - other[0]).hypot(reference[1] - other[1]);
        assert!(away < 0.03, "{side} cells at {fps} steps a second: {other:?} instead of {reference:?}");
    }
}
