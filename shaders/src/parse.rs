//! Reading a file's top-level items. Bodies are balanced brackets here, so that no text nests deeply enough to hurt.

use crate::header::Docs;
use crate::lexer::{Token, TokenKind, tokens};
use crate::module::{Item, ItemKind, Member, Module, Parameter, SourceError};
use crate::scope::mentions;

/// Most items of a file: compilers follow a chain of items by recursion, and run out of stack at some thousand.
const MOST_ITEMS: usize = 1000;

/// See [`Module::parse`].
pub(crate) fn module(file: &str, source: &str) -> Result<Module, SourceError> {
    let mut reader = Reader::new(file, source)?;
    let docs = reader.file_docs()?;
    let mut items: Vec<Item> = Vec::new();
    while let Some(item) = reader.item()? {
        if let Some(first) = items.iter().find(|first| first.name == item.name) {
            let message = format!("`{}` is declared twice: first on line {}; give one of them another name", item.name, first.line);
            return Err(reader.error_at(item.line, message));
        }
        if items.len() == MOST_ITEMS {
            return Err(reader.error_at(item.line, format!("a file has at most {MOST_ITEMS} items; split it")));
        }
        items.push(item);
    }
    Ok(Module { file: file.to_owned(), docs, items })
}

type Read<T> = Result<T, SourceError>;

/// Walks the tokens of a file, plain comments left out.
struct Reader<'source> {
    file: &'source str,
    source: &'source str,
    tokens: Vec<Token<'source>>,
    next: usize,
}

impl<'source> Reader<'source> {
    fn new(file: &'source str, source: &'source str) -> Read<Self> {
        let mut reader = Self { file, source, tokens: tokens(source), next: 0 };
        if let Some(token) = reader.tokens.iter().find(|token| token.kind == TokenKind::Unknown) {
            let message = if token.text.starts_with("/*") {
                "this comment never ends; close it with `*/`".to_owned()
            } else {
                format!("{:?} is no character of WGSL; remove it", token.text.chars().next().unwrap_or_default())
            };
            return Err(reader.error_at(token.line, message));
        }
        reader.tokens.retain(|token| token.kind != TokenKind::Comment);
        Ok(reader)
    }

    fn error_at(&self, line: usize, message: impl Into<String>) -> SourceError {
        SourceError { file: self.file.to_owned(), line, message: message.into() }
    }

