//! `wavewright` without a command: the editor, or a picture of what it does where no window can be opened.

use std::path::{Path, PathBuf};

use wavewright_core::node::Catalog;

use super::args::{FrameFormat, GraphOptions, RenderArguments};
use super::values::{FrameRange, NumberRange};
use super::{Console, Failure, render};
use crate::editor;

/// What is rendered where there is no display.
const EXAMPLE: &str = "examples/fluid.json";
/// Frames of the example: two seconds, enough to see it move.
const EXAMPLE_FRAMES: FrameRange = FrameRange { start: 0, end: 120 };
/// Where they go, in a folder of the graph's name.
const RENDERS: &str = "renders";

/// Opens the editor with `graph`. Where there is no display, renders a graph and says where the pictures are.
///
/// # Errors
/// There is no such graph; the window can't be opened; else as [`render::run`].
pub fn run(graph: Option<&Path>, catalog: &Catalog, node_folders: &[PathBuf], console: &mut Console<'_>) -> Result<(), Failure> {
    // A command with a letter wrong looks like a graph without an ending.
    if let Some(word) = graph.filter(|path| path.extension().is_none() && !path.exists()) {
        let message = format!("{}: there is no such file, and no such command; --help lists the commands", word.display());
        return Err(Failure::Usage(message));
    }
    if has_display() {
        return editor::run(graph.map(Path::to_owned), catalog.clone(), node_folders.to_vec())
            .map_err(|error| Failure::Machine(error.to_string()));
    }
    let source = graph.unwrap_or(Path::new(EXAMPLE));
    let folder = Path::new(RENDERS).join(source.file_stem().unwrap_or_default());
    console.message(&format!("there is no display for the editor; rendering {} into {}", source.display(), folder.display()));
    let arguments = RenderArguments {
        source: source.to_owned(),
        output_folder: folder,
        output: None,
        frames: Some(EXAMPLE_FRAMES),
        format: FrameFormat::Png,
        range: NumberRange { low: 0.0, high: 1.0 },
        // The folder is this program's own, and the graph may have changed since.
        force: true,
        options: GraphOptions::default(),
    };
    render::run(&arguments, catalog, console)
}

/// Whether a window can be opened at all. Only X11 and Wayland can be missing; the environment names them.
fn has_display() -> bool {
    let is_named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || is_named("WAYLAND_DISPLAY") || is_named("WAYLAND_SOCKET") || is_named("DISPLAY")
}
