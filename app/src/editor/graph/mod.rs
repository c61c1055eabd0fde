//! The document on the canvas: what is shown of it, the answers that the canvas asks for, and its commands as edits.

mod apply;
mod build;
mod host;
pub mod values;

use std::collections::HashMap;
use std::sync::Arc;

use egui::Ui;
use wavewright_core::graph::PortRef;
use wavewright_core::node::Catalog;

pub use apply::apply;
pub use build::{colour, colour_text, title};

use self::build::Source;
use self::host::DocumentHost;
use super::session::{Looks, Session};
use crate::canvas::{Canvas, CanvasCommand, CanvasGraph, CanvasState, FrameId, NodeEntry, NodeId, Thumbnail};
use crate::theme::{self, Palette};

/// What is shown of the document's graphs: which one, and where in it.
#[derive(Default)]
pub struct GraphView {
    /// The groups that were entered, outermost first.
    entered: Vec<String>,
    /// Which node each of them was entered through, as it is called when groups are unfolded; `None` where that is not known.
    instances: Vec<Option<String>>,
    /// View and selection of each graph that was visited.
    states: HashMap<Option<String>, CanvasState>,
    /// What the canvas shows, and what it was made from.
    shown: CanvasGraph,
    made_from: Option<MadeFrom>,
    entries: Vec<NodeEntry>,
    entries_of: Option<(Arc<Catalog>, Palette)>,
    /// Pictures on nodes, by id.
    thumbnails: HashMap<String, Thumbnail>,
    thumbnails_stamp: u64,
    /// The frame at which the number that is being dragged was taken hold of.
    keyframe_at: Option<f64>,
}

/// Equal makings give equal canvases.
#[derive(PartialEq)]
struct MadeFrom {
    revision: u64,
    group: Option<String>,
    problems: u64,
    looks: Looks,
    wanted: Option<PortRef>,
    palette: Palette,
    thumbnails: u64,
    /// The frame that is shown, where something has keyframes.
    frame: Option<u64>,
}

impl GraphView {
    /// Another document: nothing of the view of the old one stays.
    pub fn forget(&mut self) {
        *self = Self { entries: std::mem::take(&mut self.entries), entries_of: self.entries_of.take(), ..Self::default() };
    }

    /// The group that is shown; `None` for the document's own graph.
    #[must_use]
    pub fn group(&self) -> Option<&str> {
        self.entered.last().map(String::as_str)
    }

    /// The groups that were entered, outermost first.
    #[must_use]
    pub fn entered(&self) -> &[String] {
        &self.entered
    }

    /// Shows the graph of the group that the node `id` of the shown graph stands for.
    pub fn enter_group(&mut self, group: String, id: &str) {
        let instance = match self.instances.last() {
            None => Some(id.to_owned()),
            Some(outer) => outer.as_ref().map(|outer| format!("{outer}__{id}")),
        };
        self.entered.push(group);
        self.instances.push(instance);
    }

    /// Shows the graph around this one.
    pub fn leave_group(&mut self) {
        self.leave_to(self.entered.len().saturating_sub(1));
    }

    /// Goes back to the first `depth` groups that were entered.
    pub fn leave_to(&mut self, depth: usize) {
        self.entered.truncate(depth);
        self.instances.truncate(depth);
    }

    /// What a node of the shown graph is called in the effect, where groups are unfolded; `None` where its group is used nowhere.
    #[must_use]
    pub fn unfolded_id(&self, session: &Session, id: &str) -> Option<String> {
        session.unfolded_id(self.group(), self.instances.last().and_then(Option::as_deref), id)
    }

    /// View and selection of the graph that is shown.
    #[must_use]
    pub fn state(&mut self) -> &CanvasState {
        self.state_mut()
    }

    /// View and selection of the graph that is shown.
    pub fn state_mut(&mut self) -> &mut CanvasState {
        self.states.entry(self.entered.last().cloned()).or_default()
    }

