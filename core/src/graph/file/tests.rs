//! What breaks files in real hands: the rest loads, each loss is named, and what was not understood survives a save.

use std::fs;

use serde_json::{Value, json};

use super::*;
use crate::graph::{Document, Link, Node, PortRef};
use crate::node::Literal;

/// A document of two nodes and a link, changed by `change`.
fn changed(change: impl FnOnce(&mut Value)) -> Loaded {
    let mut document = json!({
        "format": "wavewright",
        "version": 1,
        "nodes": {
            "noise": { "kind": "noise", "inputs": { "scale": 2 }, "position": [0, 0] },
            "advect": { "kind": "advect", "position": [200, 0] },
        },
        "links": [{ "from": "noise.result", "to": "advect.quantity" }],
    });
    change(&mut document);
    parse(&document.to_string(), "test.json").unwrap()
}

fn messages(loaded: &Loaded) -> Vec<String> {
    loaded.diagnostics.iter().map(ToString::to_string).collect()
}

/// The one message of a document.
fn message(loaded: &Loaded) -> String {
    let messages = messages(loaded);
    assert_eq!(messages.len(), 1, "{messages:#?}");
    messages[0].clone()
}

/// What a save and a load make of it: the same, and the saved text.
fn saved(loaded: &Loaded) -> Value {
    let text = to_json(&loaded.document).unwrap();
    let again = parse(&text, "again.json").unwrap();
    assert_eq!(to_json(&again.document).unwrap(), text, "a second save changes nothing");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_sound_file_has_nothing_to_report() {
    let loaded = changed(|_| {});
    assert_eq!(messages(&loaded), [""; 0]);
    assert_eq!(loaded.document.nodes["noise"].inputs["scale"], Literal::Number(2.0));
    assert!(loaded.safe_to_overwrite && loaded.migrated_from.is_none());
}

#[test]
fn a_byte_order_mark_is_skipped_in_every_encoding_that_has_one() {
    let folder = tempfile::tempdir().unwrap();
    let text = to_json(&Document::default()).unwrap();
    let utf16 = |order: fn(u16) -> [u8; 2]| format!("\u{feff}{text}").encode_utf16().flat_map(order).collect::<Vec<u8>>();
    let encodings = [format!("\u{feff}{text}").into_bytes(), utf16(u16::to_le_bytes), utf16(u16::to_be_bytes)];
    for (index, bytes) in encodings.into_iter().enumerate() {
        let path = folder.path().join(index.to_string());
        fs::write(&path, bytes).unwrap();
        assert_eq!(load(&path).unwrap().document, Document::default());
    }
}

#[test]
fn a_syntax_error_is_told_with_line_and_column() {
    let error = parse("{\n  \"format\": \"wavewright\",\n  \"nodes\": {,}\n}", "broken.json").unwrap_err();
    assert_eq!(error.to_string(), "broken.json:3:13: this is not JSON: key must be a string");
    let place = error.to_diagnostic().place.unwrap();
    assert_eq!((place.file.as_str(), place.line), ("broken.json", 3));
    let error = parse("{\"format\": \"wavewright\"", "short.json").unwrap_err();
    assert!(error.to_string().contains("EOF"), "{error}");
}

#[test]
fn what_is_no_text_or_no_document_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("picture.png");
    fs::write(&path, b"ab\nc\xff").unwrap();
    assert!(
        load(&path)
            .unwrap_err()
            .to_string()
            .ends_with("picture.png:2:2: this is not text (UTF-8); is it a picture or another program's file?")
    );
    assert!(load(folder.path()).unwrap_err().to_string().ends_with("can't be read: it is a folder"));
    assert!(matches!(load(&folder.path().join("none.json")), Err(LoadError::Io { .. })));
    for (text, expected) in [
        ("[]", "it does not start with {"),
        ("{}", "it has no \"format\": \"wavewright\""),
        ("{\"format\": \"blender\"}", "its \"format\" is \"blender\", not \"wavewright\""),
        ("{\"format\": \"wavewright-clipboard\"}", "these are copied nodes; open a document and paste them there"),
    ] {
        let error = parse(text, "a.json").unwrap_err().to_string();
        assert_eq!(error, format!("a.json: this is not a Wavewright document: {expected}"));
    }
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    let error = parse(&"[".repeat(100_000), "deep.json").unwrap_err();
    assert!(error.to_string().contains("recursion limit"), "{error}");
}

