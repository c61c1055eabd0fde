//! Meshes, particles and scenes on the real path: document, compiler, player, readback.

use std::collections::BTreeMap;

use wavewright_core::compile::{CompileCache, CompileInput, compile};
use wavewright_core::graph::PortRef;
use wavewright_core::node::{Literal, PortType, ValueType};

use crate::support::{Graph, MemoryFiles, number, text};

const DT_S: f64 = 1.0 / 60.0;

fn vector(numbers: &[f64]) -> Literal {
    Literal::Vector(numbers.to_vec())
}

/// A graph of 16 x 16 cells, 0.5 m each.
fn graph() -> Graph {
    Graph::new([16, 16], 0.5, DT_S)
}

/// Particles that stay where they are born, in the middle of the grid, and how many live after each of some steps.
fn living(capacity: f64, rate: f64, burst: f64, lifetime: f64, steps: &[u64]) -> Vec<f64> {
    let mut graph = graph();
    graph.node_with(
        "spray",
        "emit",
        [
            ("capacity", number(capacity)),
            ("rate", number(rate)),
            ("burst", number(burst)),
            ("lifetime", number(lifetime)),
            ("velocity", vector(&[0.0, 0.0, 0.0])),
        ],
    );
    graph.node("count", "deposit");
    graph.link("spray.particles", "count.particles");
    let mut run = graph.start(&["count.sum"]);
    let mut before = 0;
    steps
        .iter()
        .map(|step| {
            run.player.run_steps(step - before).unwrap();
            before = *step;
            run.read("count.sum").iter().map(|sum| f64::from(*sum)).sum()
        })
        .collect()
}

#[test]
fn births_are_exact_at_constant_rates() {
    for rate in [0.0, 1.0, 7.0, 60.0, 100.0, 999.0] {
        let steps = [1, 2, 30, 59, 60, 61, 600];
        let expected: Vec<f64> = steps.iter().map(|step| (rate * *step as f64 / 60.0 + 1e-9).floor()).collect();
        assert_eq!(living(10_000.0, rate, 0.0, 1e6, &steps), expected, "rate {rate}");
    }
}

#[test]
fn a_burst_is_born_in_the_first_step_only() {
    assert_eq!(living(100.0, 0.0, 33.0, 1e6, &[1, 2, 50]), [33.0, 33.0, 33.0]);
}

#[test]
fn capacity_lifetime_and_rate_at_their_ends() {
    assert_eq!(living(0.0, 100.0, 0.0, 10.0, &[1, 30]), [0.0, 0.0], "no room");
    assert_eq!(living(1.0, 100.0, 0.0, 10.0, &[1, 30]), [1.0, 1.0], "room for one");
    assert_eq!(living(50.0, 1e9, 0.0, 10.0, &[1, 30]), [50.0, 50.0], "more than there is room for: the oldest make way");
    assert_eq!(living(50.0, 100.0, 0.0, 0.0, &[1, 30]), [0.0, 0.0], "no life");
    // 10 a second that live for half a second.
    assert_eq!(living(50.0, 60.0, 0.0, 0.5, &[20, 120, 600])[1..], [30.0, 30.0]);
}

/// One particle with these changes, after some steps: position and velocity.
fn one_particle(position: [f64; 3], velocity: [f64; 3], steps: u64, dt_s: f64, change: impl Fn(&mut Graph)) -> ([f32; 3], [f32; 3]) {
    let mut graph = Graph::new([2, 2], 1.0, dt_s);
    graph.node_with(
        "spray",
        "emit",
        [
            ("capacity", number(1.0)),
            ("rate", number(0.0)),
            ("burst", number(1.0)),
            ("lifetime", number(1e6)),
            ("position", vector(&position)),
            ("velocity", vector(&velocity)),
        ],
    );
    change(&mut graph);
    graph.node_with("found", "particle_at", [("index", number(0.0))]);
    graph.link("moved.particles", "found.particles");
    let mut run = graph.start(&["found.position", "found.velocity"]);
    run.player.run_steps(steps).unwrap();
    let first = |output: &str| <[f32; 3]>::try_from(&run.read(output)[..3]).unwrap();
    (first("found.position"), first("found.velocity"))
}

