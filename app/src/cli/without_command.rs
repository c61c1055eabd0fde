//! `wavewright` without a command: the editor, or a picture of what it does where no window can be opened.

use std::path::Path;

use wavewright_core::node::Catalog;

use super::args::{FrameFormat, GraphOptions, RenderArguments};
use super::values::{FrameRange, NumberRange};
use super::{Console, Failure, render};

/// What is rendered where there is no display.
const EXAMPLE: &str = "examples/fluid.json";
/// Frames of the example: two seconds, enough to see it move.
const EXAMPLE_FRAMES: FrameRange = FrameRange { start: 0, end: 120 };
/// Where they go, in a folder of the graph's name.
const RENDERS: &str = "renders";

/// Opens the editor with `graph`. Until there is one, and wherever there is no display, renders a graph and says where the pictures are.
///
/// # Errors
/// As [`render::run`].
pub fn run(graph: Option<&Path>, catalog: &Catalog, console: &mut Console<'_>) -> Result<(), Failure> {
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
