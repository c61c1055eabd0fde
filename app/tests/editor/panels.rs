//! The panels around the canvas: library, examples, problems, generated code.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, Pos2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use wavewright::editor::action::Action;
use wavewright::editor::command::EditorCommand;
use wavewright::editor::panels::PanelKind;
use wavewright_core::graph::{Document, Edit, Node};
use wavewright_core::node::Literal;

use super::window::Window;

fn show(window: &mut Window, panel: PanelKind) {
    window.app().push(EditorCommand::Do(Action::Panel(panel)));
    window.frames(3);
}

fn type_into(window: &mut Window, field: &str, text: &str) {
    window.harness.get_by_label(field).focus();
    window.frames(2);
    window.harness.event(Event::Text(text.to_owned()));
    window.frames(2);
}

fn centre(window: &Window, role: Role, label: &str) -> Pos2 {
    window.harness.get_by_role_and_label(role, label).rect().center()
}

fn has(window: &Window, role: Role, label: &str) -> bool {
    window.harness.query_all_by_role_and_label(role, label).next().is_some()
}

/// How many nodes of this kind the document has.
fn count(window: &mut Window, kind: &str) -> usize {
    window.app().session().document().nodes.values().filter(|node| node.kind == kind).count()
}

fn empty() -> Window {
    let mut window = Window::open(None);
    window.app().session_mut().start_document(Document::default(), String::new());
    window.frames(3);
    window
}

fn click_twice(window: &mut Window, pos: Pos2) {
    window.harness.hover_at(pos);
    window.frames(1);
    for _ in 0..2 {
        window.harness.drag_at(pos);
        window.frames(1);
        window.harness.drop_at(pos);
        window.frames(1);
    }
    window.frames(2);
}

#[test]
fn the_library_finds_nodes_by_what_they_do_and_enter_adds_one() {
    let mut window = empty();
    type_into(&mut window, "Search the library", "smoke");
    assert!(has(&window, Role::ListItem, "Advect"));
    assert!(!has(&window, Role::ListItem, "Sine"));
    window.harness.key_press(Key::Enter);
    window.frames(3);
    assert_eq!(count(&mut window, "advect"), 1);
    // The second of what was found.
    window.harness.get_by_label("Search the library").focus();
    window.frames(2);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    type_into(&mut window, "Search the library", "wave");
    let second = find_titles(&window)[1].clone();
    window.harness.key_press(Key::ArrowDown);
    window.frames(2);
    window.harness.key_press(Key::Enter);
    window.frames(3);
    let titles: Vec<String> = {
        let session = window.app().session();
        let kinds = session.document().nodes.values();
        kinds.map(|node| session.catalog().get(&node.kind).unwrap().title.clone()).collect()
    };
    assert_eq!(titles, ["Advect".to_owned(), second]);
}

fn find_titles(window: &Window) -> Vec<String> {
    let rows = window.harness.query_all_by_role(Role::ListItem);
    let mut rows: Vec<(f32, String)> = rows.map(|row| (row.rect().top(), row.accesskit_node().label().unwrap_or_default())).collect();
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    rows.into_iter().map(|(_, title)| title).collect()
}

#[test]
fn a_family_folds_and_a_double_click_adds() {
    let mut window = empty();
    assert!(has(&window, Role::ListItem, "Time"));
    let row = centre(&window, Role::ListItem, "Time");
    click_twice(&mut window, row);
    assert_eq!(count(&mut window, "time"), 1);
    window.harness.get_by_role_and_label(Role::Button, "Input").click();
    window.frames(3);
    assert!(!has(&window, Role::ListItem, "Time"));
    window.harness.get_by_role_and_label(Role::Button, "Input").click();
    window.frames(3);
    assert!(has(&window, Role::ListItem, "Time"));
}

#[test]
fn a_node_is_dragged_from_the_library_onto_the_canvas() {
    let mut window = empty();
    let (from, to) = (centre(&window, Role::ListItem, "Time"), window.harness.get_by_label("Node graph, 0 nodes").rect().center());
    window.harness.hover_at(from);
    window.frames(1);
    window.harness.drag_at(from);
    window.frames(1);
    for step in 1..=8 {
        window.harness.hover_at(from + (to - from) * (step as f32 / 8.0));
        window.frames(1);
    }
    window.harness.drop_at(to);
    window.frames(3);
    assert_eq!(count(&mut window, "time"), 1);
    let place = window.app().session().document().nodes["time"].position;
    let wanted = window.app().graph_mut().state().canvas_position(to).unwrap();
    assert!((place[0] as f32 - wanted.x).abs() < 9.0 && (place[1] as f32 - wanted.y).abs() < 9.0, "{place:?}, not {wanted:?}");
}

