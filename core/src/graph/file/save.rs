//! From a document to its text and its file.

use std::path::Path;

use super::atomic::{WriteError, write_atomically};
use super::pretty::pretty;
use crate::graph::scope::scoped_id;
use crate::graph::{Document, GraphRef, Node};
use crate::node::Literal;

/// Why a document was not saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// JSON has no such numbers: reading them back would lose them.
    #[error("{place} is not a finite number; the document was not saved")]
    NotFinite {
        /// `node.port`, or the document's field.
        place: String,
    },
    /// The document can't be written as JSON.
    #[error("the document can't be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// The disk refused.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The file on the disk holds what the document does not: see [`super::SaveGuard`].
    #[error("{} was not overwritten: {reason}; save under another name", path.display())]
    Protected {
        /// The file.
        path: std::path::PathBuf,
        /// What would be lost.
        reason: String,
    },
}

/// The document as the text that is saved.
///
/// # Errors
/// A number that is not finite, by node and port.
pub fn to_json(document: &Document) -> Result<String, SaveError> {
    match first_bad_number(document) {
        Some(place) => Err(SaveError::NotFinite { place }),
        None => Ok(pretty(&serde_json::to_value(document)?)),
    }
}

/// Saves the document at `path` so that the file is either the old one or the whole new one. Does not ask whether the file there may
/// be replaced: [`super::SaveGuard::save`] does.
///
/// # Errors
/// A number that is not finite, or what the disk refuses; the file is then as it was.
pub fn save(path: &Path, document: &Document) -> Result<(), SaveError> {
    let text = to_json(document)?;
    Ok(write_atomically(path, text.as_bytes())?)
}

/// Where the document has a number that is not finite.
fn first_bad_number(document: &Document) -> Option<String> {
    let bad = |numbers: &[f64]| !numbers.iter().all(|number| number.is_finite());
    let fields = [
        ("grid.width_m", bad(&[document.grid.width_m])),
        ("grid.origin_m", bad(&document.grid.origin_m)),
        ("timeline.fps", bad(&[document.timeline.fps])),
        ("pointer.track", document.pointer.track.iter().any(|row| bad(row))),
    ];
    if let Some((place, _)) = fields.into_iter().find(|(_, is_bad)| *is_bad) {
        return Some(place.to_owned());
    }
    let keyframes = document.timeline.keyframes.iter();
    let bad_keyframe = |keyframe: &crate::graph::Keyframe| bad(&[keyframe.frame]) || !is_finite(&keyframe.value);
    if let Some((target, _)) = keyframes.into_iter().find(|(_, keyframes)| keyframes.iter().any(bad_keyframe)) {
        return Some(format!("a keyframe of {target}"));
    }
    let groups = document.groups.iter().map(|(name, group)| (Some(name.as_str()), group.graph()));
    std::iter::once((None, document.graph())).chain(groups).find_map(|(group, graph)| bad_number_in_graph(group, graph))
}

pub(crate) fn bad_number_in_graph(group: Option<&str>, graph: GraphRef<'_>) -> Option<String> {
    let in_node = graph.nodes.iter().find_map(|(id, node)| Some(format!("{}.{}", scoped_id(group, id), bad_number_in_node(node)?)));
    in_node.or_else(|| {
        let is_bad = |frame: &crate::graph::Frame| frame.position.iter().chain(&frame.size).any(|number| !number.is_finite());
        let index = graph.frames.iter().position(is_bad)?;
        Some(scoped_id(group, &format!("frames[{index}]")))
    })
}

/// The input, or the field, of a node that is not finite.
pub(crate) fn bad_number_in_node(node: &Node) -> Option<&str> {
    if node.position.iter().any(|coordinate| !coordinate.is_finite()) {
        return Some("position");
    }
    let value = node.inputs.iter().find(|(_, value)| !is_finite(value)).map(|(input, _)| input.as_str());
    value.or_else(|| node.ranges.iter().find(|(_, range)| !range.iter().all(|end| end.is_finite())).map(|(input, _)| input.as_str()))
}

/// Whether every number of a literal is finite.
pub(crate) fn is_finite(value: &Literal) -> bool {
    match value {
        Literal::Number(number) => number.is_finite(),
        Literal::Vector(numbers) => numbers.iter().all(|number| number.is_finite()),
        Literal::Rows(rows) => rows.iter().flatten().all(|number| number.is_finite()),
        Literal::Bool(_) | Literal::Text(_) => true,
    }
}
