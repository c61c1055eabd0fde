//! Everything that can be done by a key, a menu entry or the command palette.

use egui::{Key, KeyboardShortcut, Modifiers};

/// Something to do with the canvas. [`super::CanvasState::request`] does it; so does its shortcut while the canvas has the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CanvasAction {
    /// Search for a node to add.
    AddNode,
    /// Draw a wire from the port where the keyboard is.
    DrawWire,
    /// Bring the selection into view.
    FrameSelection,
    /// Bring everything into view.
    FrameAll,
    /// Nearer.
    ZoomIn,
    /// Farther.
    ZoomOut,
    /// One point of the screen for one unit of the canvas.
    ZoomReset,
    /// Remember this view.
    SetBookmark,
    /// Go to the next remembered view.
    NextBookmark,
    /// Show or hide the small map.
    ToggleMinimap,
    /// Snap to the grid and to neighbours, or move freely.
    ToggleSnap,
    /// Select everything.
    SelectAll,
    /// Select nothing.
    SelectNone,
    /// Select what isn't selected.
    SelectInverse,
    /// Select all that feeds the selection.
    SelectUpstream,
    /// Select all that the selection feeds.
    SelectDownstream,
    /// Copy the selection as text.
    Copy,
    /// Copy the selection as text and remove it.
    Cut,
    /// Add what the clipboard holds.
    Paste,
    /// Copy the selection beside itself.
    Duplicate,
    /// Copy the selection beside itself, with its incoming wires.
    DuplicateLinked,
    /// Remove the selection.
    Delete,
    /// Remove the wires of the selected nodes.
    Disconnect,
    /// Bypass the selected nodes, or no longer.
    Mute,
    /// Show only the titles of the selected nodes, or everything.
    Collapse,
    /// Give the selected node another title.
    Rename,
    /// Look at the selected node's result.
    View,
    /// Look at the selected node's result whatever is selected.
    Pin,
    /// Show pictures on the selected nodes, or none.
    Thumbnails,
    /// Put a frame around the selection.
    AddFrame,
    /// Make a group of the selection.
    MakeGroup,
    /// Put what the selected group holds in its place.
    Ungroup,
    /// Show what the selected group holds.
    EnterGroup,
    /// Show what holds this group.
    LeaveGroup,
    /// Bring the left edges in line.
    AlignLeft,
    /// Bring the right edges in line.
    AlignRight,
    /// Bring the upper edges in line.
    AlignTop,
    /// Bring the lower edges in line.
    AlignBottom,
    /// Put the centres one above the other.
    AlignColumn,
    /// Put the centres side by side.
    AlignRow,
    /// Make the gaps from left to right equal.
    DistributeAcross,
    /// Make the gaps from top to bottom equal.
    DistributeDown,
    /// Lay out the selection, or everything, by its wires.
    AutoLayout,
    /// Move the selection left by a step of the grid.
    NudgeLeft,
    /// Move the selection right by a step of the grid.
    NudgeRight,
    /// Move the selection up by a step of the grid.
    NudgeUp,
    /// Move the selection down by a step of the grid.
    NudgeDown,
    /// Show the menu of what the keyboard is on.
    ContextMenu,
    /// Show the manual of the selected node.
    Help,
}

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const ALT: Modifiers = Modifiers::ALT;
const COMMAND: Modifiers = Modifiers::COMMAND;
const COMMAND_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// Every action with its title and its key, in the order of the enum.
const TABLE: [(CanvasAction, &str, Modifiers, Key); 49] = [
    (CanvasAction::AddNode, "Add node…", NONE, Key::Tab),
    (CanvasAction::DrawWire, "Draw wire", NONE, Key::W),
    (CanvasAction::FrameSelection, "Zoom to selection", NONE, Key::F),
    (CanvasAction::FrameAll, "Zoom to all", NONE, Key::A),
    (CanvasAction::ZoomIn, "Zoom in", NONE, Key::Equals),
    (CanvasAction::ZoomOut, "Zoom out", NONE, Key::Minus),
    (CanvasAction::ZoomReset, "Zoom to 100 %", NONE, Key::Z),
    (CanvasAction::SetBookmark, "Bookmark this view", SHIFT, Key::B),
    (CanvasAction::NextBookmark, "Next bookmark", NONE, Key::B),
    (CanvasAction::ToggleMinimap, "Map", NONE, Key::N),
    (CanvasAction::ToggleSnap, "Snap", NONE, Key::S),
    (CanvasAction::SelectAll, "Select all", COMMAND, Key::A),
    (CanvasAction::SelectNone, "Select none", COMMAND_SHIFT, Key::A),
    (CanvasAction::SelectInverse, "Select inverse", COMMAND, Key::I),
    (CanvasAction::SelectUpstream, "Select upstream", NONE, Key::OpenBracket),
    (CanvasAction::SelectDownstream, "Select downstream", NONE, Key::CloseBracket),
    (CanvasAction::Copy, "Copy", COMMAND, Key::C),
    (CanvasAction::Cut, "Cut", COMMAND, Key::X),
    (CanvasAction::Paste, "Paste", COMMAND, Key::V),
    (CanvasAction::Duplicate, "Duplicate", COMMAND, Key::D),
    (CanvasAction::DuplicateLinked, "Duplicate with incoming wires", COMMAND_SHIFT, Key::D),
    (CanvasAction::Delete, "Delete", NONE, Key::Delete),
    (CanvasAction::Disconnect, "Disconnect", SHIFT, Key::Delete),
    (CanvasAction::Mute, "Mute", NONE, Key::M),
    (CanvasAction::Collapse, "Collapse", NONE, Key::H),
    (CanvasAction::Rename, "Rename", NONE, Key::F2),
    (CanvasAction::View, "View", NONE, Key::V),
    (CanvasAction::Pin, "Pin to viewport", SHIFT, Key::V),
    (CanvasAction::Thumbnails, "Thumbnail", NONE, Key::T),
    (CanvasAction::AddFrame, "Frame selection", SHIFT, Key::F),
    (CanvasAction::MakeGroup, "Group", COMMAND, Key::G),
    (CanvasAction::Ungroup, "Ungroup", COMMAND_SHIFT, Key::G),
    (CanvasAction::EnterGroup, "Enter group", COMMAND, Key::Enter),
    (CanvasAction::LeaveGroup, "Leave group", NONE, Key::U),
    (CanvasAction::AlignLeft, "Align left", ALT, Key::ArrowLeft),
    (CanvasAction::AlignRight, "Align right", ALT, Key::ArrowRight),
    (CanvasAction::AlignTop, "Align top", ALT, Key::ArrowUp),
    (CanvasAction::AlignBottom, "Align bottom", ALT, Key::ArrowDown),
    (CanvasAction::AlignColumn, "Align in a column", ALT, Key::C),
    (CanvasAction::AlignRow, "Align in a row", ALT, Key::R),
    (CanvasAction::DistributeAcross, "Distribute across", ALT, Key::H),
    (CanvasAction::DistributeDown, "Distribute down", ALT, Key::V),
    (CanvasAction::AutoLayout, "Tidy up", NONE, Key::L),
    (CanvasAction::NudgeLeft, "Nudge left", COMMAND, Key::ArrowLeft),
    (CanvasAction::NudgeRight, "Nudge right", COMMAND, Key::ArrowRight),
    (CanvasAction::NudgeUp, "Nudge up", COMMAND, Key::ArrowUp),
    (CanvasAction::NudgeDown, "Nudge down", COMMAND, Key::ArrowDown),
    (CanvasAction::ContextMenu, "Context menu", SHIFT, Key::F10),
    (CanvasAction::Help, "Node manual", NONE, Key::F1),
];

impl CanvasAction {
    /// All of them, in the order of a menu.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|(action, ..)| *action)
    }

    /// Its name in menus and in the command palette.
    #[must_use]
    pub const fn title(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Its key. Copy, cut and paste come as events of the system's clipboard; theirs are told here for menus.
    #[must_use]
    pub const fn shortcut(self) -> KeyboardShortcut {
        let (_, _, modifiers, key) = TABLE[self as usize];
        KeyboardShortcut::new(modifiers, key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_table_is_in_the_order_of_the_actions() {
        for (place, action) in CanvasAction::all().enumerate() {
            assert_eq!(action as usize, place, "{action:?}");
        }
    }

    #[test]
    fn every_action_has_its_own_key_and_title() {
        let actions: Vec<CanvasAction> = CanvasAction::all().collect();
        let titles: HashSet<_> = actions.iter().map(|action| action.title()).collect();
        assert_eq!(titles.len(), actions.len());
        for (index, action) in actions.iter().enumerate() {
            for other in &actions[index + 1..] {
                assert_ne!(action.shortcut(), other.shortcut(), "{action:?} and {other:?}");
            }
        }
    }
}