fn assert_close(got: [f32; 3], expected: [f64; 3], tolerance: f64, what: &str) {
    for (got, expected) in got.iter().zip(expected) {
        assert!((f64::from(*got) - expected).abs() <= tolerance, "{what}: {got} is not {expected}");
    }
}

#[test]
fn particles_move_as_the_reference_says() {
    let (position, velocity) = one_particle([0.1, 1.0, -0.2], [2.0, 5.0, 0.3], 10, 1.0 / 60.0, |graph| {
        graph.node_with("moved", "move_particles", [("force", vector(&[0.0, -9.81, 0.0])), ("drag", number(0.8))]);
        graph.link("spray.particles", "moved.particles");
    });
    assert_close(position, [0.409_841_073, 1.630_565_76, -0.153_523_839], 4e-5, "position");
    assert_close(velocity, [1.748_777_51, 2.831_635_87, 0.262_316_626], 4e-5, "velocity");
}

#[test]
fn particles_without_force_go_straight_on() {
    let (position, _) = one_particle([0.1, 1.0, -0.2], [2.0, 5.0, 0.3], 1, 0.05, |graph| {
        graph.node_with("moved", "move_particles", [("force", vector(&[0.0, 0.0, 0.0]))]);
        graph.link("spray.particles", "moved.particles");
    });
    assert_close(position, [0.2, 1.25, -0.185], 1e-5, "position");
}

#[test]
fn changes_follow_each_other_and_each_sees_what_the_one_before_made() {
    // The first puts it at x + 1, the second doubles the place that it then has.
    let (position, _) = one_particle([1.0, 0.0, 0.0], [0.0; 3], 1, DT_S, |graph| {
        graph.node("own", "position");
        graph.node_with("beside", "add", [("b", vector(&[1.0, 0.0, 0.0]))]);
        graph.node_with("twice", "multiply", [("b", number(2.0))]);
        graph.node("first", "set_particles");
        graph.node("moved", "set_particles");
        for (from, to) in [
            ("spray.particles", "first.particles"),
            ("first.particles", "moved.particles"),
            ("own.position", "beside.a"),
            ("own.position", "twice.a"),
            ("beside.result", "first.position"),
            ("twice.result", "moved.position"),
        ] {
            graph.link(from, to);
        }
    });
    assert_close(position, [4.0, 0.0, 0.0], 0.0, "position");
}

/// A particle that moves a cell a step, and the cell in which whoever hangs on `from` finds it after four steps.
fn cell_after_four_steps(from: &str) -> usize {
    let mut graph = graph();
    graph.node_with(
        "spray",
        "emit",
        [
            ("capacity", number(1.0)),
            ("rate", number(0.0)),
            ("burst", number(1.0)),
            ("lifetime", number(1e6)),
            ("position", vector(&[-3.75, 0.0, 0.25])),
            ("velocity", vector(&[30.0, 0.0, 0.0])),
        ],
    );
    graph.node_with("moved", "move_particles", [("force", vector(&[0.0, 0.0, 0.0]))]);
    graph.node("sum", "deposit");
    graph.link("spray.particles", "moved.particles");
    graph.link(from, "sum.particles");
    let sums = graph.output_after(4, "sum.sum");
    (0..16).find(|column| sums[8 * 16 + column] > 0.9).expect("the particle is in the row")
}

#[test]
fn whoever_uses_particles_sees_them_at_the_end_of_the_step_wherever_it_hangs() {
    assert_eq!(cell_after_four_steps("moved.particles"), 4);
    assert_eq!(cell_after_four_steps("spray.particles"), 4, "changes happen though nobody looks at what they give");
}

