//! Frames: adding, moving with what they hold, resizing, text.

use egui::{Key, Modifiers, Rect, pos2};
use egui_kittest::kittest::Queryable;

use super::support::{at, double_click, drag, harness, key, key_with, press, small_graph};
use crate::canvas::{CanvasCommand, CanvasFrame, CanvasGraph, FrameId, Phase, View};

fn framed() -> CanvasGraph {
    let mut graph = small_graph();
    let rect = Rect::from_min_max(pos2(16.0, 8.0), pos2(440.0, 200.0));
    graph.frames_mut().push(CanvasFrame { id: FrameId(7), text: "Input".to_owned(), rect, colour: None });
    graph
}

#[test]
fn a_frame_goes_around_the_selection() {
    let mut harness = harness(small_graph());
    drag(&mut harness, pos2(20.0, 20.0), &[pos2(300.0, 180.0)]);
    key_with(&mut harness, Modifiers::SHIFT, Key::F);
    let frame = harness.state().graph.frames()[0].clone();
    for id in ["pointer", "brush"] {
        assert!(frame.rect.contains(harness.state().graph.node(&id.into()).unwrap().position));
    }
    assert!(!frame.rect.contains(harness.state().graph.node(&"advect".into()).unwrap().position));
}

#[test]
fn a_frame_moves_with_what_it_holds() {
    let mut harness = harness(framed());
    drag(&mut harness, pos2(300.0, 24.0), &[pos2(316.0, 104.0)]);
    let graph = &harness.state().graph;
    assert_eq!(graph.frames()[0].rect.min, pos2(32.0, 88.0));
    assert_eq!(graph.node(&"pointer".into()).unwrap().position, pos2(56.0, 120.0));
    assert_eq!(graph.node(&"advect".into()).unwrap().position, pos2(520.0, 40.0));
    let Some(CanvasCommand::Move(last)) = harness.state().log.last() else { panic!() };
    assert_eq!((last.phase, last.nodes.len(), last.frames.len()), (Phase::Finished, 2, 1));
}

#[test]
fn a_frame_is_resized_at_its_edges_and_keeps_a_least_size() {
    let mut harness = harness(framed());
    drag(&mut harness, pos2(440.0, 150.0), &[pos2(480.0, 150.0)]);
    assert_eq!(harness.state().graph.frames()[0].rect.right(), 480.0);
    drag(&mut harness, pos2(480.0, 200.0), &[pos2(-500.0, -500.0)]);
    let rect = harness.state().graph.frames()[0].rect;
    assert!(rect.width() >= 64.0 && rect.height() >= 48.0 && rect.min == pos2(16.0, 8.0), "{rect:?}");
    // Escape puts it back.
    press(&mut harness, rect.right_bottom());
    harness.hover_at(pos2(700.0, 400.0));
    harness.step();
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(harness.state().graph.frames()[0].rect, rect);
}

#[test]
fn the_inside_of_a_frame_is_canvas() {
    let mut harness = harness(framed());
    drag(&mut harness, pos2(220.0, 180.0), &[pos2(300.0, 100.0)]);
    assert_eq!(harness.state().selected(), ["brush"], "a box is drawn inside");
    assert_eq!(harness.state().graph.frames()[0].rect.min, pos2(16.0, 8.0));
}

#[test]
fn its_text_is_typed_in_place() {
    let mut harness = harness(framed());
    assert!(harness.query_by_label("Input frame").is_some());
    double_click(&mut harness, pos2(300.0, 24.0));
    harness.event(egui::Event::Text("What comes in".to_owned()));
    harness.run();
    key(&mut harness, Key::Enter);
    assert_eq!(harness.state().graph.frames()[0].text, "What comes in");
    let title = at(&harness, "What comes in frame");
    super::support::click(&mut harness, title);
    key(&mut harness, Key::Delete);
    assert!(harness.state().graph.frames().is_empty());
    assert_eq!(harness.state().graph.nodes().len(), 4);
}

/// What is written on the picture, with the rows it takes and where it ends.
fn words(harness: &super::support::TestHarness) -> Vec<(String, usize, Rect)> {
    let shapes = harness.output().shapes.iter();
    let texts = shapes.filter_map(|clipped| match &clipped.shape {
        egui::Shape::Text(text) => Some((text.galley.text().to_owned(), text.galley.rows.len(), text.visual_bounding_rect())),
        _ => None,
    });
    texts.collect()
}

#[test]
fn long_text_wraps_within_the_frame_and_above_its_nodes() {
    let mut graph = framed();
    let node = graph.nodes()[0].position;
    let frame = &mut graph.frames_mut()[0];
    frame.rect.min.y = node.y - 90.0;
    frame.text = format!("Where it comes from {}\nAnd why", "and where it goes ".repeat(4));
    let rect = frame.rect;
    let harness = harness(graph);
    let shown = words(&harness);
    let title = shown.iter().find(|(text, ..)| text.starts_with("Where it comes from")).unwrap();
    let body = shown.iter().find(|(text, ..)| text == "And why").unwrap();
    assert!(title.1 >= 2, "{title:?}");
    assert!(title.2.right() <= rect.right() && title.2.bottom() <= body.2.top() + 1.0, "{title:?} {body:?}");
    assert!(body.2.bottom() <= node.y, "{body:?}");
}

#[test]
fn text_with_too_little_room_is_cut() {
    let mut graph = framed();
    graph.frames_mut()[0].text = format!("{}\nAnd why", "A long story ".repeat(60));
    let node = graph.nodes()[0].position;
    let harness = harness(graph);
    let shown = words(&harness);
    let title = shown.iter().find(|(text, ..)| text.starts_with("A long story")).unwrap();
    assert!(title.2.bottom() <= node.y + 2.0, "{title:?}");
    assert!(!shown.iter().any(|(text, ..)| text == "And why"));
}

#[test]
fn far_away_the_title_lies_on_the_nodes() {
    let mut graph = framed();
    graph.frames_mut()[0].text = "Where it comes from\nAnd why".to_owned();
    let mut harness = harness(graph);
    harness.state_mut().state.view = Some(View { centre: pos2(220.0, 104.0), zoom: 0.25 });
    harness.run();
    let shown = words(&harness);
    let title = shown.iter().position(|(text, ..)| text == "Where it comes from").unwrap();
    assert!(shown.iter().position(|(text, ..)| text == "Brush").is_none_or(|node| node < title));
    assert!(!shown.iter().any(|(text, ..)| text == "And why"));
}
