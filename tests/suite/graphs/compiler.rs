//! What the compiler promises of every graph: what is fused, what is kept, what an edit compiles anew.

use std::collections::HashSet;
use std::sync::Arc;

use wavewright_core::compile::{CompileCache, CompileInput, Compiled, Effect, Statistics, Step, compile, compile_unshared};
use wavewright_core::diagnostic::merged;
use wavewright_core::gpu::Player;
use wavewright_core::graph::{Document, Node, PortRef, check::check};
use wavewright_core::media::NoFiles;
use wavewright_core::node::Literal;

use crate::support::{Graph, gpu, pipelines};

fn compiled(document: &Document) -> Compiled {
    compile(&CompileInput { document, specs: Graph::catalog(), files: &NoFiles, looks: &[], cache: &CompileCache::default() })
}

fn effect(document: &Document) -> Arc<Effect> {
    let compiled = compiled(document);
    assert_eq!(compiled.diagnostics, []);
    compiled.effect.unwrap()
}

fn example(name: &str) -> Document {
    let path = format!("{}/../examples/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The text of each kernel alone.
fn kernels(effect: &Effect) -> HashSet<String> {
    let lines: Vec<&str> = effect.wgsl.lines().collect();
    let text = |range: &[u32; 2]| lines[range[0] as usize - 1..range[1] as usize].join("\n");
    effect.manifest.kernels.iter().map(|kernel| kernel.lines.iter().map(text).collect::<Vec<_>>().join("\n")).collect()
}

#[test]
fn a_grids_value_is_read_once_however_many_ask_for_it() {
    let mut graph = Graph::new([16, 16], 1.0, 0.02);
    for (id, kind) in [("noise", "value_noise"), ("last", "feedback"), ("twice", "add"), ("more", "multiply")] {
        graph.node(id, kind);
    }
    for (from, to) in [
        ("noise.value", "last.value"),
        ("last.value", "twice.a"),
        ("last.value", "twice.b"),
        ("twice.result", "more.a"),
        ("last.value", "more.b"),
    ] {
        graph.link(from, to);
    }
    let text = kernels(&graph.compile(&["more.result"])).into_iter().collect::<String>();
    assert_eq!(text.matches(", cell, 0)").count(), 1, "{text}");
}

#[test]
fn a_nodes_own_range_is_what_its_slider_covers() {
    let mut graph = Graph::new([16, 16], 1.0, 0.02);
    graph.node("noise", "value_noise");
    let range_of = |graph: &Graph, input: &str| {
        let effect = graph.compile(&["noise.value"]);
        effect.manifest.parameters.iter().find(|parameter| parameter.input == input).map(|parameter| parameter.range).unwrap()
    };
    let of_kind = range_of(&graph, "scale");
    assert!(of_kind.is_some_and(|range| range != (-2.0, 3.0)));
    graph.document.nodes["noise"].ranges.insert("scale".into(), [-2.0, 3.0]);
    assert_eq!(range_of(&graph, "scale"), Some((-2.0, 3.0)));
    graph.document.nodes["noise"].ranges.insert("scael".into(), [0.0, 1.0]);
    let told = check(&graph.document, Graph::catalog());
    let told: Vec<String> = told.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|told| told.contains("scael") && told.contains("range")), "{told:?}");
}

#[test]
fn sizes_are_built_in_and_no_parameters() {
    let mut graph = Graph::new([16, 16], 1.0, 0.02);
    for (id, kind) in [("spray", "emit"), ("sheet", "plane_mesh"), ("drawn", "draw_mesh"), ("discs", "draw_sprites"), ("view", "render")] {
        graph.node(id, kind);
    }
    for (from, to) in [
        ("spray.particles", "discs.particles"),
        ("sheet.mesh", "drawn.mesh"),
        ("drawn.scene", "discs.scene"),
        ("discs.scene", "view.scene"),
    ] {
        graph.link(from, to);
    }
    let effect = graph.compile(&["view.picture"]);
    let catalog = Graph::catalog();
    for parameter in &effect.manifest.parameters {
        let Some(node) = graph.document.nodes.get(&parameter.node) else { continue };
        let input = catalog.get(&node.kind).and_then(|spec| spec.input(&parameter.input).cloned());
        assert!(!input.unwrap().setting, "{}.{} can't be changed without compiling", parameter.node, parameter.input);
    }
    assert!(effect.manifest.parameters.iter().any(|parameter| parameter.node == "spray" && parameter.input == "rate"));
}

