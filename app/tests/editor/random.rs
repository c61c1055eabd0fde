//! Many edits in a row, as the canvas asks for them: undone to the start and redone to the end, the saved text is the same at every step.

use std::sync::Arc;

use egui::{Color32, Context, Rect, pos2, vec2};
use wavewright::canvas::{CanvasCommand, EditedValue, FrameId, Items, Move, NodeId, Phase, PortId, Wire};
use wavewright::editor::graph::{GraphView, apply};
use wavewright::editor::session::{Services, Session};
use wavewright_core::graph::Document;
use wavewright_core::graph::file::to_json;
use wavewright_core::node::{Catalog, SpecSource};

const EDITS: usize = 500;

/// Numbers that look random and are the same each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % count.max(1)
    }

    fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }

    fn place(&mut self) -> egui::Pos2 {
        pos2(self.below(2_000) as f32, self.below(1_000) as f32)
    }
}

fn node_ids(document: &Document, group: Option<&str>) -> Vec<NodeId> {
    document.graph_in(group).map(|graph| graph.nodes.keys().map(|id| NodeId::from(id.as_str())).collect()).unwrap_or_default()
}

fn some(dice: &mut Dice, nodes: &[NodeId]) -> Items {
    let nodes = (0..1 + dice.below(3)).filter_map(|_| dice.pick(nodes).cloned()).collect::<std::collections::BTreeSet<_>>();
    Items { nodes: nodes.into_iter().collect(), frames: Vec::new() }
}

/// A wire between two ports that are there; it need not make sense.
fn any_wire(dice: &mut Dice, document: &Document, catalog: &Catalog, group: Option<&str>) -> Option<Wire> {
    let graph = document.graph_in(group)?;
    let ids: Vec<&String> = graph.nodes.keys().collect();
    let (from, to) = (*dice.pick(&ids)?, *dice.pick(&ids)?);
    let output = catalog.spec_for(&graph.nodes[from]).ok()?.outputs.first()?.name.clone();
    let spec = catalog.spec_for(&graph.nodes[to]).ok()?;
    let inputs: Vec<&String> = spec.inputs.iter().filter(|input| input.linkable()).map(|input| &input.name).collect();
    let input = (*dice.pick(&inputs)?).clone();
    Some(Wire { from: PortId::output(from.as_str(), output.as_str()), to: PortId::input(to.as_str(), input.as_str()) })
}

fn any_command(dice: &mut Dice, document: &Document, catalog: &Catalog, group: Option<&str>) -> Option<CanvasCommand> {
    let nodes = node_ids(document, group);
    let kinds = ["add", "sine", "time", "mix", "advect", "blur", "output", "curl_noise", "gerstner_sum", "wave_set", "code"];
    let frames = document.graph_in(group)?.frames.len();
    Some(match dice.below(16) {
        0..=2 => CanvasCommand::AddNode { kind: (*dice.pick(&kinds)?).into(), position: dice.place(), wires: Vec::new() },
        3..=5 => CanvasCommand::Connect(any_wire(dice, document, catalog, group)?),
        6 => {
            let nodes = some(dice, &nodes).nodes.into_iter().map(|node| (node, dice.place())).collect();
            CanvasCommand::Move(Move { nodes, frames: Vec::new(), insertion: None, phase: Phase::Finished })
        }
        7 => {
            let wire = any_wire(dice, document, catalog, group)?;
            CanvasCommand::SetValue { input: wire.to, value: EditedValue::Number(dice.below(100) as f64 / 10.0), phase: Phase::Finished }
        }
        8 => CanvasCommand::Mute { nodes: some(dice, &nodes).nodes, muted: dice.below(2) == 0 },
        9 => CanvasCommand::Delete(some(dice, &nodes)),
        10 => CanvasCommand::Duplicate { items: some(dice, &nodes), incoming: dice.below(2) == 0 },
        11 => CanvasCommand::Rename { node: dice.pick(&nodes)?.clone(), title: format!("Title {}", dice.below(9)) },
        12 => CanvasCommand::AddFrame { rect: Rect::from_min_size(dice.place(), vec2(200.0, 100.0)) },
        13 if frames > 0 => CanvasCommand::SetFrameText { frame: FrameId(dice.below(frames)), text: format!("Text {}", dice.below(9)) },
        13 => CanvasCommand::SetColour { items: some(dice, &nodes), colour: Some(Color32::from_rgb(1, 2, dice.below(200) as u8)) },
        14 => CanvasCommand::MakeGroup(some(dice, &nodes)),
        _ => CanvasCommand::Ungroup(dice.pick(&nodes)?.clone()),
    })
}

#[test]
fn undone_to_the_start_and_redone_to_the_end_every_step_is_the_same() {
    let services = Services {
        catalog: Arc::new(wavewright_nodes::library().0.clone()),
        gpu: Err("not in this test".to_owned()),
        screen: None,
        wake: Arc::new(|| ()),
        run_folder: None,
    };
    let mut session = Session::new(services);
    let mut view = GraphView::default();
    let context = Context::default();
    let mut dice = Dice(7);
    let text = |session: &Session| to_json(session.document()).unwrap();
    let mut texts = vec![text(&session)];
    for _ in 0..EDITS {
        let catalog = Arc::clone(session.catalog());
        let Some(command) = any_command(&mut dice, session.document(), &catalog, view.group()) else { continue };
        let what = format!("{command:?}");
        apply(command, &mut view, &mut session, &context);
        let position = session.history().position();
        assert!(position == texts.len() || position + 1 == texts.len(), "{what} is {position} steps after {}", texts.len() - 1);
        if position == texts.len() {
            texts.push(text(&session));
            assert_ne!(texts[position], texts[position - 1], "{what} changed nothing");
        } else {
            assert_eq!(text(&session), texts[position], "{what} is no step and changed something");
        }
    }
    assert!(texts.len() > EDITS / 2, "{} steps", texts.len());
    for position in (0..texts.len() - 1).rev() {
        assert!(session.undo().unwrap());
        assert_eq!(text(&session), texts[position], "undone to {position}");
    }
    assert!(!session.undo().unwrap());
    for (position, expected) in texts.iter().enumerate().skip(1) {
        assert!(session.redo().unwrap());
        assert_eq!(&text(&session), expected, "redone to {position}");
    }
    assert!(!session.redo().unwrap());
    session.jump_to(texts.len() / 2).unwrap();
    assert_eq!(text(&session), texts[texts.len() / 2]);
}
