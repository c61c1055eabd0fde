//! The effect runs beside the window: nothing waits, frames that were shown are shown again, files that change are read again.

use std::sync::Arc;
use std::time::Duration;

use wavewright::canvas::{CanvasCommand, Items, PortId, Wire};
use wavewright::editor::command::EditorCommand;
use wavewright::editor::examples;
use wavewright_core::compile::Pixels;
use wavewright_core::graph::file::save;
use wavewright_core::graph::{Document, Edit, Link, Node, PortRef};
use wavewright_core::node::Literal;

use super::window::Window;

/// The first example on a grid of this side.
fn fluid(side: u32) -> Document {
    let mut document = examples::find(examples::FIRST).unwrap().document.clone();
    document.grid.resolution = [side, side];
    document
}

#[test]
fn the_window_never_waits_for_the_effect() {
    let mut window = Window::open(None);
    window.app().session_mut().start_document(fluid(1024), "large".to_owned());
    window.until("the first frame", |app| app.session().stage().frame().is_some());
    let first = window.app().session().stage().frame().unwrap();
    let mut pictures = 0;
    window.until("three frames", |app| {
        pictures += 1;
        app.session().stage().frame().unwrap() >= first + 3
    });
    // Where each picture of the window runs the frames that are due, there are not more pictures than frames.
    let frames = window.app().session().stage().frame().unwrap() - first;
    assert!(pictures as u64 > 4 * frames, "{pictures} pictures in {frames} frames");
}

/// The numbers of an output as they are now.
pub fn numbers(window: &mut Window, output: &str) -> Pixels {
    let coming = window.app().session().stage().read(output).unwrap();
    let mut found = None;
    window.until("the numbers", |_| match coming.poll() {
        wavewright::editor::session::Coming::Here(pixels) => {
            found = Some(pixels);
            true
        }
        wavewright::editor::session::Coming::NotYet => false,
        wavewright::editor::session::Coming::Never => panic!("{output} does not come"),
    });
    found.unwrap()
}

fn go_to(window: &mut Window, frame: u64) {
    window.app().push(EditorCommand::Seek(frame));
    window.frames(1);
    window.until("the frame", |app| !app.session().stage().is_seeking() && app.session().stage().frame() == Some(frame));
}

#[test]
fn going_back_in_time_shows_what_was_there() {
    let mut window = Window::open(None);
    window.app().session_mut().stage_mut().set_playing(false);
    window.app().session_mut().start_document(fluid(128), "small".to_owned());
    window.until("the first frame", |app| app.session().stage().frame().is_some());
    let output = window.app().session().stage().effect().unwrap().manifest.outputs[0].name.clone();
    go_to(&mut window, 21);
    let early = numbers(&mut window, &output);
    go_to(&mut window, 70);
    let late = numbers(&mut window, &output);
    assert_ne!(early, late);
    for frame in [21, 70, 21] {
        go_to(&mut window, frame);
        let again = numbers(&mut window, &output);
        assert!(again == if frame == 21 { early.clone() } else { late.clone() }, "frame {frame} is another one");
    }
    // After a number was changed it is the run with the new number, from its start.
    let edit = Edit::SetInput { node: "dab".to_owned(), input: "radius".to_owned(), value: Some(Literal::Number(0.5)) };
    window.app().push(EditorCommand::Edit("Set".to_owned(), edit));
    window.frames(2);
    go_to(&mut window, 20);
    go_to(&mut window, 21);
    assert!(numbers(&mut window, &output) != early, "states of before the change are shown");
}

#[test]
fn while_nobody_looks_time_stands() {
    let mut window = Window::open(None);
    window.app().session_mut().start_document(fluid(64), "small".to_owned());
    window.until("a frame", |app| app.session().stage().frame().is_some_and(|frame| frame > 2));
    std::thread::sleep(Duration::from_millis(700));
    let before = window.app().session().stage().frame().unwrap();
    std::thread::sleep(Duration::from_millis(1_500));
    window.frames(1);
    let after = window.app().session().stage().frame().unwrap();
    // What ran before the thread noticed, and no more: a second and a half is 90 frames.
    assert!(after - before < 60, "{before} to {after}");
    window.until("it goes on", |app| app.session().stage().frame().is_some_and(|frame| frame > after));
}

