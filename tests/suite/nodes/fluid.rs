//! One step of a grid fluid, node by node, and the whole loop.

use crate::support::{Graph, number, text};

use super::oracle::{cases, give};

/// Cases of a node of one output.
fn check(name: &str, kind: &str, output: &str) {
    for case in cases(name) {
        let mut graph = case.graph();
        case.fill(&mut graph, kind, &[]);
        case.check_outputs(&graph, 1, &[("out", output)]);
    }
}

#[test]
fn advect() {
    check("advect", "advect", "result");
}

#[test]
fn divergence() {
    check("divergence", "divergence", "divergence");
}

#[test]
fn curl() {
    check("curl", "curl", "curl");
}

#[test]
fn gradient() {
    check("gradient", "gradient", "gradient");
}

#[test]
fn laplacian() {
    check("laplacian", "laplacian", "laplacian");
}

#[test]
fn subtract_gradient() {
    check("subtract_gradient", "subtract_gradient", "velocity");
}

#[test]
fn edge_mask() {
    check("edge_mask", "edge_mask", "mask");
}

#[test]
fn brush() {
    check("brush", "brush", "value");
}

#[test]
fn vorticity() {
    check("vorticity", "vorticity", "force");
}

#[test]
fn composite() {
    for case in cases("composite") {
        let mut graph = case.graph();
        case.fill(&mut graph, "composite", &[]);
        case.check_outputs(&graph, 1, &[("velocity", "velocity"), ("density", "density")]);
    }
}

#[test]
fn trail() {
    for case in cases("trail") {
        let mut graph = case.graph();
        case.fill(&mut graph, "trail", &["painted"]);
        if let Some(painted) = case.inputs.get("painted") {
            give(&mut graph, "node", "initial", painted);
        }
        let steps = case.inputs["drawn"].as_array().unwrap().len() as u64;
        case.check_outputs(&graph, steps, &[("painted", "painted")]);
    }
}

#[test]
fn pressure_smd() {
    for case in cases("pressure_smd") {
        let mut graph = case.graph();
        case.fill(&mut graph, "pressure_smd", &["frames", "pressure"]);
        if let Some(pressure) = case.inputs.get("pressure") {
            give(&mut graph, "node", "initial", pressure);
        }
        let drifting = case.inputs["divergence"].as_array().map_or(1, Vec::len) as f64;
        case.check_outputs(&graph, case.number("frames", drifting) as u64, &[("pressure", "pressure")]);
    }
}

#[test]
fn pressure_jacobi() {
    for case in cases("pressure_jacobi") {
        let mut graph = case.graph();
        case.fill(&mut graph, "pressure_jacobi", &["frames"]);
        case.check_outputs(&graph, case.number("frames", 1.0) as u64, &[("pressure", "pressure")]);
    }
}

#[test]
fn trace_to_plane() {
    let outputs = ["hit", "position", "uv", "velocity"].map(|name| (name, name));
    for case in cases("trace_to_plane") {
        let mut graph = case.graph();
        case.fill(&mut graph, "trace_to_plane", &[]);
        case.check_outputs(&graph, 1, &outputs);
    }
}

/// composite -> advect -> divergence -> pressure -> composite of the next step, which subtracts the pressure's gradient.
#[test]
fn fluid_loop() {
    for case in cases("fluid_loop") {
        let mut graph = case.graph();
        let boundary = case.inputs["boundary"].as_str().unwrap();
        wire_fluid(&mut graph, boundary, case.number("damping", 0.99), case.number("edge_width", 0.1));
        for input in ["interaction_velocity", "interaction_density"] {
            give(&mut graph, "composite", input, &case.inputs[input]);
        }
        graph.node_with("pressure", "pressure_smd", [("boundary", text(boundary))]);
        for input in ["kernel", "gauss_offset"] {
            graph.set("pressure", input, number(case.number(input, 0.0)));
        }
        graph.link("divergence.divergence", "pressure.divergence");
        graph.link("pressure.pressure", "last_pressure.value");
        let outputs = [
            ("velocity", "composite.velocity"),
            ("density", "composite.density"),
            ("advected_velocity", "advected_velocity.result"),
            ("advected_density", "advected_density.result"),
            ("divergence", "divergence.divergence"),
            ("pressure", "pressure.pressure"),
        ];
        let mut run = graph.start(&outputs.map(|(_, port)| port));
        run.player.run_steps(case.number("steps", 1.0) as u64).unwrap();
        for (name, port) in outputs {
            case.check(name, &run.read(port));
        }
    }
}

/// A fluid without its pressure solver, whose `pressure` is to be connected to `last_pressure.value`.
pub fn wire_fluid(graph: &mut Graph, boundary: &str, damping: f64, edge_width: f64) {
    graph.node("composite", "composite");
    graph.node_with("mask", "edge_mask", [("width", number(edge_width))]);
    graph.node_with("projected", "subtract_gradient", [("boundary", text(boundary))]);
    for quantity in ["velocity", "density"] {
        let (advected, last) = (format!("advected_{quantity}"), format!("last_{quantity}"));
        graph.node_with(&advected, "advect", [("boundary", text(boundary)), ("damping", number(damping))]);
        graph.link(&format!("composite.{quantity}"), &format!("{advected}.quantity"));
        graph.link("composite.velocity", &format!("{advected}.velocity"));
        graph.node(&last, "feedback");
        graph.link(&format!("{advected}.result"), &format!("{last}.value"));
    }
    graph.node_with("divergence", "divergence", [("boundary", text(boundary))]);
    graph.node("last_pressure", "feedback");
    for (from, to) in [
        ("mask.mask", "composite.edge_mask"),
        ("last_velocity.value", "projected.velocity"),
        ("last_pressure.value", "projected.pressure"),
        ("projected.velocity", "composite.projected_velocity"),
        ("last_density.value", "composite.advected_density"),
        ("advected_velocity.result", "divergence.velocity"),
    ] {
        graph.link(from, to);
    }
}
