//! What several tests use: graphs built in a few lines, files in memory, one device for all.

mod device;
mod files;
mod graph;

pub use device::{gpu, pipelines};
pub use files::MemoryFiles;
pub use graph::{Graph, Run, number, text};
