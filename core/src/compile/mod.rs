//! From a graph to an effect.

mod effect;

pub use effect::*;
