//! Drawing wires: from either end, picking up a wire that is there, and by keyboard.

use std::cell::RefCell;
use std::collections::HashMap;

use egui::Pos2;

use super::super::command::CanvasCommand;
use super::super::hit::slots;
use super::super::host::CanvasHost;
use super::super::model::{NodeForm, PortId, PortSide, Wire};
use super::super::scene::{PortSlot, port_id, wire_of};
use super::super::search::{Origin, Search};
use super::super::session::Session;
use super::super::state::CanvasState;
use super::super::style::metrics;
use super::Gesture;

/// A wire with one end in the air.
#[derive(Clone, Debug)]
pub(in super::super) struct WireDrag {
    /// The end that stays.
    pub fixed: PortId,
    /// The wire as it was, when one was picked up.
    pub picked_up: Option<Wire>,
    /// Where the loose end is on the screen.
    pub pointer: Pos2,
    /// The port that the loose end would go to, and whether it may.
    pub candidate: Option<(PortId, Result<(), String>)>,
    /// When the loose end is moved by keys: the ports that fit, and which one is chosen.
    pub keyboard: Option<(Vec<PortId>, usize)>,
    /// What the host has said about ports so far: asking may be dear, and every visible port is drawn by the answer.
    verdicts: RefCell<HashMap<PortSlot, bool>>,
}

impl WireDrag {
    fn new(fixed: PortId, picked_up: Option<Wire>, pointer: Pos2) -> Self {
        Self { fixed, picked_up, pointer, candidate: None, keyboard: None, verdicts: RefCell::default() }
    }

    pub fn is_refused(&self) -> bool {
        matches!(&self.candidate, Some((_, Err(_))))
    }

    pub fn forget_verdicts(&mut self) {
        self.verdicts.get_mut().clear();
    }

    /// Whether the loose end may go to a port.
    pub fn fits(&self, session: &Session<'_>, slot: PortSlot) -> bool {
        *self.verdicts.borrow_mut().entry(slot).or_insert_with(|| verdict(session.host, &self.fixed, &port_id(session.graph, slot)).is_ok())
    }
}

/// Whether a wire may join two ports, given in any order.
fn verdict(host: &dyn CanvasHost, one: &PortId, other: &PortId) -> Result<(), String> {
    match (one.side, other.side) {
        (PortSide::Output, PortSide::Input) => host.fits(one, other),
        (PortSide::Input, PortSide::Output) => host.fits(other, one),
        (PortSide::Output, PortSide::Output) => Err("Both are outputs: a wire goes from an output to an input".to_owned()),
        (PortSide::Input, PortSide::Input) => Err("Both are inputs: a wire goes from an output to an input".to_owned()),
    }
}

impl CanvasState {
    /// Draws a wire from `port`, or picks up the one that ends there.
    pub(super) fn start_wire(&mut self, session: &Session<'_>, port: &PortId, at: Pos2) {
        let Some(slot) = session.scene.slot(session.graph, port) else { return };
        let into = if slot.side == PortSide::Input { session.scene.wire_into(slot.node, slot.port) } else { None };
        let drag = match into {
            Some(curve) => {
                let wire = wire_of(session.graph, &session.scene.wires()[curve]).clone();
                WireDrag::new(wire.from.clone(), Some(wire), at)
            }
            None => WireDrag::new(port.clone(), None, at),
        };
        self.gesture = Gesture::Wire(drag);
    }

    /// Picks up the end of `wire` that is nearer to `at`.
    pub(super) fn pick_up_wire(&mut self, session: &Session<'_>, wire: &Wire, at: Pos2) {
        let Some(curve) = session.scene.wires().iter().find(|curve| wire_of(session.graph, curve) == wire) else { return };
        let on_canvas = session.screen.pos_to_canvas(at);
        let near_start = on_canvas.distance(curve.points[0]) < on_canvas.distance(curve.points[3]);
        let fixed = if near_start { wire.to.clone() } else { wire.from.clone() };
        self.gesture = Gesture::Wire(WireDrag::new(fixed, Some(wire.clone()), at));
    }

    pub(super) fn drag_wire(&mut self, session: &Session<'_>, pos: Pos2) {
        let Gesture::Wire(drag) = &mut self.gesture else { return };
        if drag.keyboard.is_some() {
            return;
        }
        drag.pointer = pos;
        drag.candidate = candidate_at(session, drag, pos);
    }

    pub(super) fn finish_wire(&mut self, session: &mut Session<'_>, drag: WireDrag, pos: Pos2) {
        match (drag.candidate, drag.picked_up) {
            (Some((port, Ok(()))), None) => {
                let wire = Wire::between(drag.fixed, port);
                if !session.graph.wires().contains(&wire) {
                    session.emit(CanvasCommand::Connect(wire));
                }
            }
            (Some((port, Ok(()))), Some(old)) => {
                let new = Wire::between(drag.fixed, port);
                if new != old {
                    session.emit(CanvasCommand::Reconnect { old, new });
                }
            }
            (Some((_, Err(words))), _) => self.pending_note = Some(words),
            (None, Some(old)) => session.emit(CanvasCommand::Disconnect(vec![old])),
            (None, None) => {
                if session.screen.rect.contains(pos) {
                    self.open_search(session, pos, Origin::Wire(drag.fixed));
                }
            }
        }
    }