#[test]
fn particles_lie_on_the_sea_that_is_drawn() {
    let mut graph = Graph::new([8, 8], 1.0, DT_S);
    graph.node_with("waves", "wave_set", [("count", number(8.0)), ("median_wavelength", number(6.0))]);
    graph.node("sea", "gerstner_sum");
    graph.node("own", "position");
    graph.node("there", "add");
    graph.node_with("sheet", "plane_mesh", [("size", vector(&[7.0, 7.0])), ("columns", number(7.0)), ("rows", number(7.0))]);
    graph.node("surface", "set_position");
    graph.node("corner", "vertex_at");
    graph.node("flat", "plane_mesh");
    for (input, value) in [("columns", 7.0), ("rows", 7.0)] {
        graph.set("flat", input, number(value));
    }
    graph.set("flat", "size", vector(&[7.0, 7.0]));
    graph.node("birthplace", "vertex_at");
    graph.node_with(
        "spray",
        "emit",
        [("capacity", number(64.0)), ("burst", number(64.0)), ("rate", number(0.0)), ("lifetime", number(1e6))],
    );
    graph.node("rides", "set_particles");
    graph.node("spot", "add");
    graph.node("found", "particle_at");
    for (from, to) in [
        ("waves.waves", "sea.waves"),
        ("own.position", "there.a"),
        ("sea.offset", "there.b"),
        ("sheet.mesh", "surface.mesh"),
        ("there.result", "surface.position"),
        ("surface.mesh", "corner.mesh"),
        ("flat.mesh", "birthplace.mesh"),
        ("birthplace.position", "spray.position"),
        ("spray.particles", "rides.particles"),
        ("there.result", "rides.position"),
        ("rides.particles", "found.particles"),
    ] {
        graph.link(from, to);
    }
    let run = {
        let mut run = graph.start(&["found.position", "corner.position"]);
        run.player.run_steps(1).unwrap();
        run
    };
    let (particles, vertices) = (run.read("found.position"), run.read("corner.position"));
    assert_eq!(particles.len(), 64 * 3);
    let mut moved = 0;
    for (place, (particle, vertex)) in particles.chunks_exact(3).zip(vertices.chunks_exact(3)).enumerate() {
        for (particle, vertex) in particle.iter().zip(vertex) {
            assert!((particle - vertex).abs() < 1e-4, "particle {place}: {particle} is not {vertex}");
        }
        moved += u32::from(vertex[1].abs() > 1e-3);
    }
    assert!(moved > 32, "the sea is flat at {} of 64 vertices", 64 - moved);
}

#[test]
fn sums_keep_every_particle_and_stay_the_same() {
    let mut graph = graph();
    graph.node_with(
        "spray",
        "emit",
        [("capacity", number(4000.0)), ("burst", number(4000.0)), ("rate", number(0.0)), ("lifetime", number(1e6))],
    );
    graph.node_with("place", "random_in_shape", [("size", vector(&[6.0, 1.0, 6.0]))]);
    graph.node_with("sum", "deposit", [("value", number(0.25))]);
    graph.link("place.position", "spray.position");
    graph.link("spray.particles", "sum.particles");
    let once = graph.output_after(3, "sum.sum");
    assert_eq!(once, graph.output_after(3, "sum.sum"));
    let total: f64 = once.iter().map(|sum| f64::from(*sum)).sum();
    assert!((total - 1000.0).abs() < 0.1, "{total}");
}

#[test]
fn particles_that_go_two_ways_are_refused_by_name() {
    let mut graph = graph();
    graph.node("spray", "emit");
    graph.node("fall", "move_particles");
    graph.node("rise", "move_particles");
    graph.node("both", "join_scenes");
    for name in ["fall", "rise"] {
        graph.link("spray.particles", &format!("{name}.particles"));
        graph.node(&format!("{name}_drawn"), "draw_sprites");
        graph.link(&format!("{name}.particles"), &format!("{name}_drawn.particles"));
    }
    graph.link("fall_drawn.scene", "both.first");
    graph.link("rise_drawn.scene", "both.second");
    let message = problems(&graph, "both.scene");
    assert!(message.contains("rise") && message.contains("two ways"), "{message}");
}

#[test]
fn a_camera_takes_no_value_that_differs_from_place_to_place() {
    let mut graph = graph();
    graph.node("own", "position");
    graph.node("view", "render");
    graph.link("own.height", "view.distance");
    let message = problems(&graph, "view.picture");
    assert!(message.contains("view.distance") && message.contains("differs from place to place"), "{message}");
}

