//! The file of a document: reading that forgives and loses nothing, saving that never leaves half a file.

mod atomic;
mod convert;
mod fields;
mod guard;
mod json;
mod load;
pub mod migrate;
mod pretty;
mod read;
mod read_graph;
mod save;
#[cfg(test)]
mod tests;

pub use atomic::{WriteError, write_atomically};
pub use guard::{FileStamp, SaveGuard};
pub use load::{LoadError, Loaded, load, parse};
pub(crate) use load::{parse_fragment, read_at_most};
pub(crate) use pretty::pretty;
pub use save::{SaveError, save, to_json};
pub(crate) use save::{bad_number_in_graph, bad_number_in_node, is_finite};
