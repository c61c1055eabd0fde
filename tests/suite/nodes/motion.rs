//! Rigid motion, and effects wired from it.

use wavewright_core::node::Literal;

use super::oracle::{Case, cases, give};
use crate::support::{Graph, number, text};

#[test]
fn rotate_about_axis() {
    for case in cases("rotate_about_axis") {
        let mut graph = case.graph();
        // One place and one axis: a row of values would be a list of places.
        case.fill(&mut graph, "rotate_about_axis", &[]);
        case.check_outputs(&graph, 1, &[("position", "position"), ("normal", "normal")]);
    }
}

#[test]
fn beam_width() {
    for case in cases("beam_width") {
        let mut graph = case.graph();
        case.fill(&mut graph, "beam_width", &[]);
        case.check_outputs(&graph, 1, &[("width", "width"), ("wobble", "wobble")]);
    }
}

#[test]
fn sequence() {
    for case in cases("sequence") {
        let mut graph = case.graph();
        case.fill(&mut graph, "sequence", &[]);
        case.check_outputs(&graph, 1, &[("value", "value")]);
    }
}

#[test]
fn orbit() {
    for case in cases("particles").iter().filter(|case| case.inputs.contains_key("speed")) {
        let mut graph = case.graph();
        case.fill(&mut graph, "orbit_velocity", &[]);
        case.check_outputs(&graph, 1, &[("velocity", "velocity")]);
    }
}

#[test]
fn attraction_falls_off_as_it_is_told() {
    const STRENGTH: f64 = 3.0;
    const RADIUS_M: f64 = 2.0;
    let strength_at = |falloff: &str, away_m: f64| match falloff {
        "planet" if away_m > RADIUS_M => STRENGTH * (RADIUS_M / away_m).powi(2),
        "planet" | "spring" => STRENGTH * away_m / RADIUS_M,
        _ => STRENGTH,
    };
    for falloff in ["planet", "spring", "constant"] {
        for away_m in [1e-3, 0.5, 2.0, 3.0, 1e3] {
            let mut graph = Graph::new([2, 2], 1.0, 1.0 / 60.0);
            graph.node_with("pull", "attract", [("strength", number(STRENGTH)), ("radius", number(RADIUS_M)), ("falloff", text(falloff))]);
            // Two thirds along x, one along -y, two along z: of length 1.
            let [x, y, z] = [2.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0].map(|share| share * away_m);
            graph.set("pull", "position", Literal::Vector(vec![1.0 + x, y, z]));
            graph.set("pull", "center", Literal::Vector(vec![1.0, 0.0, 0.0]));
            let force = graph.output_after(1, "pull.force");
            let expected = strength_at(falloff, away_m);
            let along = -f64::from(force[0]) * 2.0 / 3.0 + f64::from(force[1]) / 3.0 - f64::from(force[2]) * 2.0 / 3.0;
            let length = force[..3].iter().map(|part| f64::from(*part).powi(2)).sum::<f64>().sqrt();
            for got in [along, length] {
                assert!((got - expected).abs() < 1e-3 * expected, "{falloff} from {away_m} m: {force:?}, not {expected} m/s2");
            }
        }
    }
}

#[test]
fn what_follows_a_flow_nears_its_speed_and_never_overshoots() {
    const DT_S: f64 = 1.0 / 60.0;
    for response in [0.0, 1e-4, 0.05, 2.0, 60.0, 1e4, 1e30] {
        let mut graph = Graph::new([2, 2], 1.0, DT_S);
        graph.node_with("carry", "follow_velocity", [("response", number(response))]);
        graph.set("carry", "flow", Literal::Vector(vec![4.0, -2.0, 0.0]));
        graph.set("carry", "velocity", Literal::Vector(vec![1.0, 2.0, 0.0]));
        let force = graph.output_after(1, "carry.force");
        let share = 1.0 - (-response * DT_S).exp();
        for (axis, difference) in [3.0, -4.0, 0.0].into_iter().enumerate() {
            let (got, expected) = (f64::from(force[axis]) * DT_S, difference * share);
            assert!((got - expected).abs() <= 1e-5 * difference.abs() * share.max(1e-30), "{response}/s: {got} m/s, not {expected}");
        }
    }
}