#[test]
fn a_groups_own_range_is_what_its_slider_covers() {
    let text = r#"{ "format": "wavewright", "version": 1,
        "nodes": { "g": { "kind": "group:half", "inputs": { "amount": 0.7 }, "ranges": { "amount": [0, 9], "nope": [0, 1] } },
            "show": { "kind": "output" } },
        "links": [{ "from": "g.out", "to": "show.value" }],
        "groups": { "half": { "nodes": { "amount": { "kind": "group_input" }, "out": { "kind": "group_output" },
                "m": { "kind": "multiply", "inputs": { "a": 0.5 }, "ranges": { "b": [0, 55] } } },
            "links": [{ "from": "amount.value", "to": "m.b" }, { "from": "m.result", "to": "out.value" }] } } }"#;
    let document = wavewright_core::graph::file::parse(text, "test").unwrap().document;
    let compiled = compiled(&document);
    let parameters = compiled.effect.as_ref().unwrap().manifest.parameters.clone();
    let range = parameters.iter().find(|parameter| parameter.input == "b").map(|parameter| parameter.range);
    assert_eq!(range, Some(Some((0.0, 9.0))));
    let told: Vec<String> = check(&document, Graph::catalog()).iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|told| told.contains("g.nope") && told.contains("range")), "{told:?}");
}

#[test]
fn what_leaves_nothing_to_see_is_told() {
    for (kind, port) in [("image", "path"), ("mesh_file", "path"), ("render", "scene"), ("output", "value")] {
        let mut graph = Graph::new([16, 16], 1.0, 0.02);
        graph.node("n", kind);
        let told: Vec<String> = check(&graph.document, Graph::catalog()).iter().map(ToString::to_string).collect();
        assert!(told.iter().any(|told| told.contains(&format!("n.{port}"))), "{kind}: {told:?}");
    }
}

#[test]
fn a_fixed_number_is_part_of_the_code() {
    let mut graph = Graph::new([16, 16], 1.0, 0.02);
    graph.node("spread", "pressure_smd");
    graph.node("flow", "value_noise");
    graph.link("flow.value", "spread.divergence");
    let with = |graph: &Graph, kernel: f64| {
        let mut document = graph.document.clone();
        document.nodes["spread"].inputs.insert("kernel".to_owned(), Literal::Number(kernel));
        let look = [PortRef::new("spread", "pressure")];
        compile(&CompileInput {
            document: &document,
            specs: Graph::catalog(),
            files: &NoFiles,
            looks: &look,
            cache: &CompileCache::default(),
        })
    };
    let [widest, second] = [with(&graph, 0.0), with(&graph, 1.0)].map(|compiled| compiled.effect.unwrap());
    assert_ne!(kernels(&widest), kernels(&second), "another number is other code");
    assert!(widest.manifest.parameters.iter().all(|parameter| parameter.input != "kernel"), "and no parameter");
    graph.node("which", "number");
    graph.link("which.value", "spread.kernel");
    let problems = check(&graph.document, Graph::catalog());
    assert!(problems.iter().any(|problem| problem.port.as_deref() == Some("kernel")), "and takes no wire: {problems:?}");
}

fn passes(effect: &Effect) -> usize {
    effect.manifest.step.iter().filter(|step| matches!(step, Step::Pass(_))).count()
}

