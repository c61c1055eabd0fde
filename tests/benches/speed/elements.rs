//! What particles, blades and shards cost by their number: passes by timestamps, the middle of several steps.

use std::collections::BTreeMap;

use wavewright_core::compile::Statistics;
use wavewright_core::gpu::Gpu;
use wavewright_core::graph::Document;

use super::{graphs, player};

/// Steps that are measured.
const STEPS: usize = 9;

/// Prints the tables; says so where the device has no timestamps.
pub fn tables(gpu: &Gpu) {
    println!("| particles | a step of them | their sum on 512 x 512 cells | bytes read and written |\n|---|---|---|---|");
    for count in [10_000, 100_000, 1_000_000] {
        let Some((passes, bytes)) = measure(gpu, &graphs::particles(count)) else { return };
        let (sum, step) = split(&passes, |pass| pass.contains("sum"));
        println!("| {count} | {step:.2} ms | {sum:.2} ms | {} |", mebibytes(bytes));
    }
    type Graph = fn(u32) -> Document;
    let meshes: [(&str, [u32; 3], Graph); 2] =
        [("blades of 8 vertices", [1_000, 10_000, 60_000], graphs::blades), ("shards of 84 vertices", [100, 400, 2_500], graphs::shards)];
    for (what, counts, graph) in meshes {
        println!("\n| {what} | their vertices | drawing them, 64 x 36 | bytes read and written |\n|---|---|---|---|");
        for count in counts {
            let Some((passes, bytes)) = measure(gpu, &graph(count)) else { return };
            let (drawing, vertices) = split(&passes, |pass| pass.starts_with("draw into"));
            println!("| {count} | {vertices:.2} ms | {drawing:.2} ms | {} |", mebibytes(bytes));
        }
    }
}

/// The middle time of each pass, and the bytes of a step.
fn measure(gpu: &Gpu, document: &Document) -> Option<(BTreeMap<String, f64>, u64)> {
    let mut player = player(gpu, document);
    player.run_steps(2).unwrap();
    let mut times: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for _ in 0..STEPS {
        let Some(passes) = player.time_passes().unwrap() else {
            println!("\nThe device has no timestamps: the passes of particles and meshes can't be measured.");
            return None;
        };
        for pass in passes {
            times.entry(pass.kernel).or_default().push(pass.milliseconds);
        }
    }
    let middle = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    let passes = times.into_iter().map(|(pass, times)| (pass, middle(times))).collect();
    Some((passes, Statistics::of(player.effect()).bytes_per_step))
}

/// The time of the passes that are meant, and that of the rest.
fn split(passes: &BTreeMap<String, f64>, is_meant: impl Fn(&str) -> bool) -> (f64, f64) {
    let (meant, rest): (Vec<_>, Vec<_>) = passes.iter().partition(|(pass, _)| is_meant(pass));
    let sum = |passes: Vec<(&String, &f64)>| passes.iter().map(|(_, time)| **time).sum();
    (sum(meant), sum(rest))
}

fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}
