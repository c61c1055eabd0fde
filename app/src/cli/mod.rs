//! The command line: everything that works without a window.

mod args;
mod bench;
mod check;
mod console;
mod export;
mod failure;
mod job;
mod literal;
mod manual;
mod nodes;
mod render;
mod schema;
mod settings;
mod source;
mod values;
mod without_command;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Parser;
use serde::Serialize;
use wavewright_core::node::Catalog;

pub use args::{Arguments, Command};
pub use console::Console;
pub use export::HASHED_FRAMES;
pub use failure::Failure;
pub use job::{FrameFolder, JOB_FILE, Job, file_name};
pub use values::FrameRange;

/// Runs a command line (the program's name first) and gives the exit code: 0 done, 1 the graph has problems, 2 the command line is wrong,
/// 3 the machine can't.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>, console: &mut Console<'_>) -> u8 {
    let outcome = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => dispatch(&arguments, console),
        // clap's own messages end with the line of how it is typed, and are data where they were asked for (--help).
        Err(error) if error.use_stderr() => {
            console.message(error.to_string().trim_end());
            return 2;
        }
        Err(help) => console.data(help.to_string().trim_end()),
    };
    match outcome {
        Ok(()) => 0,
        Err(failure) => {
            console.message(&format!("error: {failure}"));
            failure.exit_code()
        }
    }
}

fn dispatch(arguments: &Arguments, console: &mut Console<'_>) -> Result<(), Failure> {
    if let (Some(graph), Some(_)) = (&arguments.graph, &arguments.command) {
        return Err(Failure::Usage(format!("{} stands before the command: a graph comes after it (see --help)", graph.display())));
    }
    let catalog = catalog(&arguments.node_folder, console);
    match &arguments.command {
        None => without_command::run(arguments.graph.as_deref(), &catalog, &arguments.node_folder, console),
        Some(Command::Check(arguments)) => check::run(arguments, &catalog, console),
        Some(Command::Render(arguments)) => render::run(arguments, &catalog, console),
        Some(Command::Export(arguments)) => export::run(arguments, &catalog, console),
        Some(Command::Nodes(arguments)) => nodes::run(arguments, &catalog, console),
        Some(Command::Schema(arguments)) => schema::run(arguments, console),
        Some(Command::Bench(arguments)) => bench::run(arguments, &catalog, console),
    }
}

/// The library, and the nodes of the artist's own folders.
fn catalog(folders: &[PathBuf], console: &mut Console<'_>) -> Catalog {
    let (library, problems) = wavewright_nodes::library();
    let mut catalog = library.clone();
    let own_problems: Vec<_> = folders.iter().flat_map(|folder| catalog.add_folder(folder)).collect();
    for problem in problems.iter().chain(&own_problems) {
        console.message(&problem.to_string());
    }
    catalog
}

fn to_json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string_pretty(value).map_err(|error| Failure::Machine(format!("the result can't be written as JSON: {error}")))
}
