//! A graph as an artist would have it, to look at.

use egui::{Color32, ColorImage, Context, Pos2, Rect, TextureOptions, pos2, vec2};

use super::support::{port_type, wire};
use crate::canvas::{CanvasFrame, CanvasGraph, CanvasNode, Eye, FrameId, InlineValue, Input, Number, NumberTraits, Output, Thumbnail};
use crate::theme;

type Port = (&'static str, &'static str);

fn demo_node(id: &str, title: &str, category: &str, position: Pos2, outputs: &[Port], inputs: Vec<Input>) -> CanvasNode {
    let mut node = CanvasNode::new(id, title, position);
    node.category_colour = theme::category_colour(&theme::Palette::DARK, category);
    node.outputs = outputs.iter().map(|(name, type_name)| Output::new(*name, port_type(type_name))).collect();
    node.inputs = inputs;
    node
}

fn plain(name: &str, type_name: &str) -> Input {
    Input::linkable(name, port_type(type_name))
}

fn number(name: &str, value: f64, unit: Option<&str>) -> Input {
    let traits = NumberTraits { unit: unit.map(Into::into), range: Some((0.0, 2.0)), whole: false };
    plain(name, "number").with_value(InlineValue::Number(Number { value, traits }))
}

fn note(name: &str, type_name: &str, words: &str) -> Input {
    plain(name, type_name).with_value(InlineValue::Note(words.into()))
}

/// The demo; pictures need a context to live in.
pub fn graph(context: Option<&Context>) -> CanvasGraph {
    let picture = |name: &str, paint: fn(f32, f32) -> [f32; 3]| context.map(|context| thumbnail(context, name, paint));
    let mut advect = demo_node(
        "advect",
        "Advect",
        "Fluid",
        pos2(640.0, 64.0),
        &[("result", "colour")],
        vec![plain("quantity", "colour"), plain("velocity", "vec2"), number("damping", 0.99, None)],
    );
    advect.outputs[0].eye = Eye::Viewed;
    advect.thumbnail = picture("ink", ink);
    let mut curl = demo_node(
        "curl",
        "Curl noise",
        "Noise",
        pos2(40.0, 240.0),
        &[("vector", "vec2")],
        vec![note("position", "vec2", "element"), number("scale", 3.0, None), number("speed", 0.25, None)],
    );
    curl.thumbnail = picture("curl", fire);
    let mut divergence =
        demo_node("divergence", "Divergence", "Fluid", pos2(640.0, 312.0), &[("divergence", "number")], vec![plain("velocity", "vec2")]);
    divergence.thumbnail = picture("divergence", paper);
    let mut pressure = demo_node(
        "pressure",
        "Pressure (SMD)",
        "Fluid",
        pos2(816.0, 304.0),
        &[("pressure", "number")],
        vec![plain("divergence", "number"), note("kernel", "number", "0 · 15 taps")],
    );
    pressure.thumbnail = picture("pressure", sea);
    let composite = demo_node(
        "composite",
        "Composite",
        "Fluid",
        pos2(416.0, 96.0),
        &[("velocity", "vec2"), ("density", "colour")],
        vec![
            plain("interaction_velocity", "vec2"),
            plain("interaction_density", "number"),
            plain("noise_velocity", "vec2"),
            plain("advected_velocity", "vec2"),
            plain("advected_density", "colour"),
            number("edge_mask", 1.0, None),
        ],
    );
    let nodes = vec![
        demo_node(
            "pointer",
            "Pointer",
            "Input",
            pos2(40.0, 56.0),
            &[("position", "vec2"), ("velocity", "vec2"), ("pressed", "number")],
            Vec::new(),
        ),
        demo_node(
            "brush",
            "Brush",
            "Shapes",
            pos2(216.0, 48.0),
            &[("strength", "number")],
            vec![plain("center", "vec2"), number("radius", 0.12, Some("m")), number("softness", 0.6, None)],
        ),
        composite,
        curl,
        advect,
        divergence,
        pressure,
        demo_node(
            "ramp",
            "Colour ramp",
            "Scene",
            pos2(840.0, 72.0),
            &[("colour", "colour")],
            vec![plain("value", "number"), note("colours", "colour", "ink")],
        ),
    ];
    let wires = vec![
        wire(("pointer", "position"), ("brush", "center")),
        wire(("pointer", "velocity"), ("composite", "interaction_velocity")),
        wire(("brush", "strength"), ("composite", "interaction_density")),
        wire(("curl", "vector"), ("composite", "noise_velocity")),
        wire(("composite", "density"), ("advect", "quantity")),
        wire(("composite", "velocity"), ("advect", "velocity")),
        wire(("composite", "velocity"), ("divergence", "velocity")),
        wire(("divergence", "divergence"), ("pressure", "divergence")),
        wire(("advect", "result"), ("ramp", "value")),
    ];
    let frames = vec![CanvasFrame {
        id: FrameId(0),
        text: "Fluid step: velocity and ink, advected, then made divergence-free".to_owned(),
        rect: Rect::from_min_max(pos2(392.0, 16.0), pos2(1016.0, 516.0)),
        colour: Some(theme::category_colour(&theme::Palette::DARK, "Fluid")),
    }];
    CanvasGraph::new(nodes, wires, frames)
}

