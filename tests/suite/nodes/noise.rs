//! Noise: its range, its seeds, and flows without sources.

use crate::support::{Graph, number, text};

/// A node of noise on a grid of many bumps.
fn noisy(kind: &str, output: &str, seed: f64) -> Vec<f32> {
    let mut graph = Graph::new([96, 96], 0.17, 1.0 / 60.0);
    graph.node_with("node", kind, [("seed", number(seed))]);
    graph.output_after(1, &format!("node.{output}"))
}

#[test]
fn values_spread_over_their_range_and_no_further() {
    let ranges = [
        ("value_noise", "value", -1.0, 1.0),
        ("gradient_noise", "value", -1.05, 1.05),
        ("fractal_noise", "value", -1.05, 1.05),
        ("worley", "distance", 0.0, 1.8),
        ("worley", "cell", 0.0, 1.0),
        ("random", "value", 0.0, 1.0),
    ];
    for (kind, output, low, high) in ranges {
        let values = noisy(kind, output, 3.0);
        let least = values.iter().copied().fold(f32::INFINITY, f32::min);
        let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        assert!(least >= low && most <= high, "{kind}.{output} runs from {least} to {most}");
        assert!(most - least > 0.4 * (high - low), "{kind}.{output} is flat: {least} to {most}");
    }
}

#[test]
fn seeds_give_other_patterns_and_the_same_seed_the_same() {
    let kinds =
        [("value_noise", "value"), ("gradient_noise", "value"), ("worley", "cell"), ("curl_noise", "velocity"), ("turbulence", "velocity")];
    for (kind, output) in kinds {
        assert_eq!(noisy(kind, output, 5.0), noisy(kind, output, 5.0), "{kind}");
        assert_ne!(noisy(kind, output, 5.0), noisy(kind, output, 6.0), "{kind}");
    }
}

#[test]
fn every_basis_of_fractal_noise_is_its_own() {
    let with = |basis: &str| {
        let mut graph = Graph::new([32, 32], 0.3, 1.0 / 60.0);
        graph.node_with("node", "fractal_noise", [("basis", text(basis))]);
        graph.output_after(1, "node.value")
    };
    let patterns = ["gradient", "value", "ridged", "billowed"].map(with);
    for (index, pattern) in patterns.iter().enumerate() {
        assert!(patterns[index + 1..].iter().all(|other| other != pattern));
    }
}

/// Central differences of a smooth flow without sources see only their own error.
#[test]
fn curl_noise_has_no_sources() {
    let mut graph = Graph::new([128, 128], 0.02, 1.0 / 60.0);
    graph.node_with("flow", "curl_noise", [("scale", number(1.0))]);
    for kind in ["divergence", "curl"] {
        graph.node(kind, kind);
        graph.link("flow.velocity", &format!("{kind}.velocity"));
    }
    let mut run = graph.start(&["divergence.divergence", "curl.curl"]);
    run.player.step().unwrap();
    let inner = |values: Vec<f32>| -> f32 {
        let sum: f32 = values.chunks(128).skip(2).take(124).flat_map(|row| &row[2..126]).map(|value| value * value).sum();
        sum.sqrt()
    };
    let (sources, whirls) = (inner(run.read("divergence.divergence")), inner(run.read("curl.curl")));
    assert!(sources < 2e-3 * whirls, "divergence {sources}, curl {whirls}");
}

/// Central differences in space, on a sheet that leans through the whirls.
#[test]
fn turbulence_has_no_sources_in_space() {
    const REACH_M: f32 = 0.01;
    for octaves in [1.0, 3.0] {
        let mut graph = Graph::new([48, 48], 0.07, 1.0 / 60.0);
        graph.node("own", "position");
        let mut looks = Vec::new();
        for (axis, way) in ["1.0, 0.0, 0.0", "0.0, 1.0, 0.0", "0.0, 0.0, 1.0"].into_iter().enumerate() {
            for sign in ["-", "+"] {
                let number_of = 2 * axis + usize::from(sign == "+");
                let (place, flow) = (format!("place_{number_of}"), format!("flow_{number_of}"));
                let formula = format!("vec3f(p.x, 0.3 + 0.7 * p.x - 0.4 * p.z, p.z) {sign} {REACH_M:?} * vec3f({way})");
                graph.node_with(&place, "expression", [("expression", text(&formula)), ("type", text("vec3")), ("names", text("p vec3"))]);
                graph.node_with(&flow, "turbulence", [("scale", number(1.0)), ("octaves", number(octaves))]);
                graph.link("own.position", &format!("{place}.p"));
                graph.link(&format!("{place}.result"), &format!("{flow}.position"));
                looks.push(format!("{flow}.velocity"));
            }
        }
        let mut run = graph.start(&looks.iter().map(String::as_str).collect::<Vec<_>>());
        run.player.step().unwrap();
        let flows: Vec<Vec<f32>> = looks.iter().map(|look| run.read(look)).collect();
        let (mut sources, mut changes) = (0.0, 0.0);
        for cell in 0..48 * 48 {
            let slope = |axis: usize| (flows[2 * axis + 1][3 * cell + axis] - flows[2 * axis][3 * cell + axis]) / (2.0 * REACH_M);
            let slopes = [slope(0), slope(1), slope(2)];
            sources += slopes.iter().sum::<f32>().powi(2);
            changes += slopes.iter().map(|slope| slope * slope).sum::<f32>();
        }
        assert!(changes > 1.0, "it stands still");
        assert!(sources < 1e-4 * changes, "{octaves} octaves: divergence {}, changes {}", sources.sqrt(), changes.sqrt());
    }
}
