//! Keyframes of inputs, as edits.

use wavewright_core::graph::edit::in_group;
use wavewright_core::graph::{Document, Edit, Keyframe, PortRef, keyframes};
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
    list.retain(|keyframe| !is_at(keyframe, frame));
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

/// The edit that gives an input a value: a keyframe at `frame` where it has keyframes, else its own value. `None` makes it the default; then
/// its keyframes go.
#[must_use]
pub fn set_value(document: &Document, group: Option<&str>, input: &PortRef, value: Option<Literal>, frame: f64) -> Edit {
    let target = target(group, input);
    match (document.timeline.keyframes.get(&target), value) {
        (Some(list), Some(value)) => Edit::SetKeyframes { target, keyframes: with_value(list, value, frame), index: None },
        (Some(_), None) => Edit::Batch(vec![
            Edit::SetKeyframes { target, keyframes: Vec::new(), index: None },
            in_group(group, Edit::SetInput { node: input.node.clone(), input: input.port.clone(), value: None }),
        ]),
        (None, value) => in_group(group, Edit::SetInput { node: input.node.clone(), input: input.port.clone(), value }),
    }
}

/// The keyframes with this value at `frame`. A new one goes on to the next as the one before it does.
fn with_value(list: &[Keyframe], value: Literal, frame: f64) -> Vec<Keyframe> {
    let mut list = list.to_vec();
    match list.iter_mut().find(|keyframe| is_at(keyframe, frame)) {
        Some(keyframe) => keyframe.value = value,
        None => {
            let before = list.iter().filter(|keyframe| keyframe.frame < frame).max_by(|one, other| one.frame.total_cmp(&other.frame));
            let interpolation = before.map(|keyframe| keyframe.interpolation.clone());
            let new = new_keyframe(frame, value);
            list.push(Keyframe { interpolation: interpolation.unwrap_or_else(|| new.interpolation.clone()), ..new });
            list.sort_by(|one, other| one.frame.total_cmp(&other.frame));
        }
    }
    list
}

/// What an input is at `frame`: what its keyframes say, what it is set to, or `default`.
#[must_use]
pub fn value_at(document: &Document, group: Option<&str>, input: &PortRef, default: Option<&Literal>, frame: f64) -> Option<Literal> {
    let keyframes = document.timeline.keyframes.get(&target(group, input));
    let sampled = keyframes.and_then(|list| keyframes::sample(list, frame));
    let set = || document.graph_in(group)?.nodes.get(&input.node)?.inputs.get(&input.port);
    sampled.or_else(|| set().or(default).cloned())
}

/// Whether a keyframe is at this frame.
#[must_use]
pub fn is_at(keyframe: &Keyframe, frame: f64) -> bool {
    (keyframe.frame - frame).abs() < 1e-6
}

fn new_keyframe(frame: f64, value: Literal) -> Keyframe {
    Keyframe { frame, value, interpolation: "linear".to_owned(), extra: serde_json::Map::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(keyframes: Vec<Keyframe>) -> Document {
        let mut document = Document::default();
        if !keyframes.is_empty() {
            document.timeline.keyframes.insert("brush.radius".to_owned(), keyframes);
        }
        document
    }

    #[test]
    fn a_value_is_a_keyframe_where_there_are_keyframes() {
        let radius = PortRef::new("brush", "radius");
        let plain = set_value(&document(Vec::new()), None, &radius, Some(Literal::Number(2.0)), 7.0);
        assert!(matches!(plain, Edit::SetInput { value: Some(Literal::Number(_)), .. }), "{plain:?}");
        let first = Keyframe { interpolation: "smooth".to_owned(), ..new_keyframe(0.0, Literal::Number(1.0)) };
        let keyed = document(vec![first.clone(), new_keyframe(20.0, Literal::Number(3.0))]);
        let Edit::SetKeyframes { target, keyframes, .. } = set_value(&keyed, None, &radius, Some(Literal::Number(2.0)), 7.0) else {
            panic!("no keyframes are set");
        };
        assert_eq!(target, "brush.radius");
        assert_eq!(keyframes.iter().map(|keyframe| keyframe.frame).collect::<Vec<_>>(), [0.0, 7.0, 20.0]);
        assert_eq!((&keyframes[1].value, keyframes[1].interpolation.as_str()), (&Literal::Number(2.0), "smooth"));
        let Edit::SetKeyframes { keyframes, .. } = set_value(&keyed, None, &radius, Some(Literal::Number(9.0)), 0.0) else {
            panic!("no keyframes are set");
        };
        assert_eq!(keyframes[0], Keyframe { value: Literal::Number(9.0), ..first });
    }

    #[test]
    fn a_reset_takes_the_keyframes_along() {
        let keyed = document(vec![new_keyframe(0.0, Literal::Number(1.0))]);
        let edit = set_value(&keyed, Some("swirl"), &PortRef::new("brush", "radius"), None, 0.0);
        assert!(matches!(edit, Edit::InGroup { .. }), "the group's own input has no keyframes: {edit:?}");
        let edit = set_value(&keyed, None, &PortRef::new("brush", "radius"), None, 0.0);
        let Edit::Batch(edits) = edit else { panic!("{edit:?}") };
        assert!(matches!(&edits[0], Edit::SetKeyframes { keyframes, .. } if keyframes.is_empty()));
    }
}
