#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that meets an error has failed")]

use std::time::{Duration, Instant};

use wavewright_core::graph::edit::NodeFlag;
use wavewright_core::graph::file::{load, save, to_json};
use wavewright_core::graph::{Link, Node};
use wavewright_core::node::Literal;

use super::*;

fn services() -> Services {
    Services {
        catalog: Arc::new(wavewright_nodes::library().0.clone()),
        gpu: Err("not in this test".to_owned()),
        screen: None,
        wake: Arc::new(|| ()),
        run_folder: None,
    }
}

/// `time -> sine -> add -> output`, as edits.
fn build_small(session: &mut Session) {
    for (id, kind) in [("time", "time"), ("sine", "sine"), ("add", "add"), ("output", "output")] {
        session.perform(format!("Add {kind}"), Edit::AddNode { id: id.to_owned(), node: Node::new(kind) }).unwrap();
    }
    for (from, to) in [("time", "sine"), ("sine", "add"), ("add", "output")] {
        let link = first_link(session, from, to);
        session.perform("Connect", Edit::Connect(link)).unwrap();
    }
}

/// A wire from the first output of one node to the first input of another that takes wires.
fn first_link(session: &Session, from: &str, to: &str) -> Link {
    let spec = |id: &str| session.catalog().spec_for(&session.document().nodes[id]).unwrap();
    let input = spec(to).inputs.iter().find(|input| input.linkable()).unwrap().name.clone();
    Link::new(PortRef::new(from, &spec(from).outputs[0].name), PortRef::new(to, input))
}

/// Updates until `done`, as a window would.
fn update_until(session: &mut Session, mut done: impl FnMut(&mut Session) -> bool) {
    let start = Instant::now();
    loop {
        session.update(start.elapsed().as_secs_f64());
        if done(session) {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "it does not come: {:?}", session.problems().all());
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn compiled(session: &mut Session) {
    update_until(session, |session| !session.is_compiling());
    // What came between the update and the question.
    session.update(1e6);
}

fn set(session: &mut Session, node: &str, input: &str, value: Literal) {
    session.perform("Set", Edit::SetInput { node: node.to_owned(), input: input.to_owned(), value: Some(value) }).unwrap();
}

#[test]
fn a_number_is_not_compiled_and_a_wire_is() {
    let mut session = Session::new(services());
    build_small(&mut session);
    compiled(&mut session);
    assert!(session.stage().effect().is_some(), "{:?}", session.problems().all());
    let before = session.compiler.serial;
    let input = first_link(&session, "sine", "add").to.port;
    let other = session.catalog().get("add").unwrap().inputs.iter().find(|other| other.name != input).unwrap().name.clone();
    set(&mut session, "add", &other, Literal::Number(2.0));
    set(&mut session, "add", &other, Literal::Number(3.0));
    assert_eq!(session.compiler.serial, before, "a number was compiled");
    session.perform("Move", Edit::MoveNodes { positions: vec![("add".to_owned(), [5.0, 6.0])] }).unwrap();
    session.perform("Rename", Edit::SetTitle { node: "add".to_owned(), title: Some("Sum".to_owned()) }).unwrap();
    assert_eq!(session.compiler.serial, before, "a place or a name was compiled");
    let link = first_link(&session, "time", "output");
    session.perform("Connect", Edit::Connect(link)).unwrap();
    assert_eq!(session.compiler.serial, before + 1);
}

#[test]
fn a_broken_graph_keeps_the_last_good_effect() {
    let mut session = Session::new(services());
    build_small(&mut session);
    compiled(&mut session);
    let good = Arc::clone(session.stage().effect().unwrap());
    session.perform("Break", Edit::SetKind { node: "output".to_owned(), kind: "no_such_kind".to_owned() }).unwrap();
    session.perform("Break", Edit::SetKind { node: "sine".to_owned(), kind: "nor_this".to_owned() }).unwrap();
    session.look(|looks| looks.viewed = Some(PortRef::new("add", "result")));
    compiled(&mut session);
    assert!(session.problems().of_node("sine").next().is_some());
    session.undo().unwrap();
    session.undo().unwrap();
    compiled(&mut session);
    assert_eq!(session.stage().effect().unwrap().wgsl, good.wgsl);
}

#[test]
fn an_emptied_document_shows_nothing() {
    let mut session = Session::new(services());
    build_small(&mut session);
    compiled(&mut session);
    assert!(session.stage().effect().is_some());
    session.perform("Delete", Edit::RemoveNodes { ids: vec!["output".to_owned()] }).unwrap();
    compiled(&mut session);
    assert!(session.stage().effect().is_none());
}

#[test]
fn undoing_brings_back_the_pin_of_a_deleted_node() {
    let mut session = Session::new(services());
    build_small(&mut session);
    let link = first_link(&session, "sine", "add");
    session.look(|looks| looks.toggle_pin(link.from.clone()));
    assert_eq!(session.wanted_look(), Some(link.from.clone()));
    session.perform("Delete", Edit::RemoveNodes { ids: vec!["sine".to_owned()] }).unwrap();
    assert_eq!(session.wanted_look().unwrap().node, "output");
    session.undo().unwrap();
    assert_eq!(session.wanted_look(), Some(link.from));
}

#[test]
fn saving_and_opening_give_the_same_document() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.json");
    let mut session = Session::new(services());
    build_small(&mut session);
    assert!(session.is_modified() && !session.save());
    session.save_as(path.clone());
    set(&mut session, "add", "b", Literal::Number(7.0));
    update_until(&mut session, |session| session.take_events().contains(&Event::Saved(path.clone())));
    assert!(session.is_modified(), "an edit during the save counts");
    session.undo().unwrap();
    assert!(!session.is_modified());
    let text = to_json(session.document()).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    session.start_document(Document::default(), String::new());
    session.open(path.clone(), Start::Running);
    update_until(&mut session, |session| session.take_events().iter().any(|event| matches!(event, Event::Opened { .. })));
    assert_eq!(to_json(session.document()).unwrap(), text);
    assert_eq!(session.file().name(), "small.json");
}

#[test]
fn a_failed_save_keeps_the_document_changed() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::new(services());
    build_small(&mut session);
    session.save_as(folder.path().join("missing/small.json"));
    update_until(&mut session, |session| session.take_events().iter().any(|event| matches!(event, Event::SaveFailed { .. })));
    assert!(session.is_modified());
    assert_eq!(session.file().path(), None);
}

