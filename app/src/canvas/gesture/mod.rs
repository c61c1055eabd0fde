//! What the pointer does: presses become clicks or drags, drags become commands.
//!
//! The canvas is one widget to egui. Its own events are read in order here, because a node, a port and a value are found by
//! [`super::hit`] rather than by one egui widget each: that is what keeps thousands of them cheap.

mod click;
mod frames;
mod moving;
mod number;
mod select;
mod wiring;

use egui::{CursorIcon, Event, Key, Modifiers, PointerButton, Pos2, Response, Vec2};

pub(super) use frames::FrameDrag;
pub(super) use moving::MoveDrag;
pub(super) use number::{NumberDrag, editable_value};
pub(super) use select::{BoxSelect, Knife};
pub(super) use wiring::WireDrag;

use super::hit::{Target, target_at};
use super::model::{CanvasGraph, FrameId, NodeId, PortId};
use super::session::Session;
use super::state::{CanvasState, Hover};

/// A button that went down and may become a click or a drag.
#[derive(Clone, Debug)]
pub(super) struct Press {
    pub target: Target,
    pub button: PointerButton,
    pub at: Pos2,
    pub modifiers: Modifiers,
    pub space: bool,
}

/// What the artist is in the middle of.
#[derive(Clone, Debug, Default)]
pub(super) enum Gesture {
    #[default]
    Idle,
    Pressed(Press),
    Pan(PointerButton, Pos2),
    Minimap,
    Move(MoveDrag),
    Box(BoxSelect),
    Knife(Knife),
    Wire(WireDrag),
    Number(NumberDrag),
    Frame(FrameDrag),
}

impl Gesture {
    /// The button that holds it.
    fn button(&self) -> Option<PointerButton> {
        match self {
            Self::Idle => None,
            Self::Pressed(press) => Some(press.button),
            Self::Pan(button, _) => Some(*button),
            Self::Knife(knife) => Some(knife.button),
            Self::Wire(drag) if drag.keyboard.is_some() => None,
            Self::Minimap | Self::Move(_) | Self::Box(_) | Self::Wire(_) | Self::Number(_) | Self::Frame(_) => Some(PointerButton::Primary),
        }
    }

    /// Ends a gesture about something that is no longer in `graph`.
    pub fn forget_the_gone(&mut self, graph: &CanvasGraph) {
        let node_there = |node: &NodeId| graph.node(node).is_some();
        let port_there = |port: &PortId| node_there(&port.node);
        let frame_there = |frame: FrameId| graph.frames().iter().any(|other| other.id == frame);
        let still_makes_sense = match self {
            Self::Move(drag) => drag.forget_the_gone(graph),
            Self::Wire(drag) => {
                drag.forget_verdicts();
                port_there(&drag.fixed) && drag.picked_up.as_ref().is_none_or(|wire| port_there(&wire.from) && port_there(&wire.to))
            }
            Self::Number(drag) => port_there(&drag.input),
            Self::Frame(drag) => frame_there(drag.frame),
            Self::Pressed(press) => press.target.node().is_none_or(node_there),
            Self::Knife(knife) => {
                knife.forget_the_gone(graph);
                true
            }
            Self::Idle | Self::Pan(..) | Self::Minimap | Self::Box(_) => true,
        };
        if !still_makes_sense {
            *self = Self::Idle;
        }
    }
}

/// How far the pointer moves before a press is a drag, in points.
const DRAG_THRESHOLD: f32 = 4.0;

impl CanvasState {
    /// Reads this frame's pointer events.
    pub(super) fn handle_pointer(&mut self, session: &mut Session<'_>, response: &Response) {
        let (events, modifiers, space, double_clicked) = session.context.input(|input| {
            let relevant = |event: &&Event| {
                matches!(event, Event::PointerMoved(_) | Event::PointerButton { .. } | Event::Key { key: Key::Escape, .. })
            };
            let events: Vec<Event> = input.events.iter().filter(relevant).cloned().collect();
            let double_clicked = input.pointer.button_double_clicked(PointerButton::Primary);
            (events, input.modifiers, input.key_down(Key::Space), double_clicked)
        });
        let over_canvas = response.hovered();
        for event in events {
            match event {
                Event::PointerMoved(pos) => self.pointer_moved(session, pos, modifiers),
                Event::PointerButton { pos, button, pressed: true, modifiers } => {
                    if over_canvas && session.screen.rect.contains(pos) && matches!(self.gesture, Gesture::Idle) {
                        response.request_focus();
                        self.press(session, button, pos, modifiers, space);
                    } else if over_canvas && self.keyboard_wire() {
                        self.gesture = Gesture::Idle;
                    }
                }
                Event::PointerButton { pos, button, pressed: false, modifiers } if self.gesture.button() == Some(button) => {
                    self.pointer_moved(session, pos, modifiers);
                    self.release(session, pos, double_clicked);
                }
                Event::Key { key: Key::Escape, pressed: true, .. } if self.is_dragging() => {
                    // Used up: the same key would go on to clear the selection.
                    session.context.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
                    self.cancel(session);
                }
                _ => {}
            }
        }
        self.finish_lost_gesture(session);
        self.follow_hover(session, over_canvas);
    }