    fn peek(&self) -> Option<Token<'source>> {
        self.tokens.get(self.next).copied()
    }

    fn peek_text(&self) -> &'source str {
        self.peek().map_or("", |token| token.text)
    }

    fn last_line(&self) -> usize {
        self.tokens.last().map_or(1, |token| token.line)
    }

    /// An error at the next token: `expected` is what should stand there.
    fn unexpected<T>(&self, expected: &str) -> Read<T> {
        Err(match self.peek() {
            Some(token) if token.kind == TokenKind::DocComment => {
                self.error_at(token.line, format!("a doc comment stands where {expected} is expected; put it above what it describes"))
            }
            Some(token) if token.kind == TokenKind::FileDocComment => {
                self.error_at(token.line, "`//!` describes the file and stands at its top; use `///` above what follows")
            }
            Some(token) => self.error_at(token.line, format!("expected {expected}, found `{}`", token.text)),
            None => self.error_at(self.last_line(), format!("expected {expected}, but the file ends")),
        })
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.peek().is_some_and(|token| token.text == text);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, text: &str, context: &str) -> Read<Token<'source>> {
        match self.peek() {
            Some(token) if token.text == text => {
                self.next += 1;
                Ok(token)
            }
            _ => self.unexpected(&format!("`{text}` {context}")),
        }
    }

    fn name(&mut self, of: &str) -> Read<Token<'source>> {
        match self.peek() {
            Some(token) if token.kind == TokenKind::Identifier => {
                self.next += 1;
                Ok(token)
            }
            Some(token) if matches!(token.kind, TokenKind::Keyword | TokenKind::Type) => {
                Err(self
                    .error_at(token.line, format!("`{}` is a word of WGSL and can't be the name of {of}; choose another name", token.text)))
            }
            _ => self.unexpected(&format!("the name of {of}")),
        }
    }

    /// Consecutive comments of one kind.
    fn comments(&mut self, kind: TokenKind) -> Docs {
        let mut lines = Vec::new();
        while let Some(token) = self.peek().filter(|token| token.kind == kind) {
            lines.push((token.line, &token.text[3..]));
            self.next += 1;
        }
        Docs::parse(&lines)
    }

    fn file_docs(&mut self) -> Read<Docs> {
        let docs = self.comments(TokenKind::FileDocComment);
        match self.peek() {
            Some(token) if matches!(token.text, "enable" | "requires" | "diagnostic") => Err(self.error_at(
                token.line,
                format!(
                    "`{}` can't stand here: items of this file are linked into larger shaders, which need core WebGPU only; remove it",
                    token.text
                ),
            )),
            _ => Ok(docs),
        }
    }

    /// The doc comment of an item, a parameter or a member: above it, or after the opening bracket.
    fn preceding_docs(&mut self) -> Read<Docs> {
        if let Some(token) = self.peek().filter(|token| token.kind == TokenKind::DocComment)
            && let Some(before) = self.next.checked_sub(1).and_then(|index| self.tokens.get(index))
            && before.line == token.line
            && !matches!(before.text, "(" | "{")
        {
            return Err(self.error_at(
                token.line,
                "a doc comment describes what follows it, so put this one on a line of its own, above what it describes",
            ));
        }
        Ok(self.comments(TokenKind::DocComment))
    }

    /// `@word` and `@word(...)`.
    fn attributes(&mut self) -> Read<()> {
        while self.peek().is_some_and(|token| token.kind == TokenKind::Attribute) {
            self.next += 1;
            if self.peek().is_none_or(|token| token.kind != TokenKind::Attribute) {
                return self.unexpected("an attribute's name");
            }
            self.next += 1;
            if self.peek_text() == "(" {
                self.skip_brackets()?;
            }
        }
        Ok(())
    }

    /// Passes over a bracket and all up to the one that closes it.
    fn skip_brackets(&mut self) -> Read<()> {
        let mut open: Vec<Token<'source>> = Vec::new();
        while let Some(token) = self.peek() {
            match token.text {
                "(" | "[" | "{" => open.push(token),
                ")" | "]" | "}" => {
                    let Some(opening) = open.pop() else { return self.unexpected("an opening bracket before it") };
                    if closing(opening.text) != token.text {
                        let message = format!(
                            "`{}` does not close the `{}` of line {}; expected `{}`",
                            token.text,
                            opening.text,
                            opening.line,
                            closing(opening.text)
                        );
                        return Err(self.error_at(token.line, message));
                    }
                }
                _ => {}
            }
            self.next += 1;
            if open.is_empty() {
                return Ok(());
            }
        }
        let line = open.first().map_or(self.last_line(), |token| token.line);
        let text = open.first().map_or("", |token| token.text);
        Err(self.error_at(line, format!("`{text}` is never closed; add `{}`", closing(text))))
    }

    /// The next item, or `None` at the end of the file.
    fn item(&mut self) -> Read<Option<Item>> {
        while self.take(";") {}
        let docs_line = self.peek().map(|token| token.line);
        let docs = self.preceding_docs()?;
        let first = self.next;
        self.attributes()?;
        let Some(keyword) = self.peek() else {
            return match docs_line {
                Some(line) if docs != Docs::default() => {
                    Err(self.error_at(line, "this doc comment describes nothing; put an item below it"))
                }
                _ if self.next > first => self.unexpected("an item after the attribute"),
                _ => Ok(None),
            };
        };
        let mut parameters_at = Vec::new();
        let (name, kind) = match keyword.text {
            "fn" => self.function(&mut parameters_at)?,
            "struct" => self.structure()?,
            "alias" => self.alias()?,
            "const" | "override" | "var" => self.constant()?,
            "const_assert" => {
                return Err(
                    self.error_at(keyword.line, "`const_assert` is no item that can be linked; check the value where it is used instead")
                );
            }
            _ => return self.unexpected("an item (`fn`, `struct`, `alias` or `const`)"),
        };
        Ok(Some(self.finish(first, docs, name, kind, &parameters_at)))
    }

    fn finish(&self, first: usize, docs: Docs, name: Token<'source>, kind: ItemKind, parameters_at: &[usize]) -> Item {
        let tokens = &self.tokens[first..self.next];
        let (text, lines) = self.text_of(tokens);
        let parameters: Vec<&str> = match &kind {
            ItemKind::Function { parameters, .. } => parameters.iter().map(|parameter| parameter.name.as_str()).collect(),
            _ => Vec::new(),
        };
        let mut declared = parameters_at.to_vec();
        declared.push(name.start);
        Item {
            name: name.text.to_owned(),
            docs,
            line: tokens[0].line,
            lines,
            mentions: mentions(tokens, &declared, &parameters),
            has_loop: tokens.iter().any(|token| token.kind == TokenKind::Keyword && matches!(token.text, "for" | "while" | "loop")),
            text,
            kind,
        }
    }

    /// The source from the first to the last of `tokens` without doc comments, and for each line its line in the file.
    fn text_of(&self, tokens: &[Token<'source>]) -> (String, Vec<usize>) {
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return (String::new(), Vec::new()) };
        let mut text = String::new();
        let mut copied = first.start;
        for comment in tokens.iter().filter(|token| token.kind.is_comment()) {
            text.push_str(&self.source[copied..comment.start]);
            // Stands for the comment until lines that held nothing else are dropped.
            text.push('\0');
            copied = comment.end();
        }
        text.push_str(&self.source[copied..last.end()]);
        let kept = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.contains('\0') || line.chars().any(|letter| letter != '\0' && !letter.is_whitespace()));
        let (lines, kept): (Vec<usize>, Vec<String>) = kept
            .map(|(index, line)| {
                (first.line + index, if line.contains('\0') { line.replace('\0', "").trim_end().to_owned() } else { line.to_owned() })
            })
            .unzip();
        (kept.join("\n"), lines)
    }

    fn function(&mut self, parameters_at: &mut Vec<usize>) -> Read<(Token<'source>, ItemKind)> {
        self.next += 1;
        let name = self.name("a function")?;
        self.expect("(", "after the function's name")?;
        let mut parameters = Vec::new();
        loop {
            let docs = self.preceding_docs()?;
            if docs == Docs::default() && self.take(")") {
                break;
            }
            self.attributes()?;
            let parameter = self.name("an argument, or `)`")?;
            self.expect(":", "and a type after the argument's name")?;
            let wgsl_type = self.type_name("the argument's type")?;
            parameters_at.push(parameter.start);
            parameters.push(Parameter { name: parameter.text.to_owned(), wgsl_type, docs, line: parameter.line });
            if !self.take(",") {
                self.expect(")", "or `,` after an argument")?;
                break;
            }
        }
        let result = if self.take("->") {
            self.attributes()?;
            Some(self.type_name("the type of the result")?)
        } else {
            None
        };
        if self.peek_text() != "{" {
            return self.unexpected("`{` and the function's body");
        }
        self.skip_brackets()?;
        Ok((name, ItemKind::Function { parameters, result }))
    }

    fn structure(&mut self) -> Read<(Token<'source>, ItemKind)> {
        self.next += 1;
        let name = self.name("a struct")?;
        self.expect("{", "after the struct's name")?;
        let mut members = Vec::new();
        loop {
            let docs = self.preceding_docs()?;
            if docs == Docs::default() && self.take("}") {
                break;
            }
            self.attributes()?;
            let member = self.name("a member, or `}`")?;
            self.expect(":", "and a type after the member's name")?;
            let wgsl_type = self.type_name("the member's type")?;
            members.push(Member { name: member.text.to_owned(), wgsl_type, docs, line: member.line });
            if !self.take(",") {
                self.expect("}", "or `,` after a member")?;
                break;
            }
        }
        Ok((name, ItemKind::Struct { members }))
    }

    fn alias(&mut self) -> Read<(Token<'source>, ItemKind)> {
        self.next += 1;
        let name = self.name("an alias")?;
        self.expect("=", "after the alias's name")?;
        let target = self.type_name("the type that the alias stands for")?;
        self.expect(";", "after the alias")?;
        Ok((name, ItemKind::Alias { target }))
    }

    fn constant(&mut self) -> Read<(Token<'source>, ItemKind)> {
        self.next += 1;
        if self.take("<") {
            while self.peek().is_some() && !self.take(">") {
                self.next += 1;
            }
        }
        let name = self.name("a constant")?;
        while !self.take(";") {
            match self.peek_text() {
                "" => return self.unexpected("`;` after the constant"),
                "(" | "[" | "{" => self.skip_brackets()?,
                ")" | "]" | "}" => return self.unexpected("`;` after the constant"),
                _ => self.next += 1,
            }
        }
        Ok((name, ItemKind::Constant))
    }

    /// A type as written, blanks and comments taken out: a name, and what stands between `<` and `>`.
    fn type_name(&mut self, what: &str) -> Read<String> {
        let Some(head) = self.peek().filter(|token| matches!(token.kind, TokenKind::Identifier | TokenKind::Type)) else {
            return self.unexpected(what);
        };
        self.next += 1;
        let mut spelling = head.text.to_owned();
        let mut depth = 0_usize;
        while let Some(token) = self.peek() {
            match token.text {
                "<" => depth += 1,
                ">" if depth > 0 => depth -= 1,
                _ if depth == 0 || matches!(token.text, ";" | "{" | "}") || token.kind.is_comment() => break,
                _ => {}
            }
            spelling.push_str(token.text);
            if token.text == "," {
                spelling.push(' ');
            }
            self.next += 1;
        }
        if depth > 0 {
            return self.unexpected(&format!("`>` to close `{spelling}`"));
        }
        Ok(spelling)
    }
}

/// The bracket that closes `opening`.
fn closing(opening: &str) -> &'static str {
    match opening {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

#[cfg(test)]
mod tests;
