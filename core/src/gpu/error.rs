//! What can go wrong on a GPU, and what to do about it.

use crate::{Diagnostic, Severity};

/// This machine can't run effects.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpuError {
    /// No driver offers an adapter.
    #[error("no graphics adapter was found; install a Vulkan driver (Debian without a GPU: apt install libvulkan1 mesa-vulkan-drivers)")]
    NoAdapter,
    /// None of the adapters is the one asked for.
    #[error("no adapter's name contains \"{wanted}\", as WGPU_ADAPTER_NAME asks; there are: {available}")]
    NoSuchAdapter {
        /// What the environment asks for.
        wanted: String,
        /// Names of those that exist, separated by commas.
        available: String,
    },
    /// The driver does not open its adapter.
    #[error("the adapter {adapter} can't be opened: {message}; try another one by setting WGPU_ADAPTER_NAME, or update the driver")]
    NoDevice {
        /// Its name.
        adapter: String,
        /// What the driver says.
        message: String,
    },
}

/// An effect can't run, or can't go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The manifest contradicts itself.
    #[error("the effect's manifest is broken: {0}; compile the graph again")]
    Manifest(String),
    /// More than the device offers.
    #[error("{what} needs {needed}, and this device offers {limit}; lower the resolution, or use another device")]
    TooLarge {
        /// What needs it, with its unit.
        what: String,
        /// How much.
        needed: u64,
        /// How much there is.
        limit: u64,
    },
    /// The driver or its shader compiler refuses a kernel.
    #[error("the kernel {kernel} of {} is refused: {message}", nodes.join(", "))]
    Kernel {
        /// Entry point.
        kernel: String,
        /// Ids of the nodes whose work it does.
        nodes: Vec<String>,
        /// Line of the effect's WGSL, where the compiler names one.
        line: Option<u32>,
        /// What the compiler says.
        message: String,
    },
    /// The driver or its shader compiler refuses a pipeline that draws.
    #[error("the pipeline {pipeline} of {} is refused: {message}", nodes.join(", "))]
    Pipeline {
        /// Its name.
        pipeline: String,
        /// Ids of the nodes whose work it does.
        nodes: Vec<String>,
        /// Line of the effect's WGSL, where the compiler names one.
        line: Option<u32>,
        /// What the compiler says.
        message: String,
    },
    /// A value does not fit its parameter.
    #[error("{node}.{input}: {message}")]
    Parameter {
        /// The node's id.
        node: String,
        /// The input.
        input: String,
        /// What is wrong.
        message: String,
    },
    /// Nothing has this name.
    #[error("the effect has no {kind} \"{name}\"; there are: {available}")]
    NoSuchName {
        /// `output` or `texture`.
        kind: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        available: String,
    },
    /// A saved state does not belong to this effect.
    #[error("the saved state does not fit the effect: {0}; start again from the first frame")]
    State(String),
    /// The device has too little memory.
    #[error(
        "the device has no memory left for the {needed_bytes} bytes that the effect needs; lower the resolution, or close other programs"
    )]
    OutOfMemory {
        /// Bytes of all the effect's textures and buffers.
        needed_bytes: u64,
    },
    /// The device is gone: a driver was reset or updated, or a GPU was pulled out.
    #[error("the graphics device was lost ({0}); open the device again and load the last saved state")]
    Lost(String),
    /// The driver refuses a command. A program error: what an effect says is checked before anything runs.
    #[error("the graphics driver refused a command: {0}")]
    Device(String),
}

impl PlayerError {
    /// The error as diagnostics, one for each node that it is about.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let message = self.to_string();
        match self {
            Self::Kernel { nodes, message, .. } | Self::Pipeline { nodes, message, .. } if !nodes.is_empty() => nodes
                .iter()
                .map(|node| {
                    Diagnostic::error(format!("the graphics driver refuses this node's code: {message}"))
                        .at(node)
                        .help("change or mute the node; the last good effect keeps running")
                })
                .collect(),
            Self::Parameter { node, input, message } => vec![Diagnostic::new(Severity::Error, message).at(node).port(input)],
            _ => vec![Diagnostic::error(message)],
        }
    }
}
