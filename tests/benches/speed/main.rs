//! Speed as ratios, each measured in one run with the rivals taking turns, so that a busy machine is busy for both.
//!
//! `cargo bench --workspace --bench speed` prints the table that `docs/speed.md` shows; with `-- elements` what particles, blades and shards
//! cost by their number, in a process of its own, since a software driver's timestamps mean little once it has done other work.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a bench stops where something is wrong, and its result is what it prints")]

mod by_hand;
mod elements;
mod graphs;

use std::time::{Duration, Instant};

use wavewright_core::compile::{CompileCache, CompileInput, Statistics, compile};
use wavewright_core::gpu::{Gpu, PipelineCache, Player};
use wavewright_core::graph::Document;
use wavewright_core::media::NoFiles;
use wavewright_core::node::Literal;

/// Cells along a side of the measured grids.
const SIDE: u32 = 512;
/// Turns that each rival takes; the shortest counts, since noise only ever adds.
const TURNS: usize = 7;

fn main() {
    let gpu = Gpu::headless().unwrap();
    if std::env::args().any(|argument| argument == "elements") {
        return elements::tables(&gpu);
    }
    println!("Measured on {} at {SIDE} x {SIDE} cells.\n", gpu.report().name);
    println!("| what | ours | theirs | ratio |\n|---|---|---|---|");
    fluid(&gpu);
    waves(&gpu);
    multigrid(&gpu);
    sliders(&gpu);
}

fn player(gpu: &Gpu, document: &Document) -> Player {
    let specs = &wavewright_nodes::library().0;
    let compiled = compile(&CompileInput { document, specs, files: &NoFiles, looks: &[], cache: &CompileCache::default() });
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    Player::new(gpu, compiled.effect.unwrap(), &PipelineCache::new()).unwrap()
}

/// Waits until the device has done everything.
fn finish(gpu: &Gpu) {
    gpu.device().poll(wgpu::PollType::wait_indefinitely()).unwrap();
}

/// The shortest turn of each, taken in alternation.
fn rivals(gpu: &Gpu, mut ours: impl FnMut(), mut theirs: impl FnMut()) -> (Duration, Duration) {
    let turn = |work: &mut dyn FnMut()| {
        let start = Instant::now();
        work();
        finish(gpu);
        start.elapsed()
    };
    turn(&mut ours);
    turn(&mut theirs);
    let turns: Vec<(Duration, Duration)> = (0..TURNS).map(|_| (turn(&mut ours), turn(&mut theirs))).collect();
    (turns.iter().map(|turn| turn.0).min().unwrap(), turns.iter().map(|turn| turn.1).min().unwrap())
}

fn row(what: &str, ours: Duration, theirs: Duration, per: u32) {
    let (ours, theirs) = (ours.as_secs_f64() * 1e3 / f64::from(per), theirs.as_secs_f64() * 1e3 / f64::from(per));
    println!("| {what} | {ours:.2} ms | {theirs:.2} ms | {:.2} |", ours / theirs);
}

/// The compiled fluid step against the same algorithm written by hand.
fn fluid(gpu: &Gpu) {
    const STEPS: u32 = 10;
    let mut compiled = player(gpu, &graphs::fluid(SIDE, "pressure_smd"));
    let mut hand = by_hand::Fluid::new(gpu, SIDE);
    let (ours, theirs) = rivals(gpu, || every_step(&mut compiled, STEPS), || (0..STEPS).for_each(|_| hand.step()));
    row("fluid step, compiled and by hand", ours, theirs, STEPS);
    println!("| passes of the fluid step | {} | {} | |", compiled.passes_per_step(), hand.passes_per_step());
}

/// Steps whose pictures are all made: on the way to another the player would leave out what is only looked at.
fn every_step(player: &mut Player, steps: u32) {
    for _ in 0..steps {
        player.step().unwrap();
    }
}

/// A list of 64 waves on a wire against a table of 64 waves in a uniform block.
fn waves(gpu: &Gpu) {
    const STEPS: u32 = 4;
    let mut compiled = player(gpu, &graphs::sea(SIDE));
    let hand = by_hand::Sea::new(gpu, SIDE);
    let (ours, theirs) = rivals(gpu, || every_step(&mut compiled, STEPS), || (0..STEPS).for_each(|_| hand.step()));
    row("64 waves, on a wire and in a table by hand", ours, theirs, STEPS);
}

/// One multigrid V-cycle against 20 Jacobi iterations: the solvers alone, and the divergence that each leaves after 80 frames of the fluid.
fn multigrid(gpu: &Gpu) {
    const STEPS: u32 = 4;
    for side in [SIDE, 2 * SIDE] {
        let mut cycle = player(gpu, &graphs::pressure(side, "pressure_multigrid"));
        let mut jacobi = player(gpu, &graphs::pressure(side, "pressure_jacobi"));
        let (ours, theirs) = rivals(gpu, || every_step(&mut cycle, STEPS), || every_step(&mut jacobi, STEPS));
        // The pass that makes the noise is no part of either.
        let mut noise = player(gpu, &graphs::pressure(side, "none"));
        let (of_noise, again) = rivals(gpu, || every_step(&mut noise, STEPS), || ());
        assert!(again < of_noise);
        row(&format!("one V-cycle, 20 Jacobi iterations, {side} x {side}"), ours - of_noise, theirs - of_noise, STEPS);
        println!("| passes of those | {} | {} | |", cycle.passes_per_step() - 1, jacobi.passes_per_step() - 1);
    }
    let mut cycle = player(gpu, &graphs::fluid(SIDE, "pressure_multigrid"));
    let mut jacobi = player(gpu, &graphs::fluid(SIDE, "pressure_jacobi"));
    let left = |player: &mut Player| {
        player.reset().unwrap();
        player.run_to_frame(79).unwrap();
        let pixels = player.read_output("left.value").unwrap();
        (pixels.values.iter().map(|value| f64::from(value * value)).sum::<f64>() / pixels.values.len() as f64).sqrt()
    };
    let (ours, theirs) = (left(&mut cycle), left(&mut jacobi));
    println!("| divergence left after 80 frames, 1/s | {ours:.5} | {theirs:.5} | {:.3} |", ours / theirs);
}

/// Numbers changed while the effect runs.
fn sliders(gpu: &Gpu) {
    let document = graphs::fluid(128, "pressure_smd");
    let specs = &wavewright_nodes::library().0;
    let input = CompileInput { document: &document, specs, files: &NoFiles, looks: &[], cache: &CompileCache::default() };
    let effect = compile(&input).effect.unwrap();
    let cache = PipelineCache::new();
    let mut player = Player::new(gpu, effect.clone(), &cache).unwrap();
    let before = cache.created();
    for change in 0..300 {
        player.set_parameter("carry_ink", "damping", &Literal::Number(0.9 + f64::from(change) / 4000.0)).unwrap();
        player.step().unwrap();
    }
    println!("| pipelines created by 300 changes of a number | {} | | |", cache.created() - before);
    let figures = Statistics::of(&effect);
    println!(
        "\nThe fluid at 128 x 128: {} kernels, {} bytes a step, {} textures.",
        figures.kernels, figures.bytes_per_step, figures.allocations
    );
}