/// Position and velocity that feed back into themselves are particles that never die.
#[test]
fn particle_motion() {
    for case in cases("particles").iter().filter(|case| !case.inputs.contains_key("speed")) {
        let mut graph = case.graph();
        graph.node("step", "frame");
        for (state, change) in [("velocity", "acceleration"), ("position", "moved")] {
            let (last, scaled) = (format!("last_{state}"), format!("{change}_in_a_step"));
            graph.node(&last, "feedback");
            give(&mut graph, &last, "initial", &case.inputs[state]);
            graph.node(&scaled, "multiply");
            graph.node(state, "add");
            graph.link("step.dt", &format!("{scaled}.b"));
            graph.link(&format!("{last}.value"), &format!("{state}.a"));
            graph.link(&format!("{scaled}.result"), &format!("{state}.b"));
            graph.link(&format!("{state}.result"), &format!("{last}.value"));
        }
        graph.node_with("dragged", "multiply", [("b", number(case.number("drag", 0.0)))]);
        graph.node("acceleration", "subtract");
        if let Some(force) = case.inputs.get("force") {
            give(&mut graph, "acceleration", "a", force);
        }
        for (from, to) in [
            ("last_velocity.value", "dragged.a"),
            ("dragged.result", "acceleration.b"),
            ("acceleration.result", "acceleration_in_a_step.a"),
            ("velocity.result", "moved_in_a_step.a"),
        ] {
            graph.link(from, to);
        }
        let mut run = graph.start(&["velocity.result", "position.result"]);
        run.player.run_steps(case.number("steps", 1.0) as u64).unwrap();
        case.check("velocity", &run.read("velocity.result"));
        case.check("position", &run.read("position.result"));
    }
}

#[test]
fn shattered_ground() {
    for case in cases("shattered_ground") {
        let mut graph = case.graph();
        wire_shard(&case, &mut graph);
        let mut run = graph.start(&["pushed.result", "turned.normal", "s.result"]);
        run.player.step().unwrap();
        case.check("position", &run.read("pushed.result"));
        case.check("normal", &run.read("turned.normal"));
        case.check("s", &run.read("s.result"));
    }
}

/// One vertex of a shard: turned about an axis, lifted, pushed outward.
fn wire_shard(case: &Case, graph: &mut Graph) {
    graph.node("noise", "number");
    give(graph, "noise", "value", &case.inputs["noise"]);
    graph.node_with("dir", "subtract", [("b", number(0.5))]);
    give(graph, "dir", "a", &case.inputs["shard_uv"]);
    graph.node("away", "length");
    graph.node_with("rougher", "add", [("b", number(1.0))]);
    graph.node("reach", "multiply");
    graph.node("near", "one_minus");
    graph.node_with("inside", "maximum", [("b", number(0.0))]);
    graph.node_with("falloff", "power", [("exponent", number(case.number("exponent", 5.0)))]);
    graph.node("now", "multiply");
    give(graph, "now", "b", &case.inputs["sequence"]);
    graph.node_with("s", "multiply", [("b", number(1.5))]);
    graph.node("parts", "separate2");
    graph.node("flat", "combine3");
    graph.node_with("center", "multiply", [("b", number(2.0))]);
    graph.node_with("tilt", "multiply", [("b", number(0.1))]);
    graph.node_with("up", "combine3", [("y", number(1.0))]);
    graph.node("axis", "cross");
    graph.node_with("angle", "multiply", [("b", number(case.number("rotation_rad", 50.0).to_degrees()))]);
    graph.node("turned", "rotate_about_axis");
    give(graph, "turned", "position", &case.inputs["position"]);
    give(graph, "turned", "normal", &case.inputs["normal"]);
    graph.node_with("twice", "multiply", [("b", number(2.0))]);
    graph.node("swing", "sine");
    graph.node("rough_swing", "multiply");
    graph.node_with("height", "multiply", [("b", number(case.number("height", 0.5)))]);
    graph.node("lift", "combine3");
    graph.node("lifted", "add");
    graph.node("outward", "normalise");
    graph.node("outward_now", "multiply");
    graph.node("push", "multiply");
    graph.node("pushed", "add");
    for (from, to) in [
        ("dir.result", "away.vector"),
        ("noise.value", "rougher.a"),
        ("rougher.result", "reach.a"),
        ("away.result", "reach.b"),
        ("reach.result", "near.value"),
        ("near.result", "inside.a"),
        ("inside.result", "falloff.base"),
        ("falloff.result", "now.a"),
        ("now.result", "s.a"),
        ("dir.result", "parts.vector"),
        ("parts.x", "flat.x"),
        ("parts.y", "flat.z"),
        ("flat.vector", "center.a"),
        ("noise.value", "tilt.a"),
        ("tilt.result", "up.x"),
        ("up.vector", "axis.a"),
        ("flat.vector", "axis.b"),
        ("s.result", "angle.a"),
        ("center.result", "turned.center"),
        ("axis.result", "turned.axis"),
        ("angle.result", "turned.angle"),
        ("s.result", "twice.a"),
        ("twice.result", "swing.angle"),
        ("swing.result", "rough_swing.a"),
        ("rougher.result", "rough_swing.b"),
        ("rough_swing.result", "height.a"),
        ("height.result", "lift.y"),
        ("turned.position", "lifted.a"),
        ("lift.vector", "lifted.b"),
        ("flat.vector", "outward.vector"),
        ("outward.direction", "outward_now.a"),
        ("s.result", "outward_now.b"),
        ("outward_now.result", "push.a"),
        ("noise.value", "push.b"),
        ("lifted.result", "pushed.a"),
        ("push.result", "pushed.b"),
    ] {
        graph.link(from, to);
    }
}
