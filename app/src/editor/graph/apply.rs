//! What the artist did on the canvas, as edits of the document.

use std::collections::HashSet;

use egui::{Context, Pos2, Rect};
use wavewright_core::graph::clipboard::{self, PastePlace};
use wavewright_core::graph::edit::{Gesture, NodeFlag, in_group};
use wavewright_core::graph::groups::{group_of, make_group, ungroup};
use wavewright_core::graph::naming::fresh_id_in;
use wavewright_core::graph::{Edit, Frame, GraphRef, Link, Node, PortRef};
use wavewright_core::node::{PortType, REROUTE, SpecSource};

use super::GraphView;
use super::build::{colour_text, title};
use super::values;
use crate::canvas::{CanvasCommand, FrameId, Insertion, Items, Move, NewNodeWire, NodeId, Phase, PortId, PortSide, Wire};
use crate::editor::command::EditorCommand;
use crate::editor::keyframing;
use crate::editor::session::{Looks, Session, first_visible};

/// Gestures of the canvas. They end before another begins, so one number for each kind serves.
const MOVE: Gesture = Gesture(1);
const SET_VALUE: Gesture = Gesture(2);
const RESIZE_FRAME: Gesture = Gesture(3);

/// How far copies lie from their originals, in points of the canvas.
const DUPLICATE_OFFSET: [f64; 2] = [32.0, 32.0];

/// Does a command of the canvas. What it asks of the rest of the window comes back as commands.
pub fn apply(command: CanvasCommand, view: &mut GraphView, session: &mut Session, context: &Context) -> Vec<EditorCommand> {
    let mut work = Work { group: view.group().map(str::to_owned), view, session, context, wanted: Vec::new() };
    work.apply(command);
    work.wanted
}

struct Work<'a> {
    group: Option<String>,
    view: &'a mut GraphView,
    session: &'a mut Session,
    context: &'a Context,
    wanted: Vec<EditorCommand>,
}

