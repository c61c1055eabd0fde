//! Keyframes of inputs, as edits.

use wavewright_core::graph::{Edit, Keyframe, PortRef, keyframes};
use wavewright_core::node::{Literal, PortType, SpecSource};

use super::session::Session;

/// How a keyframe's input is called in the document's timeline.
#[must_use]
pub fn target(group: Option<&str>, input: &PortRef) -> String {
    group.map_or_else(|| input.to_string(), |group| format!("{group}/{input}"))
}

/// The step that sets a keyframe of an input at `frame` to the value that it has there, or removes the one that is there.
///
/// # Errors
/// Says why the input can have none.
pub fn toggled(session: &Session, group: Option<&str>, input: &PortRef, frame: f64) -> Result<(String, Edit), String> {
    let document = session.document();
    let node = document.graph_in(group).and_then(|graph| graph.nodes.get(&input.node)).ok_or("the node is gone")?;
    let spec = session.catalog().spec_for(node).map_err(|problem| problem.message)?;
    let input_spec = spec.input(&input.port).ok_or("the input is gone")?;
    if !matches!(input_spec.port_type, PortType::Fixed(_) | PortType::Generic(_) | PortType::Whole { .. }) {
        return Err(format!("{} is no number: it can't change over time", input_spec.label));
    }
    let target = target(group, input);
    let mut list: Vec<Keyframe> = document.timeline.keyframes.get(&target).cloned().unwrap_or_default();
    let before = list.len();
    list.retain(|keyframe| (keyframe.frame - frame).abs() > 1e-6);
    let name = if list.len() < before {
        format!("Remove keyframe of {}", input_spec.label)
    } else {
        let set = || node.inputs.get(&input.port).or(input_spec.default.as_ref()).cloned();
        let value = keyframes::sample(&list, frame).or_else(set).ok_or("set a value first")?;
        list.push(new_keyframe(frame, value));
        list.sort_by(|one, other| one.frame.total_cmp(&other.frame));
        format!("Set keyframe of {}", input_spec.label)
    };
    Ok((name, Edit::SetKeyframes { target, keyframes: list, index: None }))
}

fn new_keyframe(frame: f64, value: Literal) -> Keyframe {
    Keyframe { frame, value, interpolation: "linear".to_owned(), extra: serde_json::Map::new() }
}
