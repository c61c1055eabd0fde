//! What a panel gets to see and to say.

use super::command::EditorCommand;
use super::graph::GraphView;
use super::session::Session;
use super::settings::Settings;
use crate::theme::Palette;

/// The seam between panels and the rest: panels look at the session and push commands.
pub struct EditorContext<'a> {
    /// The document, the running effect, what is wrong. Changed by commands only.
    pub session: &'a Session,
    /// Which graph is shown and what is selected in it.
    pub graph: &'a mut GraphView,
    /// What is remembered.
    pub settings: &'a Settings,
    /// Colours.
    pub palette: Palette,
    /// What shall be done after this frame was drawn.
    pub commands: &'a mut Vec<EditorCommand>,
}

impl EditorContext<'_> {
    /// Asks for something.
    pub fn push(&mut self, command: EditorCommand) {
        self.commands.push(command);
    }

    /// The node that is selected alone, in the graph that is shown.
    #[must_use]
    pub fn single_selected_node(&self) -> Option<String> {
        let mut nodes = self.graph.selected_nodes(self.session);
        if nodes.len() == 1 { nodes.pop() } else { None }
    }
}