    /// Moves the view while something is dragged at the edge of the canvas, so that it can be dragged anywhere.
    pub(super) fn pan_at_edge(&mut self, session: &mut Session<'_>) {
        /// Width of the edge, in points.
        const EDGE: f32 = 20.0;
        /// Points a second for each point that the pointer is past the edge.
        const SPEED: f32 = 12.0;
        const SPEED_MAX: f32 = 900.0;
        let pans = match &self.gesture {
            Gesture::Move(_) | Gesture::Box(_) | Gesture::Frame(_) => true,
            Gesture::Wire(drag) => drag.keyboard.is_none(),
            _ => false,
        };
        let Some(pos) = session.context.pointer_latest_pos().filter(|_| pans) else { return };
        let inside = session.screen.rect.shrink(EDGE);
        let past = pos - inside.clamp(pos);
        if past == Vec2::ZERO || !inside.is_positive() {
            return;
        }
        let (time_s, modifiers) = session.context.input(|input| (input.stable_dt.min(0.1), input.modifiers));
        let speed = (past * SPEED).clamp(Vec2::splat(-SPEED_MAX), Vec2::splat(SPEED_MAX));
        let view = session.screen.panned(-speed * time_s);
        self.set_view(session, view);
        self.pointer_moved(session, pos, modifiers);
        session.context.request_repaint();
    }

    fn keyboard_wire(&self) -> bool {
        matches!(&self.gesture, Gesture::Wire(drag) if drag.keyboard.is_some())
    }

    /// A release can be missed (the window lost the pointer, the canvas was hidden): what the button no longer holds ends.
    fn finish_lost_gesture(&mut self, session: &mut Session<'_>) {
        let Some(button) = self.gesture.button() else { return };
        let (down, pos) = session.context.input(|input| (input.pointer.button_down(button), input.pointer.latest_pos()));
        if !down {
            if matches!(self.gesture, Gesture::Pressed(_)) {
                self.gesture = Gesture::Idle;
            } else {
                self.release(session, pos.unwrap_or(session.screen.rect.center()), false);
            }
        }
    }

    fn press(&mut self, session: &mut Session<'_>, button: PointerButton, at: Pos2, modifiers: Modifiers, space: bool) {
        self.commit_editor(session);
        self.close_menu(session);
        if button == PointerButton::Primary && self.minimap && self.press_minimap(session, at) {
            return;
        }
        let target = target_at(session.graph, session.scene, &session.screen, &self.selection.nodes, at);
        self.gesture = Gesture::Pressed(Press { target, button, at, modifiers, space });
    }

    fn pointer_moved(&mut self, session: &mut Session<'_>, pos: Pos2, modifiers: Modifiers) {
        if let Gesture::Pressed(press) = &self.gesture
            && press.at.distance(pos) >= DRAG_THRESHOLD
        {
            let press = press.clone();
            self.start_drag(session, &press);
        }
        match &mut self.gesture {
            Gesture::Idle | Gesture::Pressed(_) => {}
            Gesture::Pan(_, last) => {
                let view = session.screen.panned(pos - *last);
                *last = pos;
                self.set_view(session, view);
            }
            Gesture::Minimap => self.drag_minimap(session, pos),
            Gesture::Move(_) => self.drag_nodes(session, pos, modifiers),
            Gesture::Box(_) => self.drag_box(session, pos),
            Gesture::Knife(_) => self.drag_knife(session, pos),
            Gesture::Wire(_) => self.drag_wire(session, pos),
            Gesture::Number(_) => self.drag_number(session, pos, modifiers),
            Gesture::Frame(_) => self.drag_frame(session, pos, modifiers),
        }
    }

    fn start_drag(&mut self, session: &mut Session<'_>, press: &Press) {
        self.hover = None;
        match press.button {
            PointerButton::Middle => self.gesture = Gesture::Pan(press.button, press.at),
            PointerButton::Secondary if press.modifiers.ctrl || press.modifiers.command => self.start_knife(session, press),
            PointerButton::Secondary => self.gesture = Gesture::Pan(press.button, press.at),
            PointerButton::Primary if press.space => self.gesture = Gesture::Pan(press.button, press.at),
            PointerButton::Primary if press.modifiers.alt => self.start_knife(session, press),
            PointerButton::Primary => self.start_primary_drag(session, press),
            PointerButton::Extra1 | PointerButton::Extra2 => self.gesture = Gesture::Idle,
        }
    }

