//! Code, formulas and files.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable;
use wavewright_core::node::Literal;

use super::super::window::Window;
use super::{document, press, showing, steps, value};

fn text(window: &mut Window, node: &str, input: &str) -> String {
    match value(window, node, input) {
        Some(Literal::Text(text)) => text,
        other => panic!("{other:?}"),
    }
}

fn formula(formula: &str) -> Window {
    showing(document(&[("sum", "expression", &[("expression", Literal::Text(formula.to_owned()))])], &[]), &["sum"])
}

/// Types at the end of a field.
fn type_into(window: &mut Window, name: &str, words: &str) {
    window.harness.get_by_role_and_label(Role::MultilineTextInput, name).focus();
    window.frames(2);
    window.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.frames(1);
    window.harness.event(Event::Text(words.to_owned()));
    window.frames(2);
}

#[test]
fn a_formula_that_can_be_read_is_told_at_once() {
    let mut window = formula("a");
    type_into(&mut window, "expression", "sin(a) * b");
    assert_eq!(text(&mut window, "sum", "expression"), "sin(a) * b");
    // Its names are inputs.
    assert!(window.harness.query_by_role_and_label(Role::SpinButton, "b").is_some());
    // Enter is the end of a formula.
    press(&mut window, Key::Enter);
    assert!(!window.harness.get_by_role_and_label(Role::MultilineTextInput, "expression").is_focused());
    assert_eq!((text(&mut window, "sum", "expression").as_str(), steps(&mut window)), ("sin(a) * b", 1));
}

#[test]
fn what_is_wrong_is_told_at_its_line_and_the_last_good_text_runs_on() {
    let mut window = formula("a");
    type_into(&mut window, "expression", "sin(a)\n* nonsense(b)");
    assert!(window.harness.query_by_label_contains("line 2: ").is_some());
    assert_eq!(text(&mut window, "sum", "expression"), "a", "half a word is not told");
    // A pause tells it all the same, so that nothing is lost.
    window.frames(70);
    assert_eq!(text(&mut window, "sum", "expression"), "sin(a)\n* nonsense(b)");
    assert!(window.harness.query_by_label_contains("line 2: ").is_some());
    type_into(&mut window, "expression", "a + 1.0");
    assert_eq!(text(&mut window, "sum", "expression"), "a + 1.0");
    assert!(window.harness.query_by_label_contains("line 2: ").is_none());
}

#[test]
fn broken_text_is_kept_when_something_else_is_selected() {
    let mut window = formula("a");
    type_into(&mut window, "expression", "sin(");
    super::select(&mut window, &[]);
    window.frames(3);
    assert_eq!(text(&mut window, "sum", "expression"), "sin(");
}

#[test]
fn code_keeps_its_keys_and_can_be_mended() {
    let code = "fn twice(a: f32) -> f32 {\n    return 2.0 * a;\n}";
    let mut window = showing(document(&[("own", "code", &[("code", Literal::Text("fn broken(".to_owned()))])], &[]), &["own"]);
    // The field is there although the code can't be read.
    type_into(&mut window, "code", code);
    assert_eq!(text(&mut window, "own", "code"), code);
    window.harness.event(Event::Text(" ".to_owned()));
    press(&mut window, Key::Delete);
    press(&mut window, Key::Space);
    assert_eq!(window.app().session().document().nodes.len(), 1, "the node is not deleted");
    assert!(!window.app().session().stage().is_playing());
    // Its argument is an input, which needs a value or a wire.
    assert!(window.harness.query_by_role_and_label(Role::Button, "a").is_some());
}

#[test]
fn a_path_is_told_when_it_is_whole() {
    let mut window = showing(document(&[("photo", "image", &[])], &[]), &["photo"]);
    window.harness.get_by_role_and_label(Role::TextInput, "path").focus();
    window.frames(2);
    window.harness.event(Event::Text("missing.png".to_owned()));
    window.frames(2);
    assert_eq!(value(&mut window, "photo", "path"), None);
    press(&mut window, Key::Enter);
    assert_eq!(text(&mut window, "photo", "path"), "missing.png");
    assert_eq!(steps(&mut window), 1);
    assert!(window.harness.query_by_label_contains("Save the document first").is_some());
}

#[test]
fn a_picture_is_shown_with_its_size() {
    let mut window = showing(document(&[("photo", "image", &[])], &[]), &["photo"]);
    let path = window.path("stripes.png");
    image::RgbImage::from_fn(40, 20, |x, _| image::Rgb([(x * 6) as u8; 3])).save(&path).unwrap();
    let literal = Literal::Text(path.display().to_string());
    let edit = wavewright_core::graph::Edit::SetInput { node: "photo".into(), input: "path".into(), value: Some(literal) };
    window.app().session_mut().perform("Choose file", edit).unwrap();
    for _ in 0..200 {
        window.frames(1);
        if window.harness.query_by_label_contains("40 \u{d7} 20").is_some() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the picture's size is not shown");
}
