//! Names that WGSL keeps for itself, and giving items other names.

use std::collections::HashSet;
use std::sync::LazyLock;

use naga::keywords::wgsl::{BUILTIN_IDENTIFIERS, RESERVED};

use crate::lexer::{Token, TokenKind, tokens};

static KEYWORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| RESERVED.iter().copied().collect());
static BUILTINS: LazyLock<HashSet<&str>> = LazyLock::new(|| BUILTIN_IDENTIFIERS.iter().copied().collect());

/// Whether `name` must not name an item: a keyword or reserved word of WGSL, a predeclared type, enumerant or function, or a name that
/// starts with two underscores.
#[must_use]
pub fn is_reserved(name: &str) -> bool {
    is_keyword(name) || is_predeclared_type(name) || BUILTINS.contains(name) || name.starts_with("__") || name == "_"
}

/// A keyword or reserved word.
pub(crate) fn is_keyword(name: &str) -> bool {
    KEYWORDS.contains(name)
}

/// A predeclared type or type generator, short spellings (`vec2f`) included.
pub(crate) fn is_predeclared_type(name: &str) -> bool {
    if matches!(name, "bool" | "i32" | "u32" | "f32" | "f16" | "array" | "atomic" | "ptr" | "sampler" | "sampler_comparison") {
        return true;
    }
    if let Some(rest) = name.strip_prefix("texture_") {
        return !rest.is_empty() && BUILTINS.contains(name);
    }
    let (shape, scalar) = match name.as_bytes() {
        [shape @ .., last @ (b'f' | b'h' | b'i' | b'u')] => (shape, Some(*last)),
        shape => (shape, None),
    };
    match shape {
        [b'v', b'e', b'c', size] => (b'2'..=b'4').contains(size),
        [b'm', b'a', b't', columns, b'x', rows] => {
            (b'2'..=b'4').contains(columns) && (b'2'..=b'4').contains(rows) && !matches!(scalar, Some(b'i' | b'u'))
        }
        _ => false,
    }
}

/// `text` with its identifiers renamed: each becomes what `new_name` gives, or stays where that is `None`.
///
/// Untouched are members (after a `.`, or declared in a struct), attributes, the words of attributes that take no names (`@builtin`,
/// `@interpolate`) and comments. Everything else of one name is renamed alike, so a local that shadows an item goes on shadowing it: the text
/// means the same as long as `new_name` never gives two names one, nor one that the text already has. That is why no scopes are needed.
#[must_use]
pub fn rename(text: &str, new_name: &dyn Fn(&str) -> Option<String>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut copied = 0;
    for (token, role) in roles(&tokens(text)) {
        if role == Role::Reference
            && let Some(name) = new_name(token.text)
        {
            result.push_str(&text[copied..token.start]);
            result.push_str(&name);
            copied = token.end();
        }
    }
    result.push_str(&text[copied..]);
    result
}

/// What an identifier stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// An item or a local: where it is declared or used.
    Reference,
    /// A member of a struct, letters of a vector, or a word of an attribute.
    Other,
}

/// Each identifier of `tokens`, with its role.
pub(crate) fn roles<'list, 'source>(tokens: &'list [Token<'source>]) -> impl Iterator<Item = (&'list Token<'source>, Role)> {
    let mut before = "";
    let mut attribute_depth = None;
    let mut depth = 0_usize;
    let mut struct_state = StructState::Outside;
    tokens.iter().enumerate().filter_map(move |(index, token)| {
        if token.kind.is_comment() {
            return None;
        }
        let previous = std::mem::replace(&mut before, token.text);
        match token.kind {
            TokenKind::Keyword if token.text == "struct" => struct_state = StructState::Named,
            TokenKind::Attribute if matches!(token.text, "builtin" | "interpolate" | "diagnostic") => attribute_depth = Some(depth),
            TokenKind::Punctuation => match token.text {
                "(" | "[" => depth += 1,
                ")" | "]" => {
                    depth = depth.saturating_sub(1);
                    if attribute_depth == Some(depth) {
                        attribute_depth = None;
                    }
                }
                "{" if struct_state == StructState::Named => struct_state = StructState::Body,
                "}" if struct_state == StructState::Body => struct_state = StructState::Outside,
                _ => {}
            },
            TokenKind::Identifier => {
                let is_member = previous == "."
                    || (struct_state == StructState::Body && depth == 0 && next_text(tokens, index) == Some(":"))
                    || attribute_depth.is_some();
                return Some((token, if is_member { Role::Other } else { Role::Reference }));
            }
            _ => {}
        }
        None
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum StructState {
    Outside,
    Named,
    Body,
}

/// Text of the token after `index`, comments passed over.
fn next_text<'source>(tokens: &[Token<'source>], index: usize) -> Option<&'source str> {
    tokens[index + 1..].iter().find(|token| !token.kind.is_comment()).map(|token| token.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prefixed(text: &str) -> String {
        rename(text, &|name| matches!(name, "a" | "b" | "Pair").then(|| format!("n_{name}")))
    }

    #[test]
    fn members_attributes_and_comments_stay() {
        assert_eq!(
            prefixed("struct Pair { a: f32, @size(a) b: Pair, /* a */ a /* b */ : b } // a"),
            "struct n_Pair { a: f32, @size(n_a) b: n_Pair, /* a */ a /* b */ : n_b } // a"
        );
        assert_eq!(prefixed("fn b(@builtin(a) c: Pair) { c.a = a(b).a; }"), "fn n_b(@builtin(a) c: n_Pair) { c.a = n_a(n_b).a; }");
        assert_eq!(prefixed("@a fn f() { switch x { case a: { b(); } } }"), "@a fn f() { switch x { case n_a: { n_b(); } } }");
    }

    #[test]
    fn a_local_that_shadows_goes_on_shadowing() {
        assert_eq!(prefixed("fn f() { let a = a(); return a; }"), "fn f() { let n_a = n_a(); return n_a; }");
    }

    #[test]
    fn reserved_names() {
        for name in ["fn", "type", "vec2f", "mat4x4h", "mix", "array", "textureLoad", "texture_2d", "read", "__x", "_", "distance"] {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["wave", "vec2i_of", "mat2x2i", "vec5", "texture_", "f", "h", "u", "velocity"] {
            assert!(!is_reserved(name), "{name}");
        }
    }
}
