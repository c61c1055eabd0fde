//! Edits of what belongs to the whole document. Each gives the edit that takes it back.

use super::splice::within;
use super::{Edit, EditError};
use crate::graph::file::{bad_number_in_graph, is_finite};
use crate::graph::{Document, GridSettings, Group, Keyframe, Node, PointerTrack, PortRef, Timeline, limits};

pub(super) fn set_grid(document: &mut Document, grid: GridSettings) -> Result<Edit, EditError> {
    limits::check_grid(&grid)?;
    Ok(Edit::SetGrid(std::mem::replace(&mut document.grid, grid)))
}

pub(super) fn set_timeline(document: &mut Document, timeline: Timeline) -> Result<Edit, EditError> {
    limits::check_timeline(&timeline)?;
    timeline.keyframes.iter().try_for_each(|(target, keyframes)| check_keyframes(target, keyframes))?;
    Ok(Edit::SetTimeline(std::mem::replace(&mut document.timeline, timeline)))
}

pub(super) fn set_pointer_track(document: &mut Document, track: PointerTrack) -> Result<Edit, EditError> {
    if track.track.iter().flatten().any(|number| !number.is_finite()) {
        return Err(EditError::NotFinite("pointer.track".to_owned()));
    }
    Ok(Edit::SetPointerTrack(std::mem::replace(&mut document.pointer, track)))
}

pub(super) fn add_group(document: &mut Document, name: String, group: Group, index: Option<usize>) -> Result<Edit, EditError> {
    if name.is_empty() || document.groups.contains_key(&name) {
        return Err(EditError::Taken(name));
    }
    if let Some(place) = bad_number_in_graph(Some(&name), group.graph()) {
        return Err(EditError::NotFinite(place));
    }
    let index = index.unwrap_or(document.groups.len());
    within(index, document.groups.len())?;
    document.groups.shift_insert(index, name.clone(), group);
    Ok(Edit::RemoveGroup { name })
}

pub(super) fn remove_group(document: &mut Document, name: String) -> Result<Edit, EditError> {
    match document.groups.shift_remove_full(&name) {
        Some((index, name, group)) => Ok(Edit::AddGroup { name, group, index: Some(index) }),
        None => Err(EditError::NoGroup(name)),
    }
}

/// Refused where nodes or keyframes already wait for a group of that name: after it, none could tell them apart.
pub(super) fn rename_group(document: &mut Document, from: String, to: String) -> Result<Edit, EditError> {
    let index = document.groups.get_index_of(&from).ok_or_else(|| EditError::NoGroup(from.clone()))?;
    if from == to {
        return Ok(Edit::RenameGroup { from: to, to: from });
    }
    let (old_kind, new_kind) = (format!("group:{from}"), format!("group:{to}"));
    let (old_prefix, new_prefix) = (format!("{from}/"), format!("{to}/"));
    let awaited = nodes_mut(document).any(|node| node.kind == new_kind)
        || document.timeline.keyframes.keys().any(|target| target.starts_with(&new_prefix));
    if to.is_empty() || awaited || document.groups.replace_index(index, to.clone()).is_err() {
        return Err(EditError::Taken(to));
    }
    for node in nodes_mut(document).filter(|node| node.kind == old_kind) {
        node.kind.clone_from(&new_kind);
    }
    let renamed = |target: String| match target.strip_prefix(&old_prefix) {
        Some(port) if !port.contains('/') => format!("{new_prefix}{port}"),
        _ => target,
    };
    let keyframes = std::mem::take(&mut document.timeline.keyframes);
    document.timeline.keyframes = keyframes.into_iter().map(|(target, keyframes)| (renamed(target), keyframes)).collect();
    Ok(Edit::RenameGroup { from: to, to: from })
}

/// Every node of every graph.
fn nodes_mut(document: &mut Document) -> impl Iterator<Item = &mut Node> {
    document.nodes.values_mut().chain(document.groups.values_mut().flat_map(|group| group.nodes.values_mut()))
}

fn check_keyframes(target: &str, keyframes: &[Keyframe]) -> Result<(), EditError> {
    if PortRef::try_from(target.to_owned()).is_err() {
        return Err(EditError::InvalidTarget(target.to_owned()));
    }
    if keyframes.iter().any(|keyframe| !keyframe.frame.is_finite() || !is_finite(&keyframe.value)) {
        return Err(EditError::NotFinite(format!("a keyframe of {target}")));
    }
    Ok(())
}

pub(super) fn set_keyframes(
    document: &mut Document,
    target: String,
    keyframes: Vec<Keyframe>,
    index: Option<usize>,
) -> Result<Edit, EditError> {
    check_keyframes(&target, &keyframes)?;
    let tracks = &mut document.timeline.keyframes;
    let old_index = tracks.get_index_of(&target);
    let length_without = tracks.len() - usize::from(old_index.is_some());
    if let Some(index) = index {
        within(index, length_without)?;
    }
    let old = tracks.shift_remove(&target);
    if !keyframes.is_empty() {
        tracks.shift_insert(index.or(old_index).unwrap_or(length_without), target.clone(), keyframes);
    }
    Ok(Edit::SetKeyframes { target, keyframes: old.unwrap_or_default(), index: old_index })
}
