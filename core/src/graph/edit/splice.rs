//! Things out of and into an ordered collection at exact places, and the splice that takes that back.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;

use super::{Edit, EditError, PlacedNode};
use crate::graph::{Link, Node, PortRef};

/// Takes nodes out and puts nodes in.
pub(super) fn nodes(nodes: &mut IndexMap<String, Node>, remove: Vec<String>, insert: Vec<PlacedNode>) -> Result<Edit, EditError> {
    if let Some(missing) = remove.iter().find(|id| !nodes.contains_key(*id)) {
        return Err(EditError::NoNode(missing.clone()));
    }
    let remove: HashSet<String> = remove.into_iter().collect();
    let mut names: HashSet<&str> = HashSet::new();
    for (count, placed) in insert.iter().enumerate() {
        if (nodes.contains_key(&placed.id) && !remove.contains(&placed.id)) || !names.insert(&placed.id) {
            return Err(EditError::Taken(placed.id.clone()));
        }
        within(placed.index, nodes.len() - remove.len() + count)?;
    }

    let mut removed = Vec::with_capacity(remove.len());
    if !remove.is_empty() {
        let mut kept = IndexMap::with_capacity(nodes.len());
        for (index, (id, node)) in std::mem::take(nodes).into_iter().enumerate() {
            if remove.contains(&id) {
                removed.push(PlacedNode { index, id, node });
            } else {
                kept.insert(id, node);
            }
        }
        *nodes = kept;
    }
    let inserted = insert.iter().map(|placed| placed.id.clone()).collect();
    for PlacedNode { index, id, node } in insert {
        nodes.shift_insert(index, id, node);
    }
    Ok(Edit::SpliceNodes { remove: inserted, insert: removed })
}

/// Takes links out and puts links in.
pub(super) fn links(links: &mut Vec<Link>, remove: &[Link], insert: Vec<(usize, Link)>) -> Result<Edit, EditError> {
    let mut wanted: HashMap<&PortRef, Vec<&Link>> = HashMap::new();
    for link in remove {
        wanted.entry(&link.to).or_default().push(link);
    }
    let mut is_removed = vec![false; links.len()];
    for (link, is_removed) in links.iter().zip(&mut is_removed) {
        let Some(waiting) = wanted.get_mut(&link.to) else { continue };
        if let Some(place) = waiting.iter().position(|waiting| *waiting == link) {
            waiting.swap_remove(place);
            *is_removed = true;
        }
    }
    if let Some(missing) = wanted.values().flatten().next() {
        return Err(EditError::NoLink(missing.to.clone()));
    }
    let left = is_removed.iter().filter(|is_removed| !**is_removed).count();
    for (count, (index, _)) in insert.iter().enumerate() {
        within(*index, left + count)?;
    }
    let removed = take_marked(links, &is_removed);
    let inserted = insert.iter().map(|(_, link)| link.clone()).collect();
    for (index, link) in insert {
        links.insert(index, link);
    }
    Ok(Edit::SpliceLinks { remove: inserted, insert: removed })
}

/// Takes out the links that `is_removed` marks, with their places.
fn take_marked(links: &mut Vec<Link>, is_removed: &[bool]) -> Vec<(usize, Link)> {
    let mut removed = Vec::new();
    let mut kept = Vec::with_capacity(links.len());
    for (index, link) in std::mem::take(links).into_iter().enumerate() {
        if is_removed[index] {
            removed.push((index, link));
        } else {
            kept.push(link);
        }
    }
    *links = kept;
    removed
}

/// Takes out the links that touch one of `ids`.
pub(super) fn links_of(links: &mut Vec<Link>, ids: &HashSet<&str>) -> Edit {
    let touches = |link: &Link| ids.contains(link.from.node.as_str()) || ids.contains(link.to.node.as_str());
    let is_removed: Vec<bool> = links.iter().map(touches).collect();
    Edit::SpliceLinks { remove: Vec::new(), insert: take_marked(links, &is_removed) }
}

/// Whether something may be put at `index` of a list of `length`.
pub(super) fn within(index: usize, length: usize) -> Result<(), EditError> {
    if index <= length { Ok(()) } else { Err(EditError::BeyondEnd { index, length }) }
}