impl Work<'_> {
    fn apply(&mut self, command: CanvasCommand) {
        match command {
            CanvasCommand::SelectionChanged => self.follow_selection(),
            CanvasCommand::Move(moved) => self.move_items(&moved),
            CanvasCommand::Connect(wire) => self.perform("Connect", connect(&wire)),
            CanvasCommand::Reconnect { old, new } => {
                self.perform("Reconnect", Edit::Batch(vec![Edit::Disconnect(port_ref(&old.to)), connect(&new)]));
            }
            CanvasCommand::Disconnect(wires) => {
                let edits = wires.iter().map(|wire| Edit::Disconnect(port_ref(&wire.to))).collect();
                self.perform(counted("Disconnect", wires.len(), "wire"), Edit::Batch(edits));
            }
            CanvasCommand::AddNode { kind, position, wires } => self.add_node(&kind, position, &wires),
            CanvasCommand::AddReroute { wire, position } => self.add_reroute(&wire, position),
            CanvasCommand::Delete(items) => self.delete(&items, "Delete"),
            CanvasCommand::Copy(items) => drop(self.copy(&items)),
            CanvasCommand::Cut(items) => {
                if self.copy(&items) {
                    self.delete(&items, "Cut");
                }
            }
            CanvasCommand::Paste { text, position } => self.paste(&text, PastePlace::At(place(position)), "Paste"),
            CanvasCommand::Duplicate { items, incoming } => self.duplicate(&items, incoming),
            CanvasCommand::SetValue { input, value, phase } => self.set_value(&input, &value, phase),
            CanvasCommand::ResetValue(input) => {
                let edit = keyframing::set_value(self.session.document(), self.group.as_deref(), &port_ref(&input), None, self.frame());
                self.perform_in_document(format!("Reset {}", input.port), edit);
            }
            CanvasCommand::ToggleKeyframe(input) => self.wanted.push(EditorCommand::ToggleKeyframe(port_ref(&input))),
            CanvasCommand::EditRange(input) => self.wanted.push(EditorCommand::ShowInput(port_ref(&input))),
            CanvasCommand::OpenEditor(input) => {
                let is_file = self.input_type(&input) == Some(PortType::File);
                let input = port_ref(&input);
                self.wanted.push(if is_file { EditorCommand::ChooseFile(input) } else { EditorCommand::ShowInput(input) });
            }
            CanvasCommand::ToggleEye(port) => self.look(&port, Looks::toggle_eye),
            CanvasCommand::TogglePin(port) => self.look(&port, Looks::toggle_pin),
            CanvasCommand::Mute { nodes, muted } => self.set_flag(NodeFlag::Muted, &nodes, muted, if muted { "Mute" } else { "Unmute" }),
            CanvasCommand::Collapse { nodes, collapsed } => {
                self.set_flag(NodeFlag::Collapsed, &nodes, collapsed, if collapsed { "Collapse" } else { "Expand" });
            }
            CanvasCommand::ShowThumbnails { nodes, shown } => {
                self.set_flag(NodeFlag::Thumbnail, &nodes, shown, if shown { "Show thumbnail" } else { "Hide thumbnail" });
            }
            CanvasCommand::Rename { node, title } => {
                let title = Some(title.trim().to_owned()).filter(|title| !title.is_empty());
                self.perform("Rename", Edit::SetTitle { node: node.to_string(), title });
            }
            CanvasCommand::SetColour { items, colour } => self.set_colour(&items, colour.map(colour_text).as_ref()),
            CanvasCommand::AddFrame { rect } => {
                let frame = frame_at(rect, "Notes");
                self.perform("Add frame", Edit::AddFrame { index: None, frame });
            }
            CanvasCommand::SetFrameText { frame, text } => {
                self.edit_frame(frame, "Write on frame", None, |frame| frame.text.clone_from(&text));
            }
            CanvasCommand::ResizeFrame { frame, rect, phase } => {
                self.edit_frame(frame, "Resize frame", Some((RESIZE_FRAME, phase)), |frame| {
                    let Frame { position, size, .. } = frame_at(rect, "");
                    (frame.position, frame.size) = (position, size);
                });
            }
            CanvasCommand::EnterGroup(node) => self.enter(&node),
            CanvasCommand::LeaveGroup => self.view.leave_group(),
            CanvasCommand::MakeGroup(items) => self.make_group(&items),
            CanvasCommand::Ungroup(node) => self.ungroup(node.as_str()),
            CanvasCommand::ShowProblem(node) => self.wanted.push(EditorCommand::ShowProblem(self.scoped(node.as_str()))),
            CanvasCommand::ShowHelp(node) => {
                if let Some(kind) = self.graph().and_then(|graph| Some(graph.nodes.get(node.as_str())?.kind.clone())) {
                    self.wanted.push(EditorCommand::ShowManual(kind));
                }
            }
        }
    }

    fn graph(&self) -> Option<GraphRef<'_>> {
        self.session.document().graph_in(self.group.as_deref())
    }

    /// The frame that is shown.
    fn frame(&self) -> f64 {
        self.session.stage().frame().unwrap_or_default() as f64
    }

    fn scoped(&self, id: &str) -> String {
        self.group.as_ref().map_or_else(|| id.to_owned(), |group| format!("{group}/{id}"))
    }

    fn input_type(&self, input: &PortId) -> Option<PortType> {
        let spec = self.session.catalog().spec_for(self.graph()?.nodes.get(input.node.as_str())?).ok()?;
        spec.input(&input.port).map(|input| input.port_type.clone())
    }

    fn title_of(&self, id: &str) -> String {
        let node = self.graph().and_then(|graph| graph.nodes.get(id));
        node.map(|node| title(node, self.session.catalog().spec_for(node).ok().as_deref())).unwrap_or_else(|| id.to_owned())
    }

    fn note(&mut self, text: impl Into<String>) {
        self.view.state_mut().show_note(text);
    }

    fn perform(&mut self, name: impl Into<String>, edit: Edit) {
        let edit = in_group(self.group.as_deref(), edit);
        if let Err(error) = self.session.perform(name, edit) {
            self.note(error.to_string());
        }
    }

    /// An edit of a gesture; it names its graph itself.
    fn perform_in(&mut self, gesture: Gesture, phase: Phase, name: impl Into<String>, edit: Edit) {
        let outcome = match phase {
            Phase::Cancelled => self.session.cancel_gesture(),
            Phase::Running | Phase::Finished => self.session.perform_in(gesture, name, edit),
        };
        if phase != Phase::Running {
            self.session.end_gesture();
        }
        if let Err(error) = outcome {
            self.note(error.to_string());
        }
    }

    fn move_items(&mut self, moved: &Move) {
        let mut edits = vec![Edit::MoveNodes { positions: moved.nodes.iter().map(|(id, to)| (id.to_string(), place(*to))).collect() }];
        for (FrameId(index), to) in &moved.frames {
            if let Some(frame) = self.graph().and_then(|graph| graph.frames.get(*index)) {
                edits.push(Edit::SetFrame { index: *index, frame: Frame { position: place(*to), ..frame.clone() } });
            }
        }
        edits.extend(moved.insertion.iter().flat_map(insert));
        let edit = in_group(self.group.as_deref(), Edit::Batch(edits));
        self.perform_in(MOVE, moved.phase, counted("Move", moved.nodes.len() + moved.frames.len(), "item"), edit);
    }

    fn add_node(&mut self, kind: &str, position: Pos2, wires: &[NewNodeWire]) {
        let Some(graph) = self.graph() else { return };
        let id = fresh_id_in(graph, kind);
        let mut node = Node::new(kind);
        node.position = place(position);
        let title = self.session.catalog().get(kind).map_or_else(|| kind.to_owned(), |spec| spec.title.clone());
        let mut edits = vec![Edit::AddNode { id: id.clone(), node }];
        edits.extend(wires.iter().map(|wire| {
            let new = PortRef::new(id.as_str(), &*wire.new_port);
            let existing = port_ref(&wire.existing);
            Edit::Connect(match wire.existing.side {
                PortSide::Output => Link::new(existing, new),
                PortSide::Input => Link::new(new, existing),
            })
        }));
        self.perform(format!("Add {title}"), Edit::Batch(edits));
        self.view.state_mut().select_nodes([NodeId::from(id.as_str())]);
        self.follow_selection();
    }

    fn add_reroute(&mut self, wire: &Wire, position: Pos2) {
        let spec = self.session.catalog().get(REROUTE).cloned();
        let ports = spec.as_ref().and_then(|spec| Some((spec.inputs.first()?.name.clone(), spec.outputs.first()?.name.clone())));
        let (Some((input, output)), Some(graph)) = (ports, self.graph()) else {
            return self.note("There is no node for bends in the library");
        };
        let id = fresh_id_in(graph, REROUTE);
        let mut node = Node::new(REROUTE);
        node.position = place(position);
        self.perform(
            "Add bend",
            Edit::Batch(vec![
                Edit::AddNode { id: id.clone(), node },
                Edit::Connect(Link::new(port_ref(&wire.from), PortRef::new(id.as_str(), input))),
                Edit::Connect(Link::new(PortRef::new(id.as_str(), output), port_ref(&wire.to))),
            ]),
        );
    }

    fn delete(&mut self, items: &Items, verb: &str) {
        let mut edits = Vec::new();
        // From the last on, so that the places of the others stay.
        let mut frames: Vec<usize> = items.frames.iter().map(|FrameId(index)| *index).collect();
        frames.sort_unstable();
        edits.extend(frames.into_iter().rev().map(|index| Edit::RemoveFrame { index }));
        if !items.nodes.is_empty() {
            edits.push(Edit::RemoveNodes { ids: items.nodes.iter().map(NodeId::to_string).collect() });
        }
        let name = match (items.nodes.as_slice(), items.frames.len()) {
            ([node], 0) => format!("{verb} {}", self.title_of(node.as_str())),
            (nodes, frames) => counted(verb, nodes.len() + frames, "item"),
        };
        self.perform(name, Edit::Batch(edits));
    }

    /// The text of these items; a note where there is none.
    fn text_of(&mut self, items: &Items, incoming_links: bool) -> Option<String> {
        let nodes: HashSet<&str> = items.nodes.iter().map(NodeId::as_str).collect();
        let frames = items.frames.iter().map(|FrameId(index)| *index).collect();
        let selection = clipboard::Selection { nodes, frames, incoming_links };
        match clipboard::copy(self.session.document(), self.group.as_deref(), &selection) {
            Ok(text) => Some(text),
            Err(error) => {
                self.note(error.to_string());
                None
            }
        }
    }

    fn copy(&mut self, items: &Items) -> bool {
        let Some(text) = self.text_of(items, true) else { return false };
        self.context.copy_text(text);
        true
    }

    fn paste(&mut self, text: &str, place: PastePlace, verb: &str) {
        match clipboard::paste(self.session.document(), self.group.as_deref(), text, place) {
            Ok(pasted) => {
                self.perform_in_document(counted(verb, pasted.ids.len(), "node"), pasted.edit);
                self.view.state_mut().select_nodes(pasted.ids.iter().map(|id| NodeId::from(id.as_str())));
                self.follow_selection();
                if let Some(first) = pasted.diagnostics.first() {
                    let more = pasted.diagnostics.len() - 1;
                    let rest = if more > 0 { format!(" (and {more} more)") } else { String::new() };
                    self.note(format!("{}{rest}", first.message));
                }
            }
            Err(error) => self.note(error.to_string()),
        }
    }

    /// An edit that names its graph itself.
    fn perform_in_document(&mut self, name: String, edit: Edit) {
        if let Err(error) = self.session.perform(name, edit) {
            self.note(error.to_string());
        }
    }

    fn duplicate(&mut self, items: &Items, incoming: bool) {
        if let Some(text) = self.text_of(items, incoming) {
            self.paste(&text, PastePlace::Offset(DUPLICATE_OFFSET), "Duplicate");
        }
    }

    fn set_value(&mut self, input: &PortId, value: &crate::canvas::EditedValue, phase: Phase) {
        let spec = self.graph().and_then(|graph| self.session.catalog().spec_for(graph.nodes.get(input.node.as_str())?).ok());
        let Some(input_spec) = spec.as_ref().and_then(|spec| spec.input(&input.port)) else { return };
        let Some(literal) = values::literal(input_spec, value) else { return };
        // A drag while the effect plays sets one keyframe, where it began.
        let shown = self.frame();
        let frame = *self.view.keyframe_at.get_or_insert(shown);
        if phase != Phase::Running {
            self.view.keyframe_at = None;
        }
        let edit = keyframing::set_value(self.session.document(), self.group.as_deref(), &port_ref(input), Some(literal), frame);
        self.perform_in(SET_VALUE, phase, format!("Set {}", input_spec.label), edit);
    }

    fn set_flag(&mut self, flag: NodeFlag, nodes: &[NodeId], on: bool, verb: &str) {
        let edit = Edit::SetFlag { flag, nodes: nodes.iter().map(|id| (id.to_string(), on)).collect() };
        let name = match nodes {
            [node] => format!("{verb} {}", self.title_of(node.as_str())),
            _ => counted(verb, nodes.len(), "node"),
        };
        self.perform(name, edit);
    }

    fn set_colour(&mut self, items: &Items, colour: Option<&String>) {
        let mut edits = vec![Edit::SetColour { nodes: items.nodes.iter().map(|id| (id.to_string(), colour.cloned())).collect() }];
        for FrameId(index) in &items.frames {
            if let Some(frame) = self.graph().and_then(|graph| graph.frames.get(*index)) {
                edits.push(Edit::SetFrame { index: *index, frame: Frame { colour: colour.cloned(), ..frame.clone() } });
            }
        }
        self.perform("Set colour", Edit::Batch(edits));
    }

    fn edit_frame(&mut self, FrameId(index): FrameId, name: &str, gesture: Option<(Gesture, Phase)>, change: impl FnOnce(&mut Frame)) {
        let Some(mut frame) = self.graph().and_then(|graph| graph.frames.get(index).cloned()) else { return };
        change(&mut frame);
        let edit = Edit::SetFrame { index, frame };
        match gesture {
            Some((gesture, phase)) => self.perform_in(gesture, phase, name, in_group(self.group.as_deref(), edit)),
            None => self.perform(name, edit),
        }
    }

    fn look(&mut self, port: &PortId, change: impl FnOnce(&mut Looks, PortRef)) {
        match self.view.unfolded_id(self.session, port.node.as_str()) {
            Some(node) => self.session.look(|looks| change(looks, PortRef::new(node, &*port.port))),
            None => self.note("This group is used nowhere: there is nothing to view"),
        }
    }

    fn follow_selection(&mut self) {
        if !self.session.looks().follows_selection {
            return;
        }
        let Some(selected) = self.view.state().selection.single_node().map(NodeId::to_string) else { return };
        let port = self.graph().and_then(|graph| first_visible(&selected, graph.nodes.get(&selected)?, self.session.catalog().as_ref()));
        if let (Some(port), Some(node)) = (port, self.view.unfolded_id(self.session, &selected)) {
            self.session.look(|looks| looks.viewed = Some(PortRef::new(node, port.port)));
        }
    }

    /// Making groups names its own graph itself, as pasting does.
    fn make_group(&mut self, items: &Items) {
        let ids = items.nodes.iter().map(NodeId::as_str).collect();
        match make_group(self.session.document(), self.group.as_deref(), &ids, "") {
            Ok((edit, id)) => {
                self.perform_in_document(counted("Group", items.nodes.len(), "node"), edit);
                self.view.state_mut().select_nodes([NodeId::from(id.as_str())]);
            }
            Err(error) => self.note(error.to_string()),
        }
    }

    fn ungroup(&mut self, id: &str) {
        match ungroup(self.session.document(), self.group.as_deref(), id) {
            Ok((edit, ids)) => {
                self.perform_in_document(format!("Ungroup {}", self.title_of(id)), edit);
                self.view.state_mut().select_nodes(ids.iter().map(|id| NodeId::from(id.as_str())));
            }
            Err(error) => self.note(error.to_string()),
        }
    }

    fn enter(&mut self, node: &NodeId) {
        let group = self.graph().and_then(|graph| group_of(&graph.nodes.get(node.as_str())?.kind).map(str::to_owned));
        if let Some(group) = group.filter(|group| self.session.document().groups.contains_key(group)) {
            self.view.enter_group(group, node.as_str());
        }
    }
}

