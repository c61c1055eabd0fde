//! Editing and undo: one gesture is one step, and the saved JSON at each point of the history is always the same.

use super::*;
use crate::graph::file::to_json;

fn link(from: &str, to: &str) -> Link {
    let port = |text: &str| PortRef::try_from(text.to_owned()).unwrap();
    Link::new(port(from), port(to))
}

fn number(frame: f64, value: f64) -> Keyframe {
    Keyframe { frame, value: Literal::Number(value), interpolation: "linear".into(), extra: serde_json::Map::new() }
}

/// `noise -> advect -> blur`, a link that waits for a node, keyframes, a frame and a group.
fn document() -> Document {
    let mut document = Document::default();
    for id in ["noise", "advect", "blur"] {
        let mut node = Node::new(id);
        node.inputs.insert("first".into(), Literal::Number(1.0));
        node.inputs.insert("second".into(), Literal::Vector(vec![1.0, 2.0]));
        document.nodes.insert(id.into(), node);
    }
    for (from, to) in [("noise.result", "advect.quantity"), ("gone.result", "advect.other"), ("advect.result", "blur.value")] {
        document.links.push(link(from, to));
    }
    for target in ["noise.first", "advect.first", "sand/inner.first"] {
        document.timeline.keyframes.insert(target.into(), vec![number(0.0, 1.0)]);
    }
    document.frames.push(Frame { text: "Wind".into(), position: [0.0; 2], size: [9.0; 2], colour: None, extra: serde_json::Map::new() });
    let mut sand = Group::default();
    sand.nodes.insert("inner".into(), Node::new("mix"));
    sand.nodes.insert("other".into(), Node::new("mix"));
    sand.links.push(link("inner.result", "other.a"));
    document.groups.insert("sand".into(), sand);
    document.nodes.insert("instance".into(), Node::new("group:sand"));
    document
}

fn set(value: f64) -> Edit {
    Edit::SetInput { node: "noise".into(), input: "first".into(), value: Some(Literal::Number(value)) }
}

/// Applies an edit, takes it back and makes it again; gives the document after it.
fn there_and_back(edit: Edit) -> Document {
    let mut edited = document();
    let before = to_json(&edited).unwrap();
    let inverse = apply(&mut edited, edit).unwrap();
    let after = to_json(&edited).unwrap();
    let result = edited.clone();
    let again = apply(&mut edited, inverse).unwrap();
    assert_eq!(to_json(&edited).unwrap(), before);
    apply(&mut edited, again).unwrap();
    assert_eq!(to_json(&edited).unwrap(), after);
    result
}

fn refused(edit: Edit) -> EditError {
    let mut edited = document();
    let error = apply(&mut edited, edit).unwrap_err();
    assert_eq!(to_json(&edited).unwrap(), to_json(&document()).unwrap());
    error
}

#[test]
fn removing_a_node_takes_its_links_and_keyframes_and_undo_brings_them_back_in_place() {
    let edited = there_and_back(Edit::RemoveNodes { ids: vec!["advect".into()] });
    assert_eq!(edited.links, []);
    assert_eq!(edited.timeline.keyframes.keys().collect::<Vec<_>>(), ["noise.first", "sand/inner.first"]);
    let edited = there_and_back(Edit::InGroup { group: "sand".into(), edit: Box::new(Edit::RemoveNodes { ids: vec!["inner".into()] }) });
    assert!(edited.groups["sand"].links.is_empty() && !edited.timeline.keyframes.contains_key("sand/inner.first"));
    there_and_back(Edit::RemoveNodes { ids: ["blur", "noise", "noise", "instance"].map(str::to_owned).to_vec() });
}

#[test]
fn a_node_that_links_wait_for_catches_them_and_undo_lets_them_wait_again() {
    let edited = there_and_back(Edit::AddNode { id: "gone".into(), node: Node::new("noise") });
    assert_eq!(edited.links.len(), 3);
}