#[test]
fn the_second_of_two_nodes_of_one_id_gets_another() {
    let text = r#"{"format": "wavewright", "version": 1, "nodes": {
        "a": {"kind": "noise"}, "a": {"kind": "blur"}, "a_2": {"kind": "mix"}},
        "links": [{"from": "a.result", "to": "a_3.value"}]}"#;
    let loaded = parse(text, "test.json").unwrap();
    let kinds: Vec<_> = loaded.document.nodes.iter().map(|(id, node)| format!("{id} {}", node.kind)).collect();
    assert_eq!(kinds, ["a noise", "a_4 blur", "a_2 mix"], "a_3 is a node that a link waits for");
    assert_eq!(messages(&loaded)[0], "warning: a_4: a second node is called \"a\"; it is now \"a_4\", and links to \"a\" go to the first");
    saved(&loaded);
}

#[test]
fn any_field_that_stands_twice_is_kept() {
    let text = r#"{"format": "wavewright", "version": 1, "seed": 3, "seed": 4,
        "nodes": {"a": {"kind": "noise", "inputs": {"scale": 1, "scale": 2}}},
        "timeline": {"keyframes": {"a.scale": [], "a.scale": [{"frame": 1, "value": 2}]}}}"#;
    let loaded = parse(text, "test.json").unwrap();
    assert_eq!(loaded.document.seed, 3);
    let saved = saved(&loaded);
    assert_eq!(saved["seed (2)"], 4);
    assert_eq!(saved["nodes"]["a"]["unread"]["inputs.scale (2)"], 2);
    assert_eq!(saved["timeline"]["unread"]["keyframes.a.scale (2)"], json!([{"frame": 1, "value": 2}]));
    assert_eq!(
        messages(&loaded)[0],
        "warning: a: \"scale\" stands twice in \"nodes.a.inputs\"; the first is used (the other one is kept in the file as \"scale (2)\")"
    );
}

#[test]
fn a_link_to_nowhere_is_kept_and_named_by_node_and_port() {
    let loaded = changed(|document| document["links"][0]["from"] = "gone.result".into());
    assert_eq!(
        message(&loaded),
        "warning: advect.quantity: a link goes to gone.result, but there is no node \"gone\" (the link is kept and does nothing until there is such a node)"
    );
    assert_eq!(saved(&loaded)["links"], json!([{ "from": "gone.result", "to": "advect.quantity" }]));
}

#[test]
fn of_two_links_into_one_input_the_second_is_kept_aside() {
    let second = json!({ "from": "advect.result", "to": "advect.quantity" });
    let loaded = changed(|document| document["links"].as_array_mut().unwrap().push(second.clone()));
    assert!(message(&loaded).starts_with("warning: advect.quantity: a second link ends here, from advect.result; the first is used"));
    assert_eq!(loaded.document.links.len(), 1);
    assert_eq!(saved(&loaded)["unread"]["links[1]"], second);
}

#[test]
fn links_that_are_none_are_kept_aside() {
    for broken in [json!(5), json!({"from": "noise.result"}), json!({"from": "noise", "to": "advect.quantity"}), json!(null)] {
        let loaded = changed(|document| document["links"][0] = broken.clone());
        assert!(message(&loaded).contains("link 0 is"), "{}", message(&loaded));
        assert_eq!(saved(&loaded)["unread"]["links[0]"], broken);
    }
}

