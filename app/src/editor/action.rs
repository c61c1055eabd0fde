//! Everything that can be done by a menu, a key or the command palette: one table for all three, and for Help.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::panels::PanelKind;
use crate::canvas::CanvasAction;

/// Something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Start from a template.
    New,
    /// Choose a file to open.
    Open,
    /// Open the document of the last time.
    ReopenLast,
    /// Save.
    Save,
    /// Save under another name.
    SaveAs,
    /// Go back to what is on the disk.
    Revert,
    /// Write the effect for other programs.
    ExportEffect,
    /// Write pictures of frames.
    ExportFrames,
    /// End the program.
    Quit,
    /// Take the last step back.
    Undo,
    /// Make the step again that was taken back.
    Redo,
    /// Play or pause.
    PlayPause,
    /// One frame.
    StepFrame,
    /// Back to the first frame.
    Rewind,
    /// At real speed, or every frame.
    TogglePace,
    /// View what is selected.
    FollowSelection,
    /// View the document's own output.
    ViewOutput,
    /// Everything larger.
    ScaleUp,
    /// Everything smaller.
    ScaleDown,
    /// Everything at its own size.
    ScaleReset,
    /// Dark or light.
    ToggleTheme,
    /// Panels as at first.
    ResetLayout,
    /// Find a command.
    Palette,
    /// List of keys.
    Shortcuts,
    /// Manual of the nodes.
    Manual,
    /// What this is.
    About,
    /// Show a panel, or bring it to the front.
    Panel(PanelKind),
    /// Something of the canvas.
    Canvas(CanvasAction),
}

/// A menu of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Menu {
    /// Documents.
    File,
    /// Changes of the document.
    Edit,
    /// Nodes and their arrangement.
    Graph,
    /// Time.
    Play,
    /// What is seen.
    View,
    /// How it works.
    Help,
}

impl Menu {
    /// All of them, from left to right.
    pub const ALL: [Self; 6] = [Self::File, Self::Edit, Self::Graph, Self::Play, Self::View, Self::Help];

    /// Its name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Graph => "Graph",
            Self::Play => "Play",
            Self::View => "View",
            Self::Help => "Help",
        }
    }
}

/// What is known of an action.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The action.
    pub action: Action,
    /// Where it stands.
    pub menu: Menu,
    /// Its name. Names that end with an ellipsis open something.
    pub title: &'static str,
    /// Its key.
    pub shortcut: Option<KeyboardShortcut>,
    /// Whether its key works while somebody types into a text field.
    pub while_typing: bool,
    /// Whether a line separates it from the one before.
    pub starts_section: bool,
}

/// Every action, menu by menu, in the order of the menus.
#[must_use]
pub fn table() -> Vec<Entry> {
    use Action::{
        About, ExportEffect, ExportFrames, FollowSelection, Manual, New, Open, Palette, PlayPause, Quit, Redo, ReopenLast, ResetLayout,
        Revert, Rewind, Save, SaveAs, ScaleDown, ScaleReset, ScaleUp, Shortcuts, StepFrame, TogglePace, ToggleTheme, Undo, ViewOutput,
    };
    const NONE: Modifiers = Modifiers::NONE;
    const COMMAND: Modifiers = Modifiers::COMMAND;
    const COMMAND_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    let mut table = Table { menu: Menu::File, entries: Vec::new(), starts_section: false };

    table.menu(Menu::File);
    table.add(New, "New…", Some((COMMAND, Key::N)), true);
    table.add(Open, "Open…", Some((COMMAND, Key::O)), true);
    table.add(ReopenLast, "Reopen last", Some((COMMAND_SHIFT, Key::T)), true);
    table.section();
    table.add(Save, "Save", Some((COMMAND, Key::S)), true);
    table.add(SaveAs, "Save as…", Some((COMMAND_SHIFT, Key::S)), true);
    table.add(Revert, "Revert…", None, false);
    table.section();
    table.add(ExportEffect, "Export effect…", Some((COMMAND, Key::E)), true);
    table.add(ExportFrames, "Export frames…", Some((COMMAND_SHIFT, Key::E)), true);
    table.section();
    table.add(Quit, "Quit", Some((COMMAND, Key::Q)), true);

    table.menu(Menu::Edit);
    table.add(Undo, "Undo", Some((COMMAND, Key::Z)), false);
    table.add(Redo, "Redo", Some((COMMAND_SHIFT, Key::Z)), false);
    table.section();
    for action in CanvasAction::all().filter(|action| menu_of(*action) == Menu::Edit) {
        table.add_canvas(action);
    }

    table.menu(Menu::Graph);
    for action in CanvasAction::all().filter(|action| menu_of(*action) == Menu::Graph) {
        table.add_canvas(action);
    }

    table.menu(Menu::Play);
    table.add(PlayPause, "Play or pause", Some((NONE, Key::Space)), false);
    table.add(StepFrame, "Step a frame", Some((NONE, Key::Period)), false);
    table.add(Rewind, "Back to the start", Some((NONE, Key::Home)), false);
    table.section();
    table.add(TogglePace, "Play every frame", None, false);

    table.menu(Menu::View);
    for panel in PanelKind::ALL {
        table.add(Action::Panel(panel), panel.title(), Some((COMMAND, panel.key())), true);
    }
    table.add(ResetLayout, "Reset panels", None, false);
    table.section();
    table.add(ViewOutput, "View the output", Some((NONE, Key::O)), false);
    table.add(FollowSelection, "View follows selection", None, false);
    table.section();
    for action in CanvasAction::all().filter(|action| menu_of(*action) == Menu::View) {
        table.add_canvas(action);
    }
    table.section();
    table.add(ScaleUp, "Larger", Some((COMMAND, Key::Plus)), true);
    table.add(ScaleDown, "Smaller", Some((COMMAND, Key::Minus)), true);
    table.add(ScaleReset, "Normal size", Some((COMMAND, Key::Backspace)), false);
    table.add(ToggleTheme, "Light theme", None, false);

    table.menu(Menu::Help);
    table.add(Palette, "Find a command…", Some((COMMAND, Key::P)), true);
    table.add(Manual, "Node manual", Some((COMMAND, Key::F1)), true);
    table.add(Shortcuts, "Keyboard shortcuts", Some((COMMAND, Key::Slash)), true);
    table.add(About, "About Wavewright", None, false);
    table.entries
}

