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

/// A pressure solver that works on noise, and nothing else.
pub fn pressure(side: u32, solver: &str) -> Document {
    let mut document = Document::default();
    document.grid.resolution = [side, side];
    document.grid.width_m = 4.0;
    let d = &mut document;
    add(d, "flow", "value_noise", &[]);
    add(d, "shown", "output", &[]);
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

/// Particles that are all born at once and live through the bench, thrown about and summed on the grid.
pub fn particles(count: u32) -> Document {
    let mut document = Document::default();
    document.grid.resolution = [512, 512];
    let d = &mut document;
    let born =
        [("capacity", number(f64::from(count))), ("rate", number(0.0)), ("burst", number(f64::from(count))), ("lifetime", number(1e6))];
    add(d, "particles", "emit", &born);
    add(d, "chance", "random", &[]);
    add(d, "move", "move_particles", &[("drag", number(0.1))]);
    add(d, "sum", "deposit", &[]);
    add(d, "shown", "output", &[]);
    connect(
        d,
        &[
            ("chance.vector3", "particles.position"),
            ("chance.vector3", "particles.velocity"),
            ("particles.particles", "move.particles"),
            ("move.particles", "sum.particles"),
            ("sum.sum", "shown.value"),
        ],
    );
    document
}

/// Blades of grass of three squares each, on scattered places, bent aside.
pub fn blades(count: u32) -> Document {
    let mut document = Document::default();
    let d = &mut document;
    add(d, "blade", "plane_mesh", &[("columns", number(1.0)), ("rows", number(3.0))]);
    add(d, "meadow", "copies", &[("count", number(f64::from(count))), ("scale", number(0.02))]);
    add(d, "chance", "random", &[]);
    add(d, "bend", "bend_blade", &[("offset", Literal::Vector(vec![0.2, 0.1]))]);
    add(d, "bent", "set_position", &[]);
    connect(
        d,
        &[
            ("blade.mesh", "meadow.mesh"),
            ("chance.vector3", "meadow.place"),
            ("chance.value", "meadow.turn"),
            ("meadow.mesh", "bent.mesh"),
            ("bend.position", "bent.position"),
        ],
    );
    shown(d, "bent.mesh");
    document
}

/// Shards of a slab, each turned about its own middle.
pub fn shards(count: u32) -> Document {
    let mut document = Document::default();
    let d = &mut document;
    add(d, "slab", "shattered_plane", &[("shards", number(f64::from(count)))]);
    add(d, "own", "element", &[]);
    add(d, "turn", "rotate_about_axis", &[("angle", number(30.0))]);
    add(d, "turned", "set_position", &[]);
    connect(d, &[("own.origin", "turn.center"), ("slab.mesh", "turned.mesh"), ("turn.position", "turned.position")]);
    shown(d, "turned.mesh");
    document
}

/// Draws a mesh into a small picture, so that its vertices are most of the work.
fn shown(document: &mut Document, mesh: &str) {
    add(document, "draw", "draw_mesh", &[]);
    add(document, "view", "render", &[("width", number(64.0)), ("height", number(36.0))]);
    add(document, "picture", "output", &[]);
    connect(document, &[(mesh, "draw.mesh"), ("draw.scene", "view.scene"), ("view.picture", "picture.value")]);
}