#[test]
fn renaming_is_followed_by_links_and_keyframes() {
    let edited = there_and_back(Edit::RenameNode { from: "advect".into(), to: "flow".into() });
    assert_eq!(edited.nodes.get_index_of("flow"), Some(1));
    assert_eq!(edited.links, [link("noise.result", "flow.quantity"), link("gone.result", "flow.other"), link("flow.result", "blur.value")]);
    assert_eq!(edited.timeline.keyframes.keys().collect::<Vec<_>>(), ["noise.first", "flow.first", "sand/inner.first"]);
    assert_eq!(refused(Edit::RenameNode { from: "advect".into(), to: "noise".into() }), EditError::Taken("noise".into()));
    assert_eq!(refused(Edit::RenameNode { from: "advect".into(), to: "gone".into() }), EditError::Taken("gone".into()));
    assert_eq!(refused(Edit::RenameNode { from: "advect".into(), to: "2 b".into() }), EditError::InvalidId("2 b".into()));
    let inner = Edit::InGroup { group: "sand".into(), edit: Box::new(Edit::RenameNode { from: "inner".into(), to: "core".into() }) };
    assert!(there_and_back(inner).timeline.keyframes.contains_key("sand/core.first"));
}

#[test]
fn a_wire_replaces_the_one_that_ends_at_its_input() {
    let edited = there_and_back(Edit::Connect(link("blur.result", "advect.quantity")));
    assert_eq!(edited.links[0], link("blur.result", "advect.quantity"));
    assert_eq!(edited.links.len(), 3);
    let edited = there_and_back(Edit::Connect(link("noise.result", "blur.amount")));
    assert_eq!(edited.links.len(), 4);
    assert_eq!(refused(Edit::Connect(link("nobody.result", "blur.amount"))), EditError::NoNode("nobody".into()));
    assert_eq!(there_and_back(Edit::Disconnect(PortRef::new("advect", "quantity"))).links.len(), 2);
    assert_eq!(refused(Edit::Disconnect(PortRef::new("advect", "z"))), EditError::NoLink(PortRef::new("advect", "z")));
}

#[test]
fn groups_are_renamed_with_all_that_names_them() {
    let edited = there_and_back(Edit::RenameGroup { from: "sand".into(), to: "Wet sand".into() });
    assert_eq!(edited.nodes["instance"].kind, "group:Wet sand");
    assert!(edited.timeline.keyframes.contains_key("Wet sand/inner.first"));
    there_and_back(Edit::RemoveGroup { name: "sand".into() });
    assert_eq!(refused(Edit::AddGroup { name: "sand".into(), group: Group::default(), index: None }), EditError::Taken("sand".into()));
}

#[test]
fn numbers_that_are_none_are_refused_by_name() {
    assert_eq!(refused(set(f64::NAN)), EditError::NotFinite("noise.first".into()));
    assert!(matches!(refused(Edit::MoveNodes { positions: vec![("noise".into(), [f64::NAN, 0.0])] }), EditError::OffCanvas { .. }));
    let grid = GridSettings { resolution: [0, 1], ..GridSettings::default() };
    assert_eq!(refused(Edit::SetGrid(grid)).to_string(), "grid.resolution: 0 is outside 1 to 8192");
    let node = Node { position: [f64::INFINITY, 0.0], ..Node::new("mix") };
    assert_eq!(refused(Edit::AddNode { id: "n".into(), node }), EditError::NotFinite("n.position".into()));
    assert_eq!(refused(Edit::SetKeyframes { target: "x".into(), keyframes: vec![], index: None }), EditError::InvalidTarget("x".into()));
}

#[test]
fn a_batch_is_all_or_nothing() {
    let error = refused(Edit::Batch(vec![
        set(5.0),
        Edit::RemoveNodes { ids: vec!["advect".into()] },
        Edit::InGroup { group: "sand".into(), edit: Box::new(Edit::SetKind { node: "nobody".into(), kind: "x".into() }) },
    ]));
    assert_eq!(error, EditError::NoNode("nobody".into()));
}

#[test]
fn an_edit_reads_back_from_json() {
    let edit =
        Edit::Batch(vec![set(0.1), Edit::Connect(link("a.b", "c.d")), Edit::InGroup { group: "g".into(), edit: Box::new(set(2.0)) }]);
    let text = serde_json::to_string(&edit).unwrap();
    assert_eq!(serde_json::from_str::<Edit>(&text).unwrap(), edit);
}

mod history {
    use super::*;

    const DRAG: Gesture = Gesture(1);

    fn start() -> (Document, History, String) {
        let document = document();
        let history = History::new(&document);
        let text = to_json(&document).unwrap();
        (document, history, text)
    }

