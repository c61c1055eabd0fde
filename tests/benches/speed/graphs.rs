//! The graphs that are measured.

use wavewright_core::graph::{Document, Link, Node, PortRef};
use wavewright_core::node::Literal;

fn add(document: &mut Document, id: &str, kind: &str, inputs: &[(&str, Literal)]) {
    let mut node = Node::new(kind);
    for (input, literal) in inputs {
        node.inputs.insert((*input).to_owned(), literal.clone());
    }
    document.nodes.insert(id.to_owned(), node);
}

fn connect(document: &mut Document, wires: &[(&str, &str)]) {
    let port = |text: &str| PortRef::try_from(text.to_owned()).unwrap();
    document.links.extend(wires.iter().map(|(from, to)| Link::new(port(from), port(to))));
}

fn number(value: f64) -> Literal {
    Literal::Number(value)
}

/// A dab that pushes, a trail, the sum, advection of flow and ink, divergence, a solver, and the projection. Ink is shown.
pub fn fluid(side: u32, solver: &str) -> Document {
    let mut document = Document::default();
    document.grid.resolution = [side, side];
    document.grid.width_m = 4.0;
    let d = &mut document;
    add(d, "dab", "brush", &[("radius", number(0.6)), ("center", Literal::Vector(vec![-0.8, 0.2]))]);
    add(d, "push", "multiply", &[("b", Literal::Vector(vec![0.5, 0.25]))]);
    add(d, "stroke", "trail", &[("opacity", number(0.2))]);
    add(d, "border", "edge_mask", &[]);
    add(d, "velocity_before", "feedback", &[]);
    add(d, "ink_before", "feedback", &[]);
    add(d, "fluid", "composite", &[]);
    add(d, "carry_velocity", "advect", &[("damping", number(0.999))]);
    add(d, "carry_ink", "advect", &[("damping", number(0.99))]);
    add(d, "picture", "output", &[]);
    connect(
        d,
        &[
            ("dab.value", "push.a"),
            ("push.result", "stroke.drawn"),
            ("stroke.painted", "fluid.interaction_velocity"),
            ("dab.value", "fluid.interaction_density"),
            ("border.mask", "fluid.edge_mask"),
            ("velocity_before.value", "fluid.projected_velocity"),
            ("ink_before.value", "fluid.advected_density"),
            ("fluid.velocity", "carry_velocity.quantity"),
            ("fluid.velocity", "carry_velocity.velocity"),
            ("fluid.density", "carry_ink.quantity"),
            ("fluid.velocity", "carry_ink.velocity"),
            ("carry_ink.result", "ink_before.value"),
            ("carry_ink.result", "picture.value"),
        ],
    );
    let setting: &[(&str, Literal)] = if solver == "pressure_multigrid" { &[("cycles", number(1.0))] } else { &[] };
    add(d, "divergence", "divergence", &[]);
    add(d, "pressure", solver, setting);
    add(d, "project", "subtract_gradient", &[]);
    connect(
        d,
        &[
            ("carry_velocity.result", "divergence.velocity"),
            ("divergence.divergence", "pressure.divergence"),
            ("pressure.pressure", "project.pressure"),
            ("carry_velocity.result", "project.velocity"),
            ("project.velocity", "velocity_before.value"),
        ],
    );
    if solver != "pressure_smd" {
        add(d, "remaining", "divergence", &[]);
        add(d, "left", "output", &[]);
        connect(d, &[("project.velocity", "remaining.velocity"), ("remaining.divergence", "left.value")]);
    }
    document
}

/// A pressure solver that works on noise, and nothing else. With the solver `none` the noise alone.
pub fn pressure(side: u32, solver: &str) -> Document {
    let mut document = Document::default();
    document.grid.resolution = [side, side];
    document.grid.width_m = 4.0;
    let d = &mut document;
    add(d, "flow", "value_noise", &[]);
    add(d, "shown", "output", &[]);
    if solver == "none" {
        connect(d, &[("flow.value", "shown.value")]);
        return document;
    }
    let setting: &[(&str, Literal)] = if solver == "pressure_multigrid" { &[("cycles", number(1.0))] } else { &[] };
    add(d, "pressure", solver, setting);
    connect(d, &[("flow.value", "pressure.divergence"), ("pressure.pressure", "shown.value")]);
    document
}

/// A sea of 64 waves, its offset shown.
pub fn sea(side: u32) -> Document {
    let mut document = Document::default();
    document.grid.resolution = [side, side];
    document.grid.width_m = 100.0;
    add(&mut document, "waves", "wave_set", &[("count", number(64.0))]);
    add(&mut document, "sea", "gerstner_sum", &[]);
    add(&mut document, "offset", "output", &[]);
    connect(&mut document, &[("waves.waves", "sea.waves"), ("sea.offset", "offset.value")]);
    document
}
