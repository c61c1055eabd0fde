//! What breaks tools like this one in real hands, and the test that keeps it from breaking this one.
//!
//! Editing and undo
//! - a drag of a number makes hundreds of steps: `editing::a_number_dragged_is_one_step_and_is_not_compiled`
//! - a gesture that ends where it began is a step: [`a_drag_that_ends_where_it_began_is_no_step`]
//! - delete, undo, redo break wires: `editing::delete_undo_redo_and_copies`, `random::undone_to_the_start_and_redone_to_the_end_...`
//! - what is pinned, inspected or dragged is deleted: [`a_node_may_go_while_it_is_pinned_inspected_and_dragged`]
//! - keys reach the wrong panel: `editing::keys_of_a_text_field_stay_in_it`
//! - copies keep their originals' ids: `editing::delete_undo_redo_and_copies`
//!
//! Files
//! - unknown names, links to nowhere, ids that stand twice, circles: [`a_file_full_of_mistakes_opens_and_keeps_what_was_not_understood`],
//!   and one by one the core's `graph::file::tests` and `graph::check_tests`
//! - NaN becomes `null`: core, `numbers_that_are_none_are_never_written` and `..._become_the_default_with_a_warning`
//! - a save that truncates first: core, `saving_over_a_long_file_leaves_no_rest_of_it` and the tests of `graph::file::atomic`
//! - a failed load, then Ctrl+S: session, `a_failed_load_leaves_the_document_and_protects_the_file`
//! - another program saved the file: `documents::what_another_program_saved_is_not_overwritten_without_a_question`
//! - the document that crashed the program is opened again: session, `a_crash_leaves_a_copy_...` and `a_held_document_is_not_compiled_...`
//!
//! Compiling
//! - a bad shader kills the program or the picture: [`a_broken_shader_is_a_message_on_its_node_and_the_picture_stays`]
//! - dragging a number compiles: `editing::a_number_dragged_is_one_step_and_is_not_compiled`
//! - what people type reaches the code: [`titles_and_texts_of_people_never_reach_the_code`], suite `titles_never_reach_the_code`
//! - constants that divide by zero or overflow: [`constants_that_no_compiler_likes_are_told_or_computed`]
//! - long chains, shared branches: suite, `a_chain_of_a_thousand_maths_nodes_compiles`, `a_value_that_each_node_uses_twice_is_computed_once`
//!
//! GPU
//! - grids of no size, or larger than the device takes: [`grids_of_any_size_are_told_and_the_window_lives`]; core, `nothing_of_size_zero_is_allocated`
//! - more workgroups than 65,535 and sizes beyond the limits: core, `sizes_beyond_the_device_are_refused_with_figures`
//! - rows that are not padded: core, `odd_sizes_come_back_row_by_row`
//! - the device is lost: [`a_lost_device_is_told_and_editing_goes_on`]
//! - a hidden window, or one of no size: [`a_window_of_no_size_lives`], `running::while_nobody_looks_time_stands`

use std::sync::Arc;