    #[test]
    fn a_drag_of_many_edits_is_one_step() {
        let (mut document, mut history, before) = start();
        for step in 0..200 {
            history.perform_in(&mut document, DRAG, "scale", set(f64::from(step))).unwrap();
        }
        history.end_gesture(&document);
        assert_eq!(history.names().collect::<Vec<_>>(), ["scale"]);
        assert!(history.undo(&mut document).unwrap());
        assert_eq!(to_json(&document).unwrap(), before);
        assert!(!history.undo(&mut document).unwrap());
        assert!(history.redo(&mut document).unwrap());
        assert_eq!(document.nodes["noise"].inputs["first"], Literal::Number(199.0));
    }

    #[test]
    fn two_drags_are_two_steps_even_of_one_slider() {
        let (mut document, mut history, _) = start();
        for (gesture, value) in [(1, 2.0), (1, 3.0), (2, 4.0), (2, 5.0)] {
            history.perform_in(&mut document, Gesture(gesture), "scale", set(value)).unwrap();
        }
        history.end_gesture(&document);
        history.perform_in(&mut document, Gesture(2), "scale", set(6.0)).unwrap();
        assert!(history.undo(&mut document).unwrap());
        assert_eq!(document.nodes["noise"].inputs["first"], Literal::Number(5.0));
        history.undo(&mut document).unwrap();
        assert_eq!(document.nodes["noise"].inputs["first"], Literal::Number(3.0));
        assert_eq!(history.position(), 1);
    }

    #[test]
    fn a_gesture_that_ends_where_it_began_is_no_step_and_keeps_redo() {
        let (mut document, mut history, before) = start();
        history.perform(&mut document, "scale", set(9.0)).unwrap();
        history.undo(&mut document).unwrap();
        for value in [2.0, 3.0, 1.0] {
            history.perform_in(&mut document, DRAG, "drag", set(value)).unwrap();
        }
        let wire = link("noise.result", "advect.quantity");
        history.perform_in(&mut document, DRAG, "drag", Edit::Disconnect(wire.to.clone())).unwrap();
        history.perform_in(&mut document, DRAG, "drag", Edit::SpliceLinks { remove: vec![], insert: vec![(0, wire)] }).unwrap();
        history.end_gesture(&document);
        assert_eq!(to_json(&document).unwrap(), before);
        assert_eq!((history.position(), history.redo_name()), (0, Some("scale")));
        history.perform(&mut document, "same", set(1.0)).unwrap();
        assert_eq!((history.position(), history.redo_name()), (0, Some("scale")));
    }

    #[test]
    fn a_drag_that_also_adds_a_node_is_taken_back_whole() {
        let (mut document, mut history, before) = start();
        history.perform_in(&mut document, DRAG, "duplicate", Edit::AddNode { id: "copy".into(), node: Node::new("mix") }).unwrap();
        for step in 0..50 {
            let positions = vec![("copy".to_owned(), [f64::from(step), 0.0])];
            history.perform_in(&mut document, DRAG, "duplicate", Edit::MoveNodes { positions }).unwrap();
        }
        history.undo(&mut document).unwrap();
        assert_eq!(to_json(&document).unwrap(), before);
        history.redo(&mut document).unwrap();
        assert_eq!(document.nodes["copy"].position, [49.0, 0.0]);
    }

    #[test]
    fn a_cancelled_gesture_leaves_nothing() {
        let (mut document, mut history, before) = start();
        history.perform_in(&mut document, DRAG, "drag", set(5.0)).unwrap();
        history.cancel_gesture(&mut document).unwrap();
        assert_eq!(to_json(&document).unwrap(), before);
        assert!(!history.is_modified() && history.names().next().is_none());
    }

    #[test]
    fn the_saved_point_is_found_again() {
        let (mut document, mut history, _) = start();
        assert!(!history.is_modified());
        history.perform(&mut document, "one", set(2.0)).unwrap();
        assert!(history.is_modified());
        history.mark_saved(&document);
        assert!(!history.is_modified());
        history.undo(&mut document).unwrap();
        assert!(history.is_modified());
        history.redo(&mut document).unwrap();
        assert!(!history.is_modified());
        history.perform_in(&mut document, DRAG, "drag", set(3.0)).unwrap();
        assert!(history.is_modified());
        history.perform_in(&mut document, DRAG, "drag", set(2.0)).unwrap();
        history.end_gesture(&document);
        assert!(!history.is_modified());
    }

