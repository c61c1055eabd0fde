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
/// Times that two rivals are made anew, since where their memory happens to lie makes one or the other faster for as long as it lives.
const ROUNDS: usize = 5;
/// Pairs of turns that they take each time.
const PAIRS: usize = 7;

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

/// What a contest of two gave: the middle turn of each, and the middle of the ratios of turns taken one right after the other. A machine
/// whose pace changes within minutes changes it for both turns of a pair, so the middle ratio holds still where a ratio of two best turns,
/// found minutes apart, does not.
struct Contest {
    ours: Duration,
    theirs: Duration,
    ratio: f64,
}

impl Contest {
    /// Makes the rivals and lets them take turns in pairs, each first in every other pair.
    fn of<Ours: FnMut(), Theirs: FnMut()>(gpu: &Gpu, make: impl Fn() -> (Ours, Theirs)) -> Self {
        let turn = |work: &mut dyn FnMut()| {
            let start = Instant::now();
            work();
            finish(gpu);
            start.elapsed()
        };
        let mut pairs = Vec::with_capacity(ROUNDS * PAIRS);
        for _ in 0..ROUNDS {
            let (mut ours, mut theirs) = make();
            turn(&mut ours);
            turn(&mut theirs);
            for pair in 0..PAIRS {
                pairs.push(if pair % 2 == 0 {
                    let ours = turn(&mut ours);
                    (ours, turn(&mut theirs))
                } else {
                    let theirs = turn(&mut theirs);
                    (turn(&mut ours), theirs)
                });
            }
        }
        let mut ratios: Vec<f64> = pairs.iter().map(|(ours, theirs)| ours.as_secs_f64() / theirs.as_secs_f64()).collect();
        ratios.sort_by(f64::total_cmp);
        Self {
            ours: middle(pairs.iter().map(|pair| pair.0)),
            theirs: middle(pairs.iter().map(|pair| pair.1)),
            ratio: ratios[ratios.len() / 2],
        }
    }

    fn row(&self, what: &str, steps: u32) {
        let milliseconds = |turn: Duration| turn.as_secs_f64() * 1e3 / f64::from(steps);
        println!("| {what} | {:.2} ms | {:.2} ms | {:.2} |", milliseconds(self.ours), milliseconds(self.theirs), self.ratio);
    }
}

fn middle(turns: impl Iterator<Item = Duration>) -> Duration {
    let mut turns: Vec<Duration> = turns.collect();
    turns.sort_unstable();
    turns[turns.len() / 2]
}

/// The compiled fluid step against the same algorithm written by hand.
fn fluid(gpu: &Gpu) {
    const STEPS: u32 = 10;
    let document = graphs::fluid(SIDE, "pressure_smd");
    let contest = Contest::of(gpu, || {
        let mut compiled = player(gpu, &document);
        let mut hand = by_hand::Fluid::new(gpu, SIDE);
        (move || every_step(&mut compiled, STEPS), move || (0..STEPS).for_each(|_| hand.step()))
    });
    contest.row("fluid step, compiled and by hand", STEPS);
    let by_hand = by_hand::Fluid::new(gpu, SIDE).passes_per_step();
    println!("| passes of the fluid step | {} | {by_hand} | |", player(gpu, &document).passes_per_step());
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
    let contest = Contest::of(gpu, || {
        let mut compiled = player(gpu, &graphs::sea(SIDE));
        let hand = by_hand::Sea::new(gpu, SIDE);
        (move || every_step(&mut compiled, STEPS), move || (0..STEPS).for_each(|_| hand.step()))
    });
    contest.row("64 waves, on a wire and in a table by hand", STEPS);
}

/// One multigrid V-cycle against 20 Jacobi iterations: the solvers alone, and the divergence that each leaves after 80 frames of the fluid.
fn multigrid(gpu: &Gpu) {
    const STEPS: u32 = 4;
    for side in [SIDE, 2 * SIDE] {
        let [cycle, jacobi] = ["pressure_multigrid", "pressure_jacobi"].map(|solver| graphs::pressure(side, solver));
        let contest = Contest::of(gpu, || {
            let (mut cycle, mut jacobi) = (player(gpu, &cycle), player(gpu, &jacobi));
            (move || every_step(&mut cycle, STEPS), move || every_step(&mut jacobi, STEPS))
        });
        // The pass that makes the noise is part of both: without it the ratio would be smaller.
        contest.row(&format!("one V-cycle, 20 Jacobi iterations, {side} x {side}"), STEPS);
        let passes = |document| player(gpu, document).passes_per_step() - 1;
        println!("| passes of those | {} | {} | |", passes(&cycle), passes(&jacobi));
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