fn problems(graph: &Graph, look: &str) -> String {
    let looks = [PortRef::try_from(look.to_owned()).unwrap()];
    let files = MemoryFiles::default();
    let input =
        CompileInput { document: &graph.document, specs: Graph::catalog(), files: &files, looks: &looks, cache: &CompileCache::default() };
    compile(&input).diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn copies_stand_where_each_of_them_is_told_to() {
    let mut graph = Graph::new([8, 1], 1.0, DT_S);
    graph.node_with("sheet", "plane_mesh", [("size", vector(&[2.0, 2.0])), ("columns", number(1.0)), ("rows", number(1.0))]);
    graph.node_with("twice", "copies", [("count", number(2.0))]);
    graph.node("number", "element");
    graph.node("spot", "combine3");
    graph.node("corner", "vertex_at");
    for (from, to) in
        [("sheet.mesh", "twice.mesh"), ("number.copy", "spot.x"), ("spot.vector", "twice.place"), ("twice.mesh", "corner.mesh")]
    {
        graph.link(from, to);
    }
    let places = graph.output_after(1, "corner.position");
    let x: Vec<f32> = places.chunks_exact(3).map(|place| place[0]).collect();
    assert_eq!(x, [-1.0, 1.0, -1.0, 1.0, 0.0, 2.0, 0.0, 2.0]);
}

#[test]
fn normals_of_a_moved_mesh_are_those_of_its_shape() {
    let mut graph = Graph::new([33, 33], 1.0, DT_S);
    // A paraboloid y = (x^2 + z^2) / 4, whose normal is (-x / 2, 1, -z / 2) made 1 long.
    graph.node_with("sheet", "plane_mesh", [("size", vector(&[2.0, 2.0])), ("columns", number(32.0)), ("rows", number(32.0))]);
    graph.node_with("bowl", "expression", [("expression", text("vec3f(p.x, 0.25 * dot(p.xz, p.xz), p.z)")), ("type", text("vec3"))]);
    graph.node("own", "position");
    graph.node("moved", "set_position");
    graph.node("shaded", "recompute_normals");
    graph.node("corner", "vertex_at");
    for (from, to) in [
        ("own.position", "bowl.p"),
        ("sheet.mesh", "moved.mesh"),
        ("bowl.result", "moved.position"),
        ("moved.mesh", "shaded.mesh"),
        ("shaded.mesh", "corner.mesh"),
    ] {
        graph.link(from, to);
    }
    let mut run = graph.start(&["corner.position", "corner.normal"]);
    run.player.run_steps(1).unwrap();
    for (place, normal) in run.read("corner.position").chunks_exact(3).zip(run.read("corner.normal").chunks_exact(3)) {
        let on_rim = place[0].abs() > 0.95 || place[2].abs() > 0.95;
        let length = (0.25 * (place[0] * place[0] + place[2] * place[2]) + 1.0).sqrt();
        let expected = [-0.5 * place[0] / length, 1.0 / length, -0.5 * place[2] / length];
        for (got, expected) in normal.iter().zip(expected) {
            let tolerance = if on_rim { 0.03 } else { 1e-4 };
            assert!((got - expected).abs() < tolerance, "{place:?}: {normal:?}");
        }
    }
}

#[test]
fn a_baked_mesh_lies_where_its_uv_says() {
    let mut graph = Graph::new([16, 16], 1.0, DT_S);
    graph.node_with("sheet", "plane_mesh", [("size", vector(&[4.0, 2.0])), ("columns", number(3.0)), ("rows", number(5.0))]);
    graph.node("own", "position");
    graph.node("baked", "bake");
    graph.link("sheet.mesh", "baked.mesh");
    graph.link("own.position", "baked.value");
    let values = graph.output_after(1, "baked.baked");
    for (index, place) in values.chunks_exact(3).enumerate() {
        let (column, row) = ((index % 16) as f32, (index / 16) as f32);
        let expected = [((column + 0.5) / 16.0 - 0.5) * 4.0, 0.0, ((row + 0.5) / 16.0 - 0.5) * 2.0];
        for (got, expected) in place.iter().zip(expected) {
            assert!((got - expected).abs() < 1e-5, "cell {column}, {row}: {place:?} is not {expected:?}");
        }
    }
}

/// A ball before a sky, seen small.
fn ball() -> Graph {
    let mut graph = graph();
    graph.node("sky", "sky");
    graph.node("sun", "sun");
    graph.node_with("ball", "sphere_mesh", [("radius", number(1.0))]);
    graph.node_with("drawn", "draw_mesh", [("colour", vector(&[1.0, 0.0, 0.0, 1.0]))]);
    graph.node_with(
        "view",
        "render",
        [("width", number(48.0)), ("height", number(32.0)), ("distance", number(5.0)), ("pitch", number(0.0))],
    );
    for (from, to) in [("sky.scene", "sun.scene"), ("sun.scene", "drawn.scene"), ("ball.mesh", "drawn.mesh"), ("drawn.scene", "view.scene")]
    {
        graph.link(from, to);
    }
    graph
}

fn pixel(picture: &[f32], column: usize, row: usize) -> [f32; 4] {
    <[f32; 4]>::try_from(&picture[(row * 48 + column) * 4..][..4]).unwrap()
}

#[test]
fn edges_of_triangles_are_drawn_over_a_mesh_or_alone() {
    // One bright square of two triangles, seen from above: how much of the picture is bright, and how much is dark on it.
    let seen = |wireframe: &str, width_px: f64| {
        let mut graph = graph();
        graph.node_with("sheet", "plane_mesh", [("size", vector(&[4.0, 4.0])), ("columns", number(1.0)), ("rows", number(1.0))]);
        let drawn = [("emission", vector(&[1.0, 1.0, 1.0, 1.0])), ("wireframe", text(wireframe)), ("wire_width", number(width_px))];
        graph.node_with("drawn", "draw_mesh", drawn);
        let view = [("width", number(48.0)), ("height", number(32.0)), ("pitch", number(89.9)), ("heading", number(0.0))];
        graph.node_with("view", "render", view);
        graph.link("sheet.mesh", "drawn.mesh");
        graph.link("drawn.scene", "view.scene");
        graph.output_after(1, "view.picture")
    };
    let bright = |picture: &[f32]| picture.chunks_exact(4).filter(|pixel| pixel[0] > 0.5 && pixel[3] > 0.5).count();
    let covered = |picture: &[f32]| picture.chunks_exact(4).filter(|pixel| pixel[3] > 0.5).count();
    let plain = seen("off", 2.0);
    let (over, only) = (seen("over", 2.0), seen("only", 2.0));
    assert!(bright(&plain) > 200 && covered(&plain) == bright(&plain));
    assert_eq!(covered(&over), covered(&plain), "over it, all of it is there");
    let edges = bright(&plain) - bright(&over);
    // Four sides of which the inner half is seen, and the diagonal.
    let side = (covered(&plain) as f64).sqrt();
    assert!((3.0 * side..8.0 * side).contains(&(edges as f64)), "{edges} of a side of {side}");
    assert!((edges as f64 - covered(&only) as f64).abs() < 2.0 * side, "alone {} and over it {edges}", covered(&only));
    assert_eq!(seen("over", 0.0), plain, "of no width they are not seen");
    assert_eq!(covered(&seen("only", 0.0)), 0);
    assert!(seen("over", 1e30).iter().all(|channel| channel.is_finite()));
}

#[test]
fn a_rough_ball_has_no_line_where_the_horizon_of_its_sky_is() {
    let mut graph = ball();
    graph.set("sun", "brightness", number(0.0));
    graph.set("drawn", "roughness", number(1.0));
    let picture = graph.output_after(1, "view.picture");
    // Down the middle of the ball, from its upper to its lower edge.
    let light: Vec<f32> =
        (0..32).map(|row| pixel(&picture, 24, row)).filter(|pixel| pixel[0] > 2.0 * pixel[2]).map(|pixel| pixel[0]).collect();
    assert!(light.len() > 10, "{light:?}");
    let (least, most) = light.iter().fold((f32::MAX, 0.0_f32), |(least, most), value| (least.min(*value), most.max(*value)));
    let step = light.windows(2).map(|pair| (pair[0] - pair[1]).abs()).fold(0.0, f32::max);
    assert!(most > 1.4 * least && step < 0.25 * (most - least), "{light:?}");
}

#[test]
fn a_picture_shows_what_stands_before_the_sky() {
    let graph = ball();
    let picture = graph.output_after(1, "view.picture");
    assert_eq!(picture.len(), 48 * 32 * 4);
    let middle = pixel(&picture, 24, 16);
    assert!(middle[0] > 4.0 * middle[2], "the ball is red: {middle:?}");
    let corner = pixel(&picture, 1, 1);
    assert!(corner[2] > corner[0], "the sky is blue: {corner:?}");
    assert_eq!(picture, graph.output_after(1, "view.picture"), "the same every time");
    assert_eq!(picture, ball().output_after(40, "view.picture"), "and after steps that nobody saw");
}

#[test]
fn what_is_in_front_hides_what_is_behind_in_either_order() {
    for order in [["near", "far"], ["far", "near"]] {
        let mut graph = graph();
        let mut scene: Option<String> = None;
        for name in order {
            let (z, colour) = if name == "near" { (2.0, [0.0, 1.0, 0.0, 1.0]) } else { (-2.0, [1.0, 0.0, 0.0, 1.0]) };
            graph.node_with(&format!("{name}_ball"), "sphere_mesh", [("center", vector(&[0.0, 0.0, z]))]);
            graph.node_with(name, "draw_mesh", [("colour", vector(&[0.0, 0.0, 0.0, 1.0])), ("emission", vector(&colour))]);
            graph.link(&format!("{name}_ball.mesh"), &format!("{name}.mesh"));
            if let Some(before) = scene {
                graph.link(&before, &format!("{name}.scene"));
            }
            scene = Some(format!("{name}.scene"));
        }
        graph.node_with(
            "view",
            "render",
            [("width", number(48.0)), ("height", number(32.0)), ("heading", number(0.0)), ("pitch", number(0.0))],
        );
        graph.link(&scene.unwrap(), "view.scene");
        let middle = pixel(&graph.output_after(1, "view.picture"), 24, 16);
        assert!(middle[1] > 0.9 && middle[0] < 0.1, "{order:?}: {middle:?}");
    }
}

/// A red and a green disc before each other, the near one born first or last.
fn covered(near_first: bool) -> [f32; 4] {
    let mut graph = graph();
    graph.node_with(
        "spray",
        "emit",
        [("capacity", number(8.0)), ("burst", number(2.0)), ("rate", number(0.0)), ("lifetime", number(1e6)), ("size", number(1.0))],
    );
    let sign = if near_first { "1.0 - 2.0 * n" } else { "2.0 * n - 1.0" };
    graph.node("number", "element_index");
    graph.node_with("spot", "expression", [("expression", text(&format!("vec3f(0.0, 0.0, 2.0 * ({sign}))"))), ("type", text("vec3"))]);
    graph.node("own", "position");
    graph.node_with("tint", "expression", [("expression", text("vec4f(step(z, 0.0), step(0.0, z), 0.0, 1.0)")), ("type", text("colour"))]);
    graph.node("parts", "separate3");
    graph.node_with("discs", "draw_sprites", [("softness", number(0.0))]);
    graph.node_with(
        "view",
        "render",
        [("width", number(48.0)), ("height", number(32.0)), ("heading", number(0.0)), ("pitch", number(0.0))],
    );
    for (from, to) in [
        ("number.index", "spot.n"),
        ("spot.result", "spray.position"),
        ("own.position", "parts.vector"),
        ("parts.z", "tint.z"),
        ("tint.result", "discs.colour"),
        ("spray.particles", "discs.particles"),
        ("discs.scene", "view.scene"),
    ] {
        graph.link(from, to);
    }
    pixel(&graph.output_after(2, "view.picture"), 24, 16)
}

#[test]
fn sprites_that_cover_are_drawn_from_far_to_near() {
    for near_first in [true, false] {
        let middle = covered(near_first);
        assert!(middle[1] > 0.9 && middle[0] < 0.1, "born first: {near_first}; the near disc is green: {middle:?}");
    }
}

#[test]
fn sets_themselves_can_be_looked_at() {
    let mut graph = graph();
    graph.node("ball", "sphere_mesh");
    graph.node_with("spray", "emit", [("burst", number(50.0))]);
    for look in ["ball.mesh", "spray.particles"] {
        let effect = graph.compile(&[look]);
        assert_eq!(effect.manifest.outputs.last().unwrap().name, look);
    }
}

#[test]
fn a_look_shows_shape_and_colour_and_is_not_burnt_out() {
    let mut graph = graph();
    graph.node("ball", "sphere_mesh");
    graph.node_with("tinted", "set_colour", [("colour", vector(&[0.8, 0.1, 0.1, 1.0]))]);
    graph.node_with("spray", "emit", [("burst", number(40.0)), ("size", number(1.0)), ("velocity", vector(&[0.0; 3]))]);
    graph.node_with("painted", "set_particle_colour", [("colour", vector(&[0.1, 0.8, 0.1, 1.0]))]);
    graph.link("ball.mesh", "tinted.mesh");
    graph.link("spray.particles", "painted.particles");
    let middle = |look: &str| {
        let picture = graph.output_after(1, look);
        <[f32; 4]>::try_from(&picture[(270 * 960 + 480) * 4..][..4]).unwrap()
    };
    let [plain, tinted, painted] = ["ball.mesh", "tinted.mesh", "painted.particles"].map(middle);
    assert!(plain[..3].iter().all(|channel| (0.15..1.1).contains(channel)), "{plain:?}");
    assert!(tinted[0] > 3.0 * tinted[1] && painted[1] > 3.0 * painted[0], "{tinted:?} {painted:?}");
    // Bright towards the sun and darker away from it.
    let picture = graph.output_after(1, "ball.mesh");
    let light: Vec<f32> = (205..335).step_by(13).map(|row| picture[(row * 960 + 480) * 4]).collect();
    let (least, most) = light.iter().fold((f32::MAX, 0.0_f32), |(least, most), value| (least.min(*value), most.max(*value)));
    assert!(most > 1.2 * least && most < 1.2, "{light:?}");
}

#[test]
fn every_node_of_sets_runs_with_numbers_that_nobody_would_choose() {
    let (library, _) = wavewright_nodes::library();
    let mut tried: BTreeMap<&str, u32> = BTreeMap::new();
    for spec in library.iter() {
        let has_sets =
            spec.inputs.iter().any(|input| is_set(&input.port_type)) || spec.outputs.iter().any(|output| is_set(&output.port_type));
        if !has_sets {
            continue;
        }
        for value in [0.0, -1.0, 1e-20, 1e20, -3e38] {
            let mut graph = graph();
            graph.node_with("ball", "sphere_mesh", [("columns", number(4.0)), ("rows", number(3.0))]);
            graph.node_with("spray", "emit", [("capacity", number(8.0)), ("burst", number(8.0))]);
            graph.node("lit", "sun");
            graph.node("node", &spec.kind);
            for input in &spec.inputs {
                match &input.port_type {
                    port if is_set(port) => {
                        let from = match port {
                            PortType::Fixed(ValueType::Mesh) => "ball.mesh",
                            PortType::Fixed(ValueType::Particles) => "spray.particles",
                            _ => "lit.scene",
                        };
                        graph.link(from, &format!("node.{}", input.name));
                    }
                    PortType::Fixed(value_type) if value_type.is_value() && !input.setting => {
                        graph.set("node", &input.name, number(value));
                    }
                    PortType::Fixed(_) => {}
                    _ if input.setting => graph.set("node", &input.name, number(8.0)),
                    _ => {}
                }
            }
            let output = format!("node.{}", spec.outputs[0].name);
            let mut run = graph.start(&[&output]);
            run.player.run_steps(2).unwrap();
            *tried.entry(spec.kind.as_str()).or_default() += 1;
        }
    }
    assert!(tried.len() > 20, "{tried:?}");
}

fn is_set(port_type: &PortType) -> bool {
    matches!(port_type, PortType::Fixed(value_type) if value_type.is_set())
}
