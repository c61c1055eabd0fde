//! Doing an action.

use egui::{Pos2, Rect, Vec2, ViewportCommand, vec2};

use super::action::CanvasAction;
use super::command::{CanvasCommand, Items, Move, Phase};
use super::edit::Menu;
use super::hit::{Target, output_for_eye};
use super::layout::{Alignment, aligned, laid_out};
use super::model::{NodeId, PortId, PortSide};
use super::search::Origin;
use super::selection::Selection;
use super::session::Session;
use super::state::CanvasState;
use super::style::metrics;
use super::view::{Bookmark, Jump, Screen, View};

impl CanvasState {
    pub(super) fn perform(&mut self, session: &mut Session<'_>, action: CanvasAction) {
        let items = self.selection.items(session.graph);
        match action {
            CanvasAction::AddNode => self.search_by_key(session),
            CanvasAction::DrawWire => self.wire_by_key(session),
            CanvasAction::FrameSelection => {
                let bounds = if items.is_empty() { session.scene.bounds() } else { self.bounds_of(session, &items) };
                self.jump_to(session, View::fitting(bounds, session.screen.rect.size()));
            }
            CanvasAction::FrameAll => self.jump_to(session, View::fitting(session.scene.bounds(), session.screen.rect.size())),
            CanvasAction::ZoomIn => self.zoom_by_key(session, 1.25),
            CanvasAction::ZoomOut => self.zoom_by_key(session, 0.8),
            CanvasAction::ZoomReset => self.zoom_by_key(session, 1.0 / session.screen.zoom()),
            CanvasAction::SetBookmark => {
                let name = format!("View {}", self.bookmarks.len() + 1);
                self.pending_note = Some(format!("{name} remembered"));
                self.bookmarks.push(Bookmark { name, view: session.screen.view });
            }
            CanvasAction::NextBookmark => self.go_to_next_bookmark(session),
            CanvasAction::ToggleMinimap => self.minimap = !self.minimap,
            CanvasAction::ToggleSnap => {
                self.snap = !self.snap;
                self.pending_note = Some(if self.snap { "Nodes snap" } else { "Nodes move freely" }.to_owned());
            }
            CanvasAction::SelectAll => self.change_selection(session, Selection::all(session.graph)),
            CanvasAction::SelectNone => self.change_selection(session, Selection::default()),
            CanvasAction::SelectInverse => self.change_selection(session, self.selection.inverted(session.graph)),
            CanvasAction::SelectUpstream => {
                self.change_selection(session, self.selection.along_wires(session.graph, PortSide::Input));
            }
            CanvasAction::SelectDownstream => {
                self.change_selection(session, self.selection.along_wires(session.graph, PortSide::Output));
            }
            CanvasAction::ContextMenu => self.menu_by_key(session),
            CanvasAction::Paste => session.context.send_viewport_cmd(ViewportCommand::RequestPaste),
            CanvasAction::Rename => self.start_rename(session),
            CanvasAction::LeaveGroup => session.emit(CanvasCommand::LeaveGroup),
            CanvasAction::AutoLayout => self.auto_layout(session, items),
            _ => self.perform_on_selection(session, action, items),
        }
    }