fn port_ref(port: &PortId) -> PortRef {
    PortRef::new(port.node.as_str(), &*port.port)
}

fn connect(wire: &Wire) -> Edit {
    Edit::Connect(Link::new(port_ref(&wire.from), port_ref(&wire.to)))
}

/// A node between the ends of a wire.
fn insert(insertion: &Insertion) -> [Edit; 2] {
    [
        Edit::Connect(Link::new(port_ref(&insertion.wire.from), port_ref(&insertion.input))),
        Edit::Connect(Link::new(port_ref(&insertion.output), port_ref(&insertion.wire.to))),
    ]
}

/// A place on the canvas as it is saved: hundredths of a point, so that files stay short.
fn place(position: Pos2) -> [f64; 2] {
    // Adding zero makes a plain zero of a negative one.
    [position.x, position.y].map(|number| (f64::from(number) * 100.0).round() / 100.0 + 0.0)
}

fn frame_at(rect: Rect, text: &str) -> Frame {
    Frame {
        text: text.to_owned(),
        position: place(rect.min),
        size: place(rect.size().to_pos2()),
        colour: None,
        extra: serde_json::Map::new(),
    }
}

/// `Move item`, `Move 3 items`.
fn counted(verb: &str, count: usize, noun: &str) -> String {
    if count == 1 { format!("{verb} {noun}") } else { format!("{verb} {count} {noun}s") }
}
