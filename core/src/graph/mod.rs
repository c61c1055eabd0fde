//! The document: its parts, its file, its edits.
//!
//! Invariants: nothing that stood in a file is dropped in silence ([`file`]); every change goes through [`edit::apply`] and can be
//! taken back to the byte ([`edit::History`]); nothing here walks the graph by recursion, so a long chain can't overflow the stack.

pub mod check;
pub mod clipboard;
mod document;
pub mod edit;
pub mod file;
pub mod groups;
pub mod keyframes;
pub mod limits;
pub mod naming;
pub mod pointer;
pub mod query;
pub mod schema;
mod scope;
pub mod types;
pub mod values;

pub use document::*;
pub use edit::{Edit, EditError, History};
pub use scope::GraphRef;
pub(crate) use scope::{GraphMut, scoped_id};