#[test]
fn nodes_of_the_artist_have_a_family_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let text = "//! Light around a point.\n//! @category Colour\n\n/// How bright. @output brightness\nfn halo(\n    /// The middle. \
                @default 0\n    middle: f32,\n) -> f32 {\n    return middle;\n}\n";
    std::fs::write(folder.path().join("halo.wgsl"), text).unwrap();
    let mut window = Window::open_with_nodes(folder.path());
    window.frames(3);
    assert!(has(&window, Role::Button, "Your nodes"));
    // Once among the artist's own, at the top; once more in its family.
    let place = window.harness.query_all_by_role_and_label(Role::ListItem, "Halo").map(|row| row.rect().top()).fold(f32::MAX, f32::min);
    assert!(place < centre(&window, Role::Button, "Input").y);
}

#[test]
fn an_example_opens_and_asks_before_changes_are_lost() {
    let mut window = Window::open(None);
    show(&mut window, PanelKind::Examples);
    let edit = Edit::AddNode { id: "mine".to_owned(), node: Node::new("time") };
    window.app().push(EditorCommand::Edit("Add".to_owned(), edit));
    window.frames(2);
    let example = |window: &mut Window| {
        let cards = window.harness.query_all_by_role_and_label(Role::Button, "Example Rain");
        // The card may be below what is seen of the gallery.
        cards.max_by(|one, other| one.rect().height().total_cmp(&other.rect().height())).unwrap().click_accesskit();
        window.frames(3);
    };
    example(&mut window);
    assert!(window.app().session().document().nodes.contains_key("mine"), "the example came without a question");
    window.harness.get_by_label("Don't save").click();
    window.frames(3);
    assert_eq!(window.app().session().file().name(), "Rain");
    assert!(!window.app().session().document().nodes.contains_key("mine"));
}

/// A document with an unknown node and an unknown input value.
fn broken() -> Window {
    let mut window = empty();
    let mut document = Document::default();
    document.nodes.insert("lost".to_owned(), Node { position: [900.0, 700.0], ..Node::new("no_such_kind") });
    document.nodes.insert("shown".to_owned(), Node::new("output"));
    let mut sine = Node::new("sine");
    sine.inputs.insert("no_such_input".to_owned(), Literal::Number(1.0));
    document.nodes.insert("sine".to_owned(), sine);
    window.app().session_mut().start_document(document, "broken".to_owned());
    window.settle();
    show(&mut window, PanelKind::Problems);
    window
}

#[test]
fn a_problem_names_its_node_and_a_click_shows_it() {
    let mut window = broken();
    let problems: Vec<String> = window.app().session().problems().all().iter().map(ToString::to_string).collect();
    assert!(problems.len() >= 2, "{problems:?}");
    let row = window.harness.query_all_by_role(Role::ListItem).find(|row| {
        let label = row.accesskit_node().label().unwrap_or_default();
        label.starts_with("error: no_such_kind")
    });
    row.unwrap().click();
    window.frames(30);
    assert!(window.app().graph_mut().state().selection.nodes.contains(&"lost".into()));
    // In the middle of the canvas.
    let view = window.app().graph_mut().state().view.unwrap();
    assert!((view.centre.x - 960.0).abs() < 120.0, "{view:?}");
}

#[test]
fn problems_are_filtered_and_copied() {
    let mut window = broken();
    let rows = |window: &Window| {
        let rows = window.harness.query_all_by_role(Role::ListItem);
        rows.filter(|row| row.accesskit_node().label().is_some_and(|label| label.starts_with("error: "))).count()
    };
    let errors = window.app().session().problems().error_count();
    assert!(errors > 0 && rows(&window) == errors, "{errors}, {}", rows(&window));
    let name = if errors == 1 { "Show 1 error".to_owned() } else { format!("Show {errors} errors") };
    window.harness.get_by_label(&name).click();
    window.frames(3);
    assert_eq!(rows(&window), 0);
    window.harness.get_by_label("Copy all problems as text").click();
    let copied = window.copied().expect("nothing was copied");
    let all: Vec<String> = window.app().session().problems().all().iter().map(ToString::to_string).collect();
    assert_eq!(copied, all.join("\n"));
}

