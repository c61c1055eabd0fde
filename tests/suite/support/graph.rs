//! A document in a few lines, and running it on the real path: document, compiler, player, readback.

use std::sync::LazyLock;

use wavewright_core::compile::{CompileCache, CompileInput, Effect, Pixels, compile};
use wavewright_core::gpu::Player;
use wavewright_core::graph::{Document, Link, Node, PortRef};
use wavewright_core::node::{Catalog, Literal};

use super::{MemoryFiles, gpu, pipelines};

/// Nodes that only tests need, each with its file's name.
const TEST_NODES: [(&str, &str); 2] =
    [("test/wave_rows.wgsl", include_str!("wave_rows.wgsl")), ("test/pcg_of_halves.wgsl", include_str!("pcg_of_halves.wgsl"))];

/// The library and the nodes of tests.
static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let own = TEST_NODES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let (catalog, problems) = Catalog::from_files(wavewright_nodes::files().chain(own));
    assert!(problems.is_empty(), "{problems:?}");
    catalog
});
static CACHE: LazyLock<CompileCache> = LazyLock::new(CompileCache::default);

/// A document being built.
pub struct Graph {
    /// The document so far.
    pub document: Document,
    files: MemoryFiles,
}

/// A graph that runs.
pub struct Run {
    /// The player, before its first step.
    pub player: Player,
}

impl Graph {
    /// An empty graph on a grid of `cells`, each `cell_m` wide, with steps of `dt_s`.
    pub fn new(cells: [u32; 2], cell_m: f64, dt_s: f64) -> Self {
        let mut document = Document::default();
        document.grid.resolution = cells;
        document.grid.width_m = cell_m * f64::from(cells[0]);
        document.timeline.fps = 1.0 / dt_s;
        Self { document, files: MemoryFiles::default() }
    }

    /// The catalog that graphs of tests use.
    pub fn catalog() -> &'static Catalog {
        &CATALOG
    }

    /// Adds a node.
    pub fn node(&mut self, id: &str, kind: &str) {
        let replaced = self.document.nodes.insert(id.to_owned(), Node::new(kind));
        assert!(replaced.is_none(), "two nodes are called {id}");
    }

    /// Adds a node with inputs set.
    pub fn node_with<const COUNT: usize>(&mut self, id: &str, kind: &str, inputs: [(&str, Literal); COUNT]) {
        self.node(id, kind);
        for (input, literal) in inputs {
            self.set(id, input, literal);
        }
    }

    /// Sets an input.
    pub fn set(&mut self, id: &str, input: &str, literal: Literal) {
        self.document.nodes.get_mut(id).expect("the node was added").inputs.insert(input.to_owned(), literal);
    }

    /// Connects `node.output` to `node.input`.
    pub fn link(&mut self, from: &str, to: &str) {
        self.document.links.push(Link::new(port(from), port(to)));
    }

    /// Adds an image node of these pixels and returns the output that has as many channels.
    pub fn field(&mut self, id: &str, pixels: Pixels) -> String {
        let channels = pixels.channels;
        self.files.insert(id, pixels);
        self.node_with(id, "image", [("path", text(id)), ("content", text("data"))]);
        let output = ["value", "vector", "vector3", "colour"][channels as usize - 1];
        format!("{id}.{output}")
    }

    /// Adds image nodes for a field that has other values in each step, and returns the output. Later steps repeat none of them.
    pub fn changing_field(&mut self, id: &str, steps: &[Pixels]) -> String {
        let first = &steps[0];
        let stacked = Pixels {
            width: first.width,
            height: first.height * u32::try_from(steps.len()).unwrap(),
            channels: first.channels,
            values: steps.iter().flat_map(|step| step.values.iter().copied()).collect(),
        };
        let output = self.field(id, stacked);
        let name = |part: &str| format!("{id}_{part}");
        self.node(&name("uv"), "uv");
        self.node(&name("parts"), "separate2");
        self.node(&name("step"), "frame");
        self.node(&name("row"), "add");
        self.node_with(&name("share"), "divide", [("b", number(steps.len() as f64))]);
        self.node(&name("place"), "combine2");
        for (from, to) in [
            ("uv.uv", "parts.vector"),
            ("parts.y", "row.a"),
            ("step.number", "row.b"),
            ("row.result", "share.a"),
            ("parts.x", "place.x"),
            ("share.result", "place.y"),
        ] {
            self.link(&format!("{id}_{from}"), &format!("{id}_{to}"));
        }
        self.link(&format!("{id}_place.vector"), &format!("{id}.uv"));
        output
    }

    /// Compiles the graph so that `outputs` can be read.
    pub fn compile(&self, outputs: &[&str]) -> std::sync::Arc<Effect> {
        let looks: Vec<PortRef> = outputs.iter().map(|output| port(output)).collect();
        let compiled =
            compile(&CompileInput { document: &self.document, specs: Self::catalog(), files: &self.files, looks: &looks, cache: &CACHE });
        assert!(!compiled.has_errors(), "{}", compiled.diagnostics.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
        compiled.effect.expect("an effect without errors")
    }

    /// Compiles and loads the graph so that `outputs` can be read.
    pub fn start(&self, outputs: &[&str]) -> Run {
        let effect = self.compile(outputs);
        Run { player: Player::new(gpu(), effect, pipelines()).unwrap() }
    }

    /// One output after so many steps.
    pub fn output_after(&self, steps: u64, output: &str) -> Vec<f32> {
        let mut run = self.start(&[output]);
        run.player.run_steps(steps).unwrap();
        run.read(output)
    }
}

impl Run {
    /// The numbers of an output as it is now.
    pub fn read(&self, output: &str) -> Vec<f32> {
        self.player.read_output(output).unwrap().values
    }
}

/// A port written `node.port`.
pub fn port(text: &str) -> PortRef {
    PortRef::try_from(text.to_owned()).unwrap()
}

/// A number as an input's value.
pub fn number(value: f64) -> Literal {
    Literal::Number(value)
}

/// A word as an input's value.
pub fn text(word: &str) -> Literal {
    Literal::Text(word.to_owned())
}