#[test]
fn fields_of_other_programs_stay_in_place() {
    let loaded = changed(|document| {
        document["bookmarks"] = json!([1, { "b": 1, "a": 2 }]);
        document["nodes"]["noise"]["comment"] = "x".into();
        document["links"][0]["waypoints"] = json!([[1, 2]]);
        document["grid"] = json!({ "tiling": true });
        document["timeline"] = json!({ "markers": {}, "keyframes": { "noise.scale": [{ "frame": 0, "value": 1, "handle": 2 }] } });
        document["pointer"] = json!({ "smoothing": 1 });
        document["frames"] = json!([{ "text": "", "position": [0, 0], "size": [1, 1], "style": "note" }]);
        document["groups"] = json!({ "g": { "icon": "wave" } });
    });
    assert_eq!(messages(&loaded), [""; 0]);
    let saved = saved(&loaded);
    assert_eq!(saved["bookmarks"].to_string(), r#"[1,{"b":1,"a":2}]"#, "their order stays too");
    assert_eq!(saved["nodes"]["noise"]["comment"], "x");
    assert_eq!(saved["links"][0]["waypoints"], json!([[1, 2]]));
    assert_eq!(saved["grid"]["tiling"], true);
    assert_eq!(saved["timeline"]["markers"], json!({}));
    assert_eq!(saved["timeline"]["keyframes"]["noise.scale"][0]["handle"], 2);
    assert_eq!(saved["pointer"]["smoothing"], 1);
    assert_eq!(saved["frames"][0]["style"], "note");
    assert_eq!(saved["groups"]["g"]["icon"], "wave");
}

#[test]
fn a_field_of_the_wrong_type_loses_neither_the_file_nor_itself() {
    for (pointer, wrong, kept_at) in [
        ("/nodes/noise/position", json!("left"), "/nodes/noise/unread/position"),
        ("/nodes/noise/title", json!(5), "/nodes/noise/unread/title"),
        ("/nodes/noise/colour", json!("red"), "/nodes/noise/unread/colour"),
        ("/nodes/noise/muted", json!("yes"), "/nodes/noise/unread/muted"),
        ("/nodes/noise/kind", json!(["noise"]), "/nodes/noise/unread/kind"),
        ("/nodes/noise/inputs", json!([1]), "/nodes/noise/unread/inputs"),
        ("/nodes/noise/inputs/scale", json!({ "x": 1 }), "/nodes/noise/unread/inputs.scale"),
        ("/nodes/noise/inputs/scale", json!([[1, 2], 3]), "/nodes/noise/unread/inputs.scale"),
        ("/nodes/noise/ranges", json!([0, 1]), "/nodes/noise/unread/ranges"),
        ("/nodes/noise/ranges", json!({ "scale": [1, 0] }), "/nodes/noise/unread/ranges.scale"),
        ("/nodes/noise/ranges", json!({ "scale": [2, 2] }), "/nodes/noise/unread/ranges.scale"),
        ("/nodes/noise/ranges", json!({ "scale": [0, "x"] }), "/nodes/noise/unread/ranges.scale"),
        ("/nodes/noise/ranges", json!({ "scale": [0, 1, 2] }), "/nodes/noise/unread/ranges.scale"),
        ("/nodes/noise/ranges", json!({ "not a name": [0, 1] }), "/nodes/noise/unread/ranges.not a name"),
        ("/nodes/noise", json!("noise"), "/unread/nodes.noise"),
        ("/nodes", json!([]), "/unread/nodes"),
        ("/links", json!({}), "/unread/links"),
        ("/frames", json!([7]), "/unread/frames[0]"),
        ("/groups", json!({ "g": 1 }), "/unread/groups.g"),
        ("/seed", json!(-1), "/unread/seed"),
        ("/seed", json!(1.5), "/unread/seed"),
        ("/description", json!(1), "/unread/description"),
        ("/grid", json!(512), "/unread/grid"),
        ("/timeline", json!({ "loop": 1 }), "/timeline/unread/loop"),
        ("/timeline", json!({ "keyframes": { "noise.scale": [{ "frame": "x" }] } }), "/timeline/unread/keyframes.noise.scale[0]"),
        ("/timeline", json!({ "keyframes": { "noise": [] } }), "/timeline/unread/keyframes.noise"),
        ("/pointer", json!({ "track": [[0, 1, 2]] }), "/pointer/unread/track[0]"),
    ] {
        let loaded = changed(|document| {
            let (parent, key) = pointer.rsplit_once('/').unwrap();
            document.pointer_mut(parent).unwrap()[key] = wrong.clone();
        });
        assert!(!loaded.diagnostics.is_empty(), "{pointer}");
        let saved = saved(&loaded);
        let leaf = kept_at.rsplit_once('/').unwrap().1.rsplit(['.', '[']).next().unwrap().trim_end_matches(']');
        let original = saved.pointer(kept_at).unwrap_or_else(|| panic!("{kept_at} of {saved:#}"));
        let expected = [
            Some(&wrong),
            wrong.get(leaf),
            wrong.get(0),
            wrong.pointer("/keyframes/noise.scale/0"),
            wrong.pointer("/keyframes/noise"),
            wrong.pointer("/track/0"),
        ];
        assert!(expected.contains(&Some(original)), "{pointer}: {original}");
        if pointer.starts_with("/nodes/noise/") {
            assert_eq!(loaded.diagnostics[0].node.as_deref(), Some("noise"));
        }
    }
}

#[test]
fn numbers_that_are_none_become_the_default_with_a_warning() {
    let text = r#"{"format": "wavewright", "version": 1, "seed": 7, "grid": {"width_m": NaN},
        "nodes": {"a": {"kind": "noise", "inputs": {"scale": null, "speed": NaN, "size": 1e999, "axis": [1, -Infinity, 0]}, "position": [null, 3]}}}"#;
    let loaded = parse(text, "test.json").unwrap();
    let node = &loaded.document.nodes["a"];
    assert!(node.inputs.is_empty() && node.position == [0.0, 0.0]);
    assert_eq!(loaded.document.grid.width_m, 10.0);
    assert_eq!(loaded.document.seed, 7);
    let named: Vec<_> = loaded
        .diagnostics
        .iter()
        .filter_map(|diagnostic| Some(format!("{}.{}", diagnostic.node.as_ref()?, diagnostic.port.as_ref()?)))
        .collect();
    assert_eq!(named, ["a.scale", "a.speed", "a.size", "a.axis"]);
    assert_eq!(
        messages(&loaded)[1],
        "warning: a.scale: null is not a number, an array of numbers, rows of numbers, text, true or false; the default is used"
    );
}

