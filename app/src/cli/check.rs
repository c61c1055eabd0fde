//! `wavewright check`.

use serde::Serialize;
use wavewright_core::Diagnostic;
use wavewright_core::node::SpecSource;

use super::args::CheckArguments;
use super::source::check_graph;
use super::{Console, Failure};

#[derive(Serialize)]
struct Report<'a> {
    graph: String,
    nodes: usize,
    errors: usize,
    problems: &'a [Diagnostic],
}

/// Lists every problem. Fails when one of them is an error.
///
/// # Errors
/// When the graph can't be read or has errors.
pub fn run(arguments: &CheckArguments, specs: &dyn SpecSource, console: &mut Console<'_>) -> Result<(), Failure> {
    let graph = check_graph(&arguments.graph, &arguments.options, &[], specs)?;
    let name = arguments.graph.display();
    let (nodes, errors) = (graph.document.nodes.len(), graph.error_count());
    if arguments.json {
        let report = Report { graph: name.to_string(), nodes, errors, problems: &graph.diagnostics };
        console.data(&super::to_json(&report)?)?;
    } else {
        for diagnostic in &graph.diagnostics {
            console.message(&diagnostic.to_string());
        }
        let others = graph.diagnostics.len() - errors;
        console.data(&format!("{name}: nodes {nodes}, errors {errors}, other remarks {others}"))?;
    }
    match errors {
        0 => Ok(()),
        1 => Err(Failure::Graph(format!("{name} has an error"))),
        _ => Err(Failure::Graph(format!("{name} has {errors} errors"))),
    }
}
