//! What the pressure solvers leave: the residual of the five-point Poisson problem, worked out in 64-bit floats from what they give.

use wavewright_core::compile::Pixels;

use super::fluid::wire_fluid;
use crate::support::{Graph, number, text};

const BOUNDARIES: [&str; 3] = ["clamp", "wrap", "zero"];

/// A rough right-hand side without mean: every wave the grid can hold.
fn rough(cells: [u32; 2]) -> Vec<f32> {
    let mut state = 12345_u32;
    let mut values: Vec<f64> = (0..cells[0] * cells[1])
        .map(|_| {
            state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            f64::from(state >> 8) / f64::from(1 << 24) - 0.5
        })
        .collect();
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    values.iter_mut().for_each(|value| *value -= mean);
    values.into_iter().map(|value| value as f32).collect()
}

/// Root mean square of `laplacian(pressure) - divergence`, as a share of the divergence's own.
fn residual(cells: [u32; 2], cell_m: f64, boundary: &str, pressure: &[f32], divergence: &[f32]) -> f64 {
    let [width, height] = cells.map(i64::from);
    let at = |x: i64, z: i64| -> f64 {
        let (x, z) = match boundary {
            "wrap" => (x.rem_euclid(width), z.rem_euclid(height)),
            "zero" if x < 0 || z < 0 || x >= width || z >= height => return 0.0,
            _ => (x.clamp(0, width - 1), z.clamp(0, height - 1)),
        };
        f64::from(pressure[(z * width + x) as usize])
    };
    let (mut left, mut whole) = (0.0, 0.0);
    for z in 0..height {
        for x in 0..width {
            let around = at(x + 1, z) + at(x - 1, z) + at(x, z + 1) + at(x, z - 1) - 4.0 * at(x, z);
            let wanted = f64::from(divergence[(z * width + x) as usize]);
            left += (around / (cell_m * cell_m) - wanted).powi(2);
            whole += wanted.powi(2);
        }
    }
    (left / whole).sqrt()
}

fn solver(kind: &str, cells: [u32; 2], cell_m: f64, boundary: &str, divergence: &[f32]) -> Graph {
    let mut graph = Graph::new(cells, cell_m, 1.0 / 60.0);
    let pixels = Pixels { width: cells[0], height: cells[1], channels: 1, values: divergence.to_vec() };
    let output = graph.field("given", pixels);
    graph.node_with("node", kind, [("boundary", text(boundary))]);
    graph.link(&output, "node.divergence");
    graph
}

/// Each V-cycle takes most of the residual, whatever the boundary and however odd the size.
#[test]
fn multigrid_converges_on_every_grid() {
    for cells in [[64, 64], [65, 65], [100, 37], [37, 101], [5, 9], [4, 4], [3, 3], [2, 17], [130, 66]] {
        for boundary in BOUNDARIES {
            for (smoothing, first, fifth) in [("red_black", 0.2, 2e-3), ("damped_jacobi", 0.5, 0.06)] {
                let divergence = rough(cells);
                let mut graph = solver("pressure_multigrid", cells, 0.25, boundary, &divergence);
                graph.set("node", "cycles", number(1.0));
                graph.set("node", "smoothing", text(smoothing));
                let mut run = graph.start(&["node.pressure"]);
                let mut left = Vec::new();
                for _ in 0..5 {
                    run.player.step().unwrap();
                    left.push(residual(cells, 0.25, boundary, &run.read("node.pressure"), &divergence));
                }
                // A long strip is solved by its coarsest grid, which is long too.
                let fifth = if cells[0].max(cells[1]) > 4 * cells[0].min(cells[1]) { 0.1 } else { fifth };
                assert!(left[0] < first && left[4] < fifth, "{cells:?} {boundary} {smoothing}: {left:?}");
            }
        }
    }
}

/// What flows into a closed grid can't be balanced; it must not lift the pressure for ever.
#[test]
fn multigrid_holds_the_mean_of_the_pressure() {
    let cells = [48, 31];
    let divergence: Vec<f32> = rough(cells).into_iter().map(|value| value + 0.3).collect();
    for boundary in ["clamp", "wrap"] {
        let graph = solver("pressure_multigrid", cells, 0.25, boundary, &divergence);
        let mut run = graph.start(&["node.pressure"]);
        let mut means = Vec::new();
        for _ in 0..4 {
            run.player.run_steps(50).unwrap();
            let pressure = run.read("node.pressure");
            means.push(pressure.iter().sum::<f32>() / pressure.len() as f32);
        }
        assert!(means.iter().all(|mean| mean.abs() < 0.5), "{boundary}: {means:?}");
    }
}

/// One V-cycle, which takes half the time of twenty Jacobi iterations, leaves a smaller residual of a rough flow.
#[test]
fn one_cycle_leaves_less_of_a_large_grid_than_twenty_jacobi_iterations() {
    let cells = [512, 512];
    let divergence = rough(cells);
    for boundary in BOUNDARIES {
        let left = |kind: &str, count: &str, times: f64| {
            let mut graph = solver(kind, cells, 0.1, boundary, &divergence);
            graph.set("node", count, number(times));
            residual(cells, 0.1, boundary, &graph.output_after(1, "node.pressure"), &divergence)
        };
        let (cycle, iterations) = (left("pressure_multigrid", "cycles", 1.0), left("pressure_jacobi", "iterations", 20.0));
        assert!(cycle < iterations, "{boundary}: {cycle:e} against {iterations:e}");
    }
}

/// In a running fluid one V-cycle a step leaves far less than twenty Jacobi iterations.
#[test]
fn one_cycle_a_step_beats_twenty_jacobi_iterations() {
    let left = |kind: &str, settings: &[(&str, f64)]| {
        let cells = [128, 128];
        let cell_m = 10.0 / 128.0;
        let mut graph = Graph::new(cells, cell_m, 1.0 / 60.0);
        wire_fluid(&mut graph, "clamp", 0.99, 0.1);
        graph.node_with("noise", "curl_noise", [("strength", number(0.3)), ("speed", number(1.0))]);
        graph.node_with("dab", "brush", [("radius", number(1.5)), ("strength", number(0.5))]);
        graph.node("pressure", kind);
        for (input, value) in settings {
            graph.set("pressure", input, number(*value));
        }
        for (from, to) in [
            ("noise.velocity", "composite.noise_velocity"),
            ("dab.value", "composite.interaction_velocity"),
            ("divergence.divergence", "pressure.divergence"),
            ("pressure.pressure", "last_pressure.value"),
        ] {
            graph.link(from, to);
        }
        let mut run = graph.start(&["divergence.divergence", "pressure.pressure"]);
        run.player.run_steps(80).unwrap();
        residual(cells, cell_m, "clamp", &run.read("pressure.pressure"), &run.read("divergence.divergence"))
    };
    let multigrid = left("pressure_multigrid", &[("cycles", 1.0)]);
    let jacobi = left("pressure_jacobi", &[("iterations", 20.0)]);
    assert!(multigrid * 8.0 < jacobi, "multigrid leaves {multigrid:e}, Jacobi {jacobi:e}");
}
