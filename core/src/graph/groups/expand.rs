//! A document without groups that means the same: what the compiler reads.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use super::unfold::{inner_ids, moved_keyframes, unfold};
use super::{endless_group, group_of, groups_in_themselves, missing_group};
use crate::diagnostic::Diagnostic;
use crate::graph::Document;
use crate::graph::query::LinkIndex;

/// Most nodes that groups may unfold to: groups inside groups multiply.
const MOST_NODES: usize = 20_000;

/// A document whose groups were unfolded.
#[derive(Clone, Debug, PartialEq)]
pub struct Expanded {
    /// The document. A node `b` of the group that `a` stands for is called `a__b`.
    pub document: Document,
    /// Where nodes that stood in groups are from, by their new id.
    pub origins: HashMap<String, Origin>,
    /// Groups that could not be unfolded; nodes that stand for them are left as they are.
    pub diagnostics: Vec<Diagnostic>,
}

/// A node of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The group's name.
    pub group: String,
    /// The node's id in it.
    pub id: String,
}

/// Unfolds every group, those inside groups too.
#[must_use]
pub fn expand(document: &Document) -> Expanded {
    let mut expanded = Expanded { document: document.clone(), origins: HashMap::new(), diagnostics: Vec::new() };
    let endless = groups_in_themselves(document);
    expanded.diagnostics.extend(endless.iter().map(|name| endless_group(name)));
    let mut given_up: HashSet<String> = HashSet::new();
    // Each round unfolds one level of groups inside groups; without endless ones there are no more levels than groups.
    for _ in 0..=document.groups.len() {
        let instances: Vec<(String, String)> = expanded
            .document
            .nodes
            .iter()
            .filter_map(|(id, node)| Some((id.clone(), group_of(&node.kind)?.to_owned())))
            .filter(|(id, name)| document.groups.contains_key(name) && !endless.contains(&name.as_str()) && !given_up.contains(id))
            .collect();
        for (id, name) in instances {
            if expanded.document.nodes.len() + document.groups[&name].nodes.len() > MOST_NODES {
                let message = format!("the groups unfold to more than {MOST_NODES} nodes; \"{name}\" is left out");
                expanded.diagnostics.push(Diagnostic::error(message).at(&id).help("use fewer groups inside groups"));
                given_up.insert(id);
                continue;
            }
            unfold_instance(&mut expanded, document, &id, &name);
        }
    }
    for (id, node) in &expanded.document.nodes {
        if let Some(name) = group_of(&node.kind).filter(|name| !document.groups.contains_key(*name)) {
            expanded.diagnostics.push(missing_group(name, document).at(id));
        }
    }
    expanded.document.groups = IndexMap::new();
    expanded
}

fn unfold_instance(expanded: &mut Expanded, source: &Document, id: &str, name: &str) {
    let group = &source.groups[name];
    let document = &mut expanded.document;
    let ids: HashMap<&str, String> = inner_ids(group).map(|inner| (inner, free_id(document, format!("{id}__{inner}")))).collect();
    let Some(instance) = document.nodes.get(id).cloned() else { return };
    let unfolded = unfold(&LinkIndex::new(document.graph()), (id, &instance), group, &ids);
    let keyframes = moved_keyframes(document, None, id, name, &ids, &unfolded.inputs);
    let keyframes: Vec<_> = keyframes.into_iter().map(|(target, keyframes)| (target, keyframes.to_vec())).collect();

    document.nodes.shift_remove(id);
    document.nodes.extend(unfolded.nodes);
    document.links.retain(|link| link.from.node != id && link.to.node != id);
    document.links.extend(unfolded.links);
    document.timeline.keyframes.extend(keyframes);
    for (input, to) in unfolded.inputs {
        let Some(node) = document.nodes.get_mut(&to.node) else { continue };
        if let Some(range) = instance.ranges.get(&input) {
            node.ranges.insert(to.port.clone(), *range);
        }
        if let Some(value) = instance.inputs.get(&input) {
            node.inputs.insert(to.port, value.clone());
        }
    }
    for (inner, id) in &ids {
        expanded.origins.insert(id.clone(), Origin { group: name.to_owned(), id: (*inner).to_owned() });
    }
}

/// `wanted`, longer by underscores where a node of the document is called so.
fn free_id(document: &Document, mut wanted: String) -> String {
    while document.nodes.contains_key(&wanted) {
        wanted.push('_');
    }
    wanted
}
