//! Kinds of nodes dragged onto the canvas from elsewhere (a library panel).

use std::sync::Arc;

use egui::{DragAndDrop, Response};

use super::command::{CanvasCommand, NewNodeWire};
use super::hit::{Target, target_at};
use super::session::Session;
use super::state::CanvasState;
use super::style::metrics;

/// What a library sets as egui's drag-and-drop payload: the kind of node, as in [`super::NodeEntry::kind`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeKindPayload(pub Arc<str>);

impl CanvasState {
    /// Adds a node that was dropped; onto a wire, it goes between.
    pub(super) fn handle_drop(&mut self, session: &mut Session<'_>, response: &Response) {
        if !DragAndDrop::has_payload_of_type::<NodeKindPayload>(session.context) {
            return;
        }
        let Some(pos) = session.context.pointer_interact_pos().filter(|pos| session.screen.rect.contains(*pos)) else { return };
        let Some(payload) = response.dnd_release_payload::<NodeKindPayload>() else { return };
        let target = target_at(session.graph, session.scene, &session.screen, &self.selection.nodes, pos);
        let entry = session.host.entries().iter().find(|entry| entry.kind == payload.0);
        let wires = match (target, entry) {
            (Target::Wire(wire), Some(entry)) => {
                let ends = (session.host.entry_port(entry, &wire.from), session.host.entry_port(entry, &wire.to));
                match ends {
                    (Some(input), Some(output)) => vec![
                        NewNodeWire { existing: wire.from.clone(), new_port: input },
                        NewNodeWire { existing: wire.to.clone(), new_port: output },
                    ],
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        };
        let corner = session.screen.pos_to_canvas(pos);
        let position = if self.snap { (corner / metrics::GRID).round() * metrics::GRID } else { corner };
        session.emit(CanvasCommand::AddNode { kind: payload.0.clone(), position, wires });
    }
}