struct Table {
    menu: Menu,
    entries: Vec<Entry>,
    starts_section: bool,
}

impl Table {
    fn menu(&mut self, menu: Menu) {
        self.menu = menu;
        self.starts_section = false;
    }

    fn section(&mut self) {
        self.starts_section = true;
    }

    fn add(&mut self, action: Action, title: &'static str, key: Option<(Modifiers, Key)>, while_typing: bool) {
        let shortcut = key.map(|(modifiers, key)| KeyboardShortcut::new(modifiers, key));
        let starts_section = std::mem::take(&mut self.starts_section);
        self.entries.push(Entry { action, menu: self.menu, title, shortcut, while_typing, starts_section });
    }

    /// The canvas takes its keys itself, while it has the keyboard.
    fn add_canvas(&mut self, action: CanvasAction) {
        let starts_section = std::mem::take(&mut self.starts_section);
        self.entries.push(Entry {
            action: Action::Canvas(action),
            menu: self.menu,
            title: action.title(),
            shortcut: Some(action.shortcut()),
            while_typing: false,
            starts_section,
        });
    }
}

/// The menu that an action of the canvas stands in.
const fn menu_of(action: CanvasAction) -> Menu {
    use CanvasAction::{
        Copy, Cut, Delete, Duplicate, DuplicateLinked, FrameAll, FrameSelection, Help, NextBookmark, Paste, Pin, SelectAll,
        SelectDownstream, SelectInverse, SelectNone, SelectUpstream, SetBookmark, ToggleMinimap, View, ZoomIn, ZoomOut, ZoomReset,
    };
    match action {
        Copy | Cut | Paste | Duplicate | DuplicateLinked | Delete | SelectAll | SelectNone | SelectInverse | SelectUpstream
        | SelectDownstream => Menu::Edit,
        FrameAll | FrameSelection | ZoomIn | ZoomOut | ZoomReset | SetBookmark | NextBookmark | ToggleMinimap | View | Pin => Menu::View,
        Help => Menu::Help,
        _ => Menu::Graph,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, reason = "a test that meets an error has failed")]

    use std::collections::HashMap;

    use super::*;

    #[test]
    fn every_action_of_the_window_has_its_own_key_and_title() {
        let mut keys = HashMap::new();
        let mut titles = HashMap::new();
        for entry in table() {
            if let Some(other) = titles.insert((entry.menu, entry.title), entry.action) {
                panic!("{:?} and {other:?} are both called {}", entry.action, entry.title);
            }
            let Some(shortcut) = entry.shortcut else { continue };
            if let Some(other) = keys.insert(shortcut, entry.action) {
                panic!("{:?} and {other:?} have the same key", entry.action);
            }
        }
    }

    #[test]
    fn every_action_of_the_canvas_is_in_the_table() {
        let table = table();
        for action in CanvasAction::all() {
            let is_help = action == CanvasAction::Help;
            assert!(is_help || table.iter().any(|entry| entry.action == Action::Canvas(action)), "{action:?}");
        }
    }

    #[test]
    fn keys_that_write_do_not_work_while_typing() {
        for entry in table().into_iter().filter(|entry| entry.while_typing) {
            let shortcut = entry.shortcut.map(|shortcut| (shortcut.modifiers, shortcut.logical_key));
            assert!(shortcut.is_some_and(|(modifiers, _)| modifiers.command), "{:?}", entry.action);
        }
    }
}
