//! Trails of particles on the real path: document, compiler, player, readback.

use wavewright_core::node::Literal;

use crate::support::{Graph, Run, number, text};

const DT_S: f64 = 1.0 / 60.0;

fn vector(numbers: &[f64]) -> Literal {
    Literal::Vector(numbers.to_vec())
}

/// `count` particles born at once beside each other, moved by a force, with trails of `points` that last `duration_s`.
fn graph(count: u32, points: u32, duration_s: f64, lifetime_s: f64, force: &[f64]) -> Graph {
    let mut graph = Graph::new([points, count.max(1)], 1.0, DT_S);
    graph.node_with(
        "dots",
        "emit",
        [
            ("capacity", number(count.into())),
            ("burst", number(count.into())),
            ("rate", number(0.0)),
            ("lifetime", number(lifetime_s)),
            ("velocity", vector(&[3.0, 2.0, -1.0])),
        ],
    );
    graph.node("number", "element_index");
    graph.node_with("spot", "expression", [("expression", text("vec3f(0.5, n, 0.25)")), ("type", text("vec3"))]);
    graph.node_with("fly", "move_particles", [("force", vector(force))]);
    graph.node_with("lines", "particle_trails", [("points", number(points.into())), ("duration", number(duration_s))]);
    graph.node("corner", "vertex_at");
    graph.node("found", "particle_at");
    for (from, to) in [
        ("number.index", "spot.n"),
        ("spot.result", "dots.position"),
        ("dots.particles", "fly.particles"),
        ("dots.particles", "lines.particles"),
        ("lines.mesh", "corner.mesh"),
        ("dots.particles", "found.particles"),
    ] {
        graph.link(from, to);
    }
    graph
}

const LOOKS: [&str; 3] = ["corner.position", "corner.uv", "found.position"];

/// Points of a trail, each with its place and how far along the trail it is.
fn trail(run: &Run, points: u32, row: u32) -> Vec<([f32; 3], f32)> {
    let (places, uvs) = (run.read("corner.position"), run.read("corner.uv"));
    let first = (points * row) as usize;
    (first..first + points as usize).map(|point| ([0, 1, 2].map(|axis| places[3 * point + axis]), uvs[2 * point])).collect()
}

#[test]
fn points_are_where_the_particle_was() {
    let (points, count) = (7, 3);
    // As many points as steps: each is the place of a step.
    let graph = graph(count, points, 5.0 * DT_S, 1e6, &[1.0, -9.81, 4.0]);
    let mut run = graph.start(&LOOKS);
    let mut past: Vec<Vec<f32>> = Vec::new();
    for step in 0..40 {
        run.player.run_steps(1).unwrap();
        past.push(run.read("found.position"));
        for row in 0..count {
            for (point, (place, _)) in trail(&run, points, row).into_iter().enumerate() {
                // The last two points coincide where a step is as long as a piece.
                let back = step - point.min(5).min(step);
                let expected = &past[back][3 * row as usize..];
                for (got, expected) in place.iter().zip(expected) {
                    assert!((got - expected).abs() < 1e-6, "step {step}, row {row}, point {point}: {got} is not {expected}");
                }
            }
        }
    }
}

#[test]
fn trails_last_as_long_as_they_say_at_every_moment() {
    for points in [3, 5, 16] {
        let even_s = 2.0 * DT_S * f64::from(points - 2);
        for duration_s in [0.011, 0.02, 0.1, 0.25, 1.0 / 3.0, 1.0, even_s] {
            let graph = graph(1, points, duration_s, 1e6, &[0.0; 3]);
            let mut run = graph.start(&LOOKS);
            run.player.run_steps(70).unwrap();
            for step in 0..9 {
                run.player.run_steps(1).unwrap();
                let points = trail(&run, points, 0);
                let head = points[0].0[0];
                assert_eq!(head, run.read("found.position")[0]);
                assert!(points.windows(2).all(|two| two[0].1 <= two[1].1), "{points:?}");
                // Points two steps apart: the second is a step old or two, and never the head's double.
                assert!(duration_s != even_s || f64::from(points[1].1) * duration_s > 0.9 * DT_S, "{points:?}");
                assert!(points[0].1 == 0.0 && points.last().unwrap().1 == 1.0, "{points:?}");
                for (place, along) in &points {
                    let expected = head - 3.0 * along * duration_s as f32;
                    assert!((place[0] - expected).abs() < 1e-4, "{duration_s} s, step {step}, at {along}: {} is not {expected}", place[0]);
                }
            }
        }
    }
}

