//! Edits of what belongs to the whole document. Each gives the edit that takes it back.

use super::splice::within;
use super::{Edit, EditError};
use crate::graph::file::{bad_number_in_graph, is_finite};
use crate::graph::{Document, GridSettings, Group, Keyframe, PointerTrack, PortRef, Timeline, limits};

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