#[test]
fn outputs_inside_of_a_group_can_be_viewed() {
    let mut window = Window::open(None);
    let mut document = Document::default();
    for (id, kind) in [("time", "time"), ("sine", "sine"), ("scaled", "multiply"), ("out", "output")] {
        document.nodes.insert(id.to_owned(), Node::new(kind));
    }
    for (from, to) in [("time.seconds", "sine.angle"), ("sine.result", "scaled.a"), ("scaled.result", "out.value")] {
        let port = |text: &str| PortRef::try_from(text.to_owned()).unwrap();
        document.links.push(Link::new(port(from), port(to)));
    }
    window.app().session_mut().start_document(document, String::new());
    window.settle();
    let items = Items { nodes: vec!["sine".into(), "scaled".into()], frames: Vec::new() };
    window.app().push(EditorCommand::Canvas(CanvasCommand::MakeGroup(items)));
    window.frames(2);
    let nodes = &window.app().session().document().nodes;
    let group = nodes.iter().find(|(_, node)| node.kind.starts_with("group")).map(|(id, _)| id.clone()).unwrap();
    window.app().push(EditorCommand::Canvas(CanvasCommand::EnterGroup(group.as_str().into())));
    window.frames(2);
    assert!(window.app().graph_mut().group().is_some());
    window.app().push(EditorCommand::Canvas(CanvasCommand::ToggleEye(PortId::output("sine", "result"))));
    window.settle();
    let wanted = window.app().session().wanted_look().unwrap();
    assert_eq!(wanted, PortRef::new(format!("{group}__sine"), "result"));
    window.until("the picture", |app| app.session().stage().picture(&wanted.to_string()).is_some());
    assert_eq!(window.app().session().problems().all(), []);
}

#[test]
fn a_wire_of_any_type_gets_a_bend() {
    for (example, from, to) in [("fluid", ("hue", "result"), ("ink_colour", "")), ("ocean_height", ("", "waves"), ("", "waves"))] {
        let mut window = Window::open(None);
        let document = examples::find(example).unwrap().document.clone();
        let fits =
            |port: &PortRef, (node, name): (&str, &str)| (node.is_empty() || port.node == node) && (name.is_empty() || port.port == name);
        let link = document.links.iter().find(|link| fits(&link.from, from) && fits(&link.to, to)).unwrap().clone();
        window.app().session_mut().start_document(document, String::new());
        window.settle();
        let before = Arc::clone(window.app().session().stage().effect().unwrap());
        let wire = Wire {
            from: PortId::output(link.from.node.as_str(), link.from.port.as_str()),
            to: PortId::input(link.to.node.as_str(), link.to.port.as_str()),
        };
        window.app().push(EditorCommand::Canvas(CanvasCommand::AddReroute { wire, position: egui::pos2(0.0, 0.0) }));
        window.settle();
        let nodes = &window.app().session().document().nodes;
        assert_eq!(nodes["reroute"].kind, "reroute", "{example}");
        assert_eq!(window.app().session().problems().all(), [], "{example}");
        // Not a letter of the code is another: a bend costs nothing.
        assert_eq!(window.app().session().stage().effect().unwrap().wgsl, before.wgsl, "{example}");
    }
}

#[test]
fn a_picture_that_another_program_writes_is_read_again() {
    let mut window = Window::open(None);
    let (file, picture) = (window.path("mine.json"), window.path("paper.png"));
    let write =
        |grey: u8, side: u32| image::RgbaImage::from_pixel(side, side, image::Rgba([grey, grey, grey, 255])).save(&picture).unwrap();
    write(10, 4);
    let mut document = Document::default();
    document.grid.resolution = [16, 16];
    document.nodes.insert("image".to_owned(), {
        let mut node = Node::new("image");
        node.inputs.insert("path".to_owned(), Literal::Text("paper.png".to_owned()));
        node
    });
    document.nodes.insert("out".to_owned(), Node::new("output"));
    document.links.push(Link::new(PortRef::new("image", "colour"), PortRef::new("out", "value")));
    save(&file, &document).unwrap();
    window.app().push(EditorCommand::OpenFile(file));
    window.until("the file", |app| app.session().file().path().is_some());
    window.settle();
    assert_eq!(window.app().session().problems().all(), []);
    window.until("the picture", |app| app.session().stage().frame().is_some());
    let output = window.app().session().stage().effect().unwrap().manifest.outputs[0].name.clone();
    let dark = numbers(&mut window, &output).values[0];
    write(200, 5);
    window.until("the message", |app| app.notices().texts().any(|text| text == "Read again: paper.png"));
    let mut light = dark;
    for _ in 0..50 {
        window.settle();
        light = numbers(&mut window, &output).values[0];
        if light > dark {
            break;
        }
    }
    assert!(light > dark + 0.2, "{dark} and then {light}");
}
