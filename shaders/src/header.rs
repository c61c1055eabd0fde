//! Doc comments: prose and tags.

/// A doc comment, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Docs {
    /// The prose: lines joined, tags taken out.
    pub text: String,
    /// Tags in order.
    pub tags: Vec<Tag>,
}

/// `@name value`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The word after `@`.
    pub name: String,
    /// What follows, up to the next tag or the end of the line; for `schedule`, the indented lines that follow, joined by line breaks with their indent.
    pub value: String,
    /// Line in the file, from 1.
    pub line: usize,
}

impl Docs {
    /// The value of the first tag of this name.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }
}