/// A second demo with every kind of port, value and state.
pub fn states() -> CanvasGraph {
    let types = ["number", "vec2", "vec3", "colour", "waves", "ramp", "curve", "mesh", "particles", "scene"];
    let mut every = demo_node("every", "Every type", "Maths", pos2(24.0, 24.0), &[], Vec::new());
    every.outputs = types.iter().map(|name| Output::new(*name, port_type(name))).collect();
    let mut hollow = demo_node("hollow", "Required", "Maths", pos2(208.0, 24.0), &[], Vec::new());
    hollow.inputs = types.iter().map(|name| Input { required: true, ..plain(name, name) }).collect();
    let mut values = demo_node("values", "Values", "Waves", pos2(392.0, 24.0), &[("height", "number")], Vec::new());
    values.inputs = vec![
        number("amplitude", 0.125, Some("m")),
        plain("wind", "vec2").with_value(InlineValue::Vector { components: vec![1.5, -0.25], traits: NumberTraits::default() }),
        plain("tint", "colour").with_value(InlineValue::Colour([0.9, 0.3, 0.1, 1.0])),
        plain("glow", "colour").with_value(InlineValue::Colour([0.4, 2.0, 3.5, 1.0])),
        Input { keyframed: true, ..number("phase", 0.785_25, None) },
        Input { port_type: None, ..plain("boundary", "number") }
            .with_value(InlineValue::Choice { selected: 0, options: vec!["clamp".to_owned(), "wrap".to_owned()].into() }),
        Input { port_type: None, ..plain("loop", "number") }.with_value(InlineValue::Switch(true)),
        Input { port_type: None, ..plain("mirror", "number") }.with_value(InlineValue::Switch(false)),
        Input { port_type: None, ..plain("name", "number") }.with_value(InlineValue::Text("storm over the bay".to_owned())),
    ];
    let mut broken = demo_node("broken", "Expression", "Maths", pos2(648.0, 24.0), &[("result", "number")], vec![plain("x", "number")]);
    broken.error = Some("line 1: no name 'wavez' here\nDid you mean 'waves'?".to_owned());
    let mut warned = demo_node("warned", "Blur", "Noise", pos2(648.0, 160.0), &[("result", "colour")], vec![plain("image", "colour")]);
    warned.warning = Some("3 NaN stopped".to_owned());
    let mut muted = demo_node(
        "muted",
        "Vorticity",
        "Fluid",
        pos2(648.0, 296.0),
        &[("result", "vec2")],
        vec![plain("velocity", "vec2"), number("strength", 0.4, None)],
    );
    muted.muted = true;
    let mut group = demo_node(
        "group",
        "Foam",
        "Shapes",
        pos2(208.0, 296.0),
        &[("foam", "number"), ("mask", "number")],
        vec![plain("height", "number")],
    );
    group.is_group = true;
    group.outputs[1].eye = Eye::Pinned;
    group.colour = Some(Color32::from_rgb(0xe0, 0x7a, 0xa8));
    let mut folded =
        demo_node("folded", "Height to normal", "Mesh", pos2(392.0, 296.0), &[("normal", "vec3")], vec![plain("height", "number")]);
    folded.collapsed = true;
    let mut portal = demo_node("portal", "wind", "Input", pos2(24.0, 296.0), &[("wind", "vec2")], Vec::new());
    portal.form = crate::canvas::NodeForm::Pill;
    let mut dot = demo_node("dot", "Reroute", "Maths", pos2(420.0, 356.0), &[("out", "vec2")], vec![plain("in", "vec2")]);
    dot.form = crate::canvas::NodeForm::Dot;
    let nodes = vec![every, hollow, values, broken, warned, muted, group, folded, portal, dot];
    let wires = vec![
        wire(("every", "number"), ("broken", "x")),
        wire(("portal", "wind"), ("dot", "in")),
        wire(("dot", "out"), ("muted", "velocity")),
        wire(("group", "foam"), ("folded", "height")),
        wire(("warned", "result"), ("warned", "image")),
    ];
    CanvasGraph::new(nodes, wires, Vec::new())
}

