//! The command line as it is typed.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use wavewright_core::graph::PortRef;

use super::values::{FrameRange, GridSize, NumberRange, Setting, port};

const EXIT_CODES: &str = "Exit codes: 0 done, 1 the graph has problems, 2 the command line is wrong, 3 the machine can't (no GPU, disk full).\n\
                          Data goes to standard output, everything else to standard error.";

/// Node graphs that run as visual effects on the GPU.
#[derive(Debug, Parser)]
#[command(name = "wavewright", version, after_help = EXIT_CODES)]
pub struct Arguments {
    /// What to do; without a command the editor opens.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// A graph to open in the editor.
    pub graph: Option<PathBuf>,
    /// A folder of node files of your own, beside the built-in ones. May be repeated.
    #[arg(long, global = true, value_name = "DIR")]
    pub node_folder: Vec<PathBuf>,
}

/// What to do without the editor.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List every problem of a graph, with node and reason.
    Check(CheckArguments),
    /// Render frames of a graph or of an exported effect.
    Render(RenderArguments),
    /// Export a graph as an effect that other programs run.
    Export(ExportArguments),
    /// The manual of the nodes.
    Nodes(NodesArguments),
    /// The JSON Schema of a file format.
    Schema(SchemaArguments),
    /// Measure passes, bytes and milliseconds of a graph.
    Bench(BenchArguments),
}

/// What to change in a graph before it is used. The file stays as it is.
#[derive(Debug, Default, Args)]
pub struct GraphOptions {
    /// Cells of the grid: along x, the other side in proportion; or both.
    #[arg(long, value_name = "W|WxH")]
    pub size: Option<GridSize>,
    /// Set an input: 0.5, on, a word, 1,0,0, #ff8800, [[0,1],[1,0]]. May be repeated.
    #[arg(long, value_name = "NODE.INPUT=VALUE")]
    pub set: Vec<Setting>,
}

/// `wavewright check`.
#[derive(Debug, Args)]
pub struct CheckArguments {
    /// The graph.
    pub graph: PathBuf,
    /// Write the problems to standard output as JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub options: GraphOptions,
}

/// `wavewright render`.
#[derive(Debug, Args)]
pub struct RenderArguments {
    /// A graph, the folder of an exported effect, or its effect.json.
    pub source: PathBuf,
    /// The folder for the frames; made if it does not exist.
    #[arg(short, long, value_name = "DIR")]
    pub output_folder: PathBuf,
    /// What to render: any output of any node. Default: the graph's first output node.
    #[arg(long, value_name = "NODE.PORT", value_parser = port)]
    pub output: Option<PortRef>,
    /// Frames, the end excluded: 0..60 is 60 frames. Default: the graph's own range.
    #[arg(long, value_name = "A..B")]
    pub frames: Option<FrameRange>,
    /// Format of the files.
    #[arg(long, value_enum, default_value_t = FrameFormat::Png)]
    pub format: FrameFormat,
    /// PNG of data: the numbers that become black and white. Values outside are clamped, and counted at the end.
    #[arg(long, value_name = "LOW..HIGH", default_value = "0..1", allow_hyphen_values = true)]
    pub range: NumberRange,
    /// Throw away frames of another job that are in the folder, and render all again.
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub options: GraphOptions,
}

/// Formats of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FrameFormat {
    /// 8 bits: colours as sRGB with straight alpha, data scaled by --range.
    Png,
    /// 16 bits, otherwise as png.
    Png16,
    /// 32-bit floats, linear, straight alpha.
    Exr,
    /// 16-bit floats, linear, straight alpha.
    ExrHalf,
    /// NumPy array of float32: h x w, or h x w x channels.
    Npy,
}

/// `wavewright export`.
#[derive(Debug, Args)]
pub struct ExportArguments {
    /// The graph.
    pub graph: PathBuf,
    /// What to write.
    #[arg(long, value_enum)]
    pub to: ExportTarget,
    /// The folder to write; made if it does not exist. An older export there is replaced, other files are not touched.
    #[arg(short, long, value_name = "DIR")]
    pub output_folder: PathBuf,
    #[command(flatten)]
    pub options: GraphOptions,
}

/// Forms of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportTarget {
    /// effect.wgsl and effect.json, with arrays as .npy: runs by the manifest alone.
    Wgsl,
}

/// `wavewright nodes`.
#[derive(Debug, Args)]
pub struct NodesArguments {
    /// A kind of node; without one, all of them are listed.
    pub name: Option<String>,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

/// `wavewright schema`.
#[derive(Debug, Args)]
pub struct SchemaArguments {
    /// Which format.
    #[arg(value_enum, default_value_t = SchemaOf::Graph)]
    pub of: SchemaOf,
}

/// Formats that have a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemaOf {
    /// Graphs, as the editor saves them.
    Graph,
    /// effect.json of an exported effect.
    Effect,
}

/// `wavewright bench`.
#[derive(Debug, Args)]
pub struct BenchArguments {
    /// A graph, the folder of an exported effect, or its effect.json.
    pub source: PathBuf,
    /// Frames to measure, after a tenth as many to warm up.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub frames: u32,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub options: GraphOptions,
}