use egui::{Key, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use wavewright::canvas::CanvasAction;
use wavewright::editor::action::Action;
use wavewright::editor::command::EditorCommand;
use wavewright_core::graph::file::to_json;
use wavewright_core::graph::{Document, Edit, Link, Node, PortRef};
use wavewright_core::node::Literal;

use super::window::Window;

fn json(window: &mut Window) -> String {
    to_json(window.app().session().document()).unwrap()
}

fn problems(window: &mut Window) -> Vec<String> {
    window.app().session().problems().all().iter().map(ToString::to_string).collect()
}

/// Where the number of the brush of the first example is.
fn brush_radius(window: &mut Window) -> Pos2 {
    window.app().push(EditorCommand::Do(Action::Canvas(CanvasAction::ZoomReset)));
    window.app().push(EditorCommand::Reveal("dab".to_owned()));
    window.frames(30);
    window.harness.get_by_label("Brush radius").rect().center()
}

fn drag_to(window: &mut Window, places: &[Pos2]) {
    window.harness.hover_at(places[0]);
    window.frames(2);
    window.harness.drag_at(places[0]);
    window.frames(1);
    for place in &places[1..] {
        window.harness.hover_at(*place);
        window.frames(2);
    }
}

#[test]
fn a_drag_that_ends_where_it_began_is_no_step() {
    let mut window = Window::open(None);
    window.settle();
    let field = brush_radius(&mut window);
    let (before, steps) = (json(&mut window), window.app().session().history().position());
    drag_to(&mut window, &[field, field + vec2(20.0, 0.0), field + vec2(60.0, 0.0)]);
    assert_ne!(json(&mut window), before, "nothing was dragged");
    drag_to_end(&mut window, field);
    assert_eq!(json(&mut window), before);
    assert_eq!(window.app().session().history().position(), steps);
    assert!(!window.app().session().is_modified());
}

fn drag_to_end(window: &mut Window, place: Pos2) {
    for share in [0.5_f32, 1.0] {
        window.harness.hover_at(place + vec2(40.0, 0.0) * (1.0 - share));
        window.frames(2);
    }
    window.harness.drop_at(place);
    window.frames(3);
}

#[test]
fn a_node_may_go_while_it_is_pinned_inspected_and_dragged() {
    let mut window = Window::open(None);
    window.settle();
    window.app().session_mut().look(|looks| looks.toggle_pin(PortRef::new("dab", "value")));
    let field = brush_radius(&mut window);
    window.settle();
    let whole = json(&mut window);
    drag_to(&mut window, &[field, field + vec2(30.0, 0.0)]);
    window.app().push(EditorCommand::Edit("Delete".to_owned(), Edit::RemoveNodes { ids: vec!["dab".to_owned()] }));
    window.frames(5);
    window.harness.drop_at(field + vec2(60.0, 0.0));
    window.settle();
    assert!(!window.app().session().document().nodes.contains_key("dab"));
    assert_ne!(window.app().session().wanted_look().unwrap().node, "dab");
    while window.app().session().history().position() > 0 {
        window.app().push(EditorCommand::Do(Action::Undo));
        window.frames(2);
    }
    assert_eq!(json(&mut window), whole);
    assert_eq!(window.app().session().wanted_look().unwrap().node, "dab", "the pin is not back");
}

#[test]
fn a_file_full_of_mistakes_opens_and_keeps_what_was_not_understood() {
    let mut window = Window::open(None);
    let path = window.path("torn.json");
    let text = r#"{
  "format": "wavewright",
  "version": 1,
  "colour_of_the_bicycle_shed": "green",
  "nodes": {
    "time": { "kind": "time", "position": [0, 0] },
    "sine": { "kind": "sine", "position": [200, 0], "inputs": { "no_such_input": 3 } },
    "lost": { "kind": "from_the_future", "position": [400, 0], "inputs": { "a": [1, 2] } },
    "a": { "kind": "add", "position": [0, 200] },
    "b": { "kind": "add", "position": [200, 200] },
    "noise": { "kind": "fractal_noise", "position": [0, 400], "inputs": { "basis": "marmalade", "scale": null } },
    "shown": { "kind": "output", "position": [600, 0] }
  },
  "links": [
    { "from": "time.seconds", "to": "sine.angle" },
    { "from": "sine.result", "to": "shown.value" },
    { "from": "nobody.result", "to": "sine.angle" },
    { "from": "a.result", "to": "b.a" },
    { "from": "b.result", "to": "a.a" }
  ]
}"#;
    std::fs::write(&path, text).unwrap();
    window.app().push(EditorCommand::OpenFile(path));
    window.until("the file", |app| app.session().file().path().is_some());
    window.settle();
    window.until("the picture", |app| app.session().stage().frame().is_some());
    let told = problems(&mut window).join("\n");
    for word in ["from_the_future", "no_such_input", "nobody", "marmalade", "scale"] {
        assert!(told.contains(word), "{word} is not told:\n{told}");
    }
    let saved = json(&mut window);
    for word in ["colour_of_the_bicycle_shed", "from_the_future", "no_such_input", "nobody", "marmalade"] {
        assert!(saved.contains(word), "{word} is lost:\n{saved}");
    }
}

#[test]
fn a_broken_shader_is_a_message_on_its_node_and_the_picture_stays() {
    let mut window = Window::open(None);
    let example = wavewright::editor::examples::find("code_node").unwrap().document.clone();
    let id = example.nodes.iter().find(|(_, node)| node.kind == "code").map(|(id, _)| id.clone()).unwrap();
    window.app().session_mut().start_document(example, String::new());
    window.until("the picture", |app| app.session().stage().frame().is_some());
    let good = Arc::clone(window.app().session().stage().effect().unwrap());
    let broken = [
        "fn code( {",
        "fn code(a: f32) -> f32 { return b; }",
        "fn code(a: f32) -> vec3f { return a; }",
        "/// x. @output result\nfn code(a: f32) -> f32 { let huge = array<f32, 100000000>(); return huge[u32(a)]; }",
        "",
    ];
    for text in broken {
        let value = Some(Literal::Text(text.to_owned()));
        window.app().push(EditorCommand::Edit("Type".to_owned(), Edit::SetInput { node: id.clone(), input: "code".to_owned(), value }));
        window.settle();
        window.frames(2);
        let of_node = window.app().session().problems().of_node(&id).next().map(ToString::to_string);
        assert!(of_node.is_some(), "{text}: {:?}", problems(&mut window));
        let before = window.app().session().stage().frame();
        window.until("the next frame", |app| app.session().stage().frame() != before);
        window.app().push(EditorCommand::Do(Action::Undo));
        window.settle();
    }
    window.settle();
    assert_eq!(problems(&mut window), Vec::<String>::new());
    assert_eq!(window.app().session().stage().effect().unwrap().wgsl, good.wgsl);
}