#[test]
fn numbers_that_are_none_are_never_written() {
    let bad = |change: &dyn Fn(&mut Document)| {
        let mut document = Document::default();
        document.nodes.insert("a".into(), Node::new("noise"));
        change(&mut document);
        to_json(&document).unwrap_err().to_string()
    };
    let input = |value: Literal| move |document: &mut Document| drop(document.nodes["a"].inputs.insert("scale".into(), value.clone()));
    for message in [
        bad(&input(Literal::Number(f64::NAN))),
        bad(&input(Literal::Vector(vec![0.0, f64::INFINITY]))),
        bad(&input(Literal::Rows(vec![vec![f64::NEG_INFINITY]]))),
    ] {
        assert_eq!(message, "a.scale is not a finite number; the document was not saved");
    }
    assert!(bad(&|document| document.nodes["a"].position[1] = f64::NAN).starts_with("a.position "));
    let endless = |document: &mut Document| {
        document.nodes["a"].ranges.insert("scale".into(), [0.0, f64::INFINITY]);
    };
    assert!(bad(&endless).starts_with("a.scale "));
    assert!(bad(&|document| document.grid.width_m = f64::NAN).starts_with("grid.width_m "));
    assert!(bad(&|document| document.timeline.fps = f64::INFINITY).starts_with("timeline.fps "));
    assert!(bad(&|document| document.pointer.track.push([f64::NAN; 4])).starts_with("pointer.track "));
    let inner = |document: &mut Document| {
        let mut group = crate::graph::Group::default();
        group.nodes.insert("b".into(), Node { position: [f64::NAN; 2], ..Node::new("mix") });
        document.groups.insert("g".into(), group);
    };
    assert!(bad(&inner).starts_with("g/b.position "));
}

#[test]
fn a_newer_version_loads_what_it_can_and_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("newer.json");
    fs::write(&path, r#"{"format": "wavewright", "version": 9, "nodes": {"a": {"kind": "noise"}}, "layers": []}"#).unwrap();
    let mut guard = SaveGuard::default();
    let loaded = guard.load(&path).unwrap();
    assert!(loaded.document.nodes.contains_key("a") && !loaded.safe_to_overwrite);
    assert!(message(&loaded).contains("version 9, newer than this program's 1"));
    let error = guard.save(&path, &loaded.document).unwrap_err();
    assert!(matches!(error, SaveError::Protected { .. }), "{error}");
    assert!(fs::read_to_string(&path).unwrap().contains("\"version\": 9"));
    guard.save(&folder.path().join("copy.json"), &loaded.document).unwrap();
    guard.allow(&path);
    guard.save(&path, &loaded.document).unwrap();
}

