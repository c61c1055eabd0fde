//! `wavewright bench`.

use std::fmt::Write;
use std::time::Instant;

use serde::Serialize;
use wavewright_core::compile::Statistics;
use wavewright_core::gpu::{Gpu, GpuReport, PassTime, PipelineCache, Player};
use wavewright_core::node::SpecSource;

use super::args::BenchArguments;
use super::{Console, Failure, source};

/// Steps over which the times of passes are averaged.
const TIMED_STEPS: u32 = 10;

#[derive(Serialize)]
struct Report {
    source: String,
    device: GpuReport,
    grid: [u32; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    compile_ms: Option<f64>,
    pipelines_ms: f64,
    #[serde(flatten)]
    statistics: Statistics,
    steps_per_frame: u32,
    frames: u32,
    frame_ms: f64,
    /// `None` where the device has no timestamps.
    passes: Option<Vec<Pass>>,
}

#[derive(Serialize)]
struct Pass {
    kernel: String,
    nodes: Vec<String>,
    dispatches_per_step: f64,
    step_ms: f64,
}

/// Measures.
///
/// # Errors
/// When the graph has errors, an option does not fit, or the machine can't.
pub fn run(arguments: &BenchArguments, specs: &dyn SpecSource, console: &mut Console<'_>) -> Result<(), Failure> {
    let opened = source::open(&arguments.source, &arguments.options, None, specs, console)?;
    let effect = opened.effect;
    let gpu = Gpu::headless()?;
    let start = Instant::now();
    let mut player = Player::new(&gpu, effect.clone(), &PipelineCache::new())?;
    let pipelines_ms = milliseconds(start);
    let frame_ms = measure_frames(&mut player, arguments.frames)?;
    let report = Report {
        source: arguments.source.display().to_string(),
        device: gpu.report(),
        grid: effect.manifest.plane.resolution,
        compile_ms: opened.compile_time.map(|time| time.as_secs_f64() * 1e3),
        pipelines_ms,
        statistics: Statistics::of(&effect),
        steps_per_frame: effect.manifest.clock.substeps.max(1),
        frames: arguments.frames,
        frame_ms,
        passes: measure_passes(&mut player)?,
    };
    console.data(&if arguments.json { super::to_json(&report)? } else { report.to_text() })
}

/// Milliseconds of a frame, averaged over `frames` after warming up.
fn measure_frames(player: &mut Player, frames: u32) -> Result<f64, Failure> {
    let warm_up = u64::from(frames.div_ceil(10));
    player.run_to_frame(warm_up)?;
    // Reading the faults, a few bytes, waits until the device has done all that it was given.
    player.faults()?;
    let start = Instant::now();
    // Each frame's picture is made, as in a window.
    for frame in 1..=u64::from(frames) {
        player.run_to_frame(warm_up + frame)?;
    }
    player.faults()?;
    Ok(milliseconds(start) / f64::from(frames))
}

fn measure_passes(player: &mut Player) -> Result<Option<Vec<Pass>>, Failure> {
    let mut sums: Vec<PassTime> = Vec::new();
    for _ in 0..TIMED_STEPS {
        let Some(times) = player.time_passes()? else { return Ok(None) };
        for time in times {
            match sums.iter_mut().find(|sum| sum.kernel == time.kernel) {
                Some(sum) => {
                    sum.dispatches += time.dispatches;
                    sum.milliseconds += time.milliseconds;
                }
                None => sums.push(time),
            }
        }
    }
    let pass = |sum: PassTime| Pass {
        kernel: sum.kernel,
        nodes: sum.nodes,
        dispatches_per_step: f64::from(sum.dispatches) / f64::from(TIMED_STEPS),
        step_ms: sum.milliseconds / f64::from(TIMED_STEPS),
    };
    let mut passes: Vec<Pass> = sums.into_iter().map(pass).collect();
    passes.sort_by(|a, b| b.step_ms.total_cmp(&a.step_ms));
    Ok(Some(passes))
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

impl Report {
    fn to_text(&self) -> String {
        let Statistics { kernels, draw_pipelines, passes_per_step, draws_per_step, bytes_per_step, allocations, memory_bytes } =
            self.statistics;
        let mebibytes = |bytes: u64| format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20));
        let mut rows = vec![
            ("graph", self.source.clone()),
            ("device", self.device.to_string()),
            ("grid", format!("{} x {}", self.grid[0], self.grid[1])),
        ];
        rows.extend(self.compile_ms.map(|time| ("compiling", format!("{time:.1} ms"))));
        rows.extend([
            ("pipelines", format!("{:.1} ms, kernels: {kernels}, for drawing: {draw_pipelines}", self.pipelines_ms)),
            ("passes", format!("{passes_per_step} a step, draws: {draws_per_step}, steps a frame: {}", self.steps_per_frame)),
            ("bytes", format!("{} read and written a step", mebibytes(bytes_per_step))),
            ("memory", format!("{} in {allocations} textures", mebibytes(memory_bytes))),
            ("time", format!("{:.2} ms a frame over {} frames ({:.0} a second)", self.frame_ms, self.frames, 1e3 / self.frame_ms)),
        ]);
        let mut text = String::new();
        for (name, value) in rows {
            // Writing to a String can't fail.
            let _ = writeln!(text, "{name:<10} {value}");
        }
        match &self.passes {
            None => text.push_str("\nThis device has no timestamps: no times by pass.\n"),
            Some(passes) => {
                let _ = writeln!(text, "\n{:>10} {:>10}  kernel or drawing (nodes)", "ms a step", "times");
                for pass in passes {
                    let nodes = pass.nodes.join(", ");
                    let _ = writeln!(text, "{:>10.3} {:>10}  {} ({nodes})", pass.step_ms, pass.dispatches_per_step, pass.kernel);
                }
            }
        }
        text.trim_end().to_owned()
    }
}
