//! The panels of the window. Each is a struct with its own state and `show(&mut self, ui, editor)`.

mod code;
mod examples;
mod graph;
mod history;
mod library;
mod problems;
mod timeline;
mod viewport;

pub use viewport::Choices;

use egui::{Key, Ui};
use lucide_icons::Icon;
use serde::{Deserialize, Serialize};

use super::context::EditorContext;
use super::inspector::InspectorPanel;

/// Which panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PanelKind {
    /// The canvas.
    Graph,
    /// The picture.
    Viewport,
    /// Inputs of what is selected.
    Inspector,
    /// Kinds of nodes.
    Library,
    /// Documents to learn from.
    Examples,
    /// Time.
    Timeline,
    /// What is wrong.
    Problems,
    /// The generated WGSL.
    Code,
    /// Steps to undo and redo.
    History,
}

impl PanelKind {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Graph,
        Self::Viewport,
        Self::Inspector,
        Self::Library,
        Self::Examples,
        Self::Timeline,
        Self::Problems,
        Self::Code,
        Self::History,
    ];

    /// Its name on its tab.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Graph => "Graph",
            Self::Viewport => "Viewport",
            Self::Inspector => "Inspector",
            Self::Library => "Library",
            Self::Examples => "Examples",
            Self::Timeline => "Timeline",
            Self::Problems => "Problems",
            Self::Code => "WGSL",
            Self::History => "History",
        }
    }

    /// Its icon in menus.
    #[must_use]
    pub const fn icon(self) -> Icon {
        match self {
            Self::Graph => Icon::Workflow,
            Self::Viewport => Icon::Eye,
            Self::Inspector => Icon::SlidersHorizontal,
            Self::Library => Icon::Library,
            Self::Examples => Icon::BookOpen,
            Self::Timeline => Icon::Clock,
            Self::Problems => Icon::TriangleAlert,
            Self::Code => Icon::Code,
            Self::History => Icon::History,
        }
    }

    /// The digit that shows it, with Ctrl.
    #[must_use]
    pub const fn key(self) -> Key {
        match self {
            Self::Graph => Key::Num1,
            Self::Viewport => Key::Num2,
            Self::Inspector => Key::Num3,
            Self::Library => Key::Num4,
            Self::Examples => Key::Num5,
            Self::Timeline => Key::Num6,
            Self::Problems => Key::Num7,
            Self::Code => Key::Num8,
            Self::History => Key::Num9,
        }
    }
}

/// The state of every panel.
#[derive(Default)]
pub struct Panels {
    /// The canvas.
    pub graph: graph::GraphPanel,
    /// The picture.
    pub viewport: viewport::ViewportPanel,
    /// Inputs of what is selected.
    pub inspector: InspectorPanel,
    /// Kinds of nodes.
    pub library: library::LibraryPanel,
    /// Documents to learn from.
    pub examples: examples::ExamplesPanel,
    /// Time.
    pub timeline: timeline::TimelinePanel,
    /// What is wrong.
    pub problems: problems::ProblemsPanel,
    /// The generated WGSL.
    pub code: code::CodePanel,
    /// Steps to undo and redo.
    pub history: history::HistoryPanel,
}

impl Panels {
    /// Draws a panel in all the room of `ui`.
    pub fn show(&mut self, kind: PanelKind, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        match kind {
            PanelKind::Graph => self.graph.show(ui, editor),
            PanelKind::Viewport => self.viewport.show(ui, editor),
            PanelKind::Inspector => self.inspector.show(ui, editor),
            PanelKind::Library => self.library.show(ui, editor),
            PanelKind::Examples => self.examples.show(ui, editor),
            PanelKind::Timeline => self.timeline.show(ui, editor),
            PanelKind::Problems => self.problems.show(ui, editor),
            PanelKind::Code => self.code.show(ui, editor),
            PanelKind::History => self.history.show(ui, editor),
        }
    }
}
