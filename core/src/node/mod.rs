//! What a node is: values, ports, and the WGSL file that both come from.

mod spec;
mod value;

pub use spec::*;
pub use value::{Literal, ValueType};