#[test]
fn a_failed_load_leaves_the_document_and_protects_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.json");
    std::fs::write(&broken, "{ \"format\": \"wavewright\", ").unwrap();
    let mut session = Session::new(services());
    build_small(&mut session);
    let before = to_json(session.document()).unwrap();
    session.open(broken.clone(), Start::Running);
    update_until(&mut session, |session| session.take_events().iter().any(|event| matches!(event, Event::OpenFailed { .. })));
    assert_eq!(to_json(session.document()).unwrap(), before);
    assert_eq!(session.file().path(), None);
    session.save_as(broken.clone());
    assert!(matches!(session.take_events().as_slice(), [Event::SaveFailed { .. }]));
    assert_eq!(std::fs::read_to_string(&broken).unwrap(), "{ \"format\": \"wavewright\", ");
}

#[test]
fn a_crash_leaves_a_copy_and_names_the_document_that_was_being_opened() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("small.json");
    let mut document = Document::default();
    document.nodes.insert("time".to_owned(), Node::new("time"));
    save(&path, &document).unwrap();

    let run_folder = Some(RunFolder::create(data.path()).unwrap());
    let mut session = Session::new(Services { run_folder, ..services() });
    session.open(path.clone(), Start::Running);
    update_until(&mut session, |session| session.take_events().iter().any(|event| matches!(event, Event::Opened { .. })));
    let flag = Edit::SetFlag { flag: NodeFlag::Muted, nodes: vec![("time".to_owned(), true)] };
    session.perform("Mute", flag).unwrap();
    session.hurry_autosave();
    let copy = session.run_folder.as_ref().unwrap().copy_path();
    // Time stands, so that the document is never believed to be harmless.
    while !copy.exists() {
        session.update(0.0);
    }
    drop(session);

    let next = RunFolder::create(data.path()).unwrap();
    let left = next.left_by_others(data.path());
    assert_eq!(left[0].opening, Some(path.clone()));
    let (about, copy) = left[0].copy.clone().unwrap();
    assert_eq!(about.path, Some(path.clone()));
    let mut session = Session::new(services());
    session.recover(&about, load(&copy).unwrap());
    assert!(session.document().nodes["time"].muted && session.is_modified());
    assert_eq!(session.file().path(), Some(path.as_path()));
}

#[test]
fn a_held_document_is_not_compiled_until_it_is_released() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.json");
    let mut session = Session::new(services());
    build_small(&mut session);
    save(&path, session.document()).unwrap();
    compiled(&mut session);
    session.open(path, Start::Held);
    update_until(&mut session, |session| session.is_held());
    let serial = session.compiler.serial;
    set(&mut session, "add", "b", Literal::Number(1.0));
    session.update(0.0);
    assert_eq!(session.compiler.serial, serial);
    assert!(session.stage().effect().is_none());
    session.release();
    compiled(&mut session);
    assert!(session.stage().effect().is_some());
}

#[test]
fn on_a_device_that_the_window_shares_the_effect_runs_and_is_seen() {
    let gpu = Gpu::headless().unwrap();
    for screen in [None, Some(gpu.clone()), Some(Gpu::headless().unwrap())] {
        let mut session = Session::new(Services { gpu: Ok(gpu.clone()), screen, ..services() });
        build_small(&mut session);
        update_until(&mut session, |session| session.stage().frame().is_some_and(|frame| frame > 3));
        let output = session.stage().effect().unwrap().manifest.outputs[0].name.clone();
        assert!(session.stage().picture(&output).is_some());
        session.step();
        update_until(&mut session, |session| !session.stage().is_seeking());
        let frame = session.stage().frame().unwrap();
        assert!(!session.stage().is_playing());
        session.step();
        update_until(&mut session, |session| session.stage().frame() == Some(frame + 1));
        session.stage_mut().seek(1);
        update_until(&mut session, |session| session.stage().frame() == Some(1));
    }
}