    #[test]
    fn jumping_goes_to_any_point() {
        let (mut document, mut history, _) = start();
        let mut texts = vec![to_json(&document).unwrap()];
        for step in 0..10 {
            history.perform(&mut document, format!("step {step}"), set(10.0 + f64::from(step))).unwrap();
            texts.push(to_json(&document).unwrap());
        }
        for position in [3, 10, 0, 7, 99] {
            history.jump_to(&mut document, position).unwrap();
            assert_eq!(to_json(&document).unwrap(), texts[position.min(10)]);
            assert_eq!(history.names().count(), 10, "every step is still listed");
        }
        assert_eq!(history.undo_name(), Some("step 9"));
        history.jump_to(&mut document, 4).unwrap();
        assert_eq!((history.undo_name(), history.redo_name()), (Some("step 3"), Some("step 4")));
        history.perform(&mut document, "other", set(0.0)).unwrap();
        assert_eq!(history.names().last(), Some("other"));
        assert_eq!(history.names().count(), 5);
    }

    #[test]
    fn a_refused_edit_is_no_step() {
        let (mut document, mut history, before) = start();
        history.perform(&mut document, "bad", set(f64::NAN)).unwrap_err();
        history.perform_in(&mut document, DRAG, "bad", set(f64::NAN)).unwrap_err();
        assert_eq!(to_json(&document).unwrap(), before);
        assert!(history.names().next().is_none() && !history.is_modified());
    }
}

mod any_edits {
    use proptest::prelude::*;

    use super::*;
    use crate::graph::naming::fresh_id_in;

    /// Random numbers that an edit is made of.
    type Dice = (u8, u16, u16, u16, i8);

    /// An edit that may or may not fit the document.
    fn any_edit(document: &Document, (kind, a, b, c, value): Dice) -> Edit {
        let (a, b, c, value) = (usize::from(a), usize::from(b), usize::from(c), f64::from(value));
        let in_group = kind % 4 == 0 && !document.groups.is_empty();
        let group = in_group.then(|| document.groups.get_index(c % document.groups.len()).map_or("", |(name, _)| name).to_owned());
        let graph = document.graph_in(group.as_deref()).unwrap();
        let id = |dice: usize| match graph.nodes.len() {
            0 => "nobody".to_owned(),
            length => graph.nodes.get_index(dice % length).unwrap().0.clone(),
        };
        let port = |dice: usize| ["first", "second", "third", "fourth"][dice % 4].to_owned();
        let literal = || match c % 5 {
            0 => None,
            1 => Some(Literal::Vector(vec![value, 0.1])),
            2 => Some(Literal::Text("fbm".into())),
            3 => Some(Literal::Rows(vec![vec![value; 3]; 2])),
            _ => Some(Literal::Number(value / 3.0)),
        };
        let frame =
            || Frame { text: format!("{value}"), position: [value; 2], size: [5.0; 2], colour: None, extra: serde_json::Map::new() };
        let keyframes = || (0..c % 3).map(|frame| number(frame as f64, value)).collect();
        let edit = match kind % 28 {
            0 | 1 => Edit::AddNode { id: fresh_id_in(graph, ["mix", "noise"][a % 2]), node: Node::new("mix") },
            2 => Edit::AddNode { id: ["gone", "mix", "x y"][a % 3].into(), node: Node::new("noise") },
            3 => Edit::RemoveNodes { ids: vec![id(a), id(b)] },
            4 => Edit::RemoveNodes { ids: graph.nodes.keys().take(a % 5).cloned().collect() },
            5 => Edit::RenameNode { from: id(a), to: ["gone", "flow", "mix", "noise_2"][b % 4].into() },
            6..=8 => Edit::Connect(Link::new(PortRef::new(id(a), "result"), PortRef::new(id(b), port(c)))),
            9 => graph
                .links
                .get(a % (graph.links.len() + 1))
                .map_or(Edit::Disconnect(PortRef::new("a", "b")), |link| Edit::Disconnect(link.to.clone())),
            10 | 11 => Edit::SetInput { node: id(a), input: port(b), value: literal() },
            12 => {
                let change = |dice: usize, value| InputChange {
                    node: id(dice),
                    input: port(b),
                    value,
                    index: dice.is_multiple_of(2).then_some(dice % 5),
                };
                Edit::SetInputs { changes: vec![change(a, literal()), change(b, None), change(a, literal())] }
            }
            13 => Edit::MoveNodes { positions: vec![(id(a), [value; 2]), (id(b), [-value, 3.0]), (id(a), [0.5; 2])] },
            14 => Edit::SetTitle { node: id(a), title: (b % 2 == 0).then(|| format!("title {c}")) },
            15 => Edit::SetColour { nodes: vec![(id(a), Some("#123456".into())), (id(b), None)] },
            16 => {
                let flag = [NodeFlag::Muted, NodeFlag::Collapsed, NodeFlag::Thumbnail][c % 3];
                Edit::SetFlag { flag, nodes: vec![(id(a), true), (id(b), false)] }
            }
            17 => Edit::SetKind { node: id(a), kind: ["mix", "group:sand"][b % 2].into() },
            18 => Edit::AddFrame { index: (b % 2 == 0).then_some(a % 4), frame: frame() },
            19 => Edit::SetFrame { index: a % 4, frame: frame() },
            20 => Edit::RemoveFrame { index: a % 4 },
            21 => Edit::SetKeyframes {
                target: format!("{}.{}", id(a), port(b)),
                keyframes: keyframes(),
                index: (a % 2 == 0).then_some(b % 4),
            },
            22 => Edit::SetGrid(GridSettings { width_m: value + 100.5, ..GridSettings::default() }),
            23 => Edit::SetTimeline(Timeline { fps: value, ..document.timeline.clone() }),
            24 => Edit::AddGroup { name: ["sand", "mud"][a % 2].into(), group: Group::default(), index: Some(b % 3) },
            25 if a % 2 == 0 => Edit::RemoveGroup { name: ["sand", "mud"][b % 2].into() },
            25 => Edit::RenameGroup { from: ["sand", "mud"][b % 2].into(), to: ["sand", "mud", "clay"][c % 3].into() },
            26 => {
                let ranges = |ends: [f64; 2]| [(port(b), ends)].into_iter().collect();
                Edit::SetRanges {
                    nodes: vec![(id(a), ranges([value, value + 1.0])), (id(c), IndexMap::new()), (id(a), ranges([0.0, value]))],
                }
            }
            _ => Edit::Batch(vec![
                Edit::SetSeed(c as u32),
                Edit::SetInput { node: id(a), input: port(b), value: literal() },
                Edit::SetDescription(format!("{b}")),
                Edit::RemoveNodes { ids: vec![id(c)] },
            ]),
        };
        super::in_group(group.as_deref(), edit)
    }

