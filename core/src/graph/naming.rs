//! Ids of nodes: what they may be, and new ones.

use std::collections::HashSet;

use super::{Document, GraphRef};

/// Whether `id` is `[a-z][a-z0-9_]*`.
#[must_use]
pub fn valid_id(id: &str) -> bool {
    id.starts_with(|first: char| first.is_ascii_lowercase())
        && id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// The valid id that is most like `text`: `"My Node"` becomes `my_node`.
#[must_use]
pub fn id_like(text: &str) -> String {
    let id: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    let id = id.trim_matches('_');
    match id.chars().next() {
        None => "node".to_owned(),
        Some(first) if first.is_ascii_lowercase() => id.to_owned(),
        Some(_) => format!("node_{id}"),
    }
}

/// `wanted` where it is free, else `wanted_2`, `wanted_3`; a number at the end of `wanted` counts on from there.
pub fn fresh_name(wanted: &str, taken: impl Fn(&str) -> bool) -> String {
    if !taken(wanted) {
        return wanted.to_owned();
    }
    let (stem, mut number) = match wanted.rsplit_once('_').map(|(stem, digits)| (stem, digits.parse::<u64>())) {
        Some((stem, Ok(number))) if !stem.is_empty() && number < u64::from(u32::MAX) => (stem, number),
        _ => (wanted, 1),
    };
    loop {
        number += 1;
        let name = format!("{stem}_{number}");
        if !taken(&name) {
            return name;
        }
    }
}

/// Every id that a new node must not take: those of nodes, and those that links without a node still wait for.
#[must_use]
pub fn taken_ids<'a>(graph: GraphRef<'a>) -> HashSet<&'a str> {
    let linked = graph.links.iter().flat_map(|link| [link.from.node.as_str(), link.to.node.as_str()]);
    graph.nodes.keys().map(String::as_str).chain(linked).collect()
}

/// A free id for a new node of `kind` in the document's own graph: the kind's name, numbered from 2 where it is taken.
#[must_use]
pub fn fresh_id(document: &Document, kind: &str) -> String {
    fresh_id_in(document.graph(), kind)
}

/// A free id for a new node of `kind` in `graph`.
#[must_use]
pub fn fresh_id_in(graph: GraphRef<'_>, kind: &str) -> String {
    let taken = taken_ids(graph);
    fresh_name(&id_like(kind.strip_prefix("group:").unwrap_or(kind)), |id| taken.contains(id))
}

/// "did you mean `name`?" where one of `known` is near to what was written, else what there is.
#[must_use]
pub fn did_you_mean<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    crate::node::suggest(written, known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Link, Node, PortRef};

    #[test]
    fn ids_are_lower_case_words() {
        for id in ["a", "advect_2", "x9"] {
            assert!(valid_id(id), "{id}");
        }
        for id in ["", "2a", "_a", "A", "a.b", "a b", "é", "a\n"] {
            assert!(!valid_id(id), "{id}");
            assert!(valid_id(&id_like(id)), "{id}");
        }
        assert_eq!(id_like("My Node"), "my_node");
    }

    #[test]
    fn fresh_ids_count_on() {
        let mut document = Document::default();
        assert_eq!(fresh_id(&document, "advect"), "advect");
        document.nodes.insert("advect".into(), Node::new("advect"));
        assert_eq!(fresh_id(&document, "advect"), "advect_2");
        document.nodes.insert("advect_2".into(), Node::new("advect"));
        assert_eq!(fresh_id(&document, "advect"), "advect_3");
        assert_eq!(fresh_name("advect_2", |id| document.nodes.contains_key(id)), "advect_3");
        assert_eq!(fresh_id(&document, "group:Wet Sand"), "wet_sand");
    }

    #[test]
    fn a_new_node_does_not_catch_a_link_that_waits_for_another() {
        let mut document = Document::default();
        document.links.push(Link::new(PortRef::new("noise", "result"), PortRef::new("gone", "value")));
        assert_eq!(fresh_id(&document, "noise"), "noise_2");
    }
}
