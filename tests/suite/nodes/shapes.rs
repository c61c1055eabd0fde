//! Distance fields.

use serde_json::Value;

use super::oracle::{cases, give};
use crate::support::Graph;

#[test]
fn sdf() {
    for case in cases("sdf") {
        let mut graph = case.graph();
        let mut count = 0;
        let output = wire_shape(&mut graph, &case.inputs["sdf"], &case.inputs["position"], &mut count);
        let got = graph.output_after(1, &output);
        case.check("distance", &got);
    }
}

/// Adds the nodes of a shape or an operation and returns the output with its distance.
fn wire_shape(graph: &mut Graph, shape: &Value, position: &Value, count: &mut usize) -> String {
    *count += 1;
    let id = format!("shape_{count}");
    if let Some(operation) = shape["op"].as_str() {
        graph.node(&id, if operation == "subtract" { "subtract_shape" } else { operation });
        for operand in ["a", "b"] {
            let output = wire_shape(graph, &shape[operand], position, count);
            graph.link(&output, &format!("{id}.{operand}"));
        }
        if let Some(blend) = shape.get("k") {
            give(graph, &id, "blend", blend);
        }
    } else {
        graph.node(&id, shape["shape"].as_str().unwrap());
        give(graph, &id, "position", position);
        for (input, value) in shape.as_object().unwrap().iter().filter(|(input, _)| *input != "shape") {
            give(graph, &id, input, value);
        }
    }
    format!("{id}.distance")
}
