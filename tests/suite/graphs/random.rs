//! Any graph that the editor could build compiles to valid WGSL or says which node is at fault; saving and loading it changes nothing.

use proptest::prelude::*;
use wavewright_core::compile::{CompileCache, CompileInput, compile};
use wavewright_core::graph::file::{parse, to_json};
use wavewright_core::graph::{Document, Link, Node, PortRef};
use wavewright_core::media::NoFiles;
use wavewright_core::node::{Access, Literal, NodeSpec, PortType, ValueType};
use wavewright_core::{Diagnostic, Severity};

use crate::support::Graph;

/// A random number in the order in which they are drawn: graphs are made from a list of them, so that proptest can make a failing one smaller.
struct Draw<'a> {
    numbers: &'a [u32],
    next: usize,
}

impl Draw<'_> {
    fn below(&mut self, end: usize) -> usize {
        let number = self.numbers.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        if end == 0 { 0 } else { number as usize % end }
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

/// Numbers that people type by intent or by accident.
const NUMBERS: [f64; 10] = [0.0, 1.0, -1.0, 0.5, 3.0, 64.0, 1e-30, 1e30, -7.25, 1e9];

fn specs() -> Vec<std::sync::Arc<NodeSpec>> {
    Graph::catalog().iter().cloned().collect()
}

fn document(numbers: &[u32]) -> Document {
    let mut draw = Draw { numbers, next: 0 };
    let specs = specs();
    let mut document = Document::default();
    document.grid.resolution = [[8, 8], [1, 1], [16, 5], [33, 17]][draw.below(4)];
    let count = 2 + draw.below(14);
    let mut placed: Vec<(String, std::sync::Arc<NodeSpec>)> = Vec::new();
    for index in 0..count {
        let spec = &specs[draw.below(specs.len())];
        let id = format!("n{index}");
        let mut node = Node::new(&spec.kind);
        node.muted = draw.one_in(12);
        if draw.one_in(6) {
            node.title = Some(["*/ fn broken(", "two\nlines", "// comment", "\u{2028}", "\"quoted\""][draw.below(5)].to_owned());
        }
        for input in &spec.inputs {
            if draw.one_in(3) {
                node.inputs.insert(input.name.clone(), literal(&mut draw, &input.port_type));
            }
        }
        for input in spec.inputs.iter().filter(|input| input.linkable()) {
            // Mostly to earlier nodes, now and then to any: circles must be refused, not followed.
            let reach = if draw.one_in(8) { count } else { index };
            if reach > 0 && !draw.one_in(3) {
                let from = draw.below(reach);
                let port = placed.get(from).map_or("value", |(_, spec)| spec.outputs[draw.below(spec.outputs.len())].name.as_str());
                document.links.push(Link::new(PortRef::new(format!("n{from}"), port), PortRef::new(&id, &input.name)));
            }
        }
        document.nodes.insert(id.clone(), node);
        placed.push((id, spec.clone()));
    }
    document
}

fn literal(draw: &mut Draw<'_>, port_type: &PortType) -> Literal {
    let mut number = || NUMBERS[draw.below(NUMBERS.len())];
    match port_type {
        PortType::Fixed(ValueType::Vec2) => Literal::Vector(vec![number(), number()]),
        PortType::Fixed(ValueType::Vec3) => Literal::Vector(vec![number(), number(), number()]),
        PortType::Fixed(ValueType::Colour) => Literal::Vector(vec![number(), number(), number(), number()]),
        PortType::Fixed(list) if list.is_list() => {
            Literal::Rows(vec![vec![number().abs().max(0.1), number(), number(), number(), number()]])
        }
        PortType::Choice(words) => Literal::Text(words[draw.below(words.len())].clone()),
        PortType::Switch => Literal::Bool(draw.one_in(2)),
        PortType::Text | PortType::File => Literal::Text(String::new()),
        _ => Literal::Number(number()),
    }
}

/// Every output of every node is looked at.
fn looks(document: &Document) -> Vec<PortRef> {
    let catalog = Graph::catalog();
    let mut looks = Vec::new();
    for (id, node) in &document.nodes {
        if let Some(spec) = catalog.get(&node.kind) {
            looks.extend(spec.outputs.iter().map(|output| PortRef::new(id, &output.name)));
        }
    }
    looks
}

fn names_a_node(diagnostic: &Diagnostic) -> bool {
    diagnostic.node.is_some() || !diagnostic.help.is_empty()
}

fn compiles_or_says_why(document: &Document) -> Result<(), TestCaseError> {
    let looks = looks(document);
    let compiled =
        compile(&CompileInput { document, specs: Graph::catalog(), files: &NoFiles, looks: &looks, cache: &CompileCache::default() });
    for diagnostic in &compiled.diagnostics {
        prop_assert!(names_a_node(diagnostic), "{diagnostic}");
        prop_assert!(!diagnostic.message.contains("generated code was refused"), "{diagnostic}\n{}", to_json(document).unwrap());
    }
    match compiled.effect {
        Some(effect) => {
            if let Err(error) = wavewright_shaders::validate(&effect.wgsl) {
                return Err(TestCaseError::fail(format!("{error}\n{}", to_json(document).unwrap())));
            }
        }
        None => prop_assert!(compiled.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 160, max_shrink_iters: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_graph_compiles_or_says_which_node_is_at_fault(numbers in prop::collection::vec(any::<u32>(), 40..400)) {
        compiles_or_says_why(&document(&numbers))?;
    }

    #[test]
    fn saving_and_loading_changes_nothing(numbers in prop::collection::vec(any::<u32>(), 40..400)) {
        let document = document(&numbers);
        let saved = to_json(&document).unwrap();
        let loaded = parse(&saved, "random.json").unwrap();
        prop_assert_eq!(&to_json(&loaded.document).unwrap(), &saved);
    }
}

/// List accessors need no grid, and a grid accessor needs one: every access of the library is met by the random graphs.
#[test]
fn the_library_has_every_kind_of_access() {
    let specs = specs();
    for access in [Access::Own, Access::Cells, Access::Positions(false), Access::Uvs, Access::List] {
        assert!(specs.iter().flat_map(|spec| &spec.inputs).any(|input| input.access == access), "{access:?}");
    }
}
