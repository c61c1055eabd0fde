//! One frame of the canvas: what is shown, where, and the commands that come of it.

use egui::{Context, Id};

use super::command::CanvasCommand;
use super::host::CanvasHost;
use super::model::CanvasGraph;
use super::scene::Scene;
use super::style::CanvasStyle;
use super::view::Screen;

/// One frame of the canvas.
pub(super) struct Session<'a> {
    pub graph: &'a CanvasGraph,
    pub host: &'a dyn CanvasHost,
    pub style: &'a CanvasStyle,
    pub scene: &'a Scene,
    pub screen: Screen,
    pub context: &'a Context,
    pub id: Id,
    pub now_s: f64,
    pub commands: Vec<CanvasCommand>,
}

impl Session<'_> {
    pub fn emit(&mut self, command: CanvasCommand) {
        self.commands.push(command);
    }
}