#[test]
fn where_nothing_is_wrong_the_problems_say_so() {
    let mut window = Window::open(None);
    window.settle();
    show(&mut window, PanelKind::Problems);
    assert!(window.harness.query_by_label("All is well").is_some());
    assert!(window.harness.query_all_by_label("Problems").next().is_some(), "the tab counts nothing");
    let edit = Edit::AddNode { id: "lost".to_owned(), node: Node::new("no_such_kind") };
    window.app().push(EditorCommand::Edit("Add".to_owned(), edit));
    window.settle();
    window.frames(2);
    let count = window.app().session().problems().all().len();
    assert!(window.harness.query_by_label(&format!("Problems{count}")).is_some(), "{count} are not on the tab");
}

#[test]
fn a_broken_node_says_why_under_the_pointer() {
    let mut window = broken();
    window.app().push(EditorCommand::Reveal("lost".to_owned()));
    window.frames(30);
    let node = window.harness.query_all_by_label_contains("no_such_kind").find(|node| node.accesskit_node().role() != Role::ListItem);
    let title = node.unwrap().rect();
    window.harness.hover_at(title.left_top() + vec2(30.0, 8.0));
    window.frames(60);
    let words = window.app().session().problems().of_node("lost").next().unwrap().message.clone();
    assert!(window.harness.query_all_by_label_contains(&words).any(|node| node.accesskit_node().role() == Role::Label), "{words}");
}

#[test]
fn code_of_the_effect_of_a_node_and_of_a_pass() {
    let mut window = Window::open(None);
    window.settle();
    show(&mut window, PanelKind::Code);
    let wgsl = window.app().session().stage().effect().unwrap().wgsl.clone();
    let copy = |window: &mut Window| {
        window.harness.get_by_label("Copy this code").click();
        window.copied().expect("nothing was copied")
    };
    let all = copy(&mut window);
    assert_eq!(all.trim_end(), wgsl.trim_end());
    // Big texts stay fast: of thousands of lines only those that are seen are laid out.
    let first = wgsl.lines().find(|line| !line.trim().is_empty()).unwrap();
    assert!(window.harness.query_all_by_label(first).next().is_some(), "{first}");
    assert!(wgsl.lines().count() > 200);
    let labels = window.harness.query_all_by_role(Role::Label).count();
    assert!(labels < 150, "{labels} lines are laid out");

    window.app().graph_mut().state_mut().select_nodes(["pressure".into()]);
    window.harness.get_by_label("Selected node").click();
    window.frames(3);
    let of_node = copy(&mut window);
    assert!(of_node.len() < all.len() && of_node.contains("pressure"), "{of_node}");
    let kernel = window.app().session().stage().effect().unwrap().manifest.kernels[0].entry.clone();
    window.harness.get_by_label("Pass").click();
    window.frames(3);
    window.harness.get_by_role_and_label(Role::Button, &kernel).click();
    window.frames(3);
    let of_pass = copy(&mut window);
    assert!(of_pass.contains(&format!("fn {kernel}(")), "{of_pass}");
    assert_eq!(of_pass.matches("@compute").count(), 1);
}

#[test]
fn words_are_found_in_the_code_one_after_the_other() {
    let mut window = Window::open(None);
    window.settle();
    show(&mut window, PanelKind::Code);
    let line = window.app().session().stage().effect().unwrap().wgsl.lines().next().unwrap().to_owned();
    let over = window.harness.query_all_by_label(&line).next().unwrap().rect().left_center() + vec2(20.0, 0.0);
    window.harness.hover_at(over);
    window.frames(2);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::F);
    window.frames(3);
    window.harness.event(Event::Text("@compute".to_owned()));
    window.frames(3);
    let count = window.app().session().stage().effect().unwrap().manifest.kernels.len();
    assert!(window.harness.query_by_label(&format!("1 of {count}")).is_some());
    window.harness.key_press(Key::Enter);
    window.frames(3);
    assert!(window.harness.query_by_label(&format!("2 of {count}")).is_some());
    for _ in 0..2 {
        window.harness.key_press_modifiers(Modifiers::SHIFT, Key::Enter);
        window.frames(3);
    }
    assert!(window.harness.query_by_label(&format!("{count} of {count}")).is_some(), "the one before the first is the last");
}