    /// Ids of the selected nodes of the graph that is shown, in the order of the document.
    #[must_use]
    pub fn selected_nodes(&self, session: &Session) -> Vec<String> {
        let Some(state) = self.states.get(&self.entered.last().cloned()) else { return Vec::new() };
        let graph = session.document().graph_in(self.group());
        let ids = graph.into_iter().flat_map(|graph| graph.nodes.keys());
        ids.filter(|id| state.selection.nodes.contains(&NodeId::from(id.as_str()))).cloned().collect()
    }

    /// The index of the frame that alone is selected in the graph that is shown.
    #[must_use]
    pub fn selected_frame(&self) -> Option<usize> {
        let selection = &self.states.get(&self.entered.last().cloned())?.selection;
        match (selection.nodes.is_empty(), selection.frames.iter().collect::<Vec<_>>().as_slice()) {
            (true, [FrameId(index)]) => Some(*index),
            _ => None,
        }
    }

    /// Selects a node and brings it into view. `id` may be of a node in a group, `group/node`.
    pub fn reveal(&mut self, id: &str) {
        match id.split_once('/') {
            Some((group, node)) => {
                if self.group() != Some(group) {
                    self.entered = vec![group.to_owned()];
                    self.instances = vec![None];
                }
                self.state_mut().reveal([NodeId::from(node)]);
            }
            None => {
                self.leave_to(0);
                self.state_mut().reveal([NodeId::from(id)]);
            }
        }
    }

    /// Every kind of node, as the canvas's search shows it.
    pub fn entries(&mut self, catalog: &Arc<Catalog>, palette: &Palette) -> &[NodeEntry] {
        let are_known = self.entries_of.as_ref().is_some_and(|(known, of)| Arc::ptr_eq(known, catalog) && of == palette);
        if !are_known {
            self.entries = host::entries(catalog, palette);
            self.entries_of = Some((Arc::clone(catalog), *palette));
            self.made_from = None;
        }
        &self.entries
    }

    /// Other pictures on nodes.
    pub fn set_thumbnails(&mut self, thumbnails: HashMap<String, Thumbnail>) {
        if self.thumbnails != thumbnails {
            self.thumbnails = thumbnails;
            self.thumbnails_stamp += 1;
        }
    }

    /// Shows the canvas in all the room of `ui` and returns what the artist did.
    pub fn show(&mut self, ui: &mut Ui, session: &Session) -> Vec<CanvasCommand> {
        while self.group().is_some_and(|group| !session.document().groups.contains_key(group)) {
            self.leave_group();
        }
        let palette = theme::palette(ui.ctx());
        self.bring_up_to_date(session, &palette);
        let group = self.entered.last().cloned();
        let host = DocumentHost::new(session.document(), group.as_deref(), session.catalog(), &self.shown, &self.entries);
        let state = self.states.entry(group.clone()).or_default();
        let style = theme::canvas_style(&palette);
        let id = group.as_deref().unwrap_or("main graph");
        Canvas::new(id, &self.shown, &host, &style).show(ui, state).commands
    }

    fn bring_up_to_date(&mut self, session: &Session, palette: &Palette) {
        self.entries(session.catalog(), palette);
        let wanted = session.wanted_look();
        let made_from = MadeFrom {
            revision: session.revision(),
            group: self.entered.last().cloned(),
            problems: session.problems().stamp(),
            looks: session.looks().clone(),
            wanted: wanted.clone(),
            palette: *palette,
            thumbnails: self.thumbnails_stamp,
            frame: session.stage().frame().filter(|_| !session.document().timeline.keyframes.is_empty()),
        };
        if self.made_from.as_ref() != Some(&made_from) {
            let graph = session.document().graph_in(self.group());
            let ids = graph.into_iter().flat_map(|graph| graph.nodes.keys());
            let unfolded = ids.filter_map(|id| Some((id.clone(), self.unfolded_id(session, id)?))).collect();
            self.shown = Source {
                document: session.document(),
                group: self.group(),
                catalog: session.catalog(),
                problems: session.problems(),
                looks: session.looks(),
                wanted: wanted.as_ref(),
                thumbnails: &self.thumbnails,
                frame: made_from.frame.unwrap_or_default() as f64,
                unfolded: &unfolded,
                palette,
            }
            .build();
            self.made_from = Some(made_from);
        }
    }
}
