//! What a command works on: a graph, compiled, or an exported effect.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use wavewright_core::compile::{self, CompileCache, CompileInput, Effect};
use wavewright_core::diagnostic::merged;
use wavewright_core::graph::file::{LoadError, load};
use wavewright_core::graph::{Document, PortRef, check::check};
use wavewright_core::media::FolderFiles;
use wavewright_core::node::SpecSource;
use wavewright_core::{Diagnostic, Severity};

use super::args::GraphOptions;
use super::{Console, Failure, settings};

/// A graph with everything that is wrong with it.
pub struct CheckedGraph {
    /// The document, with the command line's changes.
    pub document: Document,
    /// The effect, where anything is left to show.
    pub effect: Option<Arc<Effect>>,
    /// Problems: of the file, of the graph, of compiling.
    pub diagnostics: Vec<Diagnostic>,
    /// How long compiling took, reading not included.
    pub compile_time: Duration,
}

impl CheckedGraph {
    /// How many of the problems are errors.
    #[must_use]
    pub fn error_count(&self) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count()
    }
}

/// Loads, changes, checks and compiles a graph.
///
/// # Errors
/// When not even a part of it can be read, or an option does not fit it. Problems of nodes are in the result.
pub fn check_graph(path: &Path, options: &GraphOptions, looks: &[PortRef], specs: &dyn SpecSource) -> Result<CheckedGraph, Failure> {
    let loaded = load(path).map_err(|error| match error {
        LoadError::Io { .. } => Failure::Usage(error.to_string()),
        _ => Failure::Graph(error.to_string()),
    })?;
    let mut document = loaded.document;
    settings::apply_to_document(&mut document, specs, options)?;
    looks.iter().try_for_each(|look| settings::check_output(&document, specs, look))?;
    let files = FolderFiles::new(path.parent().unwrap_or(Path::new("")));
    let start = Instant::now();
    let checked = check(&document, specs);
    let input = CompileInput { document: &document, specs, files: &files, looks, cache: &CompileCache::default() };
    let compiled = compile::compile(&input);
    let compile_time = start.elapsed();
    let found = loaded.diagnostics.into_iter().chain(checked).collect();
    Ok(CheckedGraph { document, effect: compiled.effect, diagnostics: merged(found, compiled.diagnostics), compile_time })
}

/// An effect that runs, and how long it took to make.
pub struct Source {
    /// The effect.
    pub effect: Arc<Effect>,
    /// How long compiling took; `None` for an exported effect.
    pub compile_time: Option<Duration>,
}

/// Opens a graph or an exported effect, and tells what is wrong with it. `look` is an output that is wanted besides the graph's own.
///
/// # Errors
/// When there is no such file, an option does not fit, or the graph has errors.
pub fn open(
    path: &Path,
    options: &GraphOptions,
    look: Option<&PortRef>,
    specs: &dyn SpecSource,
    console: &mut Console<'_>,
) -> Result<Source, Failure> {
    if is_bundle(path) {
        let mut effect = compile::read_bundle(path).map_err(|error| Failure::reading_bundle(&error))?;
        settings::apply_to_manifest(&mut effect.manifest, options)?;
        return Ok(Source { effect: Arc::new(effect), compile_time: None });
    }
    let graph = check_graph(path, options, look.map_or(&[][..], std::slice::from_ref), specs)?;
    for diagnostic in &graph.diagnostics {
        console.message(&diagnostic.to_string());
    }
    match (graph.error_count(), graph.effect) {
        (0, Some(effect)) => Ok(Source { effect, compile_time: Some(graph.compile_time) }),
        (0, None) => Err(Failure::Graph(format!("{}: there is nothing to show", path.display()))),
        (1, _) => Err(Failure::Graph(format!("{} has an error", path.display()))),
        (count, _) => Err(Failure::Graph(format!("{} has {count} errors", path.display()))),
    }
}

fn is_bundle(path: &Path) -> bool {
    // A pipe or a device can be read once, or never to its end.
    path.is_dir() || path.is_file() && fs::read_to_string(path).is_ok_and(|text| compile::is_manifest(&text))
}
