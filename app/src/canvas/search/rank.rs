//! Finding kinds of nodes by a few letters.

use nucleo_matcher::pattern::{Atom, AtomKind, CaseMatching, Normalization};
use nucleo_matcher::{Config, Matcher, Utf32Str};

use super::super::host::NodeEntry;

/// A kind of node that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Match {
    /// Index into the host's entries.
    pub entry: usize,
    /// Letters of the title that were typed, by index.
    pub letters: Vec<u32>,
}

/// How much more a hit in the title counts than one in a tag, and in a tag than in the category.
const TITLE_WEIGHT: u32 = 4;
const TAG_WEIGHT: u32 = 3;
const CATEGORY_WEIGHT: u32 = 1;

/// The entries at `allowed` that fit `query`, best first; all of them in their order when nothing is typed. Each word of the
/// query must be found somewhere: letters in order in the title, or a part of a tag, of the category or of the kind.
pub(in super::super) fn ranked(entries: &[NodeEntry], allowed: &[usize], query: &str) -> Vec<Match> {
    let words: Vec<&str> = query.split_whitespace().collect();
    if words.is_empty() {
        return allowed.iter().map(|entry| Match { entry: *entry, letters: Vec::new() }).collect();
    }
    let mut matcher = Matcher::new(Config::DEFAULT);
    let atom = |word: &str, kind: AtomKind| Atom::new(word, CaseMatching::Ignore, Normalization::Smart, kind, false);
    let fuzzy: Vec<Atom> = words.iter().map(|word| atom(word, AtomKind::Fuzzy)).collect();
    let part: Vec<Atom> = words.iter().map(|word| atom(word, AtomKind::Substring)).collect();

    let mut found: Vec<(u32, usize, Match)> = Vec::new();
    for &entry_index in allowed {
        let Some(entry) = entries.get(entry_index) else { continue };
        let mut letters = Vec::new();
        let mut score = 0;
        let every_word = fuzzy.iter().zip(&part).all(|(fuzzy, part)| {
            let best = word_score(entry, fuzzy, part, &mut matcher, &mut letters);
            score += best.unwrap_or(0);
            best.is_some()
        });
        if every_word {
            letters.sort_unstable();
            letters.dedup();
            found.push((score, entry.title.chars().count(), Match { entry: entry_index, letters }));
        }
    }
    // Best first; of equals the shorter title, then the host's order.
    found.sort_by(|(score, length, one), (other_score, other_length, other)| {
        other_score.cmp(score).then(length.cmp(other_length)).then(one.entry.cmp(&other.entry))
    });
    found.into_iter().map(|(_, _, found)| found).collect()
}

fn word_score(entry: &NodeEntry, fuzzy: &Atom, part: &Atom, matcher: &mut Matcher, letters: &mut Vec<u32>) -> Option<u32> {
    let mut buffer = Vec::new();
    let in_title = fuzzy.indices(Utf32Str::new(&entry.title, &mut buffer), matcher, letters).map(|score| u32::from(score) * TITLE_WEIGHT);
    let mut best = in_title;
    let mut consider = |text: &str, weight: u32, matcher: &mut Matcher| {
        let mut buffer = Vec::new();
        let score = part.score(Utf32Str::new(text, &mut buffer), matcher).map(|score| u32::from(score) * weight);
        best = best.max(score);
    };
    for tag in &entry.tags {
        consider(tag, TAG_WEIGHT, matcher);
    }
    consider(&entry.kind, TAG_WEIGHT, matcher);
    consider(&entry.category, CATEGORY_WEIGHT, matcher);
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::Color32;

    fn entry(kind: &str, title: &str, category: &str, tags: &[&str]) -> NodeEntry {
        NodeEntry {
            kind: kind.into(),
            title: title.to_owned(),
            category: category.to_owned(),
            category_colour: Color32::GRAY,
            tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
            summary: String::new(),
            inputs: Vec::new(),
            outputs: Vec::new(),
        }
    }

    fn library() -> Vec<NodeEntry> {
        vec![
            entry("gerstner_sum", "Gerstner sum", "Waves", &["ocean", "sea"]),
            entry("advect", "Advect", "Fluid", &["smoke", "flow", "carry"]),
            entry("divergence", "Divergence", "Fluid", &[]),
            entry("pressure_smd", "Pressure (SMD)", "Fluid", &["incompressible"]),
            entry("add", "Add", "Maths", &["plus", "sum"]),
        ]
    }

    fn found(query: &str) -> Vec<String> {
        let library = library();
        ranked(&library, &[0, 1, 2, 3, 4], query).into_iter().map(|found| library[found.entry].title.clone()).collect()
    }

    #[test]
    fn letters_in_order_are_enough() {
        assert_eq!(found("gsum")[0], "Gerstner sum");
        assert_eq!(found("ADV")[0], "Advect");
        assert_eq!(found("dvg"), ["Divergence"]);
    }

    #[test]
    fn tags_and_categories_find_too() {
        assert_eq!(found("smoke"), ["Advect"]);
        assert_eq!(found("fluid").len(), 3);
        assert_eq!(found("fluid press"), ["Pressure (SMD)"]);
        assert_eq!(found("fluid gerstner"), Vec::<String>::new());
        assert!(found("sum").contains(&"Add".to_owned()));
    }

    #[test]
    fn the_title_counts_most_and_an_empty_query_keeps_the_order() {
        assert_eq!(found("ad")[0], "Add");
        assert_eq!(found("  "), ["Gerstner sum", "Advect", "Divergence", "Pressure (SMD)", "Add"]);
        assert!(found("zzz").is_empty());
    }

    #[test]
    fn typed_letters_are_known_for_highlighting() {
        let library = library();
        assert_eq!(ranked(&library, &[1], "adv")[0].letters, [0, 1, 2]);
        assert!(ranked(&library, &[99], "adv").is_empty());
    }
}
