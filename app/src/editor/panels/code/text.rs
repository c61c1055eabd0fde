//! Which lines of the effect's WGSL are shown.

use wavewright_core::compile::{Effect, Kernel};

/// What of the effect is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    #[default]
    Effect,
    /// The kernels that do the work of what is selected.
    Selection,
    /// One kernel, by its entry point.
    Kernel(String),
}

/// Lines of the effect's WGSL.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CodeText {
    /// Each with its number in the whole text, from 1. A line without a number stands for lines that are left out.
    pub lines: Vec<(Option<u32>, String)>,
}

impl CodeText {
    /// All lines of the kernels; of the whole effect where `kernels` is `None`.
    #[must_use]
    pub fn of(effect: &Effect, kernels: Option<&[&Kernel]>) -> Self {
        let all = effect.wgsl.lines().zip(1_u32..);
        let Some(kernels) = kernels else {
            return Self { lines: all.map(|(line, number)| (Some(number), line.to_owned())).collect() };
        };
        let mut lines: Vec<(Option<u32>, String)> = Vec::new();
        let is_in = |number: u32| kernels.iter().any(|kernel| kernel.lines.iter().any(|[first, last]| (*first..=*last).contains(&number)));
        for (line, number) in all.filter(|(_, number)| is_in(*number)) {
            let follows = lines.last().is_none_or(|(last, _)| last.is_none_or(|last| last + 1 == number));
            if !follows {
                lines.push((None, String::new()));
            }
            lines.push((Some(number), line.to_owned()));
        }
        Self { lines }
    }

    /// The text, for the clipboard.
    #[must_use]
    pub fn joined(&self) -> String {
        self.lines.iter().flat_map(|(_, line)| [line.as_str(), "\n"]).collect()
    }

    /// Where `words` is found: line and first byte, in the order of the text. Case does not matter.
    #[must_use]
    pub fn find(&self, words: &str) -> Vec<(usize, usize)> {
        let words = words.to_ascii_lowercase();
        if words.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (place, (_, line)) in self.lines.iter().enumerate() {
            // Of ASCII only, so that places in the line stay the same.
            let line = line.to_ascii_lowercase();
            found.extend(line.match_indices(&words).map(|(start, _)| (place, start)));
        }
        found
    }
}

/// The kernels that do work of one of these nodes of the effect. Those inside of a group are named `group__node`: a group's kernels are
/// those of all its nodes.
#[must_use]
pub fn kernels_of<'a>(effect: &'a Effect, nodes: &[String]) -> Vec<&'a Kernel> {
    let is_of =
        |id: &String| nodes.iter().any(|node| id == node || id.strip_prefix(node.as_str()).is_some_and(|rest| rest.starts_with("__")));
    effect.manifest.kernels.iter().filter(|kernel| kernel.nodes.iter().any(is_of)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(lines: &[&str]) -> CodeText {
        CodeText { lines: lines.iter().zip(1..).map(|(line, number)| (Some(number), (*line).to_owned())).collect() }
    }

    #[test]
    fn words_are_found_in_any_case_and_several_times_in_a_line() {
        let code = text(&["let A = a + 1;", "", "let b = A;"]);
        assert_eq!(code.find("a"), [(0, 4), (0, 8), (2, 8)]);
        assert_eq!(code.find("LET"), [(0, 0), (2, 0)]);
        assert_eq!(code.find(""), []);
        assert_eq!(code.joined(), "let A = a + 1;\n\nlet b = A;\n");
    }
}
