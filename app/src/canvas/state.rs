//! What the canvas remembers between frames: the view, the selection, and what the artist is in the middle of.

use std::collections::HashSet;

use egui::{Pos2, Rect};

use super::action::CanvasAction;
use super::edit::{Editor, Menu};
use super::gesture::Gesture;
use super::hit::Target;
use super::measure::WidthCache;
use super::model::{CanvasGraph, NodeId, PortId};
use super::scene::Scene;
use super::search::Search;
use super::selection::Selection;
use super::text::TextCache;
use super::view::{Bookmark, Jump, View};

/// What turning a mouse wheel does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wheel {
    /// A wheel zooms, two fingers on a trackpad pan. Where the system can't tell them apart, scrolling by lines zooms.
    #[default]
    Auto,
    /// Scrolling always zooms.
    Zoom,
    /// Scrolling always pans; with Ctrl it zooms.
    Pan,
}

/// A short message at the bottom of the canvas.
#[derive(Clone, Debug)]
pub(super) struct Note {
    pub text: String,
    pub until_s: f64,
}

/// What the pointer rests on, and since when.
#[derive(Clone, Debug)]
pub(super) struct Hover {
    pub target: Target,
    pub since_s: f64,
}

/// What the canvas remembers between frames. Nothing of it is part of the document.
///
/// Keep one for each graph that is shown (one for the main graph, one for each group).
#[derive(Debug)]
pub struct CanvasState {
    /// What is shown; `None` for everything, decided at the first frame.
    pub view: Option<View>,
    /// What is selected.
    pub selection: Selection,
    /// Views to return to.
    pub bookmarks: Vec<Bookmark>,
    /// Whether the small map is shown.
    pub minimap: bool,
    /// Whether dragged nodes snap to the grid and to each other.
    pub snap: bool,
    /// What turning a mouse wheel does.
    pub wheel: Wheel,

    pub(super) gesture: Gesture,
    /// Where the keyboard is: the node that arrows start from.
    pub(super) active: Option<NodeId>,
    /// Where the keyboard is inside of the active node.
    pub(super) active_port: Option<PortId>,
    pub(super) search: Option<Search>,
    pub(super) editor: Option<Editor>,
    pub(super) menu: Option<Menu>,
    pub(super) jump: Option<Jump>,
    pub(super) requested: Vec<CanvasAction>,
    pub(super) note: Option<Note>,
    pub(super) pending_note: Option<String>,
    pub(super) hover: Option<Hover>,
    pub(super) next_bookmark: usize,
    pub(super) last_wheel_was_lines: bool,
    pub(super) scene: Scene,
    pub(super) widths: WidthCache,
    pub(super) texts: TextCache,
    pub(super) seen_stamp: Option<u64>,
    pub(super) last_rect: Option<Rect>,
}

impl Default for CanvasState {
    fn default() -> Self {
        Self {
            view: None,
            selection: Selection::default(),
            bookmarks: Vec::new(),
            minimap: true,
            snap: true,
            wheel: Wheel::Auto,
            gesture: Gesture::Idle,
            active: None,
            active_port: None,
            search: None,
            editor: None,
            menu: None,
            jump: None,
            requested: Vec::new(),
            note: None,
            pending_note: None,
            hover: None,
            next_bookmark: 0,
            last_wheel_was_lines: false,
            scene: Scene::default(),
            widths: WidthCache::default(),
            texts: TextCache::default(),
            seen_stamp: None,
            last_rect: None,
        }
    }
}

impl CanvasState {
    /// Does `action` at the next frame, as if its key had been pressed: for menus and the command palette.
    pub fn request(&mut self, action: CanvasAction) {
        self.requested.push(action);
    }

    /// Shows a short message at the bottom of the canvas for a few seconds.
    pub fn show_note(&mut self, text: impl Into<String>) {
        self.pending_note = Some(text.into());
    }

    /// Selects these nodes and nothing else: after adding, pasting or duplicating, or to show where a problem is.
    pub fn select_nodes(&mut self, nodes: impl IntoIterator<Item = NodeId>) {
        self.selection = Selection::of_nodes(nodes);
        self.active = self.selection.single_node().cloned();
        self.active_port = None;
    }

    /// Selects these nodes and brings them into view at the next frame.
    pub fn reveal(&mut self, nodes: impl IntoIterator<Item = NodeId>) {
        self.select_nodes(nodes);
        self.request(CanvasAction::FrameSelection);
    }

    /// Whether a gesture is going on. Undo should wait for its end.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.is_dragging() || self.menu.as_ref().is_some_and(Menu::is_picking)
    }

    pub(super) fn is_dragging(&self) -> bool {
        !matches!(self.gesture, Gesture::Idle)
    }

    /// Whether a text field of the canvas has the keyboard.
    #[must_use]
    pub fn is_typing(&self) -> bool {
        self.search.is_some() || self.editor.is_some()
    }

    /// Where a point of the screen is on the canvas, as of the last frame.
    #[must_use]
    pub fn canvas_position(&self, on_screen: Pos2) -> Option<Pos2> {
        let screen = super::view::Screen { rect: self.last_rect?, view: self.view? };
        Some(screen.pos_to_canvas(on_screen))
    }

    /// Why the wire that is being drawn may not end where the pointer is.
    #[must_use]
    pub fn refusal(&self) -> Option<&str> {
        match &self.gesture {
            Gesture::Wire(drag) => drag.candidate.as_ref()?.1.as_ref().err().map(String::as_str),
            _ => None,
        }
    }

    /// The port where the wire that is being drawn would end.
    #[must_use]
    pub fn wire_target(&self) -> Option<&PortId> {
        match &self.gesture {
            Gesture::Wire(drag) => drag.candidate.as_ref().map(|(port, _)| port),
            _ => None,
        }
    }

    /// The port where the keyboard is.
    #[must_use]
    pub fn keyboard_port(&self) -> Option<&PortId> {
        self.active_port.as_ref()
    }

    /// The message at the bottom of the canvas.
    #[must_use]
    pub fn shown_note(&self) -> Option<&str> {
        self.note.as_ref().map(|note| note.text.as_str())
    }

    /// Lets go of everything that is no longer in `graph`. Returns whether the selection changed.
    pub(super) fn let_go_of_the_gone(&mut self, graph: &CanvasGraph) -> bool {
        if self.seen_stamp == Some(graph.stamp()) {
            return false;
        }
        self.seen_stamp = Some(graph.stamp());
        let there: HashSet<&NodeId> = graph.nodes().iter().map(|node| &node.id).collect();
        if self.active.as_ref().is_some_and(|node| !there.contains(node)) {
            self.active = None;
            self.active_port = None;
        }
        let has_port = |port: &PortId| graph.node(&port.node).is_some_and(|node| has_port(node, port));
        if self.active_port.as_ref().is_some_and(|port| !has_port(port)) {
            self.active_port = None;
        }
        if self.editor.as_ref().is_some_and(|editor| !editor.is_about(graph)) {
            self.editor = None;
        }
        if self.menu.as_ref().is_some_and(|menu| menu.target.node().is_some_and(|node| !there.contains(node))) {
            self.menu = None;
        }
        if self.search.as_ref().and_then(Search::depends_on).is_some_and(|node| !there.contains(node)) {
            self.search = None;
        }
        self.hover = None;
        self.gesture.forget_the_gone(graph);
        self.selection.prune(graph)
    }
}

fn has_port(node: &super::model::CanvasNode, port: &PortId) -> bool {
    match port.side {
        super::model::PortSide::Input => node.input_index(&port.port).is_some(),
        super::model::PortSide::Output => node.output_index(&port.port).is_some(),
    }
}