    /// Starts drawing a wire from `port` by keyboard: arrows choose among the ports that fit, nearest first.
    pub(in super::super) fn start_keyboard_wire(&mut self, session: &Session<'_>, port: &PortId) {
        let Some(slot) = session.scene.slot(session.graph, port) else { return };
        let from = session.scene.port_pos(session.graph, slot);
        let mut drag = WireDrag::new(port.clone(), None, session.screen.pos_to_screen(from));
        let opposite = if port.side == PortSide::Output { PortSide::Input } else { PortSide::Output };
        let mut fitting: Vec<(f32, PortId)> = session
            .graph
            .nodes()
            .iter()
            .enumerate()
            .flat_map(|(index, node)| slots(node, index))
            .filter(|other| other.side == opposite && other.node != slot.node && drag.fits(session, *other))
            .map(|other| (session.scene.port_pos(session.graph, other).distance(from), port_id(session.graph, other)))
            .collect();
        fitting.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let ports: Vec<PortId> = fitting.into_iter().map(|(_, port)| port).collect();
        if ports.is_empty() {
            self.pending_note = Some("Nothing on the canvas fits this port. Tab adds a node.".to_owned());
            return;
        }
        drag.keyboard = Some((ports, 0));
        self.gesture = Gesture::Wire(drag);
        self.choose_keyboard_wire(session, 0);
    }

    /// Goes to the port that is `step` places further in the list of those that fit.
    pub(in super::super) fn choose_keyboard_wire(&mut self, session: &Session<'_>, step: isize) {
        let Gesture::Wire(drag) = &mut self.gesture else { return };
        let Some((ports, chosen)) = &mut drag.keyboard else { return };
        *chosen = (chosen.checked_add_signed(step).unwrap_or(ports.len() - 1)) % ports.len();
        let port = ports[*chosen].clone();
        if let Some(slot) = session.scene.slot(session.graph, &port) {
            drag.pointer = session.screen.pos_to_screen(session.scene.port_pos(session.graph, slot));
        }
        drag.candidate = Some((port, Ok(())));
    }

    /// Ends a wire drawn by keyboard at the chosen port.
    pub(in super::super) fn finish_keyboard_wire(&mut self, session: &mut Session<'_>) {
        if let Gesture::Wire(drag) = std::mem::take(&mut self.gesture) {
            let pos = drag.pointer;
            self.finish_wire(session, drag, pos);
        }
    }

    pub(in super::super) fn open_search(&mut self, session: &Session<'_>, at: Pos2, origin: Origin) {
        self.editor = None;
        self.menu = None;
        self.search = Some(Search::new(session, at, origin));
    }
}

/// The port that a loose end at `pos` would go to: the nearest that fits within some reach, else the one that is pointed at
/// (to say why not), else the first that fits of the node that is pointed at.
fn candidate_at(session: &Session<'_>, drag: &WireDrag, pos: Pos2) -> Option<(PortId, Result<(), String>)> {
    const PULL: f32 = 22.0;
    let at = session.screen.pos_to_canvas(pos);
    let pull = (PULL / session.screen.zoom()).min(40.0);
    let mut nearest: Option<(f32, PortSlot)> = None;
    let mut pointed_at: Option<(f32, PortSlot)> = None;
    let mut node_under = None;
    for (index, node) in session.graph.nodes().iter().enumerate() {
        let rect = session.scene.rects()[index];
        if !rect.expand(pull).contains(at) {
            continue;
        }
        if rect.contains(at) {
            node_under = Some(index);
        }
        for slot in slots(node, index) {
            let distance = session.scene.port_pos(session.graph, slot).distance(at);
            let is_fixed = port_id(session.graph, slot) == drag.fixed;
            if !is_fixed && distance <= pull && nearest.is_none_or(|(least, _)| distance < least) && drag.fits(session, slot) {
                nearest = Some((distance, slot));
            }
            if !is_fixed && distance <= metrics::PORT_REACH && pointed_at.is_none_or(|(least, _)| distance < least) {
                pointed_at = Some((distance, slot));
            }
        }
    }
    let told = |slot: PortSlot| {
        let port = port_id(session.graph, slot);
        let verdict = verdict(session.host, &drag.fixed, &port);
        (port, verdict)
    };
    if let Some((distance, slot)) = pointed_at
        && nearest.is_none_or(|(least, _)| distance < least)
    {
        return Some(told(slot));
    }
    if let Some((_, slot)) = nearest {
        return Some(told(slot));
    }
    dropped_on_node(session, drag, node_under?)
}

/// Dropped on the middle of a node, a wire goes to its first free port that fits, or to the first that fits.
fn dropped_on_node(session: &Session<'_>, drag: &WireDrag, index: usize) -> Option<(PortId, Result<(), String>)> {
    let node = &session.graph.nodes()[index];
    if node.id == drag.fixed.node {
        return None;
    }
    let opposite = if drag.fixed.side == PortSide::Output { PortSide::Input } else { PortSide::Output };
    let there: Vec<PortSlot> = slots(node, index).filter(|slot| slot.side == opposite).collect();
    let fitting = || there.iter().copied().filter(|slot| drag.fits(session, *slot));
    let free = fitting().find(|slot| !session.scene.is_linked(*slot));
    if let Some(slot) = free.or_else(|| fitting().next()) {
        return Some((port_id(session.graph, slot), Ok(())));
    }
    let first = there.first().map(|slot| port_id(session.graph, *slot))?;
    let words = verdict(session.host, &drag.fixed, &first);
    let what = if node.form == NodeForm::Card { "Nothing of this node fits" } else { "This does not fit" };
    Some((first, Err(words.err().filter(|_| there.len() == 1).unwrap_or_else(|| what.to_owned()))))
}
