//! Every node at inputs that nobody would choose: it gives a number, or at least it never keeps one that is none.

use wavewright_core::compile::Pixels;
use wavewright_core::node::{Access, Body, InputSpec, Literal, NodeSpec, PortType, ValueType};

use crate::support::{Graph, Run, number};

const CELLS: [u32; 2] = [6, 5];
const STEPS: u64 = 3;

/// Nodes that work by themselves: not those whose text the document holds, nor those of tests.
fn nodes() -> impl Iterator<Item = &'static NodeSpec> {
    let (library, _) = wavewright_nodes::library();
    library.iter().map(|spec| &**spec).filter(|spec| !matches!(spec.body, Body::Native(_) | Body::Set(_)) && spec.set_input().is_none())
}

fn is_list(port_type: &PortType) -> bool {
    matches!(port_type, PortType::Fixed(value_type) if value_type.is_list())
}

fn is_number(input: &InputSpec) -> bool {
    matches!(input.port_type, PortType::Fixed(_) | PortType::Generic(_) | PortType::Whole { .. }) && !is_list(&input.port_type)
}

fn outputs(spec: &NodeSpec) -> Vec<String> {
    spec.outputs.iter().filter(|output| !is_list(&output.port_type)).map(|output| format!("node.{}", output.name)).collect()
}

/// The node alone with every number at `value`, and its lists without rows.
fn alone(spec: &NodeSpec, value: f64) -> Graph {
    let mut graph = Graph::new(CELLS, 0.5, 1.0 / 60.0);
    graph.node("node", &spec.kind);
    for input in &spec.inputs {
        if is_number(input) && !input.setting {
            graph.set("node", &input.name, number(fitting(input, value)));
        } else if input.access == Access::List {
            graph.set("node", &input.name, Literal::Rows(Vec::new()));
        }
    }
    graph
}

/// Whole numbers can't be below 0.
fn fitting(input: &InputSpec, value: f64) -> f64 {
    if matches!(input.port_type, PortType::Whole { signed: false }) { value.clamp(0.0, f64::from(u32::MAX)) } else { value }
}

fn is_finite(run: &Run, outputs: &[String]) -> bool {
    outputs.iter().all(|output| run.read(output).iter().all(|number| number.is_finite()))
}

#[test]
fn zero_tiny_and_negative_numbers_give_numbers() {
    for spec in nodes() {
        let outputs = outputs(spec);
        if outputs.is_empty() {
            continue;
        }
        let names: Vec<&str> = outputs.iter().map(String::as_str).collect();
        let mut run = alone(spec, 0.0).start(&names);
        for value in [0.0, -1.0, 1e-30, -1e-30, 1.0] {
            for input in spec.inputs.iter().filter(|input| is_number(input) && !input.setting) {
                // Inputs that this configuration doesn't read have no parameter.
                let _ = run.player.set_parameter("node", &input.name, &number(fitting(input, value)));
            }
            run.player.reset().unwrap();
            run.player.run_steps(STEPS).unwrap();
            assert!(is_finite(&run, &outputs), "{} with {value} everywhere gives something that is no number", spec.kind);
        }
    }
}

#[test]
fn huge_numbers_stop_at_what_is_kept() {
    for spec in nodes() {
        let outputs = outputs(spec);
        let names: Vec<&str> = outputs.iter().map(String::as_str).collect();
        if names.is_empty() {
            continue;
        }
        let mut run = alone(spec, 1e38).start(&names);
        run.player.run_steps(STEPS).unwrap();
        assert_state_is_finite(&run, &spec.kind);
    }
}

#[test]
fn no_numbers_stop_at_what_is_kept() {
    for spec in nodes() {
        let outputs = outputs(spec);
        let names: Vec<&str> = outputs.iter().map(String::as_str).collect();
        let mut graph = Graph::new(CELLS, 0.5, 1.0 / 60.0);
        graph.node("node", &spec.kind);
        graph.field("bad", bad_picture());
        for input in spec.inputs.iter().filter(|input| is_number(input) && input.linkable()) {
            let output = match input.port_type {
                PortType::Fixed(ValueType::Vec2) => "vector",
                PortType::Fixed(ValueType::Vec3) => "vector3",
                PortType::Fixed(ValueType::Colour) => "colour",
                _ => "value",
            };
            graph.link(&format!("bad.{output}"), &format!("node.{}", input.name));
        }
        if names.is_empty() {
            continue;
        }
        let mut run = graph.start(&names);
        run.player.run_steps(STEPS).unwrap();
        assert_state_is_finite(&run, &spec.kind);
    }
}

fn bad_picture() -> Pixels {
    let numbers = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -1.0, 3e38, 1e-40, 0.5, -0.0];
    let [width, height] = CELLS;
    let values = (0..width * height * 4).map(|place| numbers[(place as usize * 7) % numbers.len()]).collect();
    Pixels { width, height, channels: 4, values }
}

fn assert_state_is_finite(run: &Run, kind: &str) {
    let manifest = &run.player.effect().manifest;
    for texture in manifest.textures.iter().filter(|texture| texture.state.is_some()) {
        let values = run.player.read_texture(&texture.name).unwrap().values;
        assert!(values.iter().all(|number| number.is_finite()), "{kind} keeps something that is no number in {}", texture.name);
    }
}

/// Lists have no output of their own to look at: the sea that is made of them has.
#[test]
fn waves_of_bad_numbers_make_a_sea_of_numbers() {
    let (library, _) = wavewright_nodes::library();
    let spec = library.get("wave_set").unwrap();
    for value in [0.0, -1.0, 1e-30, 1e30, 64.0] {
        let mut graph = alone(spec, value);
        graph.node("sea", "gerstner_sum");
        graph.node("level", "surface_height");
        graph.link("node.waves", "sea.waves");
        graph.link("node.waves", "level.waves");
        let outputs = ["sea.offset", "sea.normal", "sea.fold", "level.height"];
        let mut run = graph.start(&outputs);
        run.player.run_steps(STEPS).unwrap();
        assert!(value > 1e20 || is_finite(&run, &outputs.map(str::to_owned)), "waves of {value} make a sea that is no number");
    }
}
