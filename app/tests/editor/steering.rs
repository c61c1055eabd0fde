//! Cameras, walked round in the viewport.

use egui::accesskit::Role;
use egui::{Event, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use wavewright_core::graph::{Document, Node, PortRef};
use wavewright_core::node::Literal;

use super::editing::json;
use super::running::numbers;
use super::window::Window;

/// A drag with the right button, in a few moves.
fn turn(window: &mut Window, from: Pos2, points: f32) {
    let press = |pressed, pos| Event::PointerButton { pos, button: PointerButton::Secondary, pressed, modifiers: Modifiers::NONE };
    window.harness.hover_at(from);
    window.frames(1);
    window.harness.event(press(true, from));
    window.frames(1);
    for part in [0.25, 0.5, 0.75, 1.0] {
        window.harness.hover_at(from + vec2(points * part, 0.0));
        window.frames(1);
    }
    window.harness.event(press(false, from + vec2(points, 0.0)));
    window.frames(2);
}

/// Walks round what is looked at and sees another side; returns whether the document is as before.
fn walk_round(document: Document, output: &str) -> bool {
    let mut window = Window::open(None);
    window.app().session_mut().start_document(document, String::new());
    window.frames(2);
    window.app().session_mut().look(|looks| looks.viewed = Some(PortRef::try_from(output.to_owned()).unwrap()));
    window.until("the picture", |app| app.session().stage().picture(output).is_some());
    window.app().session_mut().stage_mut().set_playing(false);
    window.settle();
    let before = (json(&mut window), numbers(&mut window, output));
    let at = window.harness.get_by_role(Role::Image).rect().center();
    turn(&mut window, at, 90.0);
    // The picture comes from another thread.
    let sees_another_side = (0..60).any(|_| {
        window.frames(2);
        let seen = numbers(&mut window, output);
        let changed = seen.values.iter().zip(&before.1.values).filter(|(one, other)| (*one - *other).abs() > 0.01).count();
        changed > seen.values.len() / 50
    });
    assert!(sees_another_side);
    json(&mut window) == before.0
}

fn slab() -> Document {
    let mut document = Document::default();
    document.grid.resolution = [32, 32];
    let mut node = Node::new("shattered_plane");
    node.inputs.insert("size".to_owned(), Literal::Vector(vec![7.0, 4.0]));
    document.nodes.insert("slab".to_owned(), node);
    document
}

#[test]
fn what_is_no_picture_is_walked_round_and_the_document_stays() {
    assert!(walk_round(slab(), "slab.mesh"));
}

#[test]
fn a_scene_of_a_document_with_a_camera_is_looked_at_from_elsewhere() {
    // The document's own camera is led by a wire: whoever looks is free all the same.
    let mut document = slab();
    for (id, kind) in [("draw", "draw_mesh"), ("view", "render"), ("clock", "time")] {
        document.nodes.insert(id.to_owned(), Node::new(kind));
    }
    let port = |text: &str| PortRef::try_from(text.to_owned()).unwrap();
    for (from, to) in [("slab.mesh", "draw.mesh"), ("draw.scene", "view.scene"), ("clock.seconds", "view.heading")] {
        document.links.push(wavewright_core::graph::Link::new(port(from), port(to)));
    }
    assert!(walk_round(document.clone(), "draw.scene"));
    document.links.pop();
    assert!(!walk_round(document, "view.picture"), "the camera of the document's own picture is turned");
}

#[test]
fn edges_of_a_mesh_that_is_looked_at_are_shown_and_the_document_stays() {
    let mut window = Window::open(None);
    window.app().session_mut().start_document(slab(), String::new());
    window.frames(2);
    window.app().session_mut().look(|looks| looks.viewed = Some(PortRef::try_from("slab.mesh".to_owned()).unwrap()));
    window.until("the picture", |app| app.session().stage().picture("slab.mesh").is_some());
    window.app().session_mut().stage_mut().set_playing(false);
    window.settle();
    let before = (json(&mut window), numbers(&mut window, "slab.mesh").values);
    // Edges are dark on this bright slab: how many texels are no more what they were.
    let changed = |window: &mut Window| {
        let seen = numbers(window, "slab.mesh").values;
        seen.iter().zip(&before.1).filter(|(one, other)| (*one - *other).abs() > 0.1).count()
    };
    let toggle = |window: &mut Window| {
        window.harness.get_by_label("Edges of its triangles").click();
        window.frames(2);
    };
    toggle(&mut window);
    assert!((0..60).any(|_| {
        window.frames(2);
        changed(&mut window) > before.1.len() / 200
    }));
    toggle(&mut window);
    assert!((0..60).any(|_| {
        window.frames(2);
        changed(&mut window) == 0
    }));
    assert_eq!(json(&mut window), before.0);
    window.app().session_mut().look(|looks| looks.viewed = None);
    window.frames(4);
    assert!(window.harness.query_by_label("Edges of its triangles").is_none(), "no switch without a mesh");
}
