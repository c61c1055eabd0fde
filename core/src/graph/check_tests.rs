//! A name that isn't known, a wire that doesn't fit, a circle: each is told on its node and port, with what to do.

use serde_json::{Value, json};

use super::*;
use crate::graph::file::parse;
use crate::node::Catalog;

const BLEND: &str = "//! Bends between two values.
//! @category Maths

/// Any of these. @any number vec2 vec3 colour
alias Value = vec4f;

/// The blend. @output result
fn blend(
    /// One. @default 0
    a: Value,
    /// The other. @default 1
    b: Value,
    /// How far. @default 0.5
    factor: f32,
) -> Value {
    return mix(a, b, factor);
}
";

const DELAY: &str = "//! The value of the step before.
//! @category Maths
//! @native feedback

/// Any of these. @any number vec2 vec3 colour
alias Value = vec4f;

/// The value of the step before. @output result
fn delay(
    /// This step's. @default 0
    value: Value,
) -> Value {
    return value;
}
";

const ARROW: &str = "//! A direction.
//! @category Maths

/// The direction. @output result
fn arrow(
    /// Its length. @default 1
    length: f32,
) -> vec2f {
    return vec2f(length, 0.0);
}
";

const TINT: &str = "//! A colour with every kind of port.
//! @category Colour

/// The colour. @output result
fn tint(
    /// Its colour. @default 1 1 1 1
    base: vec4f,
    /// Its style. @default soft @choice soft hard
    style: u32,
    /// Whether it is on. @default on
    enabled: bool,
    /// How often. @default 2 @setting
    count: u32,
    /// Which. @default 0
    index: u32,
) -> vec4f {
    return select(vec4f(), base, enabled) * f32(style + count + index);
}
";

const SEA: &str = "//! A sum of waves.
//! @category Waves
//! @import lists

/// The waves. @read list
fn waves(index: u32) -> Wave {
    return Wave();
}

/// @count waves
fn waves_count() -> u32 {
    return 0u;
}

/// The height. @output result
fn sea(
    /// Where. @context position
    position: vec2f,
) -> f32 {
    return position.x + waves(waves_count()).amplitude;
}
";

/// A small library.
fn library() -> Catalog {
    let files = [("blend", BLEND), ("delay", DELAY), ("arrow", ARROW), ("tint", TINT), ("sea", SEA)];
    let (catalog, problems) = Catalog::from_files(files.iter().map(|(kind, text)| (format!("{kind}.wgsl"), (*text).to_owned())));
    assert_eq!(problems, []);
    catalog
}

/// Messages about a document of these fields.
fn problems_of(mut fields: Value) -> Vec<String> {
    fields["format"] = "wavewright".into();
    fields["version"] = 1.into();
    let loaded = parse(&fields.to_string(), "test.json").unwrap();
    check(&loaded.document, &library()).iter().map(ToString::to_string).collect()
}

/// Messages about these nodes, `id: kind`, and links, `from > to`.
fn problems(nodes: &[&str], links: &[&str]) -> Vec<String> {
    let nodes: serde_json::Map<_, _> = nodes
        .iter()
        .map(|node| {
            let (id, kind) = node.split_once(": ").unwrap();
            (id.to_owned(), json!({ "kind": kind }))
        })
        .collect();
    problems_of(json!({ "nodes": nodes, "links": links_of(links) }))
}

fn links_of(links: &[&str]) -> Value {
    let ends = links.iter().map(|link| link.split_once(" > ").unwrap());
    ends.map(|(from, to)| json!({ "from": from, "to": to })).collect()
}

/// The message about `tint` with an input set to `value`.
fn problem_of_value(kind: &str, input: &str, value: &Value) -> String {
    problems_of(json!({ "nodes": { "n": { "kind": kind, "inputs": { input: value } } } })).join("\n")
}

#[test]
fn a_sound_graph_has_no_problems() {
    let nodes = ["a: arrow", "b: blend", "c: tint", "d: delay"];
    assert_eq!(problems(&nodes, &["a.result > b.a", "b.result > d.value", "d.result > b.b", "a.result > a_2.length"][..3]), [""; 0]);
}

#[test]
fn names_that_are_not_known_come_with_the_nearest() {
    assert_eq!(problems(&["a: blnd"], &[]), ["error: a: no node is called `blnd` (did you mean `blend`?)"]);
    assert_eq!(
        problems(&["a: arrow", "b: blend"], &["a.result > b.facto"]),
        ["error: b.facto: there is no input \"facto\" on \"blend\" (did you mean `factor`?)"]
    );
    assert_eq!(
        problems(&["a: arrow", "b: blend"], &["a.direction > b.a"]),
        ["error: a.direction: there is no output \"direction\" on \"arrow\" (use one of result)"]
    );
    assert_eq!(
        problem_of_value("tint", "bas", &json!(1)),
        "warning: n.bas: there is no input \"bas\" on \"tint\"; its value does nothing (did you mean `base`?)"
    );
}

