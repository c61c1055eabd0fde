//! The search at the cursor: typing a few letters adds a node, wired to what was dragged or selected.

mod popup;
mod rank;

use std::sync::Arc;

use egui::{Pos2, Rect, Vec2, vec2};

pub(super) use rank::{Match, ranked};

use super::command::{CanvasCommand, NewNodeWire};
use super::host::NodeEntry;
use super::model::{NodeId, PortId, PortSide, Wire};
use super::session::Session;
use super::state::CanvasState;
use super::style::metrics;

/// The entries that fit what was typed, best first, as the search at the cursor finds them: for a library beside the canvas.
#[must_use]
pub fn find_entries<'a>(entries: &'a [NodeEntry], query: &str) -> Vec<&'a NodeEntry> {
    let all: Vec<usize> = (0..entries.len()).collect();
    ranked(entries, &all, query).into_iter().map(|found| &entries[found.entry]).collect()
}

/// Why the search was opened.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Origin {
    /// To add a node, wired to the selected one where types fit.
    Empty,
    /// A wire was dropped here: only what fits its loose end is offered.
    Wire(PortId),
    /// To put a node into a wire: only what fits both of its ends is offered.
    Insert(Wire),
}

/// A search going on.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Where it was opened on the screen.
    at: Pos2,
    /// Where the node goes on the canvas.
    position: Pos2,
    origin: Origin,
    query: String,
    /// Indices of the host's entries that are offered.
    offered: Vec<usize>,
    found: Vec<Match>,
    chosen: usize,
    /// The first frame: the text field takes the keyboard.
    is_new: bool,
    /// The chosen row must be scrolled to.
    scroll_to_chosen: bool,
}

impl Search {
    pub fn new(session: &Session<'_>, at: Pos2, origin: Origin) -> Self {
        let entries = session.host.entries();
        let offered: Vec<usize> = (0..entries.len()).filter(|index| wires_for(session, &entries[*index], &origin).is_some()).collect();
        let found = ranked(entries, &offered, "");
        Self {
            at,
            position: session.screen.pos_to_canvas(at),
            origin,
            query: String::new(),
            offered,
            found,
            chosen: 0,
            is_new: true,
            scroll_to_chosen: false,
        }
    }

    /// The node without which it makes no sense.
    pub fn depends_on(&self) -> Option<&NodeId> {
        match &self.origin {
            Origin::Empty => None,
            Origin::Wire(port) => Some(&port.node),
            Origin::Insert(wire) => Some(&wire.from.node),
        }
    }
}

/// Where a new node covers no other: at `corner`, or to the right of what is there.
fn free_place(session: &Session<'_>, mut corner: Pos2) -> Pos2 {
    const GUESSED_SIZE: Vec2 = vec2(metrics::WIDTH_MIN, 4.0 * metrics::ROW);
    // Each step passes one node at least.
    for _ in session.scene.rects() {
        let wanted = Rect::from_min_size(corner, GUESSED_SIZE);
        let Some(covered) = session.scene.rects().iter().find(|rect| rect.intersects(wanted)) else { break };
        corner.x = covered.right() + 5.0 * metrics::GRID;
    }
    corner
}

/// The wires of a new node of this kind; `None` when it doesn't fit where the search was opened.
fn wires_for(session: &Session<'_>, entry: &NodeEntry, origin: &Origin) -> Option<Vec<NewNodeWire>> {
    let wire = |existing: &PortId, new_port: Arc<str>| NewNodeWire { existing: existing.clone(), new_port };
    match origin {
        Origin::Empty => Some(Vec::new()),
        Origin::Wire(port) => Some(vec![wire(port, session.host.entry_port(entry, port)?)]),
        Origin::Insert(replaced) => {
            let input = session.host.entry_port(entry, &replaced.from)?;
            let output = session.host.entry_port(entry, &replaced.to)?;
            Some(vec![wire(&replaced.from, input), wire(&replaced.to, output)])
        }
    }
}

impl CanvasState {
    /// Adds the node that was chosen.
    fn add_found(&mut self, session: &mut Session<'_>, search: &Search, found: &Match) {
        let Some(entry) = session.host.entries().get(found.entry) else { return };
        let Some(mut wires) = wires_for(session, entry, &search.origin) else { return };
        if search.origin == Origin::Empty {
            wires.extend(self.wire_to_selected(session, entry));
        }
        // The node's port, not its corner, should come to lie where the wire was dropped.
        let offset = match &search.origin {
            Origin::Wire(port) if port.side == PortSide::Output => vec2(0.0, -1.5 * metrics::TITLE),
            Origin::Wire(_) => vec2(-metrics::WIDTH_MIN - 2.0 * metrics::GRID, -1.5 * metrics::TITLE),
            Origin::Insert(_) => vec2(-0.5 * metrics::WIDTH_MIN, -1.5 * metrics::TITLE),
            Origin::Empty => vec2(0.0, 0.0),
        };
        let corner = search.position + offset;
        let corner = if search.origin == Origin::Empty { free_place(session, corner) } else { corner };
        let position = if self.snap { (corner / metrics::GRID).round() * metrics::GRID } else { corner };
        let kind = entry.kind.clone();
        session.emit(CanvasCommand::AddNode { kind, position, wires });
    }

    /// A wire between the one selected node and a new one: from its first output that fits, else to its first free input.
    fn wire_to_selected(&self, session: &Session<'_>, entry: &NodeEntry) -> Option<NewNodeWire> {
        let node = session.graph.node(self.selection.single_node()?)?;
        let index = session.scene.node_index(&node.id)?;
        let outputs = node.outputs.iter().map(|output| PortId::output(node.id.clone(), output.name.clone()));
        let free = |input: &usize| node.inputs[*input].port_type.is_some() && session.scene.wire_into(index, *input).is_none();
        let inputs = (0..node.inputs.len()).filter(free).map(|input| PortId::input(node.id.clone(), node.inputs[input].name.clone()));
        outputs
            .chain(inputs)
            .find_map(|existing| session.host.entry_port(entry, &existing).map(|new_port| NewNodeWire { existing, new_port }))
    }
}