    fn start_primary_drag(&mut self, session: &mut Session<'_>, press: &Press) {
        match &press.target {
            Target::Port(port) => self.start_wire(session, port, press.at),
            Target::Wire(wire) => self.pick_up_wire(session, wire, press.at),
            Target::Value(input, component) => {
                if !self.start_number(session, input, *component, press) {
                    self.start_move(session, &input.node.clone(), press);
                }
            }
            Target::Node(node) | Target::Title(node) | Target::Message(node) => self.start_move(session, node, press),
            Target::Eye(output) => self.start_move(session, &output.node.clone(), press),
            Target::FrameTitle(frame) => self.start_frame_move(session, *frame, press),
            Target::FrameEdge(frame, edge) => self.start_frame_resize(session, *frame, *edge, press),
            Target::Background => self.start_box(session, press),
        }
    }

    fn release(&mut self, session: &mut Session<'_>, pos: Pos2, double_clicked: bool) {
        match std::mem::take(&mut self.gesture) {
            Gesture::Pressed(press) => {
                if double_clicked && press.button == PointerButton::Primary {
                    self.double_click(session, &press);
                } else {
                    self.click(session, &press);
                }
            }
            Gesture::Idle | Gesture::Pan(..) | Gesture::Minimap => {}
            Gesture::Box(selecting) => self.finish_box(session, &selecting),
            Gesture::Move(drag) => self.finish_move(session, &drag),
            Gesture::Knife(knife) => self.finish_knife(session, &knife),
            Gesture::Wire(drag) => self.finish_wire(session, drag, pos),
            Gesture::Number(drag) => self.finish_number(session, &drag),
            Gesture::Frame(drag) => self.finish_frame(session, &drag),
        }
    }

    /// Gives up the gesture: what it changed is put back.
    pub(super) fn cancel(&mut self, session: &mut Session<'_>) {
        match std::mem::take(&mut self.gesture) {
            Gesture::Move(drag) => drag.cancel(session),
            Gesture::Number(drag) => drag.cancel(session),
            Gesture::Frame(drag) => drag.cancel(session),
            Gesture::Box(selecting) => self.selection = selecting.base,
            Gesture::Idle | Gesture::Pressed(_) | Gesture::Pan(..) | Gesture::Minimap | Gesture::Knife(_) | Gesture::Wire(_) => {}
        }
    }

    fn follow_hover(&mut self, session: &Session<'_>, over_canvas: bool) {
        let pos = session.context.pointer_hover_pos().filter(|_| over_canvas && matches!(self.gesture, Gesture::Idle));
        let Some(pos) = pos.filter(|pos| session.screen.rect.contains(*pos)) else {
            self.hover = None;
            return;
        };
        let target = target_at(session.graph, session.scene, &session.screen, &self.selection.nodes, pos);
        if self.hover.as_ref().is_none_or(|hover| hover.target != target) {
            self.hover = Some(Hover { target, since_s: session.now_s });
        }
    }

    /// The shape of the pointer.
    pub(super) fn cursor(&self) -> Option<CursorIcon> {
        let over = self.hover.as_ref().map(|hover| &hover.target);
        Some(match &self.gesture {
            Gesture::Pan(..) | Gesture::Minimap => CursorIcon::Grabbing,
            Gesture::Move(_) => CursorIcon::Move,
            Gesture::Number(_) => CursorIcon::ResizeHorizontal,
            Gesture::Knife(_) => CursorIcon::Crosshair,
            Gesture::Wire(drag) if drag.is_refused() => CursorIcon::NotAllowed,
            Gesture::Wire(_) => CursorIcon::Crosshair,
            Gesture::Frame(drag) => drag.cursor(),
            Gesture::Idle | Gesture::Pressed(_) | Gesture::Box(_) => match over? {
                Target::Port(_) => CursorIcon::Crosshair,
                Target::Value(..) => CursorIcon::ResizeHorizontal,
                Target::Eye(_) | Target::Message(_) => CursorIcon::PointingHand,
                Target::FrameTitle(_) => CursorIcon::Grab,
                Target::FrameEdge(_, edge) => frames::edge_cursor(*edge),
                Target::Background | Target::Node(_) | Target::Title(_) | Target::Wire(_) => return None,
            },
        })
    }
}
