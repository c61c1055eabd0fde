//! A small host: holds a graph, does what the canvas asks, and remembers what that was.

use std::sync::Arc;

use egui::{Color32, Pos2, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use crate::canvas::{
    Canvas, CanvasCommand, CanvasFrame, CanvasGraph, CanvasHost, CanvasNode, CanvasState, CanvasStyle, DrawnCounts, EditedValue, EntryPort,
    Eye, FrameId, Hovered, InlineValue, Input, Items, NewNodeWire, NodeEntry, NodeForm, NodeId, Output, PortId, PortSide, PortType, Wire,
};
use crate::theme;

/// Kinds of nodes: kind, title, category, tags, inputs, outputs.
type Kind = (
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
    &'static [(&'static str, &'static str)],
    &'static [(&'static str, &'static str)],
);

const KINDS: [Kind; 8] = [
    ("pointer", "Pointer", "Input", &["mouse"], &[], &[("position", "vec2"), ("velocity", "vec2"), ("pressed", "number")]),
    ("brush", "Brush", "Shapes", &["paint"], &[("center", "vec2"), ("radius", "number")], &[("strength", "number")]),
    (
        "advect",
        "Advect",
        "Fluid",
        &["smoke", "carry"],
        &[("quantity", "colour"), ("velocity", "vec2"), ("damping", "number")],
        &[("result", "colour")],
    ),
    ("divergence", "Divergence", "Fluid", &[], &[("velocity", "vec2")], &[("divergence", "number")]),
    ("gerstner_sum", "Gerstner sum", "Waves", &["ocean"], &[("waves", "waves")], &[("height", "number")]),
    ("wave_set", "Wave set", "Waves", &["spectrum"], &[], &[("waves", "waves")]),
    ("mix", "Mix", "Maths", &["lerp", "blend"], &[("a", "vec2"), ("b", "vec2"), ("factor", "number")], &[("result", "vec2")]),
    ("scale", "Scale", "Maths", &["multiply"], &[("vector", "vec2"), ("factor", "number")], &[("result", "vec2")]),
];

/// Answers for the host. Types fit when they are equal, and numbers fit into vectors and colours.
pub struct Library {
    pub entries: Vec<NodeEntry>,
    /// Types by port, kept up to date with the graph.
    types: std::collections::HashMap<PortId, Arc<str>>,
}

fn types_fit(from: &str, to: &str) -> Result<(), String> {
    if from == to || (from == "number" && !["waves", "ramp", "curve"].contains(&to)) { Ok(()) } else { Err(format!("{from} into {to}")) }
}

impl CanvasHost for Library {
    fn fits(&self, from: &PortId, to: &PortId) -> Result<(), String> {
        let type_of = |port: &PortId| self.types.get(port).cloned().ok_or_else(|| format!("no port {port}"));
        types_fit(&type_of(from)?, &type_of(to)?)
    }

    fn entries(&self) -> &[NodeEntry] {
        &self.entries
    }

    fn entry_port(&self, entry: &NodeEntry, end: &PortId) -> Option<Arc<str>> {
        let type_name = self.types.get(end)?;
        let found = match end.side {
            PortSide::Output => entry.inputs.iter().find(|port| types_fit(type_name, &port.type_name).is_ok()),
            PortSide::Input => entry.outputs.iter().find(|port| types_fit(&port.type_name, type_name).is_ok()),
        };
        found.map(|port| port.name.clone())
    }

    fn describe(&self, hovered: &Hovered) -> Option<String> {
        Some(match hovered {
            Hovered::Node(node) => format!("about {node}"),
            Hovered::Port(port) | Hovered::Value(port) => format!("about {port}"),
            Hovered::Wire(wire) => format!("from {} to {}", wire.from, wire.to),
        })
    }
}

/// The host.
pub struct World {
    pub graph: CanvasGraph,
    pub library: Library,
    pub state: CanvasState,
    pub style: CanvasStyle,
    pub log: Vec<CanvasCommand>,
    pub drawn: DrawnCounts,
    added: usize,
}

pub fn port_type(name: &str) -> PortType {
    theme::port_type(&theme::Palette::DARK, name)
}

/// A node of a kind of the library.
pub fn node(id: &str, kind: &str, position: Pos2) -> CanvasNode {
    let (_, title, category, _, inputs, outputs) = KINDS.iter().find(|found| found.0 == kind).unwrap();
    let mut node = CanvasNode::new(id, *title, position);
    node.category_colour = theme::category_colour(&theme::Palette::DARK, category);
    node.inputs = inputs
        .iter()
        .map(|(name, type_name)| {
            let input = Input::linkable(*name, port_type(type_name));
            if *type_name == "number" { input.with_value(InlineValue::number(0.5)) } else { input }
        })
        .collect();
    node.outputs = outputs.iter().map(|(name, type_name)| Output::new(*name, port_type(type_name))).collect();
    node
}

pub fn wire(from: (&str, &str), to: (&str, &str)) -> Wire {
    Wire { from: PortId::output(from.0, from.1), to: PortId::input(to.0, to.1) }
}

impl World {
    pub fn new(graph: CanvasGraph) -> Self {
        let ports = |ports: &[(&str, &str)]| {
            ports.iter().map(|(name, type_name)| EntryPort { name: (*name).into(), type_name: (*type_name).into() }).collect()
        };
        let entries = KINDS
            .iter()
            .map(|(kind, title, category, tags, inputs, outputs)| NodeEntry {
                kind: (*kind).into(),
                title: (*title).to_owned(),
                category: (*category).to_owned(),
                category_colour: theme::category_colour(&theme::Palette::DARK, category),
                tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
                summary: format!("What {title} does."),
                inputs: ports(inputs),
                outputs: ports(outputs),
            })
            .collect();
        let mut world = Self {
            graph,
            library: Library { entries, types: std::collections::HashMap::new() },
            state: CanvasState { view: Some(crate::canvas::View { centre: pos2(400.0, 250.0), zoom: 1.0 }), ..CanvasState::default() },
            style: theme::canvas_style(&theme::Palette::DARK),
            log: Vec::new(),
            drawn: DrawnCounts::default(),
            added: 0,
        };
        world.learn_types();
        world
    }

    fn learn_types(&mut self) {
        self.library.types.clear();
        for node in self.graph.nodes() {
            for output in &node.outputs {
                self.library.types.insert(PortId::output(node.id.clone(), output.name.clone()), output.port_type.name.clone());
            }
            for input in &node.inputs {
                if let Some(port_type) = &input.port_type {
                    self.library.types.insert(PortId::input(node.id.clone(), input.name.clone()), port_type.name.clone());
                }
            }
        }
    }

    pub fn show(&mut self, ui: &mut egui::Ui) {
        let output = Canvas::new("test", &self.graph, &self.library, &self.style).show(ui, &mut self.state);
        self.drawn = output.drawn;
        for command in output.commands {
            self.apply(&command);
            self.log.push(command);
        }
    }

    fn connect(&mut self, wire: Wire) {
        self.graph.wires_mut().retain(|other| other.to != wire.to);
        self.graph.wires_mut().push(wire);
    }

    fn apply(&mut self, command: &CanvasCommand) {
        match command {
            CanvasCommand::Move(moved) => {
                for (id, position) in &moved.nodes {
                    self.graph.node_mut(id).unwrap().position = *position;
                }
                for (id, corner) in &moved.frames {
                    let frame = self.graph.frames_mut().iter_mut().find(|frame| frame.id == *id).unwrap();
                    frame.rect = egui::Rect::from_min_size(*corner, frame.rect.size());
                }
                if let Some(insertion) = &moved.insertion {
                    self.connect(Wire { from: insertion.wire.from.clone(), to: insertion.input.clone() });
                    self.connect(Wire { from: insertion.output.clone(), to: insertion.wire.to.clone() });
                }
            }
            CanvasCommand::Connect(wire) => self.connect(wire.clone()),
            CanvasCommand::Reconnect { old, new } => {
                self.graph.wires_mut().retain(|wire| wire != old);
                self.connect(new.clone());
            }
            CanvasCommand::Disconnect(wires) => self.graph.wires_mut().retain(|wire| !wires.contains(wire)),
            CanvasCommand::AddNode { kind, position, wires } => self.add(kind, *position, wires),
            CanvasCommand::AddReroute { wire, position } => self.add_reroute(wire, *position),
            CanvasCommand::Delete(items) | CanvasCommand::Cut(items) => self.delete(items),
            CanvasCommand::Duplicate { items, .. } => {
                let copies: Vec<CanvasNode> = self
                    .graph
                    .nodes()
                    .iter()
                    .filter(|node| items.nodes.contains(&node.id))
                    .map(|node| {
                        self.added += 1;
                        CanvasNode {
                            id: format!("copy_{}", self.added).into(),
                            position: node.position + egui::vec2(32.0, 32.0),
                            ..node.clone()
                        }
                    })
                    .collect();
                self.state.select_nodes(copies.iter().map(|node| node.id.clone()).collect::<Vec<_>>());
                self.graph.nodes_mut().extend(copies);
            }
            CanvasCommand::SetValue { input, value, .. } => self.set_value(input, value),
            CanvasCommand::Rename { node, title } => self.graph.node_mut(node).unwrap().title.clone_from(title),
            CanvasCommand::Mute { nodes, muted } => nodes.iter().for_each(|node| self.graph.node_mut(node).unwrap().muted = *muted),
            CanvasCommand::Collapse { nodes, collapsed } => {
                nodes.iter().for_each(|node| self.graph.node_mut(node).unwrap().collapsed = *collapsed);
            }
            CanvasCommand::ToggleEye(output) => {
                let node = self.graph.node_mut(&output.node).unwrap();
                let index = node.output_index(&output.port).unwrap();
                node.outputs[index].eye = if node.outputs[index].eye == Eye::Closed { Eye::Viewed } else { Eye::Closed };
            }
            CanvasCommand::AddFrame { rect } => {
                let id = FrameId(self.graph.frames().len());
                self.graph.frames_mut().push(CanvasFrame { id, text: "Frame".to_owned(), rect: *rect, colour: None });
            }
            CanvasCommand::SetFrameText { frame, text } => {
                self.graph.frames_mut().iter_mut().find(|other| other.id == *frame).unwrap().text.clone_from(text);
            }
            CanvasCommand::ResizeFrame { frame, rect, .. } => {
                self.graph.frames_mut().iter_mut().find(|other| other.id == *frame).unwrap().rect = *rect;
            }
            CanvasCommand::SetColour { items, colour } => {
                items.nodes.iter().for_each(|node| self.graph.node_mut(node).unwrap().colour = *colour);
            }
            _ => {}
        }
        self.learn_types();
    }

    fn add(&mut self, kind: &str, position: Pos2, wires: &[NewNodeWire]) {
        self.added += 1;
        let id = NodeId::from(format!("{kind}_{}", self.added));
        self.graph.nodes_mut().push(node(id.as_str(), kind, position));
        for new in wires {
            let port = match new.existing.side {
                PortSide::Output => PortId::input(id.clone(), new.new_port.clone()),
                PortSide::Input => PortId::output(id.clone(), new.new_port.clone()),
            };
            self.connect(Wire::between(new.existing.clone(), port));
        }
        self.state.select_nodes([id]);
    }

    fn add_reroute(&mut self, wire: &Wire, position: Pos2) {
        self.added += 1;
        let id = NodeId::from(format!("dot_{}", self.added));
        let type_name = self.library.types[&wire.from].clone();
        let mut dot = CanvasNode::new(id.clone(), "Reroute", position - egui::vec2(7.0, 7.0));
        dot.form = NodeForm::Dot;
        dot.inputs = vec![Input::linkable("in", port_type(&type_name))];
        dot.outputs = vec![Output { eye: Eye::None, ..Output::new("out", port_type(&type_name)) }];
        self.graph.nodes_mut().push(dot);
        self.graph.wires_mut().retain(|other| other != wire);
        self.connect(Wire { from: wire.from.clone(), to: PortId::input(id.clone(), "in") });
        self.connect(Wire { from: PortId::output(id, "out"), to: wire.to.clone() });
    }

    fn delete(&mut self, items: &Items) {
        self.graph.nodes_mut().retain(|node| !items.nodes.contains(&node.id));
        self.graph.wires_mut().retain(|wire| !items.nodes.contains(&wire.from.node) && !items.nodes.contains(&wire.to.node));
        self.graph.frames_mut().retain(|frame| !items.frames.contains(&frame.id));
    }

    fn set_value(&mut self, port: &PortId, value: &EditedValue) {
        let node = self.graph.node_mut(&port.node).unwrap();
        let index = node.input_index(&port.port).unwrap();
        match (node.inputs[index].value.as_mut().unwrap(), value) {
            (InlineValue::Number(number), EditedValue::Number(value)) => number.value = *value,
            (InlineValue::Vector { components, .. }, EditedValue::Vector(values)) => components.clone_from(values),
            (InlineValue::Text(text), EditedValue::Text(new)) => text.clone_from(new),
            (InlineValue::Choice { selected, .. }, EditedValue::Choice(new)) => *selected = *new,
            (InlineValue::Switch(on), EditedValue::Switch(new)) => *on = *new,
            (InlineValue::Colour(rgba), EditedValue::Colour(new)) => *rgba = *new,
            (held, edited) => panic!("{edited:?} does not fit {held:?}"),
        }
    }

    pub fn number(&self, node: &str, input: &str) -> f64 {
        let node = self.graph.node(&node.into()).unwrap();
        match &node.inputs[node.input_index(input).unwrap()].value {
            Some(InlineValue::Number(number)) => number.value,
            other => panic!("{other:?} is no number"),
        }
    }

    pub fn selected(&self) -> Vec<String> {
        self.state.selection.items(&self.graph).nodes.iter().map(ToString::to_string).collect()
    }
}

pub type TestHarness = Harness<'static, World>;

/// A canvas of 800 by 500 points whose left top corner shows the canvas's origin.
pub fn harness(graph: CanvasGraph) -> TestHarness {
    sized_harness(World::new(graph), egui::vec2(800.0, 500.0))
}

pub fn sized_harness(world: World, size: egui::Vec2) -> TestHarness {
    Harness::builder()
        .with_size(size)
        .with_step_dt(0.02)
        .with_max_steps(40)
        .with_context_setup(theme::install)
        .build_ui_state(|ui, world: &mut World| world.show(ui), world)
}

/// A pointer, a brush, an advection and a wave node in a row, with one wire.
pub fn small_graph() -> CanvasGraph {
    CanvasGraph::new(
        vec![
            node("pointer", "pointer", pos2(40.0, 40.0)),
            node("brush", "brush", pos2(280.0, 40.0)),
            node("advect", "advect", pos2(520.0, 40.0)),
            node("waves", "gerstner_sum", pos2(280.0, 240.0)),
        ],
        vec![wire(("pointer", "position"), ("brush", "center"))],
        Vec::new(),
    )
}

/// The middle of what carries a label.
pub fn at(harness: &TestHarness, label: &str) -> Pos2 {
    harness.get_by_label(label).rect().center()
}

/// Presses at one point, moves in steps to the others, releases at the last.
pub fn drag(harness: &mut TestHarness, from: Pos2, through: &[Pos2]) {
    press(harness, from);
    let mut last = from;
    for to in through {
        for share in [0.25, 0.5, 0.75, 1.0] {
            harness.hover_at(last.lerp(*to, share));
        }
        last = *to;
    }
    harness.step();
    harness.drop_at(last);
    harness.run();
}

pub fn press(harness: &mut TestHarness, from: Pos2) {
    harness.hover_at(from);
    harness.step();
    harness.drag_at(from);
    harness.step();
}

pub fn click(harness: &mut TestHarness, pos: Pos2) {
    press(harness, pos);
    harness.drop_at(pos);
    harness.run();
    // Long enough for the next click not to make it a double-click.
    harness.run_steps(16);
}

pub fn double_click(harness: &mut TestHarness, pos: Pos2) {
    harness.hover_at(pos);
    harness.step();
    for _ in 0..2 {
        harness.drag_at(pos);
        harness.event(egui::Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed: false,
            modifiers: egui::Modifiers::NONE,
        });
        harness.step();
    }
    harness.run();
}

/// Gives the canvas the keyboard by clicking an empty place.
pub fn focus(harness: &mut TestHarness) {
    click(harness, pos2(20.0, 470.0));
}

pub fn key(harness: &mut TestHarness, key: egui::Key) {
    harness.key_press(key);
    harness.run();
}

pub fn key_with(harness: &mut TestHarness, modifiers: egui::Modifiers, key: egui::Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
}

pub fn type_text(harness: &mut TestHarness, text: &str) {
    harness.event(egui::Event::Text(text.to_owned()));
    harness.run();
}

/// A quiet colour that nothing of the theme has.
pub const ODD_COLOUR: Color32 = Color32::from_rgb(1, 200, 3);
