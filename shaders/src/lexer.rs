//! WGSL as tokens: for reading files, for renaming, and for colouring text in the editor.

use crate::names::{is_keyword, is_predeclared_type};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A word of the language: `fn`, `let`, `if`, and reserved words.
    Keyword,
    /// A predeclared type: `f32`, `vec2f`, `array`.
    Type,
    /// Any other name.
    Identifier,
    /// A literal number.
    Number,
    /// `// ...` or `/* ... */`.
    Comment,
    /// `/// ...`, which describes what follows.
    DocComment,
    /// `//! ...`, which describes the file.
    FileDocComment,
    /// `@`, and the word after it.
    Attribute,
    /// Operators, brackets and separators: one character each, save `->`.
    Punctuation,
    /// A character that has no place in WGSL, or a comment that never ends.
    Unknown,
}

impl TokenKind {
    /// Whether the compiler passes over it.
    #[must_use]
    pub const fn is_comment(self) -> bool {
        matches!(self, Self::Comment | Self::DocComment | Self::FileDocComment)
    }
}

/// A piece of a source text. What lies between two tokens is blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'source> {
    /// What it is.
    pub kind: TokenKind,
    /// As written.
    pub text: &'source str,
    /// Byte of the source at which it starts.
    pub start: usize,
    /// Line on which it starts, from 1.
    pub line: usize,
}

impl Token<'_> {
    /// The byte after its last.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Every token of `source` in order, comments included. Reads any text without failing: what is not WGSL becomes [`TokenKind::Unknown`].
#[must_use]
pub fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut result = Vec::new();
    let mut start = 0;
    let mut line = 1;
    let mut after_at = false;
    while let Some(first) = source[start..].chars().next() {
        let rest = &source[start..];
        if first.is_whitespace() || first == '\u{feff}' {
            line += usize::from(first == '\n');
            start += first.len_utf8();
            continue;
        }
        let (mut kind, length) = token_at(rest, first);
        if after_at && !kind.is_comment() {
            after_at = false;
            if matches!(kind, TokenKind::Identifier | TokenKind::Keyword | TokenKind::Type) {
                kind = TokenKind::Attribute;
            }
        }
        after_at |= first == '@';
        let text = &rest[..length];
        result.push(Token { kind, text, start, line });
        line += text.matches('\n').count();
        start += length;
    }
    result
}

/// Kind and length in bytes of the token with which `rest` starts.
fn token_at(rest: &str, first: char) -> (TokenKind, usize) {
    if rest.starts_with("//") {
        return line_comment(rest);
    }
    if rest.starts_with("/*") {
        return block_comment(rest);
    }
    let second = rest[first.len_utf8()..].chars().next();
    if first.is_ascii_digit() || (first == '.' && second.is_some_and(|digit| digit.is_ascii_digit())) {
        return (TokenKind::Number, number_length(rest));
    }
    if first == '_' || first.is_alphabetic() {
        let length = rest.find(|letter: char| letter != '_' && !letter.is_alphanumeric()).unwrap_or(rest.len());
        let word = &rest[..length];
        let kind = match word {
            "_" => TokenKind::Punctuation,
            _ if is_keyword(word) => TokenKind::Keyword,
            _ if is_predeclared_type(word) => TokenKind::Type,
            _ => TokenKind::Identifier,
        };
        return (kind, length);
    }
    match first {
        '@' => (TokenKind::Attribute, 1),
        '-' if second == Some('>') => (TokenKind::Punctuation, 2),
        '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | ',' | ';' | ':' | '.' | '=' | '+' | '-' | '*' | '/' | '%' | '&' | '|' | '^'
        | '!' | '~' => (TokenKind::Punctuation, 1),
        _ => (TokenKind::Unknown, first.len_utf8()),
    }
}

/// A comment up to the end of its line, as WGSL counts line ends.
fn line_comment(rest: &str) -> (TokenKind, usize) {
    let length = rest.find(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']).unwrap_or(rest.len());
    let kind = if rest.starts_with("//!") {
        TokenKind::FileDocComment
    } else if rest.starts_with("///") && !rest.starts_with("////") {
        TokenKind::DocComment
    } else {
        TokenKind::Comment
    };
    (kind, length)
}

/// A comment that may hold others of its kind.
fn block_comment(rest: &str) -> (TokenKind, usize) {
    let bytes = rest.as_bytes();
    let mut depth = 0_usize;
    let mut index = 0;
    while index + 1 < bytes.len() {
        match &bytes[index..index + 2] {
            b"/*" => {
                depth += 1;
                index += 2;
            }
            b"*/" => {
                depth -= 1;
                index += 2;
                if depth == 0 {
                    return (TokenKind::Comment, index);
                }
            }
            _ => index += 1,
        }
    }
    (TokenKind::Unknown, rest.len())
}

/// Length of a number: digits, a point, an exponent with its sign, a suffix.
fn number_length(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let hexadecimal = rest.starts_with("0x") || rest.starts_with("0X");
    let is_exponent = |byte: u8| if hexadecimal { matches!(byte, b'p' | b'P') } else { matches!(byte, b'e' | b'E') };
    let mut index = 0;
    while index < bytes.len() {
        let byte = bytes[index];
        let is_sign = matches!(byte, b'+' | b'-') && index > 0 && is_exponent(bytes[index - 1]);
        if !(byte.is_ascii_alphanumeric() || byte == b'.' || is_sign) {
            break;
        }
        index += 1;
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(source: &str) -> Vec<(TokenKind, &str)> {
        tokens(source).into_iter().map(|token| (token.kind, token.text)).collect()
    }

    #[test]
    fn every_kind_is_told_apart() {
        use TokenKind::*;
        assert_eq!(
            kinds("@size(16) let wave_2: vec2f = a.x; // end"),
            [
                (Attribute, "@"),
                (Attribute, "size"),
                (Punctuation, "("),
                (Number, "16"),
                (Punctuation, ")"),
                (Keyword, "let"),
                (Identifier, "wave_2"),
                (Punctuation, ":"),
                (Type, "vec2f"),
                (Punctuation, "="),
                (Identifier, "a"),
                (Punctuation, "."),
                (Identifier, "x"),
                (Punctuation, ";"),
                (Comment, "// end"),
            ]
        );
        assert_eq!(kinds("//! f\n/// d\n//// c"), [(FileDocComment, "//! f"), (DocComment, "/// d"), (Comment, "//// c")]);
    }

    #[test]
    fn numbers_are_whole_tokens() {
        for number in ["0", "1.", ".5", "1e-3", "1.5E+7f", "0xffu", "0x1.8p-3", "12i", "2h"] {
            assert_eq!(kinds(number), [(TokenKind::Number, number)]);
        }
        assert_eq!(tokens("1-2").len(), 3, "a minus after a digit is an operator");
        assert_eq!(tokens("0xe-1").len(), 3, "e is a digit of a hexadecimal number");
    }

    #[test]
    fn block_comments_nest_and_lines_are_counted() {
        let source = "/* a /* b\n */ c\n*/ x";
        let found = tokens(source);
        assert_eq!(found[0].kind, TokenKind::Comment);
        assert_eq!((found[1].text, found[1].line), ("x", 3));
        assert_eq!(kinds("/* /* */"), [(TokenKind::Unknown, "/* /* */")]);
    }

    #[test]
    fn any_text_is_read() {
        for source in ["", "\u{feff}", "\"#$", "é = π;", "/*", "/", "@", "0x", "\r\n\u{2028}x"] {
            for token in tokens(source) {
                assert_eq!(&source[token.start..token.end()], token.text);
            }
        }
    }
}