fn thumbnail(context: &Context, name: &str, paint: fn(f32, f32) -> [f32; 3]) -> Thumbnail {
    let size = [132_usize, 76];
    let mut image = ColorImage::filled(size, Color32::BLACK);
    for y in 0..size[1] {
        for x in 0..size[0] {
            let [red, green, blue] =
                paint(x as f32 / size[1] as f32, y as f32 / size[1] as f32).map(|value| (value.clamp(0.0, 1.0) * 255.0) as u8);
            image[(x, y)] = Color32::from_rgb(red, green, blue);
        }
    }
    let texture = context.load_texture(name, image, TextureOptions::LINEAR);
    let id = texture.id();
    // Textures of the demo live as long as the test.
    std::mem::forget(texture);
    Thumbnail { texture: id, size: vec2(size[0] as f32, size[1] as f32) }
}

/// A swirling field between 0 and 1.
fn swirl(x: f32, y: f32, seed: f32) -> f32 {
    let (mut x, mut y) = (x * 3.0 + seed, y * 3.0 - seed);
    for turn in 1..5 {
        let strength = 0.7 / turn as f32;
        (x, y) = (x + strength * (turn as f32 * 1.7 * y + seed).sin(), y + strength * (turn as f32 * 1.9 * x - seed).cos());
    }
    0.5 + 0.5 * (x + y).sin()
}

fn ink(x: f32, y: f32) -> [f32; 3] {
    let (one, other, bright) = (swirl(x, y, 1.0), swirl(x, y, 4.2), swirl(x, y, 2.4));
    let glow = bright.powi(3);
    [0.1 + 0.8 * one * glow, 0.12 + 0.7 * other * glow, 0.16 + 0.6 * (1.0 - one) * glow]
}

fn fire(x: f32, y: f32) -> [f32; 3] {
    let heat = swirl(x, y, 7.0).powi(2);
    [heat * 1.4, heat * heat * 0.8, 0.15 + 0.4 * heat * (1.0 - heat)]
}

fn paper(x: f32, y: f32) -> [f32; 3] {
    let ripple = swirl(2.0 * x, 2.0 * y, 3.0) - 0.5;
    [0.95 - 0.3 * ripple.max(0.0), 0.95 - 0.3 * ripple.abs(), 0.95 + 0.3 * ripple.min(0.0)]
}

fn sea(x: f32, y: f32) -> [f32; 3] {
    let level = swirl(0.5 * x, 0.5 * y, 9.0);
    [0.27 + 0.7 * (level - 0.6).max(0.0), 0.1 + 0.75 * level, 0.35 + 0.25 * (1.0 - level)]
}