#[test]
fn a_trail_shrinks_into_the_place_where_its_particle_died() {
    let (points, duration_s) = (9, 0.3);
    let graph = graph(2, points, duration_s, 0.49, &[0.0; 3]);
    let mut run = graph.start(&LOOKS);
    run.player.run_steps(31).unwrap();
    // It moved for the last time a step ago.
    for step in 1..=25 {
        let trail = trail(&run, points, 1);
        let (head, tail) = (f64::from(trail[0].0[0]), f64::from(trail.last().unwrap().0[0]));
        assert!((head - (0.5 + 3.0 * 30.0 * DT_S)).abs() < 1e-4, "it died at {head} m");
        let expected = 3.0 * (duration_s - f64::from(step) * DT_S).max(0.0);
        assert!((head - tail - expected).abs() < 2e-3, "step {step}: {} m, not {expected} m", head - tail);
        if step >= 18 {
            assert!(trail.iter().all(|(place, _)| *place == trail[0].0), "step {step}: {trail:?}");
        }
        run.player.run_steps(1).unwrap();
    }
}

#[test]
fn a_trail_ends_where_its_particle_was_killed() {
    let mut graph = graph(1, 5, 0.2, 1e6, &[0.0; 3]);
    graph.node("carried", "element");
    graph.node_with("old", "expression", [("expression", text("step(0.21, age)")), ("type", text("number"))]);
    graph.node("gone", "kill_particles");
    for (from, to) in [("fly.particles", "gone.particles"), ("carried.age", "old.age"), ("old.result", "gone.condition")] {
        graph.link(from, to);
    }
    let mut run = graph.start(&LOOKS);
    for steps in [14, 30] {
        run.player.run_steps(steps).unwrap();
        let head = trail(&run, 5, 0)[0].0;
        assert!((f64::from(head[0]) - (0.5 + 3.0 * 14.0 * DT_S)).abs() < 1e-4, "{head:?}");
        assert_eq!(run.read("found.position")[..3], head);
    }
}

#[test]
fn a_newborn_starts_a_trail_of_its_own() {
    let mut graph = graph(1, 6, 0.5, 1e6, &[0.0; 3]);
    for (input, value) in [("rate", 6.0), ("burst", 0.0)] {
        graph.set("dots", input, number(value));
    }
    let mut run = graph.start(&LOOKS);
    run.player.run_steps(39).unwrap();
    let before = trail(&run, 6, 0);
    assert!((before[0].0[0] - before[5].0[0] - 3.0 * 9.0 * DT_S as f32).abs() < 1e-4, "{before:?}");
    run.player.run_steps(1).unwrap();
    let after = trail(&run, 6, 0);
    assert!(after.iter().all(|(place, _)| *place == after[0].0), "{after:?}");
    assert_eq!(run.read("found.position")[..3], after[0].0);
}

#[test]
fn counts_and_durations_at_their_ends() {
    for (count, points) in [(0, 4), (1, 0), (1, 1), (2, 3), (1, 64)] {
        for duration_s in [0.0, -1.0, 1e-7, 1e-3, 3e38] {
            let mut graph = graph(count, points.max(1), duration_s, 0.3, &[0.0, -9.81, 0.0]);
            graph.set("lines", "points", number(points.into()));
            let mut run = graph.start(&LOOKS);
            run.player.run_steps(10).unwrap();
            assert!(LOOKS.iter().all(|look| run.read(look).iter().all(|value| value.is_finite())), "{count} x {points}, {duration_s} s");
            let trail = trail(&run, points.max(1), 0);
            if duration_s < 1e-5 {
                assert!(trail.iter().all(|(place, _)| *place == trail[0].0), "no time is no trail: {trail:?}");
            }
            run.player.run_steps(60).unwrap();
            assert!(LOOKS.iter().all(|look| run.read(look).iter().all(|value| value.is_finite())), "{count} x {points}, {duration_s} s");
        }
    }
    for input in ["lines.duration", "lines.position"] {
        let mut graph = graph(2, 5, 0.2, 0.3, &[0.0; 3]);
        graph.node_with("none", "expression", [("expression", text("a / b")), ("a", number(0.0)), ("b", number(0.0))]);
        graph.link("none.result", input);
        let mut run = graph.start(&LOOKS);
        run.player.run_steps(40).unwrap();
        assert!(run.read("corner.position").iter().all(|value| value.is_finite()), "{input}");
    }
}

#[test]
fn a_duration_is_one_for_all() {
    use wavewright_core::compile::{CompileCache, CompileInput, compile};
    let mut graph = graph(2, 5, 0.2, 0.3, &[0.0; 3]);
    graph.link("number.index", "lines.duration");
    let looks = [wavewright_core::graph::PortRef::try_from("corner.position".to_owned()).unwrap()];
    let files = crate::support::MemoryFiles::default();
    let input =
        CompileInput { document: &graph.document, specs: Graph::catalog(), files: &files, looks: &looks, cache: &CompileCache::default() };
    let told: Vec<String> = compile(&input).diagnostics.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|problem| problem.contains("lines.duration") && problem.contains("one value for all")), "{told:?}");
}

