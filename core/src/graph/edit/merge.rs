//! Whether one edit already restores all that another would: then a gesture needs to remember only the first.

use std::collections::HashSet;

use super::{Edit, NodeFlag};

/// A place that an edit sets to a value, whatever stood there.
#[derive(PartialEq, Eq, Hash)]
enum Slot<'a> {
    Input(Option<&'a str>, &'a str, &'a str),
    Ranges(Option<&'a str>, &'a str),
    Position(Option<&'a str>, &'a str),
    Title(Option<&'a str>, &'a str),
    Kind(Option<&'a str>, &'a str),
    Colour(Option<&'a str>, &'a str),
    Flag(Option<&'a str>, NodeFlag, &'a str),
    Frame(Option<&'a str>, usize),
    Keyframes(&'a str),
    Grid,
    Timeline,
    Seed,
    PointerTrack,
    Description,
}

/// Whether `older`, applied after `newer` or alone, leaves the same document.
pub(super) fn covers(older: &Edit, newer: &Edit) -> bool {
    match (slots(older), slots(newer)) {
        (Some(older), Some(newer)) => newer.is_subset(&older),
        _ => false,
    }
}

/// What an edit sets; `None` for one that adds, removes or renames.
fn slots(edit: &Edit) -> Option<HashSet<Slot<'_>>> {
    let mut slots = HashSet::new();
    let mut waiting: Vec<(Option<&str>, &Edit)> = vec![(None, edit)];
    while let Some((group, edit)) = waiting.pop() {
        match edit {
            Edit::Batch(edits) => waiting.extend(edits.iter().map(|edit| (group, edit))),
            Edit::InGroup { group, edit } => waiting.push((Some(group), edit)),
            Edit::SetInput { node, input, .. } => slots.extend([Slot::Input(group, node, input)]),
            Edit::SetInputs { changes } => {
                slots.extend(changes.iter().map(|change| Slot::Input(group, &change.node, &change.input)));
            }
            Edit::MoveNodes { positions } => slots.extend(positions.iter().map(|(node, _)| Slot::Position(group, node))),
            Edit::SetRanges { nodes } => slots.extend(nodes.iter().map(|(node, _)| Slot::Ranges(group, node))),
            Edit::SetTitle { node, .. } => slots.extend([Slot::Title(group, node)]),
            Edit::SetKind { node, .. } => slots.extend([Slot::Kind(group, node)]),
            Edit::SetColour { nodes } => slots.extend(nodes.iter().map(|(node, _)| Slot::Colour(group, node))),
            Edit::SetFlag { flag, nodes } => slots.extend(nodes.iter().map(|(node, _)| Slot::Flag(group, *flag, node))),
            Edit::SetFrame { index, .. } => slots.extend([Slot::Frame(group, *index)]),
            Edit::SetKeyframes { target, .. } => slots.extend([Slot::Keyframes(target)]),
            Edit::SetGrid(_) => slots.extend([Slot::Grid]),
            Edit::SetTimeline(_) => slots.extend([Slot::Timeline]),
            Edit::SetSeed(_) => slots.extend([Slot::Seed]),
            Edit::SetPointerTrack(_) => slots.extend([Slot::PointerTrack]),
            Edit::SetDescription(_) => slots.extend([Slot::Description]),
            Edit::AddNode { .. }
            | Edit::RemoveNodes { .. }
            | Edit::RenameNode { .. }
            | Edit::Connect(_)
            | Edit::Disconnect(_)
            | Edit::AddFrame { .. }
            | Edit::RemoveFrame { .. }
            | Edit::SpliceNodes { .. }
            | Edit::SpliceLinks { .. }
            | Edit::AddGroup { .. }
            | Edit::RemoveGroup { .. }
            | Edit::RenameGroup { .. } => return None,
        }
    }
    Some(slots)
}