#[test]
fn a_number_changed_leaves_every_kernel_as_it_was() {
    let document = example("fluid");
    let before = kernels(&effect(&document));
    let mut changed = document;
    changed.nodes.get_mut("carry_ink").unwrap().inputs.insert("damping".to_owned(), Literal::Number(0.95));
    changed.grid.width_m = 7.0;
    assert_eq!(kernels(&effect(&changed)), before);
}

#[test]
fn a_node_added_compiles_only_the_kernels_that_it_touches() {
    let mut graph = Graph::new([16, 16], 1.0, 1.0 / 60.0);
    for chain in 0..10 {
        graph.node(&format!("noise{chain}"), "value_noise");
        graph.node(&format!("blur{chain}"), "laplacian");
        graph.node(&format!("end{chain}"), "output");
        graph.link(&format!("noise{chain}.value"), &format!("blur{chain}.field"));
        graph.link(&format!("blur{chain}.laplacian"), &format!("end{chain}.value"));
    }
    let before = kernels(&effect(&graph.document));
    graph.node("more", "absolute");
    graph.document.links.retain(|link| link.to.node != "end4");
    graph.link("blur4.laplacian", "more.value");
    graph.link("more.result", "end4.value");
    let after = kernels(&effect(&graph.document));
    assert_eq!(after.difference(&before).count(), 1, "one kernel holds the new node");
}

#[test]
fn a_chain_of_pure_nodes_is_one_kernel_without_memory_between() {
    let mut graph = Graph::new([16, 16], 1.0, 1.0 / 60.0);
    graph.node("noise", "gradient_noise");
    graph.node("size", "absolute");
    graph.node("root", "square_root");
    graph.node("end", "output");
    graph.link("noise.value", "size.value");
    graph.link("size.result", "root.value");
    graph.link("root.result", "end.value");
    let effect = effect(&graph.document);
    assert_eq!((passes(&effect), effect.manifest.textures.len()), (1, 1));
}

#[test]
fn what_is_the_same_for_all_elements_is_computed_once_a_step() {
    let mut graph = Graph::new([16, 16], 1.0, 1.0 / 60.0);
    graph.node("time", "time");
    graph.node("wave", "sine");
    graph.node("dab", "brush");
    graph.node("end", "output");
    graph.link("time.seconds", "wave.angle");
    graph.link("wave.result", "dab.strength");
    graph.link("dab.value", "end.value");
    let effect = effect(&graph.document);
    let threads: Vec<[u32; 3]> =
        effect.manifest.step.iter().filter_map(|step| if let Step::Pass(pass) = step { Some(pass.threads) } else { None }).collect();
    assert_eq!(threads, [[1, 1, 1], [16, 16, 1]]);
}

#[test]
fn the_fluid_step_takes_no_more_passes_than_its_algorithm_has() {
    // Curl and confinement, stroke, ink and sum, two advections, MacCormack's second pass, divergence, two of pressure, projection, and one
    // for the colour of the step.
    assert_eq!(passes(&effect(&example("fluid"))), 11);
}

#[test]
fn a_broken_node_is_named_and_the_rest_runs_on() {
    let mut document = example("rain");
    document.nodes.insert("lost".to_owned(), Node::new("no_such_kind"));
    document.nodes.insert("shown".to_owned(), Node::new("output"));
    document.links.push(serde_json::from_str(r#"{"from": "lost.value", "to": "shown.value"}"#).unwrap());
    let compiled = compiled(&document);
    assert!(compiled.diagnostics.iter().any(|diagnostic| diagnostic.node.as_deref() == Some("lost")), "{:?}", compiled.diagnostics);
    assert!(compiled.effect.unwrap().manifest.outputs.iter().any(|output| output.name == "picture.value"));
}

#[test]
fn a_circle_without_feedback_is_reported_at_its_nodes() {
    let mut graph = Graph::new([4, 4], 1.0, 1.0 / 60.0);
    graph.node("a", "add");
    graph.node("b", "add");
    graph.node("end", "output");
    graph.link("a.result", "b.a");
    graph.link("b.result", "a.a");
    graph.link("b.result", "end.value");
    let compiled = compiled(&graph.document);
    let said: Vec<String> = compiled.diagnostics.iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|line| line.starts_with("error: a: the wires go in a circle: a -> b -> a")), "{said:?}");
}

