//! Nodes into a group and out again: the graph means the same.

use serde_json::json;

use super::*;
use crate::graph::edit::{EditError, apply};
use crate::graph::file::{parse, to_json};
use crate::graph::{Edit, Group, Link, Node, PortRef};
use crate::node::Literal;

/// `noise -> advect -> blur -> show`, and noise also straight into blur.
fn document() -> Document {
    let text = json!({
        "format": "wavewright", "version": 1,
        "nodes": {
            "noise": { "kind": "noise", "position": [0, 0] },
            "advect": { "kind": "advect", "position": [100, 0], "inputs": { "speed": 2 } },
            "blur": { "kind": "blur", "position": [200, 50] },
            "show": { "kind": "output", "position": [300, 0] },
        },
        "links": [
            { "from": "noise.result", "to": "advect.quantity" },
            { "from": "advect.result", "to": "blur.value" },
            { "from": "noise.result", "to": "blur.mask" },
            { "from": "blur.result", "to": "show.value" },
            { "from": "advect.result", "to": "show.other" },
        ],
        "timeline": { "keyframes": { "advect.speed": [{ "frame": 0, "value": 1 }], "noise.scale": [{ "frame": 0, "value": 1 }] } },
    });
    let loaded = parse(&text.to_string(), "test.json").unwrap();
    assert_eq!(loaded.diagnostics, []);
    loaded.document
}

fn links(links: &[Link]) -> Vec<String> {
    let mut links: Vec<_> = links.iter().map(|link| format!("{} > {}", link.from, link.to)).collect();
    links.sort();
    links
}

/// The document with advect and blur in a group, and what undoes that.
fn grouped() -> (Document, Edit) {
    let mut document = document();
    let (edit, id) = make_group(&document, None, &HashSet::from(["advect", "blur"]), "Wet sand").unwrap();
    assert_eq!(id, "wet_sand");
    let inverse = apply(&mut document, edit).unwrap();
    (document, inverse)
}

#[test]
fn wires_across_the_border_become_ports() {
    let (mut grouped, inverse) = grouped();
    assert_eq!(
        links(&grouped.links),
        ["noise.result > wet_sand.quantity", "wet_sand.result > show.value", "wet_sand.result_2 > show.other"]
    );
    let group = &grouped.groups["Wet sand"];
    assert_eq!(ports(group, GROUP_INPUT).collect::<Vec<_>>(), ["quantity"]);
    assert_eq!(
        links(&group.links),
        [
            "advect.result > blur.value",
            "advect.result > result_2.value",
            "blur.result > result.value",
            "quantity.value > advect.quantity",
            "quantity.value > blur.mask",
        ]
    );
    assert_eq!(grouped.timeline.keyframes.keys().collect::<Vec<_>>(), ["noise.scale", "Wet sand/advect.speed"]);
    assert_eq!(grouped.nodes["wet_sand"].position, [150.0, 25.0]);
    apply(&mut grouped, inverse).unwrap();
    assert_eq!(to_json(&grouped).unwrap(), to_json(&document()).unwrap());
}

#[test]
fn ungrouping_gives_the_same_graph_back() {
    let (mut grouped, _) = grouped();
    let before = to_json(&grouped).unwrap();
    let (edit, ids) = ungroup(&grouped, None, "wet_sand").unwrap();
    assert_eq!(ids, ["advect", "blur"]);
    let inverse = apply(&mut grouped, edit).unwrap();
    assert_eq!(links(&grouped.links), links(&document().links));
    assert_eq!(grouped.nodes["advect"], document().nodes["advect"]);
    assert!(grouped.timeline.keyframes.contains_key("advect.speed"));
    apply(&mut grouped, inverse).unwrap();
    assert_eq!(to_json(&grouped).unwrap(), before);
}

#[test]
fn a_group_in_a_group_and_back() {
    let (mut outer, _) = grouped();
    let (edit, id) = make_group(&outer, Some("Wet sand"), &HashSet::from(["blur", "quantity"]), "").unwrap();
    apply(&mut outer, edit).unwrap();
    assert_eq!(id, "group");
    assert!(outer.groups["Wet sand"].nodes.contains_key("quantity"), "a port of the group stays in it");
    assert_eq!(ports(&outer.groups["group"], GROUP_INPUT).collect::<Vec<_>>(), ["value", "mask"]);

    let expanded = expand(&outer);
    assert_eq!(expanded.diagnostics, []);
    let now = |id: &str| match id {
        "advect" => "wet_sand__advect".to_owned(),
        "blur" => "wet_sand__group__blur".to_owned(),
        other => other.to_owned(),
    };
    let renamed = document()
        .links
        .into_iter()
        .map(|link| Link::new(PortRef::new(now(&link.from.node), link.from.port), PortRef::new(now(&link.to.node), link.to.port)));
    assert_eq!(links(&expanded.document.links), links(&renamed.collect::<Vec<_>>()));
    assert_eq!(expanded.origins["wet_sand__group__blur"], Origin { group: "group".into(), id: "blur".into() });
    assert!(expanded.document.timeline.keyframes.contains_key("wet_sand__advect.speed"));
    assert!(expanded.document.groups.is_empty());
}

