//! From a graph to an effect.

mod bundle;
mod effect;
mod encode;

pub use bundle::{BundleError, MANIFEST_FILE, WGSL_FILE, effect_hash, frame_hash, is_manifest, read_bundle, write_bundle};
pub use effect::*;
pub use encode::{LIST_HEADER_BYTES, alignment, encode, encoded_bytes};
