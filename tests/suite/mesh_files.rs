//! Meshes from files on the real path: a file in a folder, document, compiler, player, readback.

use std::fs;

use wavewright_core::compile::{CompileCache, CompileInput, Compiled, compile};
use wavewright_core::gpu::Player;
use wavewright_core::graph::PortRef;
use wavewright_core::media::FolderFiles;
use wavewright_core::node::Literal;

use crate::support::{Graph, gpu, number, pipelines, text};

const OUTPUTS: [&str; 3] = ["corner.position", "corner.normal", "corner.uv"];

/// A mesh of `path`, and what its first 16 corners are.
fn graph(path: &str) -> Graph {
    let mut graph = Graph::new([16, 1], 1.0, 1.0 / 60.0);
    graph.node_with("model", "mesh_file", [("path", text(path))]);
    graph.node("corner", "vertex_at");
    graph.link("model.mesh", "corner.mesh");
    graph
}

fn compiled(graph: &Graph, files: &FolderFiles) -> Compiled {
    let looks: Vec<_> = OUTPUTS.iter().map(|output| PortRef::try_from((*output).to_owned()).unwrap()).collect();
    compile(&CompileInput { document: &graph.document, specs: Graph::catalog(), files, looks: &looks, cache: &CompileCache::default() })
}

/// Positions, normals and uv of the first corners, as x, y and z of each.
fn read(graph: &Graph, files: &FolderFiles, corners: usize) -> [Vec<f32>; 3] {
    let compiled = compiled(graph, files);
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    let mut player = Player::new(gpu(), compiled.effect.unwrap(), pipelines()).unwrap();
    player.run_steps(1).unwrap();
    let first = |output: &str, size: usize| player.read_output(output).unwrap().values[..corners * size].to_vec();
    [first(OUTPUTS[0], 3), first(OUTPUTS[1], 3), first(OUTPUTS[2], 2)]
}

fn assert_close(got: &[f32], expected: &[f32]) {
    assert_eq!(got.len(), expected.len());
    assert!(got.iter().zip(expected).all(|(got, expected)| (got - expected).abs() < 1e-5), "{got:?} is not {expected:?}");
}

#[test]
fn an_obj_stands_where_the_node_puts_it_and_follows_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("leaf.obj");
    fs::write(&file, "v 0 0 0\nv 1 0 0\nv 0 2 0\nvt 0 1\nvt 1 1\nvt 0 0.5\nf 1/1 2/2 3/3\n").unwrap();
    let files = FolderFiles::new(folder.path());
    let mut graph = graph("leaf.obj");
    let [positions, normals, uvs] = read(&graph, &files, 5);
    assert_close(&positions, &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 2.0, 0.0, 0.0, 2.0, 0.0]);
    assert_close(&normals[..6], &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
    assert_close(&uvs[..6], &[0.0, 0.0, 1.0, 0.0, 0.0, 0.5]);

    graph.set("model", "center", Literal::Vector(vec![5.0, 0.0, 0.0]));
    graph.set("model", "scale", number(3.0));
    graph.set("model", "turn", number(90.0));
    let [positions, normals, _] = read(&graph, &files, 3);
    assert_close(&positions, &[5.0, 0.0, 0.0, 5.0, 0.0, -3.0, 5.0, 6.0, 0.0]);
    assert_close(&normals[..3], &[1.0, 0.0, 0.0]);

    let held = compiled(&graph, &files);
    fs::write(&file, "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 4\nf 1 2 3\nf 1 4 3\n").unwrap();
    assert_eq!(files.changed(), ["leaf.obj"]);
    drop(held);
    let [positions, ..] = read(&graph, &files, 5);
    assert_close(&positions[12..], &[17.0, 0.0, 0.0]);
}

#[test]
fn a_gltf_brings_its_own_files() {
    let folder = tempfile::tempdir().unwrap();
    // A strip of two triangles with normals that say +x.
    let places = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    let numbers = places.into_iter().chain([[1.0, 0.0, 0.0]; 4]).flatten();
    fs::write(folder.path().join("data.bin"), numbers.flat_map(f32::to_le_bytes).collect::<Vec<u8>>()).unwrap();
    let json = r#"{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"translation":[0,0,3]}],
        "meshes":[{"primitives":[{"mode":5,"attributes":{"POSITION":0,"NORMAL":1}}]}],"buffers":[{"byteLength":96,"uri":"data.bin"}],
        "bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":48}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
        {"bufferView":1,"componentType":5126,"count":4,"type":"VEC3"}]}"#;
    fs::write(folder.path().join("card.gltf"), json).unwrap();
    let [positions, normals, _] = read(&graph("card.gltf"), &FolderFiles::new(folder.path()), 6);
    let expected = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]];
    assert_close(&positions, &expected.map(|[x, y]| [x, y, 3.0]).concat());
    assert_close(&normals, &[[1.0, 0.0, 0.0]; 6].concat());
}

#[test]
fn many_corners_go_on_in_the_next_row() {
    let folder = tempfile::tempdir().unwrap();
    let mut lines = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 7 8 9\n".to_owned() + &"f 1 2 3\n".repeat(341);
    lines.push_str("f 4 2 3\n");
    fs::write(folder.path().join("many.obj"), lines).unwrap();
    let mut graph = graph("many.obj");
    graph.set("corner", "index", number(1023.0));
    let [positions, ..] = read(&graph, &FolderFiles::new(folder.path()), 1);
    assert_close(&positions, &[7.0, 8.0, 9.0]);
}

#[test]
fn a_file_that_is_no_mesh_is_told_with_its_node_and_leaves_an_empty_mesh() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("broken.obj"), "v 0 0\n").unwrap();
    fs::write(folder.path().join("broken.glb"), "glTF\x02\0\0\0").unwrap();
    let files = FolderFiles::new(folder.path());
    for (path, words) in [("broken.obj", "line 1"), ("broken.glb", "its head is damaged"), ("missing.glb", "can't read")] {
        let compiled = compiled(&graph(path), &files);
        let told = compiled.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(["model", "path", path, words].iter().all(|word| told.contains(word)), "{told}");
        let mut player = Player::new(gpu(), compiled.effect.unwrap(), pipelines()).unwrap();
        player.run_steps(1).unwrap();
        assert!(player.read_output(OUTPUTS[0]).unwrap().values.iter().all(|number| *number == 0.0), "{path}");
    }
    let [positions, ..] = read(&graph(""), &files, 16);
    assert_close(&positions, &[0.0; 48]);
}
