//! What the canvas costs: the UI work of one frame, while the view moves so that nothing can be reused but what a real pan reuses.
//!
//! `cargo bench -p wavewright --bench canvas`

use std::sync::Arc;

use divan::Bencher;
use egui::{Context, Event, Pos2, RawInput, Rect, Vec2, pos2, vec2};
use wavewright::canvas::{
    Canvas, CanvasGraph, CanvasHost, CanvasNode, CanvasState, CanvasStyle, InlineValue, Input, NodeEntry, NodeId, Output, PortId, View,
    Wire,
};
use wavewright::theme::{self, Palette};

fn main() {
    divan::main();
}

/// A full-HD window that is all canvas.
const WINDOW: Vec2 = vec2(1920.0, 1080.0);

struct Anything;

impl CanvasHost for Anything {
    fn fits(&self, _: &PortId, _: &PortId) -> Result<(), String> {
        Ok(())
    }

    fn entries(&self) -> &[NodeEntry] {
        &[]
    }

    fn entry_port(&self, _: &NodeEntry, _: &PortId) -> Option<Arc<str>> {
        None
    }
}

/// `count` nodes in a square with about 1.6 wires a node, most of them to neighbours.
fn graph(count: usize) -> CanvasGraph {
    let side = (count as f64).sqrt().ceil() as usize;
    let number = theme::port_type(&Palette::DARK, "number");
    let vector = theme::port_type(&Palette::DARK, "vec2");
    let categories = ["Fluid", "Waves", "Noise", "Maths", "Shapes"];
    let name = |index: usize| format!("node_{index}");
    let nodes = (0..count)
        .map(|index| {
            let position = pos2((index % side) as f32 * 208.0, (index / side) as f32 * 176.0);
            let mut node = CanvasNode::new(name(index), format!("Pressure {index}"), position);
            node.category_colour = theme::category_colour(&Palette::DARK, categories[index % categories.len()]);
            node.outputs = vec![Output::new("velocity", vector.clone()), Output::new("pressure", number.clone())];
            node.inputs = vec![
                Input::linkable("velocity", vector.clone()),
                Input::linkable("divergence", number.clone()).with_value(InlineValue::number(0.25)),
                Input::linkable("damping", number.clone()).with_value(InlineValue::number(0.99)),
            ];
            node
        })
        .collect();
    let wire = |from: usize, output: &str, to: usize, input: &str| Wire {
        from: PortId::output(name(from), output),
        to: PortId::input(name(to), input),
    };
    let mut wires: Vec<Wire> = (1..count).map(|index| wire(index - 1, "velocity", index, "velocity")).collect();
    wires.extend(
        (0..count).filter(|index| index % 5 < 3 && index + side < count).map(|index| wire(index, "pressure", index + side, "divergence")),
    );
    CanvasGraph::new(nodes, wires, Vec::new())
}

/// A canvas that is panned from frame to frame.
struct Session {
    context: Context,
    graph: CanvasGraph,
    state: CanvasState,
    style: CanvasStyle,
    zoom: f32,
    middle: Pos2,
    frame: u32,
}

impl Session {
    fn new(count: usize, zoom: f32) -> Self {
        let context = Context::default();
        theme::install(&context);
        let graph = graph(count);
        let side = (count as f32).sqrt();
        let middle = pos2(side * 104.0, side * 88.0);
        let style = theme::canvas_style(&Palette::DARK);
        let mut session = Self { context, graph, state: CanvasState::default(), style, zoom, middle, frame: 0 };
        for _ in 0..5 {
            session.frame();
        }
        session
    }

    /// Runs a frame; returns how many shapes it painted.
    fn frame(&mut self) -> egui::FullOutput {
        self.frame += 1;
        let sway = (self.frame % 64) as f32;
        self.state.view = Some(View { centre: self.middle + vec2(3.0 * sway, 2.0 * sway), zoom: self.zoom });
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, WINDOW)),
            time: Some(f64::from(self.frame) / 60.0),
            events: vec![Event::PointerMoved(pos2(600.0 + 5.0 * sway, 500.0 + sway))],
            ..RawInput::default()
        };
        let (graph, style, state) = (&self.graph, &self.style, &mut self.state);
        let mut output = self.context.run_ui(input, |ui| {
            Canvas::new("bench", graph, &Anything, style).show(ui, state);
        });
        output.textures_delta.clear();
        output
    }
}

/// Zoom 1 shows a window full of nodes; 0.56 the most that are drawn with all their rows; farther out they are blocks.
#[divan::bench(args = [(500, 1.0), (500, 0.56), (500, 0.25), (2000, 1.0), (2000, 0.56), (2000, 0.12)])]
fn panning(bencher: Bencher<'_, '_>, (count, zoom): (usize, f32)) {
    let mut session = Session::new(count, zoom);
    bencher.bench_local(|| session.frame());
}

/// The same with turning shapes into triangles, which egui does after the UI.
#[divan::bench(args = [(500, 1.0), (500, 0.56), (500, 0.25), (2000, 0.12)])]
fn panning_and_triangles(bencher: Bencher<'_, '_>, (count, zoom): (usize, f32)) {
    let mut session = Session::new(count, zoom);
    bencher.bench_local(|| {
        let output = session.frame();
        session.context.tessellate(output.shapes, output.pixels_per_point)
    });
}

/// Dragging a node changes the graph each frame: everything is laid out again.
#[divan::bench(args = [500, 2000])]
fn dragging(bencher: Bencher<'_, '_>, count: usize) {
    let mut session = Session::new(count, 1.0);
    let id = NodeId::from("node_250");
    bencher.bench_local(|| {
        if let Some(node) = session.graph.node_mut(&id) {
            node.position.x += 0.5;
        }
        session.frame()
    });
}
