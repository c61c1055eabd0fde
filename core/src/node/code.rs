//! The spec of a code node: WGSL in the document, read as a node's file.

use super::parse::{Origin, read, title_of};
use super::{Body, NodeSpec};
use crate::Diagnostic;

/// Name of the text in messages; their lines are lines of the text.
const FILE: &str = "code";

/// Reads the text of a code node. `kind` is the kind that the document saves.
///
/// # Errors
/// The first thing that is wrong with the text, by line.
pub(super) fn code_spec(kind: &str, text: &str) -> Result<NodeSpec, Diagnostic> {
    if text.trim().is_empty() {
        return Err(Diagnostic::error("the node has no code")
            .in_file(FILE, 1)
            .port("code")
            .help("write a function of WGSL; its arguments become inputs"));
    }
    let mut spec = read(FILE, text, Origin::Text { kind }).map_err(|problems| first_of(problems).port("code"))?;
    if spec.module.docs.tag("title").is_none()
        && let Body::Pure(function) = &spec.body
    {
        spec.title = title_of(&function.name);
    }
    Ok(spec)
}

/// The first of a list of errors; there always is one where reading failed.
pub(super) fn first_of(problems: Vec<Diagnostic>) -> Diagnostic {
    problems.into_iter().next().unwrap_or_else(|| Diagnostic::error("the text can't be read"))
}
