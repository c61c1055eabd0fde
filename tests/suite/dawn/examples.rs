//! The examples, exported as people export them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wavewright_core::compile::{CompileCache, CompileInput, Effect, Pixels, compile, write_bundle};
use wavewright_core::graph::file::load;
use wavewright_core::media::FolderFiles;
use wavewright_core::node::Literal;

use super::replay::{Action, play_here, play_in_dawn};
use super::{Distance, distance};

/// Cells along the longer side: enough for several workgroups and levels, little enough for a driver on the CPU.
const MOST_CELLS: u32 = 64;

/// Root of the mean square distance that is let through, in units of the largest number: what WGSL lets a single sine be off by.
const MEAN: f64 = 1.0 / 2048.0;
/// Share of the numbers that may be further away: an edge of a mask or of a spark falls to this side or that.
const FAR_SHARE: f64 = 2e-3;
/// The same for the blocks of a drawn picture: a blade of grass is a texel wide here, and drivers find its edges at other places.
const DRAWN_MEAN: f64 = 0.04;
/// Side of a block.
const BLOCK: u32 = 8;

/// A picture of the averages of blocks.
fn blocks(picture: &Pixels) -> Pixels {
    let [width, height] = [picture.width, picture.height].map(|side| (side / BLOCK).max(1));
    let channels = picture.channels as usize;
    let mut values = vec![0.0; (width * height) as usize * channels];
    for (index, texel) in picture.values.chunks_exact(channels).enumerate() {
        let (column, row) = (index as u32 % picture.width / BLOCK, index as u32 / picture.width / BLOCK);
        if column < width && row < height {
            let first = (row * width + column) as usize * channels;
            for (sum, value) in values[first..].iter_mut().zip(texel) {
                *sum += value / (BLOCK * BLOCK) as f32;
            }
        }
    }
    Pixels { width, height, channels: picture.channels, values }
}

/// Compiles an example on a small grid.
fn small_effect(graph: &Path) -> Arc<Effect> {
    let mut document = load(graph).unwrap().document;
    let [width, height] = document.grid.resolution;
    let longer = width.max(height).max(MOST_CELLS);
    document.grid.resolution = [width, height].map(|side| (side * MOST_CELLS / longer).max(1));
    for node in document.nodes.values_mut().filter(|node| node.kind == "render") {
        for (input, length) in [("width", MOST_CELLS), ("height", MOST_CELLS * 9 / 16)] {
            node.inputs.insert(input.to_owned(), Literal::Number(f64::from(length)));
        }
    }
    let files = FolderFiles::new(graph.parent().unwrap());
    let specs = &wavewright_nodes::library().0;
    let input = CompileInput { document: &document, specs, files: &files, looks: &[], cache: &CompileCache::default() };
    let compiled = compile(&input);
    compiled.effect.unwrap_or_else(|| panic!("{} has no effect: {:?}", graph.display(), compiled.diagnostics))
}

#[test]
fn examples_look_in_dawn_as_they_do_here() {
    let folder = tempfile::tempdir().unwrap();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut graphs: Vec<PathBuf> = fs::read_dir(&examples).unwrap().map(|entry| entry.unwrap().path()).collect();
    graphs.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    graphs.sort();
    assert!(!graphs.is_empty(), "{} has no graphs", examples.display());
    let actions = [0, 1, 7].into_iter().flat_map(|frame| [Action::RunToFrame(frame), Action::Read]).collect::<Vec<_>>();
    let mut jobs = Vec::new();
    let mut is_drawn = Vec::new();
    for graph in &graphs {
        let bundle = folder.path().join(graph.file_stem().unwrap());
        let effect = small_effect(graph);
        write_bundle(&bundle, &effect).unwrap();
        is_drawn.push(!effect.manifest.pipelines.is_empty());
        jobs.push((bundle, actions.clone()));
    }
    let mut problems = Vec::new();
    for (((bundle, actions), outcome), drawn) in jobs.iter().zip(play_in_dawn(&jobs)).zip(is_drawn) {
        let name = bundle.file_name().unwrap().display();
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(error) => {
                problems.push(format!("{name}: {error}"));
                continue;
            }
        };
        problems.extend(outcome.messages.iter().map(|message| format!("{name}: {message}")));
        let here = play_here(bundle, actions);
        for (read, ((output, right), (_, other))) in here.pictures.iter().zip(&outcome.pictures).enumerate() {
            let Distance { mean, far_share } = if drawn { distance(&blocks(right), &blocks(other)) } else { distance(right, other) };
            println!("{name}, read {read}, {output}: mean {mean:.1e}, far {far_share:.1e}");
            let (most, most_far) = if drawn { (DRAWN_MEAN, 1.0) } else { (MEAN, FAR_SHARE) };
            if !(mean <= most && far_share <= most_far) {
                problems.push(format!("{name}, {output}, read {read}: {mean:.1e} apart in the mean, {far_share:.1e} of the numbers far"));
            }
        }
        if outcome.faults != here.faults {
            problems.push(format!("{name}: faults are {:?}, here {:?}", outcome.faults, here.faults));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
