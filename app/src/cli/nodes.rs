//! `wavewright nodes`.

use std::fmt::Write;

use wavewright_core::graph::naming::did_you_mean;
use wavewright_core::node::Catalog;

use super::args::NodesArguments;
use super::manual::Page;
use super::{Console, Failure};

/// Prints the page of one node, or the list of all.
///
/// # Errors
/// When there is no such node.
pub fn run(arguments: &NodesArguments, catalog: &Catalog, console: &mut Console<'_>) -> Result<(), Failure> {
    let Some(name) = &arguments.name else {
        let pages: Vec<Page<'_>> = catalog.iter().map(|spec| Page::new(spec)).collect();
        return console.data(&if arguments.json { super::to_json(&pages)? } else { list(catalog) });
    };
    let Some(spec) = catalog.get(name) else {
        let help = did_you_mean(name, catalog.iter().map(|spec| spec.kind.as_str()).collect::<Vec<_>>());
        return Err(Failure::Usage(format!("there is no node \"{name}\": {help}")));
    };
    let page = Page::new(spec);
    console.data(&if arguments.json { super::to_json(&page)? } else { page.to_text() })
}

fn list(catalog: &Catalog) -> String {
    let width = catalog.iter().map(|spec| spec.kind.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (family, nodes) in catalog.families() {
        // Writing to a String can't fail.
        let _ = writeln!(text, "{family}");
        for spec in nodes {
            let _ = writeln!(text, "  {:<width$}  {}", spec.kind, spec.summary);
        }
        text.push('\n');
    }
    text.trim_end().to_owned()
}