/// What a feedback node starts from is asked for before the first step: it can't wait for a later one.
#[test]
fn a_feedback_node_breaks_a_circle_through_its_value_only() {
    let mut graph = Graph::new([4, 4], 1.0, 1.0 / 60.0);
    graph.node("before", "feedback");
    graph.node("more", "add");
    graph.node("end", "output");
    graph.link("before.value", "more.a");
    graph.link("more.result", "before.value");
    graph.link("more.result", "end.value");
    assert_eq!(compiled(&graph.document).diagnostics, []);
    assert_eq!(check(&graph.document, Graph::catalog()), []);
    graph.link("more.result", "before.initial");
    let (checked, compiled) = (check(&graph.document, Graph::catalog()), compiled(&graph.document).diagnostics);
    assert!(checked[0].message.contains("before -> more -> before"), "{checked:?}");
    assert_eq!(merged(checked, compiled).len(), 1, "both tell the same");
}

#[test]
fn outputs_of_one_node_that_are_looked_at_share_a_pass() {
    for kind in ["pointer", "worley", "separate_colour", "random"] {
        let mut graph = Graph::new([16, 16], 1.0, 1.0 / 60.0);
        graph.node("node", kind);
        let outputs: Vec<String> =
            Graph::catalog().get(kind).unwrap().outputs.iter().map(|output| format!("node.{}", output.name)).collect();
        assert!((3..=4).contains(&outputs.len()), "{kind}: {outputs:?}");
        let looks: Vec<&str> = outputs.iter().map(String::as_str).collect();
        assert_eq!(passes(&graph.compile(&looks)), 1, "{kind}");
    }
}

/// Textures that take turns hold the same numbers as textures of their own.
#[test]
fn textures_that_share_memory_change_no_number() {
    for name in ["fluid", "fluid_multigrid", "reaction", "ocean_height", "spring_field"] {
        let document = example(name);
        let cache = CompileCache::default();
        let input = CompileInput { document: &document, specs: Graph::catalog(), files: &NoFiles, looks: &[], cache: &cache };
        let (shared, apart) = (compile(&input).effect.unwrap(), compile_unshared(&input).effect.unwrap());
        let bytes = [&shared, &apart].map(|effect| Statistics::of(effect).memory_bytes);
        assert!(bytes[0] <= bytes[1], "{name}: {bytes:?}");
        if name == "fluid" {
            assert!(bytes[0] * 10 < bytes[1] * 9, "{name}: a tenth less at least, {bytes:?}");
        }
        let frames = |effect: Arc<Effect>| {
            let output = effect.manifest.outputs[0].name.clone();
            let mut player = Player::new(gpu(), effect, pipelines()).unwrap();
            [0, 7].map(|frame| {
                player.run_to_frame(frame).unwrap();
                player.read_output(&output).unwrap().values.iter().map(|value| value.to_bits()).collect::<Vec<_>>()
            })
        };
        assert!(frames(shared) == frames(apart), "{name}: the frames differ");
    }
}

#[test]
fn titles_never_reach_the_code() {
    let mut document = example("rain");
    let before = effect(&document);
    document.nodes.get_mut("water").unwrap().title = Some("*/ }\nfn evil() {} //\u{2028} \u{85}x".to_owned());
    let after = effect(&document);
    let code = |wgsl: &str| wgsl.lines().map(|line| line.split("//").next().unwrap_or("").trim_end().to_owned()).collect::<Vec<_>>();
    assert_eq!(code(&before.wgsl), code(&after.wgsl));
}
