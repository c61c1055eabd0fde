//! WGSL in, checked WGSL out. This crate reads WGSL files with their doc comments, renames and links their items, holds the shared
//! shader library, and validates what was made. It knows nothing of graphs.

mod header;
mod lexer;
mod library;
mod module;
mod names;
mod parse;
mod scope;
mod validate;

pub use header::{Docs, Tag};
pub use lexer::{Token, TokenKind, tokens};
pub use library::{library, library_item, library_modules};
pub use module::{Item, ItemKind, Member, Module, Parameter, SourceError};
pub use names::{is_reserved, rename};
pub use validate::{ShaderError, validate};