/// `time -> multiply -> output`.
fn small() -> Document {
    let mut document = Document::default();
    document.grid.resolution = [64, 64];
    for (id, kind) in [("time", "time"), ("times", "multiply"), ("shown", "output")] {
        document.nodes.insert(id.to_owned(), Node::new(kind));
    }
    document.links.push(Link::new(PortRef::new("time", "seconds"), PortRef::new("times", "a")));
    document.links.push(Link::new(PortRef::new("times", "result"), PortRef::new("shown", "value")));
    document
}

#[test]
fn titles_and_texts_of_people_never_reach_the_code() {
    let mut window = Window::open(None);
    let mut document = small();
    let title = "*/ } \n fn evil() { loop {} } // \u{0} \\ \"";
    document.nodes.values_mut().for_each(|node| node.title = Some(title.to_owned()));
    document.description = title.to_owned();
    window.app().session_mut().start_document(document, title.to_owned());
    window.until("the picture", |app| app.session().stage().frame().is_some());
    assert_eq!(problems(&mut window), Vec::<String>::new());
    let wgsl = &window.app().session().stage().effect().unwrap().wgsl;
    assert!(wgsl.lines().all(|line| !line.contains("evil") || line.trim_start().starts_with("//")), "{wgsl}");
}

#[test]
fn constants_that_no_compiler_likes_are_told_or_computed() {
    let mut window = Window::open(None);
    for (kind, input, number) in [
        ("divide", "b", 0.0),
        ("modulo", "b", 0.0),
        ("power", "b", 1e30),
        ("exponential", "exponent", 1e30),
        ("logarithm", "value", -1.0),
        ("square_root", "value", -4.0),
        ("multiply", "b", f64::from(f32::MAX)),
        ("multiply", "b", 1e300),
        ("add", "b", 1e-300),
    ] {
        let mut document = small();
        let mut node = Node::new(kind);
        let catalog = Arc::clone(window.app().session().catalog());
        let spec = catalog.get(kind).unwrap();
        let name = spec.input(input).map_or(&spec.inputs[0].name, |input| &input.name);
        node.inputs.insert(name.clone(), Literal::Number(number));
        document.nodes.insert("times".to_owned(), node);
        document.links.retain(|link| link.to.node != "times");
        window.app().session_mut().start_document(document, kind.to_owned());
        window.settle();
        window.until(kind, |app| app.session().stage().frame().is_some() || app.session().problems().error_count() > 0);
    }
}

#[test]
fn grids_of_any_size_are_told_and_the_window_lives() {
    let mut window = Window::open(None);
    for resolution in [[0, 0], [1, 1], [1, 300], [u32::MAX, u32::MAX], [1_000_000, 4], [65_535, 65_535]] {
        let mut document = small();
        document.grid.resolution = resolution;
        window.app().session_mut().start_document(document, String::new());
        window.settle();
        window.until("a picture or a message", |app| app.session().stage().frame().is_some() || app.session().problems().error_count() > 0);
        window.frames(3);
        if resolution.iter().any(|side| *side > 100_000) {
            assert!(window.app().session().problems().error_count() > 0, "{resolution:?} is not told");
        }
    }
    window.app().session_mut().start_document(small(), String::new());
    window.until("a picture again", |app| app.session().stage().frame().is_some());
}

#[test]
fn a_lost_device_is_told_and_editing_goes_on() {
    let mut window = Window::open(None);
    window.until("the picture", |app| app.session().stage().frame().is_some());
    window.app().session().gpu().unwrap().device().destroy();
    window.until("the message", |app| app.session().problems().all().iter().any(|problem| problem.to_string().contains("lost")));
    assert!(!window.app().session().stage().is_playing());
    let edit = Edit::AddNode { id: "more".to_owned(), node: Node::new("time") };
    window.app().push(EditorCommand::Edit("Add".to_owned(), edit));
    window.frames(5);
    window.harness.key_press(Key::Space);
    window.frames(5);
    assert!(window.app().session().document().nodes.contains_key("more"));
    let path = window.path("saved.json");
    window.app().session_mut().save_as(path.clone());
    window.until("the save", |_| path.exists());
}

#[test]
fn a_window_of_no_size_lives() {
    let mut window = Window::open(None);
    window.settle();
    for size in [vec2(0.0, 0.0), vec2(1.0, 1.0), vec2(30.0, 900.0), vec2(1280.0, 10.0), vec2(1280.0, 800.0)] {
        window.harness.set_size(size);
        window.frames(4);
    }
    let before = window.app().session().stage().frame();
    window.until("the next frame", |app| app.session().stage().frame() != before);
}
