//! Size is no limit: thousands of nodes, chains a thousand deep, shared branches that a careless walk would visit two to the power of n times.

use std::time::{Duration, Instant};

use wavewright_core::compile::{CompileCache, CompileInput, Compiled, compile};
use wavewright_core::graph::check::check;
use wavewright_core::graph::file::{parse, to_json};
use wavewright_core::graph::{Document, Link, Node, PortRef};
use wavewright_core::media::NoFiles;
use wavewright_core::node::Literal;

use crate::support::Graph;

fn compiled(document: &Document) -> Compiled {
    compile(&CompileInput { document, specs: Graph::catalog(), files: &NoFiles, looks: &[], cache: &CompileCache::default() })
}

fn connect(document: &mut Document, from: &str, to: &str) {
    let port = |text: &str| PortRef::try_from(text.to_owned()).unwrap();
    document.links.push(Link::new(port(from), port(to)));
}

/// Chains of five nodes, each an output of its own: `count` nodes in all.
fn wide(count: usize) -> Document {
    let mut document = Document::default();
    document.grid.resolution = [16, 16];
    for chain in 0..count / 5 {
        for (place, kind) in ["position", "separate2", "multiply", "sine", "output"].into_iter().enumerate() {
            document.nodes.insert(format!("n{chain}_{place}"), Node::new(kind));
        }
        connect(&mut document, &format!("n{chain}_0.ground"), &format!("n{chain}_1.vector"));
        connect(&mut document, &format!("n{chain}_1.x"), &format!("n{chain}_2.a"));
        connect(&mut document, &format!("n{chain}_2.result"), &format!("n{chain}_3.angle"));
        connect(&mut document, &format!("n{chain}_3.result"), &format!("n{chain}_4.value"));
    }
    document
}

/// `count` additions, one after the other; with `doubled`, each adds the one before to itself.
fn deep(count: usize, doubled: bool) -> Document {
    let mut document = Document::default();
    document.grid.resolution = [4, 4];
    for index in 0..count {
        let mut node = Node::new("add");
        node.inputs.insert("a".to_owned(), Literal::Number(0.0));
        node.inputs.insert("b".to_owned(), Literal::Number(0.25));
        document.nodes.insert(format!("n{index}"), node);
        if index > 0 {
            connect(&mut document, &format!("n{}.result", index - 1), &format!("n{index}.a"));
            if doubled {
                connect(&mut document, &format!("n{}.result", index - 1), &format!("n{index}.b"));
            }
        }
    }
    document.nodes.insert("end".to_owned(), Node::new("output"));
    connect(&mut document, &format!("n{}.result", count - 1), "end.value");
    document
}

#[test]
fn a_chain_of_a_thousand_maths_nodes_compiles() {
    let compiled = compiled(&deep(1000, false));
    assert_eq!(compiled.diagnostics, []);
    assert!(compiled.effect.is_some());
}

#[test]
fn a_value_that_each_node_uses_twice_is_computed_once() {
    let compiled = compiled(&deep(200, true));
    assert_eq!(compiled.diagnostics, []);
    let wgsl = compiled.effect.unwrap().wgsl.clone();
    assert_eq!(wgsl.matches("= add_number(").count(), 200);
}

#[test]
fn five_thousand_nodes_load_check_and_compile_in_time_linear_in_their_number() {
    let time = |count: usize| {
        let saved = to_json(&wide(count)).unwrap();
        let start = Instant::now();
        let loaded = parse(&saved, "wide.json").unwrap();
        let problems = check(&loaded.document, Graph::catalog());
        let compiled = compiled(&loaded.document);
        assert_eq!((problems, compiled.diagnostics), (Vec::new(), Vec::new()));
        assert_eq!(compiled.effect.unwrap().manifest.outputs.len(), count / 5);
        start.elapsed()
    };
    time(50);
    let small = time(500).max(Duration::from_millis(1));
    let large = time(5000);
    // Ten times the nodes may not take a hundred times as long; the bound leaves room for a busy machine.
    assert!(large < 40 * small, "500 nodes took {small:?}, 5,000 took {large:?}");
}
