//! From a graph to an effect.

mod effect;
mod encode;

pub use effect::*;
pub use encode::{LIST_HEADER_BYTES, alignment, encode, encoded_bytes};
