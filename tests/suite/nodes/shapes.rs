//! Distance fields.

use serde_json::Value;

use super::oracle::{cases, give};
use crate::support::Graph;

#[test]
fn sdf() {
    for case in cases("sdf") {
        let mut graph = case.graph();
        let mut count = 0;
        let output = wire_shape(&mut graph, &case.inputs["sdf"], Some(&case.inputs["position"]), &mut count);
        let got = graph.output_after(1, &output);
        case.check("distance", &got);
    }
}

/// One step of one particle. The shape is asked for at places of the node's choice.
#[test]
fn collide_sdf() {
    for case in cases("collide_sdf") {
        let mut graph = case.graph();
        case.fill(&mut graph, "collide_sdf", &["sdf"]);
        let output = wire_shape(&mut graph, &case.inputs["sdf"], None, &mut 0);
        graph.link(&output, "node.distance_to");
        case.check_outputs(&graph, 1, &["position", "velocity", "hit"].map(|name| (name, name)));
    }
}

/// Adds the nodes of a shape or an operation, asked for at a position or wherever somebody asks, and returns the output with its distance.
fn wire_shape(graph: &mut Graph, shape: &Value, position: Option<&Value>, count: &mut usize) -> String {
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
        if let Some(position) = position {
            give(graph, &id, "position", position);
        }
        for (input, value) in shape.as_object().unwrap().iter().filter(|(input, _)| *input != "shape") {
            give(graph, &id, input, value);
        }
    }
    format!("{id}.distance")
}