    fn any_document() -> impl Strategy<Value = Document> {
        proptest::collection::vec(any::<Dice>(), 0..60).prop_map(|dice| {
            let mut made = document();
            for dice in dice {
                let edit = any_edit(&made, dice);
                // Edits that don't fit are refused and leave the document as it was.
                drop(apply(&mut made, edit));
            }
            made
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

        #[test]
        fn the_saved_json_is_the_same_at_each_point_of_the_history(start in any_document(), dice in proptest::collection::vec(any::<Dice>(), 300)) {
            let mut document = start;
            let mut history = History::new(&document);
            let mut texts = vec![to_json(&document).unwrap()];
            for dice in dice {
                let edit = any_edit(&document, dice);
                // Neighbours of one gesture merge; a third of the edits stand alone.
                let outcome = match dice.2 % 3 {
                    0 => history.perform(&mut document, "edit", edit),
                    gesture => history.perform_in(&mut document, Gesture(u64::from(gesture)), "gesture", edit),
                };
                let text = to_json(&document).unwrap();
                if dice.2 % 3 == 0 && outcome.is_ok() {
                    history.end_gesture(&document);
                }
                texts.push(text);
            }
            history.end_gesture(&document);
            let end = to_json(&document).unwrap();
            let steps = history.position();
            let mut points = vec![end.clone()];
            while history.undo(&mut document).unwrap() {
                let text = to_json(&document).unwrap();
                prop_assert!(texts.contains(&text), "a document that never was");
                points.push(text);
            }
            prop_assert_eq!(&to_json(&document).unwrap(), &texts[0]);
            prop_assert_eq!(points.len(), steps + 1);
            prop_assert!(!history.is_modified());
            for text in points.iter().rev().skip(1) {
                prop_assert!(history.redo(&mut document).unwrap());
                prop_assert_eq!(&to_json(&document).unwrap(), text);
            }
            prop_assert!(!history.redo(&mut document).unwrap());
            prop_assert_eq!(to_json(&document).unwrap(), end);
        }
    }
}
