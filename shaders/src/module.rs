//! A WGSL file as its top-level items, with their doc comments.

use crate::header::Docs;
use crate::parse;

/// A file: its own doc comment and its items in order.
#[derive(Clone, Debug)]
pub struct Module {
    /// The file as people know it, for messages.
    pub file: String,
    /// The `//!` comment at the top.
    pub docs: Docs,
    /// Top-level items in order.
    pub items: Vec<Item>,
}

impl Module {
    /// Reads a file. `file` is its name in messages.
    ///
    /// # Errors
    /// The first place that is not an item of WGSL, with its line and what is expected there. Bodies of functions are read as balanced brackets
    /// only; [`crate::validate`] tells what is wrong inside.
    pub fn parse(file: &str, source: &str) -> Result<Self, SourceError> {
        parse::module(file, source)
    }

    /// The item called `name`.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.name == name)
    }
}

/// A top-level item.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: ItemKind,
    /// Its `///` comment.
    pub docs: Docs,
    /// Its text without its doc comment, as written (plain comments inside are kept, doc comments of arguments and members are dropped).
    pub text: String,
    /// First line of `text` in the file, from 1.
    pub line: usize,
    /// For each line of `text`, its line in the file: doc comments that were dropped leave gaps.
    pub lines: Vec<usize>,
    /// Names of module scope that it uses, in order and without doubles: items of its file and of others, and predeclared functions. Its own
    /// name only where it calls itself; locals and members never.
    pub mentions: Vec<String>,
    /// Whether its text has `for`, `while` or `loop`.
    pub has_loop: bool,
}

/// What an item is.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// A function.
    Function {
        /// Its parameters in order.
        parameters: Vec<Parameter>,
        /// Spelling of its result's type, without attributes.
        result: Option<String>,
    },
    /// A struct.
    Struct {
        /// Its members in order.
        members: Vec<Member>,
    },
    /// `alias name = target;`
    Alias {
        /// The type it stands for.
        target: String,
    },
    /// `const`, `override`, or a module-scope `var`.
    Constant,
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Spelling of its type.
    pub wgsl_type: String,
    /// Its `///` comment.
    pub docs: Docs,
    /// Line in the file, from 1.
    pub line: usize,
}

/// A member of a struct.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Spelling of its type.
    pub wgsl_type: String,
    /// Its `///` comment.
    pub docs: Docs,
    /// Line in the file, from 1.
    pub line: usize,
}

/// A file that can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {message}")]
pub struct SourceError {
    /// The file as people know it.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// What is wrong and what is expected.
    pub message: String,
}