#[test]
fn versions_that_are_none_are_read_as_the_current_one() {
    for version in [json!("one"), json!(0), json!(-3), json!(1.5), json!(null)] {
        let loaded = changed(|document| document["version"] = version.clone());
        assert!(message(&loaded).contains("it is read as 1"), "{version}");
        assert_eq!(loaded.document.nodes.len(), 2);
    }
}

#[test]
fn a_document_that_failed_to_load_is_never_saved_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("precious.json");
    let text = "{\"format\": \"wavewright\", \"nodes\": {  <- typed over by hand";
    fs::write(&path, text).unwrap();
    let mut guard = SaveGuard::default();
    guard.load(&path).unwrap_err();
    let detour = folder.path().join(".").join("precious.json");
    let error = guard.save(&detour, &Document::default()).unwrap_err().to_string();
    assert!(error.contains("was not overwritten: it could not be opened and may still be mended"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);

    fs::write(&path, to_json(&Document::default()).unwrap()).unwrap();
    guard.load(&path).unwrap();
    guard.save(&path, &Document::default()).unwrap();
}

#[test]
fn ids_that_are_none_are_renamed_and_links_and_keyframes_follow() {
    let loaded = changed(|document| {
        let nodes = document["nodes"].as_object_mut().unwrap();
        let node = nodes.shift_remove("noise").unwrap();
        nodes.insert("My.Noise!".into(), node);
        document["links"][0]["from"] = "My.Noise!.result".into();
        document["timeline"] = json!({ "keyframes": { "My.Noise!.scale": [{ "frame": 0, "value": 1 }] } });
    });
    assert!(
        message(&loaded).starts_with("warning: my_noise: \"My.Noise!\" can't be an id; the node is now \"my_noise\", and its links follow")
    );
    assert_eq!(loaded.document.links, [Link::new(PortRef::new("my_noise", "result"), PortRef::new("advect", "quantity"))]);
    assert_eq!(loaded.document.timeline.keyframes.keys().collect::<Vec<_>>(), ["my_noise.scale"]);
    saved(&loaded);
}

#[test]
fn sizes_that_can_not_be_are_replaced_by_stated_ones() {
    for (section, field, wrong, used) in [
        ("grid", "resolution", json!([0, 512]), json!([512, 512])),
        ("grid", "resolution", json!([100_000, 64]), json!([8192, 64])),
        ("grid", "resolution", json!([1e300, 64]), json!([512, 512])),
        ("grid", "resolution", json!([12.5, 64]), json!([512, 512])),
        ("grid", "resolution", json!([512]), json!([512, 512])),
        ("grid", "width_m", json!(0), json!(10.0)),
        ("grid", "width_m", json!(-4), json!(10.0)),
        ("grid", "origin_m", json!([1e300, 0]), json!([0.0, 0.0])),
        ("timeline", "fps", json!(-60), json!(60.0)),
        ("timeline", "fps", json!(0), json!(60.0)),
        ("timeline", "fps", json!(1e9), json!(60.0)),
        ("timeline", "substeps", json!(0), json!(1)),
        ("timeline", "range", json!([50, 50]), json!([0, 300])),
        ("timeline", "range", json!([0, 4e9]), json!([0, 300])),
    ] {
        let loaded = changed(|document| document[section] = json!({ field: wrong }));
        let message = message(&loaded);
        assert!(message.contains(&format!("\"{section}.{field}\" is ")) && message.contains("used"), "{message}");
        let document = serde_json::to_value(&loaded.document).unwrap();
        assert_eq!(document[section][field], used, "{wrong}");
        assert_eq!(saved(&loaded)[section]["unread"][field].as_f64(), wrong.as_f64());
    }
    let far = changed(|document| document["nodes"]["noise"]["position"] = json!([1e30, 0]));
    assert_eq!(far.document.nodes["noise"].position, [0.0, 0.0]);
}

