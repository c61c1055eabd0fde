//! Right values, worked out independently in 64-bit floats: the files of `tests/oracles`.

use serde_json::{Map, Value};
use wavewright_core::compile::Pixels;
use wavewright_core::node::Literal;

use crate::support::{Graph, number, text};

/// One case of a file.
pub struct Case {
    /// The file and the case.
    pub name: String,
    /// What goes in.
    pub inputs: Map<String, Value>,
    /// What must come out.
    pub expected: Map<String, Value>,
    absolute: f64,
    relative: f64,
}

/// The cases of `tests/oracles/NAME.json`.
pub fn cases(name: &str) -> Vec<Case> {
    let path = format!("{}/oracles/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases: Vec<Case> = file["cases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|case| Case {
            name: format!("{name}: {}", case["name"].as_str().unwrap()),
            inputs: case["inputs"].as_object().unwrap().clone(),
            expected: case["expected"].as_object().unwrap().clone(),
            absolute: case["abs_tol"].as_f64().unwrap(),
            relative: case["rel_tol"].as_f64().unwrap(),
        })
        .collect();
    assert!(!cases.is_empty());
    cases
}

impl Case {
    /// A number, or a stand-in where the case leaves it out.
    pub fn number(&self, input: &str, otherwise: f64) -> f64 {
        self.inputs.get(input).map_or(otherwise, |value| value.as_f64().unwrap())
    }

    /// Length of a step.
    pub fn dt_s(&self) -> f64 {
        // A step always has a length; this one is too short to matter.
        self.number("dt", 1.0 / 60.0).max(1e-9)
    }

    /// An empty graph on the case's grid, on a row of `position`s, or on one cell.
    pub fn graph(&self) -> Graph {
        if let Some(grid) = self.inputs.get("grid") {
            let cells = ["w", "h"].map(|side| u32::try_from(grid[side].as_u64().unwrap()).unwrap());
            return Graph::new(cells, grid["cell"].as_f64().unwrap(), self.dt_s());
        }
        let longest = self.inputs.values().filter_map(|value| rows(value).map(|rows| rows.len())).max().unwrap_or(1);
        Graph::new([u32::try_from(longest).unwrap(), 1], 1.0, self.dt_s())
    }

    /// Adds the node that the case is about, as `node`, with all the case's inputs but those in `others`.
    pub fn fill(&self, graph: &mut Graph, kind: &str, others: &[&str]) {
        graph.node("node", kind);
        for (input, value) in &self.inputs {
            if !others.contains(&input.as_str()) && !matches!(input.as_str(), "grid" | "dt") {
                give(graph, "node", input, value);
            }
        }
    }

    /// Compares an output with what is expected of it.
    pub fn check(&self, output: &str, got: &[f32]) {
        self.check_value(output, got, &self.expected[output]);
    }

    /// Compares numbers with a value of the case.
    pub fn check_value(&self, output: &str, got: &[f32], value: &Value) {
        let mut expected = Vec::new();
        flatten(value, &mut expected);
        assert_eq!(got.len(), expected.len(), "{}: {output} has another size", self.name);
        for (place, (&got, want)) in got.iter().zip(expected).enumerate() {
            let allowed = self.absolute + self.relative * want.abs();
            let error = (f64::from(got) - want).abs();
            assert!(error <= allowed, "{}: {output}[{place}] is {got}, not {want} (off by {error:e}, allowed {allowed:e})", self.name);
        }
    }

    /// Runs one step and compares outputs: pairs of the case's name and the node's.
    pub fn check_outputs(&self, graph: &Graph, steps: u64, outputs: &[(&str, &str)]) {
        let ports: Vec<String> = outputs.iter().map(|(_, output)| format!("node.{output}")).collect();
        let mut run = graph.start(&ports.iter().map(String::as_str).collect::<Vec<_>>());
        run.player.run_steps(steps).unwrap();
        for ((name, _), port) in outputs.iter().zip(&ports) {
            if let Some(expected) = self.expected.get(*name) {
                let got = run.read(port);
                // A value that is the same everywhere is expected once.
                let mut count = Vec::new();
                flatten(expected, &mut count);
                self.check(name, &got[..count.len().min(got.len())]);
            }
        }
    }
}

/// Gives a node's input a value of a case: a number, a vector, a word, waves, a row of values, or a grid of them.
pub fn give(graph: &mut Graph, id: &str, input: &str, value: &Value) {
    let port = format!("{id}.{input}");
    match value {
        Value::Bool(on) => graph.set(id, input, Literal::Bool(*on)),
        Value::Number(given) => graph.set(id, input, number(given.as_f64().unwrap())),
        Value::String(word) => graph.set(id, input, text(word)),
        Value::Object(_) => {
            let pixels = field(&graph.document.grid.resolution, value);
            let output = graph.field(&format!("{id}_{input}"), pixels);
            graph.link(&output, &port);
        }
        Value::Array(list) if list.iter().all(|item| item.get("wavelength").is_some()) => graph.set(id, input, waves(list)),
        Value::Array(list) if list.iter().all(|item| item.get("values").is_some()) => {
            let steps: Vec<Pixels> = list.iter().map(|step| field(&graph.document.grid.resolution, step)).collect();
            let output = graph.changing_field(&format!("{id}_{input}"), &steps);
            graph.link(&output, &port);
        }
        Value::Array(list) => match rows(value) {
            Some(rows) => {
                let pixels = pixels_of([u32::try_from(rows.len()).unwrap(), 1], value);
                let output = graph.field(&format!("{id}_{input}"), pixels);
                graph.link(&output, &port);
            }
            None => graph.set(id, input, Literal::Vector(list.iter().map(|number| number.as_f64().unwrap()).collect())),
        },
        Value::Null => panic!("{port} is given nothing"),
    }
}

/// A value of a case that is a list of vectors.
fn rows(value: &Value) -> Option<&Vec<Value>> {
    value.as_array().filter(|list| list.first().is_some_and(Value::is_array))
}

/// Waves as rows of wavelength, amplitude, direction, stiffness.
pub fn waves(list: &[Value]) -> Literal {
    let row = |wave: &Value| ["wavelength", "amplitude", "direction", "stiffness"].map(|name| wave[name].as_f64().unwrap()).to_vec();
    Literal::Rows(list.iter().map(row).collect())
}

/// A field of a case.
pub fn field(cells: &[u32; 2], value: &Value) -> Pixels {
    pixels_of(*cells, &value["values"])
}

fn pixels_of(cells: [u32; 2], values: &Value) -> Pixels {
    let mut numbers = Vec::new();
    flatten(values, &mut numbers);
    let [width, height] = cells;
    let channels = u32::try_from(numbers.len()).unwrap() / (width * height);
    Pixels { width, height, channels, values: numbers.into_iter().map(|number| number as f32).collect() }
}

/// All numbers of a value in order.
pub fn flatten(value: &Value, numbers: &mut Vec<f64>) {
    match value {
        Value::Array(list) => list.iter().for_each(|item| flatten(item, numbers)),
        Value::Number(number) => numbers.push(number.as_f64().unwrap()),
        other => panic!("{other} is no number"),
    }
}
