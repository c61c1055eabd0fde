//! Groups: graphs that stand as nodes.
//!
//! A node of kind `group:NAME` stands for the group NAME. Each `group_input` node of the group is an input of it, each `group_output`
//! node an output, called by that node's id; inside, the one has an output `value`, the other an input `value`.

mod expand;
mod make;
#[cfg(test)]
mod tests;
mod unfold;

pub use expand::{Expanded, Origin, expand};
pub use make::make_group;
pub use unfold::ungroup;

use std::collections::{HashMap, HashSet};

use super::Document;
use super::naming::did_you_mean;
use crate::diagnostic::Diagnostic;

/// Kind of the node that is an input of its group.
pub const GROUP_INPUT: &str = "group_input";
/// Kind of the node that is an output of its group.
pub const GROUP_OUTPUT: &str = "group_output";
/// The one port of a [`GROUP_INPUT`] or [`GROUP_OUTPUT`] inside the group.
pub const GROUP_PORT: &str = "value";

/// The group that a node of this kind stands for.
#[must_use]
pub fn group_of(kind: &str) -> Option<&str> {
    kind.strip_prefix("group:")
}

/// Ids of the nodes of `kind` in a group: its inputs or its outputs.
pub fn ports<'a>(group: &'a super::Group, kind: &'a str) -> impl Iterator<Item = &'a str> + Clone {
    group.nodes.iter().filter(move |(_, node)| node.kind == kind).map(|(id, _)| id.as_str())
}

/// Groups that contain themselves, directly or through others.
#[must_use]
pub fn groups_in_themselves(document: &Document) -> Vec<&str> {
    let inside = |name: &str| -> HashSet<&str> {
        document.groups.get(name).map_or_else(HashSet::new, |group| group.nodes.values().filter_map(|node| group_of(&node.kind)).collect())
    };
    let contents: HashMap<&str, HashSet<&str>> = document.groups.keys().map(|name| (name.as_str(), inside(name))).collect();
    let names = || document.groups.keys().map(String::as_str);
    names()
        .filter(|name| {
            let mut waiting: Vec<&str> = contents[name].iter().copied().collect();
            let mut reached: HashSet<&str> = waiting.iter().copied().collect();
            while let Some(inner) = waiting.pop() {
                let next = contents.get(inner).into_iter().flatten().copied();
                waiting.extend(next.filter(|inner| reached.insert(inner)));
            }
            reached.contains(name)
        })
        .collect()
}

/// What is said of a group that contains itself.
pub(crate) fn endless_group(name: &str) -> Diagnostic {
    Diagnostic::error(format!("the group \"{name}\" contains itself")).help("take the node that stands for it out of it")
}

/// What is said of a node that stands for a group that there is not.
pub(crate) fn missing_group(name: &str, document: &Document) -> Diagnostic {
    let help = did_you_mean(name, document.groups.keys().map(String::as_str));
    Diagnostic::error(format!("there is no group \"{name}\"")).help(help)
}