    /// What needs something selected.
    fn perform_on_selection(&mut self, session: &mut Session<'_>, action: CanvasAction, items: Items) {
        if action == CanvasAction::Delete && !self.selection.wires.is_empty() {
            let wires = session.graph.wires().iter().filter(|wire| self.selection.wires.contains(wire)).cloned().collect();
            session.emit(CanvasCommand::Disconnect(wires));
            if items.is_empty() {
                return;
            }
        }
        if items.is_empty() {
            self.pending_note = Some(format!("{}: select something first", action.title().trim_end_matches('…')));
            return;
        }
        let nodes = items.nodes.clone();
        let found: Vec<_> = session.graph.nodes().iter().filter(|node| self.selection.nodes.contains(&node.id)).collect();
        match action {
            CanvasAction::Copy => session.emit(CanvasCommand::Copy(items)),
            CanvasAction::Cut => session.emit(CanvasCommand::Cut(items)),
            CanvasAction::Duplicate => session.emit(CanvasCommand::Duplicate { items, incoming: false }),
            CanvasAction::DuplicateLinked => session.emit(CanvasCommand::Duplicate { items, incoming: true }),
            CanvasAction::Delete => session.emit(CanvasCommand::Delete(items)),
            CanvasAction::Disconnect => {
                let touches = |node: &NodeId| self.selection.nodes.contains(node);
                let wires = session.graph.wires().iter().filter(|wire| touches(&wire.from.node) || touches(&wire.to.node));
                let wires: Vec<_> = wires.cloned().collect();
                if !wires.is_empty() {
                    session.emit(CanvasCommand::Disconnect(wires));
                }
            }
            // Mixed selections first become all alike.
            CanvasAction::Mute => session.emit(CanvasCommand::Mute { muted: !found.iter().all(|node| node.muted), nodes }),
            CanvasAction::Collapse => session.emit(CanvasCommand::Collapse { collapsed: !found.iter().all(|node| node.collapsed), nodes }),
            CanvasAction::Thumbnails => {
                session.emit(CanvasCommand::ShowThumbnails { shown: !found.iter().all(|node| node.thumbnail.is_some()), nodes });
            }
            CanvasAction::View | CanvasAction::Pin => {
                let active = self.active_port.clone().filter(|port| port.side == PortSide::Output);
                if let Some(output) = active.or_else(|| found.first().and_then(|node| output_for_eye(node))) {
                    session.emit(if action == CanvasAction::Pin {
                        CanvasCommand::TogglePin(output)
                    } else {
                        CanvasCommand::ToggleEye(output)
                    });
                }
            }
            CanvasAction::AddFrame => {
                let inner = self.bounds_of(session, &items);
                let border = 3.0 * metrics::GRID;
                let rect = Rect::from_min_max(inner.min - vec2(border, border + metrics::FRAME_TITLE), inner.max + Vec2::splat(border));
                session.emit(CanvasCommand::AddFrame { rect });
            }
            CanvasAction::MakeGroup => session.emit(CanvasCommand::MakeGroup(items)),
            CanvasAction::Ungroup | CanvasAction::EnterGroup => match found.iter().find(|node| node.is_group) {
                Some(group) if action == CanvasAction::Ungroup => session.emit(CanvasCommand::Ungroup(group.id.clone())),
                Some(group) => session.emit(CanvasCommand::EnterGroup(group.id.clone())),
                None => self.pending_note = Some("No group is selected".to_owned()),
            },
            CanvasAction::Help => {
                if let Some(node) = nodes.into_iter().next() {
                    session.emit(CanvasCommand::ShowHelp(node));
                }
            }
            CanvasAction::NudgeLeft => self.nudge(session, vec2(-metrics::GRID, 0.0)),
            CanvasAction::NudgeRight => self.nudge(session, vec2(metrics::GRID, 0.0)),
            CanvasAction::NudgeUp => self.nudge(session, vec2(0.0, -metrics::GRID)),
            CanvasAction::NudgeDown => self.nudge(session, vec2(0.0, metrics::GRID)),
            _ => {
                if let Some(alignment) = Alignment::of(action) {
                    let rects = placed(session, &nodes);
                    emit_moves(session, aligned(&rects, alignment));
                }
            }
        }
    }

    fn auto_layout(&mut self, session: &mut Session<'_>, items: Items) {
        let nodes = if items.nodes.len() > 1 { items.nodes } else { session.graph.nodes().iter().map(|node| node.id.clone()).collect() };
        let moves = laid_out(session.graph, session.scene, &nodes);
        emit_moves(session, moves);
    }

    fn nudge(&mut self, session: &mut Session<'_>, step: Vec2) {
        let frames: Vec<_> = session.graph.frames().iter().filter(|frame| self.selection.frames.contains(&frame.id)).collect();
        let inside = |rect: Rect| frames.iter().any(|frame| frame.rect.contains_rect(rect));
        let nodes = session.graph.nodes().iter().zip(session.scene.rects());
        let moved = nodes.filter(|(node, rect)| self.selection.nodes.contains(&node.id) || inside(**rect));
        let command = Move {
            nodes: moved.map(|(node, _)| (node.id.clone(), node.position + step)).collect(),
            frames: frames.iter().map(|frame| (frame.id, frame.rect.min + step)).collect(),
            insertion: None,
            phase: Phase::Finished,
        };
        session.emit(CanvasCommand::Move(command));
    }

