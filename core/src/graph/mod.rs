//! The document: its parts, its file, its edits.

mod document;

pub use document::*;