#[test]
fn links_of_a_broken_node_are_not_told_again() {
    assert_eq!(problems(&["a: unheard", "b: blend"], &["a.x > b.a", "b.result > a.y"]).len(), 1);
}

#[test]
fn links_to_nowhere_are_told_where_there_is_a_node() {
    let message = "the wire goes to gone.result, but there is no node \"gone\" (connect it again or remove it)";
    assert_eq!(problems(&["b: blend"], &["gone.result > b.a"]), [format!("warning: b.a: {message}")]);
    assert_eq!(problems(&["b: blend"], &["gone.x > lost.y"]).len(), 2);
}

#[test]
fn a_wire_that_does_not_fit_is_told_in_words() {
    assert_eq!(
        problems(&["a: arrow", "s: sea"], &["a.result > s.waves"]),
        ["error: s.waves: a vec2 can't go into waves (the wire comes from a.result)"]
    );
    assert_eq!(
        problems(&["c: tint", "a: arrow"], &["c.result > a.length"]),
        ["error: a.length: a colour can't go into a number (the wire comes from c.result)"]
    );
}

#[test]
fn a_generic_is_the_widest_that_is_linked_or_set() {
    // The blend of a number and a vec2 is a vec2, which a number's input refuses.
    let chain = ["a: arrow", "b: blend", "c: blend", "d: arrow"];
    assert_eq!(
        problems(&chain, &["a.result > b.a", "b.result > c.b", "c.result > d.length"]),
        ["error: d.length: a vec2 can't go into a number (the wire comes from c.result)"]
    );
    assert_eq!(problems(&chain, &["b.result > c.b", "c.result > d.length"]), [""; 0]);
    // Through feedback too, whichever node stands first.
    let circle = ["d: delay", "b: blend", "a: arrow", "e: arrow"];
    assert_eq!(
        problems(&circle, &["d.result > b.a", "b.result > d.value", "a.result > b.b", "d.result > e.length"]),
        ["error: e.length: a vec2 can't go into a number (the wire comes from d.result)"]
    );
    let set = json!({
        "nodes": { "b": { "kind": "blend", "inputs": { "a": [1, 2, 3] } }, "d": { "kind": "arrow" } },
        "links": links_of(&["b.result > d.length"]),
    });
    assert_eq!(problems_of(set), ["error: d.length: a vec3 can't go into a number (the wire comes from b.result)"]);
    // A vec2 does not widen to the colour that it is mixed with.
    assert_eq!(
        problems(&["a: arrow", "t: tint", "b: blend"], &["a.result > b.a", "t.result > b.b"]),
        ["error: b.a: a vec2 can't go into a colour (the wire comes from a.result)"]
    );
}

#[test]
fn choices_switches_and_settings_take_no_wire() {
    for (port, what) in [("style", "a choice"), ("enabled", "a switch"), ("count", "a setting")] {
        assert_eq!(
            problems(&["a: sea", "t: tint"], &[&format!("a.result > t.{port}")])[0],
            format!("error: t.{port}: {what} can't be linked (remove the wire and set it on the node)")
        );
    }
}

#[test]
fn a_list_without_a_default_must_be_linked() {
    let message = "error: s.waves: waves must be linked here (drag a wire from a node that makes such a list)";
    assert_eq!(problems(&["s: sea"], &[]), [message]);
    let muted = json!({ "nodes": { "s": { "kind": "sea", "muted": true } } });
    assert_eq!(problems_of(muted), [""; 0]);
}

#[test]
fn values_of_a_wrong_shape_are_told_with_the_right_one() {
    for (input, value, expected) in [
        ("base", json!([1, 2]), "error: n.base: a vector of 2 can't be set here; it takes 3 or 4 numbers"),
        ("base", json!("red"), "error: n.base: text can't be set here; it takes 3 or 4 numbers"),
        ("style", json!("sof"), "error: n.style: \"sof\" is not a choice here (did you mean `soft`?)"),
        ("style", json!(1), "error: n.style: 1 can't be set here; it takes one of soft, hard"),
        ("enabled", json!(1), "error: n.enabled: 1 can't be set here; it takes true or false"),
        ("index", json!(-1), "error: n.index: -1 can't be set here; it takes a whole number from 0"),
        ("index", json!(1.25), "warning: n.index: 1.25 is rounded to 1: only whole numbers work here"),
        ("index", json!([1, 2]), "error: n.index: a vector of 2 can't be set here; it takes a whole number"),
        ("base", json!(0.5), ""),
        ("base", json!([1, 1, 1]), ""),
        ("style", json!("hard"), ""),
        ("enabled", json!(false), ""),
    ] {
        assert_eq!(problem_of_value("tint", input, &value), expected);
    }
    assert_eq!(
        problem_of_value("blend", "a", &json!([1, 2, 3, 4, 5])),
        "error: n.a: a vector of 5 can't be set here; it takes a number, a vec2, a vec3 or a colour"
    );
    let columns = "it takes rows of 4 numbers (wavelength, amplitude, direction, stiffness)";
    assert!(problem_of_value("sea", "waves", &json!([[1, 2]])).ends_with(columns));
    assert_eq!(problem_of_value("sea", "waves", &json!([])), "");
}

