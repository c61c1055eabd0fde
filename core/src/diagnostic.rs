//! What is wrong, where, and what to do: errors are about nodes.

use std::collections::HashSet;

use serde::Serialize;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Worth knowing; nothing is missing.
    Note,
    /// Something was replaced by a stated default.
    Warning,
    /// The node does not run; the rest of the graph does.
    Error,
}

/// One problem.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The node's id, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The input or output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<String>,
    /// The file and line, where it is about a file (a node's own WGSL, a document).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What is wrong, as a sentence.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub help: String,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The file as the artist knows it.
    pub file: String,
    /// From 1.
    pub line: usize,
}

impl Diagnostic {
    /// A problem without a place.
    pub fn new(severity: Severity, message: impl Into<String>) -> Self {
        Self { severity, node: None, port: None, place: None, message: message.into(), help: String::new() }
    }

    /// An error.
    pub fn error(message: impl Into<String>) -> Self {
        Self::new(Severity::Error, message)
    }

    /// A warning.
    pub fn warning(message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, message)
    }

    /// About this node.
    #[must_use]
    pub fn at(mut self, node: impl Into<String>) -> Self {
        self.node = Some(node.into());
        self
    }

    /// About this port of the node.
    #[must_use]
    pub fn port(mut self, port: impl Into<String>) -> Self {
        self.port = Some(port.into());
        self
    }

    /// About this line of a file.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>, line: usize) -> Self {
        self.place = Some(Place { file: file.into(), line });
        self
    }

    /// What to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }
}

/// What checking and compiling found, each problem once. Both may stumble over one fault: where checking calls a port, or a node as a whole,
/// an error, what compiling says of the same place is left out.
#[must_use]
pub fn merged(checked: Vec<Diagnostic>, compiled: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |diagnostic: &Diagnostic| Some((diagnostic.node.clone()?, diagnostic.port.clone()));
    let told: HashSet<_> = checked.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).filter_map(place).collect();
    let news = compiled.into_iter().filter(|diagnostic| !place(diagnostic).is_some_and(|place| told.contains(&place)));
    let mut seen = HashSet::new();
    checked.into_iter().chain(news).filter(|diagnostic| seen.insert(diagnostic.to_string())).collect()
}

impl std::fmt::Display for Diagnostic {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let severity = match self.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(formatter, "{severity}: ")?;
        match (&self.node, &self.port) {
            (Some(node), Some(port)) => write!(formatter, "{node}.{port}: ")?,
            (Some(node), None) => write!(formatter, "{node}: ")?,
            _ => {}
        }
        if let Some(place) = &self.place {
            write!(formatter, "{}:{}: ", place.file, place.line)?;
        }
        write!(formatter, "{}", self.message)?;
        if !self.help.is_empty() {
            write!(formatter, " ({})", self.help)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_checking_and_compiling_both_find_is_told_once() {
        let at = |message: &str, node: &str, port: &str| Diagnostic::error(message).at(node).port(port);
        let checked = vec![
            at("text can't be set here", "a", "x"),
            Diagnostic::error("the wires go in a circle").at("c"),
            Diagnostic::warning("rounded").at("a").port("z"),
            Diagnostic::error("no format"),
        ];
        let compiled = vec![
            at("\"text\" is not a number", "a", "x"),
            at("its list is too long", "a", "y"),
            Diagnostic::error("it waits for itself").at("c"),
            at("it starts from a grid", "c", "x"),
            at("it is negative", "a", "z"),
            Diagnostic::error("no format"),
            Diagnostic::error("nothing is shown"),
        ];
        let left: Vec<String> = merged(checked, compiled).into_iter().map(|diagnostic| diagnostic.message).collect();
        let expected = [
            "text can't be set here",
            "the wires go in a circle",
            "rounded",
            "no format",
            "its list is too long",
            "it starts from a grid",
            "it is negative",
            "nothing is shown",
        ];
        assert_eq!(left, expected);
    }
}