    fn bounds_of(&self, session: &Session<'_>, items: &Items) -> Rect {
        let nodes = items.nodes.iter().filter_map(|node| session.scene.node_index(node)).map(|index| session.scene.rects()[index]);
        let frames = session.graph.frames().iter().filter(|frame| items.frames.contains(&frame.id)).map(|frame| frame.rect);
        nodes.chain(frames).fold(Rect::NOTHING, |all, rect| all | rect)
    }

    /// Changes the view at once.
    pub(super) fn set_view(&mut self, session: &mut Session<'_>, view: View) {
        self.jump = None;
        self.view = Some(view);
        session.screen.view = view;
    }

    /// Eases to a view; at once where animations are off.
    pub(super) fn jump_to(&mut self, session: &mut Session<'_>, view: View) {
        if session.context.global_style().animation_time > 0.0 {
            self.jump = Some(Jump::new(session.screen.view, view, session.now_s));
            session.context.request_repaint();
        } else {
            self.set_view(session, view);
        }
    }

    fn zoom_by_key(&mut self, session: &mut Session<'_>, factor: f32) {
        // From the target of a running jump, so that quick presses add up.
        let view = self.jump.as_ref().map_or(session.screen.view, Jump::target);
        let screen = Screen { view, ..session.screen };
        let fixed = pointer_on_canvas(session).unwrap_or(session.screen.rect.center());
        self.jump_to(session, screen.zoomed_about(fixed, factor));
    }

    fn go_to_next_bookmark(&mut self, session: &mut Session<'_>) {
        if self.bookmarks.is_empty() {
            self.pending_note = Some("No bookmarks yet: Shift+B remembers a view".to_owned());
            return;
        }
        let index = self.next_bookmark % self.bookmarks.len();
        self.next_bookmark = index + 1;
        let bookmark = self.bookmarks[index].clone();
        if bookmark.view.is_sane() {
            self.pending_note = Some(bookmark.name);
            self.jump_to(session, bookmark.view);
        }
    }

    fn search_by_key(&mut self, session: &Session<'_>) {
        let beside_active = self.active.as_ref().and_then(|node| session.scene.node_index(node)).map(|index| {
            let rect = session.screen.rect_to_screen(session.scene.rects()[index]);
            rect.right_top() + vec2(48.0, 0.0)
        });
        let beside_active = beside_active.filter(|pos| session.screen.rect.shrink(40.0).contains(*pos));
        let at = pointer_on_canvas(session).or(beside_active).unwrap_or(session.screen.rect.center());
        let origin = match &self.active_port {
            Some(port) => Origin::Wire(port.clone()),
            None => Origin::Empty,
        };
        self.open_search(session, at, origin);
    }

    fn wire_by_key(&mut self, session: &Session<'_>) {
        let first_output = || {
            let node = session.graph.node(self.active.as_ref()?)?;
            Some(PortId::output(node.id.clone(), node.outputs.first()?.name.clone()))
        };
        match self.active_port.clone().or_else(first_output) {
            Some(port) => self.start_keyboard_wire(session, &port),
            None => self.pending_note = Some("Go to a port with the arrow keys first".to_owned()),
        }
    }

    fn menu_by_key(&mut self, session: &Session<'_>) {
        let Some((node, index)) = self.active.clone().and_then(|node| session.scene.node_index(&node).map(|index| (node, index))) else {
            return;
        };
        let at = session.screen.rect_to_screen(session.scene.rects()[index]).left_bottom();
        let target = match &self.active_port {
            Some(port) if port.side == PortSide::Input => Target::Value(port.clone(), 0),
            Some(port) => Target::Port(port.clone()),
            None => Target::Node(node),
        };
        self.menu = Some(Menu::context(target, at));
    }
}

/// Where the pointer is, if it is over the canvas.
pub(super) fn pointer_on_canvas(session: &Session<'_>) -> Option<Pos2> {
    session.context.pointer_hover_pos().filter(|pos| session.screen.rect.contains(*pos))
}

fn placed(session: &Session<'_>, nodes: &[NodeId]) -> Vec<(NodeId, Rect)> {
    let place = |node: &NodeId| Some((node.clone(), session.scene.rects()[session.scene.node_index(node)?]));
    nodes.iter().filter_map(place).collect()
}

fn emit_moves(session: &mut Session<'_>, nodes: Vec<(NodeId, Pos2)>) {
    if !nodes.is_empty() {
        session.emit(CanvasCommand::Move(Move { nodes, frames: Vec::new(), insertion: None, phase: Phase::Finished }));
    }
}
