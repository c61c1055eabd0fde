//! Collecting what is wrong with a file.

use crate::Diagnostic;

/// The errors of one file, in the order in which they were found.
pub(super) struct Problems {
    file: String,
    list: Vec<Diagnostic>,
}

impl Problems {
    pub(super) fn new(file: &str) -> Self {
        Self { file: file.to_owned(), list: Vec::new() }
    }

    /// Adds an error at a line: what is wrong, and what to do.
    pub(super) fn add(&mut self, line: usize, message: impl Into<String>, help: impl Into<String>) {
        self.list.push(Diagnostic::error(message).in_file(self.file.as_str(), line).help(help));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The errors by line.
    pub(super) fn into_list(mut self) -> Vec<Diagnostic> {
        self.list.sort_by_key(|diagnostic| diagnostic.place.as_ref().map_or(0, |place| place.line));
        self.list
    }
}

/// The nearest of `known` to what was written, or all of them where none is near.
pub(crate) fn suggest<'word>(written: &str, known: impl IntoIterator<Item = &'word str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(written, known.iter().copied()) {
        Some(word) => format!("did you mean `{word}`?"),
        None if known.is_empty() => "there is none here".to_owned(),
        None => format!("use one of {}", known.join(", ")),
    }
}

/// The nearest of `known` to what was written, if any is near enough to have been meant.
pub(crate) fn nearest<'word>(written: &str, known: impl IntoIterator<Item = &'word str>) -> Option<&'word str> {
    let most = (written.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|word| (strsim::damerau_levenshtein(written, word), word))
        .filter(|(distance, word)| *distance <= most || (written.len() >= 3 && word.starts_with(written)))
        .min()
        .map(|(_, word)| word)
}