/// Which columns of a picture of one trail, drawn as a band along x, show anything. The camera looks along -z at the middle of 4.8 m.
fn lit_columns(steps: u64, kind: &str) -> Vec<usize> {
    let mut graph = graph(1, 8, 0.4, 0.49, &[0.0; 3]);
    graph.set("dots", "velocity", vector(&[3.0, 0.0, 0.0]));
    graph.set("dots", "position", vector(&[-1.0, 0.0, 0.0]));
    graph.document.links.retain(|link| link.to.node != "dots");
    graph.node_with("drawn", kind, [("emission", vector(&[1.0, 1.0, 1.0, 1.0]))]);
    if kind == "draw_ribbons" {
        graph.set("drawn", "width", number(0.4));
    }
    graph.node_with(
        "view",
        "render",
        [("width", number(48.0)), ("height", number(32.0)), ("heading", number(0.0)), ("pitch", number(0.0)), ("distance", number(4.0))],
    );
    graph.link("lines.mesh", "drawn.mesh");
    graph.link("drawn.scene", "view.scene");
    let picture = graph.output_after(steps, "view.picture");
    assert!(picture.iter().all(|value| value.is_finite()));
    (0..48).filter(|column| (0..32).any(|row| picture[4 * (48 * row + column)] > 0.05)).collect()
}

#[test]
fn bands_of_trails_end_where_the_trail_ends() {
    assert_eq!(lit_columns(1, "draw_ribbons"), [0; 0], "nothing has moved");
    let flying = lit_columns(30, "draw_ribbons");
    assert!(flying.len() > 8, "{flying:?}");
    // Half of it is left of the place where it died, and nothing beyond.
    let dying = lit_columns(44, "draw_ribbons");
    assert!((2..flying.len()).contains(&dying.len()), "{dying:?}");
    assert!(dying.last() <= flying.last().map(|last| last + 1).as_ref(), "{dying:?} beyond {flying:?}");
    assert_eq!(lit_columns(60, "draw_ribbons"), [0; 0], "nothing is left");
    assert_eq!(lit_columns(30, "draw_mesh"), [0; 0], "one trail alone is no sheet");
}

#[test]
fn trails_that_are_looked_at_are_seen() {
    let mut graph = graph(4, 8, 0.4, 1e6, &[0.0; 3]);
    // Changes, bends in the wire and muted changes on the way leave trails trails.
    let mut before = "lines.mesh".to_owned();
    for (node, kind, input, output) in [
        ("bend", "reroute", "value", "result"),
        ("tinted", "set_colour", "mesh", "mesh"),
        ("muted", "set_colour", "mesh", "mesh"),
        ("last_bend", "reroute", "value", "result"),
    ] {
        graph.node(node, kind);
        graph.link(&before, &format!("{node}.{input}"));
        before = format!("{node}.{output}");
    }
    graph.document.nodes["muted"].muted = true;
    for look in ["lines.mesh", "bend.result", "tinted.mesh", "muted.mesh", "last_bend.result"] {
        let effect = graph.compile(&[look]);
        assert!(effect.manifest.pipelines.iter().any(|pipeline| pipeline.vertex.contains("draw_ribbons")), "{look}");
    }
    // Behind a bend nothing arrives from muted trails: an empty picture of a mesh, and no grid of zeroes.
    graph.document.nodes["lines"].muted = true;
    for look in ["bend.result", "lines.mesh"] {
        assert!(graph.compile(&[look]).manifest.textures.iter().any(|texture| texture.size == [960, 540]), "{look}");
    }
}

#[test]
fn points_keep_the_colour_that_the_particle_had_there() {
    let mut graph = graph(1, 5, 3.0 * DT_S, 1e6, &[0.0; 3]);
    graph.node("step", "frame");
    graph.node_with("tint", "expression", [("expression", text("vec4f(n, 0.5, 0.0, 1.0)")), ("type", text("colour"))]);
    graph.node("tinted", "set_particle_colour");
    graph.node("seen", "code");
    let reader = "//! Colours of vertices.\n//! @category Mesh\n//! @mesh mesh Which.\n\n/// @read vertices colour\nfn colour_of(vertex: vec2i) -> vec4f {\n    \
                  return vec4f(0.0);\n}\n\n/// The colour.\nfn seen(\n    /// @given element\n    index: u32,\n) -> vec4f {\n    return colour_of(vec2i(i32(index), -1));\n}\n";
    graph.set("seen", "code", text(reader));
    for (from, to) in
        [("step.number", "tint.n"), ("fly.particles", "tinted.particles"), ("tint.result", "tinted.colour"), ("lines.mesh", "seen.mesh")]
    {
        graph.link(from, to);
    }
    let colours = graph.output_after(20, "seen.result");
    let red: Vec<f32> = colours.chunks_exact(4).map(|colour| colour[0]).collect();
    for (got, expected) in red.iter().zip([19.0, 18.0, 17.0, 16.0, 16.0]) {
        assert!((got - expected).abs() < 1e-4, "{red:?}");
    }
}