#[test]
fn a_circle_without_feedback_names_its_nodes_in_order() {
    let links = ["a.result > b.a", "b.result > c.a", "c.result > a.a", "c.result > d.a"];
    assert_eq!(
        problems(&["d: blend", "a: blend", "b: blend", "c: blend"], &links),
        ["error: a: the wires go in a circle: a -> b -> c -> a (put a feedback node into it: it gives the last step's value)"]
    );
    assert_eq!(
        problems(&["d: blend", "a: blend", "b: delay", "c: blend"], &["a.result > b.value", "b.result > c.a", "c.result > a.a"]),
        [""; 0]
    );
    let muted = json!({
        "nodes": { "a": { "kind": "blend" }, "b": { "kind": "delay", "muted": true } },
        "links": links_of(&["a.result > b.value", "b.result > a.a"]),
    });
    assert_eq!(problems_of(muted).len(), 1, "a muted feedback passes its input on at once");
}

#[test]
fn groups_are_checked_by_their_ports() {
    let group = json!({
        "nodes": {
            "height": { "kind": "group_input" }, "shade": { "kind": "group_output" },
            "b": { "kind": "blend", "inputs": { "a": "text" } },
        },
        "links": links_of(&["height.value > b.b", "b.result > shade.value", "height.other > b.factor"]),
    });
    let document = json!({
        "nodes": { "a": { "kind": "arrow" }, "g": { "kind": "group:sand" }, "h": { "kind": "group:snd" }, "i": { "kind": "group_input" } },
        "links": links_of(&["a.result > g.height", "g.shade > a.length", "a.result > g.hight"]),
        "groups": { "sand": group, "self": { "nodes": { "s": { "kind": "group:self" } } } },
    });
    assert_eq!(
        problems_of(document),
        [
            "error: h: there is no group \"snd\" (did you mean `sand`?)",
            "error: i: \"group_input\" only works in a group (it is a port of a group: remove it here)",
            "error: g.hight: there is no input \"hight\" on the group \"sand\" (did you mean `height`?)",
            "error: sand/height.other: there is no output \"other\" on \"group_input\" (use one of value)",
            "error: sand/b.a: text can't be set here; it takes a number, a vec2, a vec3 or a colour",
            "error: the group \"self\" contains itself (take the node that stands for it out of it)",
        ]
    );
}

#[test]
fn keyframes_of_what_is_not_there_are_told() {
    let keyframes = json!([{ "frame": 0, "value": [1, 2] }]);
    let document = json!({
        "nodes": { "a": { "kind": "arrow" } },
        "timeline": { "keyframes": { "a.length": keyframes, "a.width": [], "gone.x": [], "nowhere/a.length": [] } },
    });
    assert_eq!(
        problems_of(document),
        [
            "error: a.length: a vector of 2 can't be set here; it takes a number",
            "warning: a.width: keyframes of an input that is not there do nothing",
            "warning: gone.x: keyframes of a node that is not there do nothing",
            "warning: nowhere/a.length: keyframes of a node that is not there do nothing",
        ]
    );
}

#[test]
fn ten_thousand_nodes_in_a_chain_are_checked_at_once() {
    let ids: Vec<String> = (0..10_000).map(|index| format!("n{index}")).collect();
    let nodes: Vec<String> = ids.iter().map(|id| format!("{id}: blend")).collect();
    let links: Vec<String> = ids
        .windows(2)
        .flat_map(|pair| [format!("{}.result > {}.a", pair[0], pair[1]), format!("{}.result > {}.b", pair[0], pair[1])])
        .collect();
    let (nodes, links): (Vec<&str>, Vec<&str>) = (nodes.iter().map(String::as_str).collect(), links.iter().map(String::as_str).collect());
    let start = std::time::Instant::now();
    assert_eq!(problems(&nodes, &links), [""; 0]);
    // A walk of every path would never end: there are 2^10000. The bound is generous for a loaded machine.
    assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
}