#[test]
fn what_is_set_on_the_node_reaches_the_inputs_inside() {
    let (mut grouped, _) = grouped();
    grouped.links.retain(|link| link.to.node != "wet_sand");
    grouped.nodes["wet_sand"].inputs.insert("quantity".into(), Literal::Number(7.0));
    let keyframes = grouped.timeline.keyframes["noise.scale"].clone();
    grouped.timeline.keyframes.insert("wet_sand.quantity".into(), keyframes);
    let mut ungrouped = grouped.clone();
    let (edit, _) = ungroup(&grouped, None, "wet_sand").unwrap();
    apply(&mut ungrouped, edit).unwrap();
    assert_eq!(ungrouped.nodes["blur"].inputs["mask"], Literal::Number(7.0));
    assert!(["advect.quantity", "blur.mask"].iter().all(|target| ungrouped.timeline.keyframes.contains_key(*target)));
    let expanded = expand(&grouped).document;
    assert_eq!(expanded.nodes["wet_sand__advect"].inputs["quantity"], Literal::Number(7.0));
    assert_eq!(expanded.nodes["wet_sand__blur"].inputs["mask"], Literal::Number(7.0));
    assert!(expanded.timeline.keyframes.contains_key("wet_sand__advect.quantity"));
    grouped.nodes["wet_sand"].muted = true;
    assert!(expand(&grouped).document.nodes["wet_sand__blur"].muted);
}

#[test]
fn two_nodes_of_one_group_are_two_copies() {
    let (mut grouped, _) = grouped();
    grouped.nodes.insert("again".into(), Node::new("group:Wet sand"));
    grouped.links.push(Link::new(PortRef::new("wet_sand", "result"), PortRef::new("again", "quantity")));
    let expanded = expand(&grouped).document;
    assert!(links(&expanded.links).contains(&"wet_sand__blur.result > again__advect.quantity".to_owned()));
    assert_eq!(expanded.nodes.len(), 6);
}

#[test]
fn a_wire_from_a_group_to_itself_passes_its_ports() {
    let (mut grouped, _) = grouped();
    grouped.links.retain(|link| link.to.node != "wet_sand");
    grouped.links.push(Link::new(PortRef::new("wet_sand", "result"), PortRef::new("wet_sand", "quantity")));
    let expanded = expand(&grouped).document;
    assert!(links(&expanded.links).contains(&"wet_sand__blur.result > wet_sand__advect.quantity".to_owned()));
}

#[test]
fn endless_and_exploding_groups_are_left_out() {
    let mut document = Document::default();
    let with = |kinds: &[&str]| Group {
        nodes: kinds.iter().enumerate().map(|(n, kind)| (format!("n{n}"), Node::new(*kind))).collect(),
        ..Group::default()
    };
    document.groups.insert("a".into(), with(&["group:b"]));
    document.groups.insert("b".into(), with(&["group:a"]));
    document.nodes.insert("x".into(), Node::new("group:a"));
    assert_eq!(groups_in_themselves(&document), ["a", "b"]);
    assert_eq!(expand(&document).document.nodes["x"].kind, "group:a");

    // Each level holds the next one ten times: a million nodes.
    let mut bomb = Document::default();
    for level in 0..6 {
        let inner = if level == 5 { "mix".to_owned() } else { format!("group:g{}", level + 1) };
        bomb.groups.insert(format!("g{level}"), with(&[inner.as_str(); 10]));
    }
    bomb.nodes.insert("x".into(), Node::new("group:g0"));
    let expanded = expand(&bomb);
    assert!(expanded.document.nodes.len() <= 20_000);
    assert!(expanded.diagnostics[0].to_string().contains("more than 20000 nodes"), "{}", expanded.diagnostics[0]);
}

#[test]
fn what_can_not_be_grouped_is_refused() {
    let document = document();
    assert_eq!(make_group(&document, None, &HashSet::new(), "x").unwrap_err(), EditError::NothingToGroup);
    assert_eq!(make_group(&document, None, &HashSet::from(["nobody"]), "x").unwrap_err(), EditError::NoNode("nobody".into()));
    assert_eq!(ungroup(&document, None, "noise").unwrap_err(), EditError::NoGroup("noise".into()));
}
