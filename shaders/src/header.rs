//! Doc comments: prose and tags.

/// A doc comment, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Docs {
    /// The prose: lines joined, tags taken out. An empty line starts a new paragraph; lines indented by four or more stay lines.
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

    /// Reads a comment from its lines, each with its line in the file and without the slashes before it.
    pub(crate) fn parse(lines: &[(usize, &str)]) -> Self {
        let mut docs = Self::default();
        let mut prose = Prose::default();
        let mut index = 0;
        while let Some(&(line, text)) = lines.get(index) {
            index += 1;
            let tags_from = docs.tags.len();
            let words = read_line(line, text, &mut docs.tags);
            if text.trim().is_empty() {
                prose.new_paragraph = true;
            } else if !words.trim().is_empty() {
                prose.push(words);
            }
            if docs.tags.len() > tags_from
                && let Some(tag) = docs.tags.last_mut()
                && tag.name == "schedule"
                && tag.value.is_empty()
            {
                let block: Vec<&str> =
                    lines[index..].iter().map(|(_, text)| *text).take_while(|next| indent(next) > indent(text)).collect();
                index += block.len();
                tag.value = dedented(&block);
            }
        }
        docs.text = prose.text;
        docs
    }
}

/// Spaces before the first letter; 0 for an empty line.
fn indent(line: &str) -> usize {
    let trimmed = line.trim_start();
    if trimmed.is_empty() { 0 } else { line.len() - trimmed.len() }
}

/// The lines without the indent that they share.
fn dedented(lines: &[&str]) -> String {
    let shared = lines.iter().map(|line| indent(line)).min().unwrap_or(0);
    lines.iter().map(|line| line[shared..].trim_end()).collect::<Vec<_>>().join("\n")
}

/// Takes the tags out of a line and gives its prose.
fn read_line<'line>(line: usize, text: &'line str, tags: &mut Vec<Tag>) -> &'line str {
    let starts = tag_starts(text);
    for (position, &start) in starts.iter().enumerate() {
        let end = starts.get(position + 1).copied().unwrap_or(text.len());
        let tag = &text[start + 1..end];
        let (name, value) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        tags.push(Tag { name: name.to_owned(), value: value.trim().to_owned(), line });
    }
    text[..starts.first().copied().unwrap_or(text.len())].trim_end()
}

/// Where tags start: an `@` with a letter after it and nothing but blank, or the start of the line, before it.
fn tag_starts(text: &str) -> Vec<usize> {
    let starts_tag = |&(index, _): &(usize, &str)| {
        text[..index].chars().next_back().is_none_or(char::is_whitespace)
            && text[index + 1..].starts_with(|letter: char| letter.is_ascii_alphabetic())
    };
    text.match_indices('@').filter(starts_tag).map(|(index, _)| index).collect()
}

/// Joins lines of prose.
#[derive(Default)]
struct Prose {
    text: String,
    new_paragraph: bool,
}

impl Prose {
    /// Adds a line that is not empty.
    fn push(&mut self, line: &str) {
        // One space stands between the slashes and the text.
        let line = line.strip_prefix(' ').unwrap_or(line);
        let is_block = indent(line) >= 4;
        let after_block = self.text.rsplit('\n').next().is_some_and(|last| indent(last) >= 4);
        if !self.text.is_empty() {
            self.text.push_str(match (self.new_paragraph, is_block || after_block) {
                (true, _) => "\n\n",
                (false, true) => "\n",
                (false, false) => " ",
            });
        }
        self.new_paragraph = false;
        self.text.push_str(if is_block { line } else { line.trim() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Docs {
        Docs::parse(&text.lines().enumerate().map(|(index, line)| (index + 10, line)).collect::<Vec<_>>())
    }

    fn tags(docs: &Docs) -> Vec<(&str, &str, usize)> {
        docs.tags.iter().map(|tag| (tag.name.as_str(), tag.value.as_str(), tag.line)).collect()
    }

    #[test]
    fn prose_and_tags_are_told_apart() {
        let docs = parse(" Wavelength, crest\n to crest. @default 0.3 @range 0.01 5\n @unit m");
        assert_eq!(docs.text, "Wavelength, crest to crest.");
        assert_eq!(tags(&docs), [("default", "0.3", 11), ("range", "0.01 5", 11), ("unit", "m", 12)]);
        assert_eq!(docs.tag("unit").map(|tag| tag.value.as_str()), Some("m"));
    }

    #[test]
    fn an_address_and_a_lone_at_are_prose() {
        let docs = parse(" Ask me@place.org, see `@unit`, 3 @ 4 and (@x).");
        assert_eq!(docs.text, "Ask me@place.org, see `@unit`, 3 @ 4 and (@x).");
        assert!(docs.tags.is_empty());
    }

    #[test]
    fn paragraphs_and_formulas_stay() {
        assert_eq!(
            parse(" One\n two.\n\n Three:\n\n     a = b\n       + c\n Four.").text,
            "One two.\n\nThree:\n\n    a = b\n      + c\nFour."
        );
    }

    #[test]
    fn a_schedule_takes_its_indented_lines() {
        let docs = parse(" Text.\n @schedule\n   repeat 2\n     relax\n   last\n @stored\n more");
        assert_eq!(docs.tag("schedule").map(|tag| tag.value.as_str()), Some("repeat 2\n  relax\nlast"));
        assert!(docs.tag("stored").is_some());
        assert_eq!(docs.text, "Text. more");
    }
}
