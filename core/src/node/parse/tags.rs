//! Which tags may stand where, and what may follow them.

use wavewright_shaders::{Docs, Tag};

use super::problems::{Problems, nearest};

/// What follows a tag.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Follows {
    /// Nothing.
    Nothing,
    /// Some text.
    Text,
    /// Text or nothing.
    Maybe,
}

use Follows::{Maybe, Nothing, Text};

type Rules = &'static [(&'static str, Follows)];

pub(super) const FILE: Rules = &[
    ("title", Text),
    ("category", Text),
    ("tags", Text),
    ("source", Text),
    ("alias", Text),
    ("import", Text),
    ("stored", Nothing),
    ("grid", Text),
    ("schedule", Text),
    ("text", Text),
    ("file", Text),
    ("native", Text),
    ("mesh", Text),
    ("particles", Text),
    ("scene", Text),
    ("makes", Text),
    ("changes", Text),
    ("copies", Text),
    ("draws", Text),
    // Of the `@text` or `@file` on the same line.
    ("default", Text),
    ("label", Text),
    ("advanced", Nothing),
];

pub(super) const ARGUMENT: Rules = &[
    ("default", Text),
    ("range", Text),
    ("unit", Text),
    ("label", Text),
    ("context", Text),
    ("given", Text),
    ("choice", Text),
    ("setting", Nothing),
    ("fixed", Nothing),
    ("advanced", Nothing),
];

pub(super) const ACCESSOR: Rules = &[
    ("read", Text),
    ("count", Text),
    ("size", Text),
    ("field", Text),
    ("level", Text),
    ("finest", Text),
    ("default", Text),
    ("range", Text),
    ("unit", Text),
    ("label", Text),
    ("advanced", Nothing),
];

pub(super) const STAGE: Rules = &[("stage", Nothing), ("writes", Text), ("output", Maybe), ("when", Text), ("on", Text), ("unit", Text)];

pub(super) const FUNCTION: Rules = &[("output", Text), ("unit", Text)];

pub(super) const MEMBER: Rules = &[("unit", Text), ("output", Nothing)];

pub(super) const ALIAS: Rules = &[("any", Text)];

pub(super) const OTHER: Rules = &[];

/// Every table with whom it is about.
const PLACES: [(Rules, &str); 7] = [
    (FILE, "the file (`//!`)"),
    (ARGUMENT, "an argument"),
    (ACCESSOR, "an accessor"),
    (STAGE, "a stage"),
    (FUNCTION, "the node's function"),
    (MEMBER, "a member of the result"),
    (ALIAS, "a generic type"),
];

/// Reports tags that are unknown, doubled, or followed by what should not follow. `what` is what the comment describes.
pub(super) fn check(docs: &Docs, rules: Rules, what: &str, problems: &mut Problems) {
    for (index, tag) in docs.tags.iter().enumerate() {
        match rules.iter().find(|(name, _)| *name == tag.name) {
            None => unknown(tag, rules, what, problems),
            Some((_, Nothing)) if !tag.value.is_empty() => problems.add(
                tag.line,
                format!("`@{}` is followed by \"{}\", but takes nothing", tag.name, tag.value),
                "put the text before the tags",
            ),
            Some((_, Text)) if tag.value.is_empty() => {
                problems.add(tag.line, format!("nothing follows `@{}`", tag.name), "write its value after it, on the same line");
            }
            Some(_) => {}
        }
        let may_repeat = matches!(tag.name.as_str(), "alias" | "import" | "text" | "file" | "tags" | "mesh" | "particles" | "scene")
            || (std::ptr::eq(rules, FILE) && matches!(tag.name.as_str(), "default" | "label" | "advanced"));
        if !may_repeat && docs.tags[..index].iter().any(|earlier| earlier.name == tag.name) {
            problems.add(tag.line, format!("`@{}` stands twice in the description of {what}", tag.name), "keep one of them");
        }
    }
}

fn unknown(tag: &Tag, rules: Rules, what: &str, problems: &mut Problems) {
    let elsewhere: Vec<&str> =
        PLACES.iter().filter(|(table, _)| table.iter().any(|(name, _)| *name == tag.name)).map(|(_, place)| *place).collect();
    if !elsewhere.is_empty() {
        problems.add(tag.line, format!("`@{}` can't describe {what}", tag.name), format!("it belongs to {}", elsewhere.join(" or ")));
        return;
    }
    let message = format!("`@{}` is no tag", tag.name);
    let anywhere = PLACES.iter().flat_map(|(table, _)| table.iter().map(|(name, _)| *name));
    let help = match nearest(&tag.name, rules.iter().map(|(name, _)| *name)).or_else(|| nearest(&tag.name, anywhere)) {
        Some(word) => format!("did you mean `@{word}`?"),
        None if rules.is_empty() => format!("{what} takes no tags"),
        None => {
            let names: Vec<String> = rules.iter().map(|(name, _)| format!("@{name}")).collect();
            format!("the tags of {what} are {}", names.join(", "))
        }
    };
    problems.add(tag.line, message, help);
}
