//! What a node is: values, ports, and the WGSL file that both come from.

use std::sync::Arc;

use crate::Diagnostic;
use crate::graph::Node;

mod attribute;
mod catalog;
mod code;
mod expression;
mod parse;
mod sets;
mod spec;
mod value;

pub use attribute::Attribute;
pub use catalog::Catalog;
pub use parse::CATEGORIES;
pub(crate) use parse::problems::suggest;
pub use sets::{BirthEvent, DrawKind, SetRole, SetSpec};
pub use spec::*;
pub use value::{Literal, ValueType};

/// The kind of node that is nothing but a bend in a wire. The compiler passes it by, so that every type goes through it.
pub const REROUTE: &str = "reroute";

/// Whoever knows what each kind of node is: the catalog, or a test's own list.
pub trait SpecSource {
    /// What `node` is. A node whose file is its own text (code, an expression) has a spec of its own.
    ///
    /// # Errors
    /// A kind that isn't known, or a file that can't be read: the diagnostic says which and suggests the nearest kind.
    fn spec_for(&self, node: &Node) -> Result<Arc<NodeSpec>, Diagnostic>;
}
