//! What holds for every file of the library.

use std::collections::HashSet;

use wavewright_core::node::{Access, InputSpec, Literal, NodeSpec, PortType};

use super::{files, library};

fn specs() -> impl Iterator<Item = &'static NodeSpec> {
    library().0.iter().map(|spec| &**spec)
}

#[test]
fn every_file_is_a_node() {
    let (catalog, problems) = library();
    let list: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(list.is_empty(), "{}", list.join("\n"));
    assert_eq!(catalog.iter().count(), files().count());
}

#[test]
fn every_node_and_port_is_described_and_can_be_found() {
    for spec in specs() {
        let kind = &spec.kind;
        assert!(!spec.category.is_empty(), "{kind} has no category");
        assert!(spec.tags.len() >= 3, "{kind} has too few words that search finds");
        assert!(spec.summary.ends_with('.'), "{kind}: the summary is no sentence: {}", spec.summary);
        for input in &spec.inputs {
            assert!(!input.description.is_empty(), "{kind}.{} has no description", input.name);
        }
        assert!(!spec.outputs.is_empty(), "{kind} has no output");
        for output in &spec.outputs {
            assert!(!output.description.is_empty(), "{kind}.{} has no description", output.name);
        }
    }
}

#[test]
fn titles_differ() {
    let mut titles = HashSet::new();
    for spec in specs() {
        assert!(titles.insert(spec.title.to_lowercase()), "two nodes are titled {}", spec.title);
    }
}

#[test]
fn every_input_works_untouched() {
    for spec in specs() {
        for input in &spec.inputs {
            let brings_a_set = matches!(input.port_type, PortType::Fixed(value_type) if value_type.is_set());
            let stands_in = input.default.is_some() || input.context.is_some();
            assert!(stands_in || brings_a_set, "{}.{} has neither a default nor a context", spec.kind, input.name);
        }
    }
}

#[test]
fn defaults_lie_within_their_ranges() {
    for spec in specs() {
        for input in &spec.inputs {
            let Some((low, high)) = input.range else { continue };
            assert!(low < high, "{}.{}: the range {low} to {high} is empty", spec.kind, input.name);
            for number in numbers(input) {
                assert!((low..=high).contains(&number), "{}.{}: {number} is not within {low} to {high}", spec.kind, input.name);
            }
        }
    }
}

fn numbers(input: &InputSpec) -> Vec<f64> {
    match &input.default {
        Some(Literal::Number(number)) => vec![*number],
        Some(Literal::Vector(numbers)) => numbers.clone(),
        _ => Vec::new(),
    }
}

/// Words in a port's name that stand for something with a unit.
const PHYSICAL: [(&str, &[&str]); 11] = [
    ("time", &["s"]),
    ("wavelength", &["m"]),
    ("median_wavelength", &["m"]),
    ("amplitude", &["m"]),
    ("gravity", &["m/s2"]),
    ("radius", &["m"]),
    ("center", &["m"]),
    ("position", &["m"]),
    ("velocity", &["m/s", "1/s"]),
    ("direction_deg", &["deg"]),
    ("angle", &["deg"]),
];

/// Ports of those names that count in something else, with the input that says in what.
const COUNTED_OTHERWISE: [&str; 4] = ["sine.angle", "cosine.angle", "blur.radius", "bloom.radius"];

#[test]
fn physical_ports_have_their_unit() {
    for spec in specs() {
        let inputs = spec.inputs.iter().map(|input| (&input.name, &input.unit, &input.port_type));
        let outputs = spec.outputs.iter().map(|output| (&output.name, &output.unit, &output.port_type));
        for (name, unit, port_type) in inputs.chain(outputs) {
            let port = format!("{}.{name}", spec.kind);
            let is_generic = matches!(port_type, PortType::Generic(_));
            let Some((_, units)) = PHYSICAL.iter().find(|(word, _)| word == name).filter(|_| !is_generic) else { continue };
            if COUNTED_OTHERWISE.contains(&port.as_str()) || (spec.category == "Maths" && name == "center") {
                continue;
            }
            match unit {
                Some(unit) => assert!(units.contains(&unit.as_str()), "{port} is in {unit}, not in {}", units.join(" or ")),
                None => panic!("{port} has no unit; it should be in {}", units.join(" or ")),
            }
        }
    }
}

#[test]
fn whoever_reads_neighbours_says_what_lies_beyond_the_edge() {
    for spec in specs() {
        let reads_neighbours = spec.inputs.iter().any(|input| matches!(input.access, Access::Cells | Access::Points));
        // Light that spills over a picture's edge is gone.
        if !reads_neighbours || spec.kind == "bloom" {
            continue;
        }
        let boundary = spec.input("boundary").unwrap_or_else(|| panic!("{} has no boundary", spec.kind));
        assert_eq!(boundary.port_type, PortType::Choice(["clamp", "wrap", "zero"].map(str::to_owned).to_vec()), "{}", spec.kind);
        assert_eq!(boundary.default, Some(Literal::Text("clamp".to_owned())), "{}", spec.kind);
    }
}

#[test]
fn borrowed_weights_are_credited() {
    let (_, text) = files().find(|(name, _)| name == "fluid/pressure_smd.wgsl").unwrap_or_else(|| panic!("the SMD node is gone"));
    let notice = include_str!("../../NOTICE");
    for word in ["FluidNinja LIVE 2021", "CC BY-SA 4.0"] {
        assert!(text.contains(word) && notice.contains(word), "{word} is not credited");
    }
}
