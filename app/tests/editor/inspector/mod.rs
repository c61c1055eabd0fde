//! The inspector, by pointer and keys: every kind of field edits the document, one step for a gesture.

mod fields;
mod gallery;
mod lists;
mod nodes;
mod text;

use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Event, Key, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use wavewright_core::graph::{Document, Link, Node, PortRef};
use wavewright_core::node::Literal;

use super::window::Window;

/// A node of a document: id, kind, and the inputs that are set.
type Row<'a> = (&'a str, &'a str, &'a [(&'a str, Literal)]);

fn number(number: f64) -> Literal {
    Literal::Number(number)
}

/// A document of these nodes and links; each link is `node.port` and `node.port`.
fn document(nodes: &[Row<'_>], links: &[(&str, &str)]) -> Document {
    let mut document = Document::default();
    document.grid.resolution = [32, 32];
    for (place, (id, kind, inputs)) in nodes.iter().enumerate() {
        let mut node = Node::new(*kind);
        node.position = [260.0 * place as f64, 0.0];
        node.inputs = inputs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        document.nodes.insert((*id).to_owned(), node);
    }
    let port = |text: &str| PortRef::try_from(text.to_owned()).unwrap();
    document.links = links.iter().map(|(from, to)| Link::new(port(from), port(to))).collect();
    document
}

/// A window on a document, paused, with these nodes selected. It is tall, so that nothing must be scrolled to.
fn showing(document: Document, selected: &[&str]) -> Window {
    let mut window = Window::open_in(Arc::new(tempfile::tempdir().unwrap()), None, vec2(1280.0, 1500.0));
    window.app().session_mut().start_document(document, String::new());
    window.frames(2);
    window.app().session_mut().stage_mut().set_playing(false);
    select(&mut window, selected);
    window
}

fn select(window: &mut Window, nodes: &[&str]) {
    window.app().graph_mut().state_mut().select_nodes(nodes.iter().map(|id| (*id).into()));
    window.frames(3);
}

fn value(window: &mut Window, node: &str, input: &str) -> Option<Literal> {
    window.app().session().document().nodes[node].inputs.get(input).cloned()
}

fn steps(window: &mut Window) -> usize {
    window.app().session().history().position()
}

/// Where the field of a number is.
fn number_field(window: &Window, name: &str) -> Pos2 {
    window.harness.get_by_role_and_label(Role::SpinButton, name).rect().center()
}

fn click(window: &mut Window, at: Pos2) {
    window.harness.hover_at(at);
    window.harness.drag_at(at);
    window.frames(1);
    window.harness.drop_at(at);
    window.frames(2);
}

fn double_click(window: &mut Window, at: Pos2) {
    // Long after the last click, or egui counts a third one.
    window.frames(30);
    window.harness.hover_at(at);
    window.harness.drag_at(at);
    window.harness.drop_at(at);
    window.harness.drag_at(at);
    window.harness.drop_at(at);
    window.frames(3);
}

/// Double-clicks a number, types over it and presses Enter.
fn type_number(window: &mut Window, name: &str, text: &str) {
    let at = number_field(window, name);
    double_click(window, at);
    window.harness.event(Event::Text(text.to_owned()));
    window.frames(1);
    window.harness.key_press(Key::Enter);
    window.frames(3);
}

fn press(window: &mut Window, key: Key) {
    window.harness.key_press(key);
    window.frames(2);
}

fn button(window: &mut Window, name: &str) {
    let at = window.harness.get_by_role_and_label(Role::Button, name).rect().center();
    click(window, at);
}
