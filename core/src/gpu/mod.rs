//! An effect running on a GPU.
//!
//! [`Gpu`] is the device, [`Player`] an [`Effect`](crate::compile::Effect) on it. A player takes an effect and nothing else, so that a
//! saved effect replays exactly. This is the only module of the crate that names wgpu.

mod check;
mod clock;
mod device;
mod drawing;
mod error;
mod parameters;
mod pipelines;
mod player;
mod pointer;
mod program;
mod readback;
mod recipe;
mod record;
mod replace;
mod resources;
mod snapshot;
mod state;
mod timing;
mod unseen;

pub use device::{Gpu, GpuReport};
pub use error::{GpuError, PlayerError};
pub use pipelines::PipelineCache;
pub use player::{Fault, Player};
pub use pointer::PointerInput;
pub use readback::{PendingFaults, PendingRead};
pub use replace::{Keep, Prepared, Replaced};
pub use snapshot::{Snapshot, Snapshots};
pub use timing::PassTime;