#[test]
fn groups_are_read_like_documents() {
    let loaded = changed(|document| {
        document["groups"] = json!({ "Wet sand": {
            "nodes": { "A": { "kind": "mix", "inputs": { "a": null } } },
            "links": [{ "from": "A.result", "to": "gone.value" }],
        }});
        document["timeline"] = json!({ "keyframes": { "Wet sand/A.factor": [{ "frame": 0, "value": 1 }] } });
    });
    let nodes: Vec<_> = loaded.diagnostics.iter().map(|diagnostic| diagnostic.node.as_deref().unwrap_or("")).collect();
    assert_eq!(nodes, ["Wet sand/a", "Wet sand/a", "Wet sand/a"], "{:#?}", messages(&loaded));
    assert_eq!(loaded.document.timeline.keyframes.keys().collect::<Vec<_>>(), ["Wet sand/a.factor"]);
    saved(&loaded);
}

#[test]
fn an_unknown_interpolation_is_kept_and_told() {
    let keyframes = json!([{ "frame": 0, "value": 1, "interpolation": "bezier" }]);
    let loaded = changed(|document| document["timeline"] = json!({ "keyframes": { "noise.scale": keyframes } }));
    assert!(message(&loaded).contains("\"bezier\" is not known; linear is used"));
    assert_eq!(saved(&loaded)["timeline"]["keyframes"]["noise.scale"][0]["interpolation"], "bezier");
}

#[test]
fn saving_over_a_long_file_leaves_no_rest_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.json");
    fs::write(&path, "x".repeat(100_000)).unwrap();
    save(&path, &Document::default()).unwrap();
    assert_eq!(load(&path).unwrap().document, Document::default());
}

mod any_file {
    use proptest::prelude::*;

    use super::*;

    /// Words that a document's reader looks for, and values of every shape: most of these documents are wrong somewhere.
    fn any_value() -> impl Strategy<Value = Value> {
        let scalar = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i32>().prop_map(Value::from),
            prop_oneof![Just(1e300), Just(-0.0), Just(0.5)].prop_map(Value::from),
            prop_oneof![Just("a.x"), Just("B c.x"), Just("x"), Just("#12ab34"), Just("group:g")].prop_map(Value::from),
        ];
        let keys = [
            "nodes",
            "links",
            "frames",
            "groups",
            "timeline",
            "keyframes",
            "grid",
            "resolution",
            "pointer",
            "track",
            "inputs",
            "position",
            "kind",
            "from",
            "to",
            "frame",
            "value",
            "unread",
            "a",
            "B c",
            "a.x",
            "g/a.x",
            "text",
            "size",
        ];
        scalar.prop_recursive(5, 64, 6, move |inner| {
            let key = proptest::sample::select(keys.to_vec()).prop_map(str::to_owned);
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::vec((key, inner), 0..6).prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    /// Every scalar of a tree that says something, in no order.
    fn scalars(value: &Value) -> Vec<String> {
        let mut found = Vec::new();
        let mut waiting = vec![value];
        while let Some(value) = waiting.pop() {
            match value {
                Value::Array(elements) => waiting.extend(elements),
                Value::Object(fields) => waiting.extend(fields.values()),
                Value::Null => {}
                Value::Number(number) => found.push(number.as_f64().unwrap_or_default().to_string()),
                scalar => found.push(scalar.to_string()),
            }
        }
        found
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

        #[test]
        fn nothing_is_lost_and_a_second_load_changes_nothing(nodes in any_value(), links in any_value(), timeline in any_value(), rest in any_value()) {
            let file = json!({
                "format": "wavewright", "version": 1, "nodes": { "a": nodes }, "links": [links.clone(), links], "timeline": timeline,
                "groups": { "g": rest },
            });
            let loaded = parse(&file.to_string(), "any.json").unwrap();
            let saved = saved(&loaded);
            let kept = scalars(&saved);
            // Ids that are none are spelled otherwise where they are understood.
            for scalar in scalars(&file).iter().filter(|scalar| !scalar.contains("B c")) {
                prop_assert!(kept.contains(scalar), "{scalar} of {file:#} is gone from {saved:#}");
            }
        }
    }
}
