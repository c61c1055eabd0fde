//! Which names of an item's text are of module scope, and which are its own locals.

use crate::lexer::{Token, TokenKind};
use crate::names::{Role, roles};

/// Names of module scope in `tokens`, the text of one item, in order and without doubles.
///
/// `declared` are the places (bytes of the source) of names that declare rather than use: the item's own and those of its parameters.
/// `parameters` are visible in the item's body, a local from the end of its statement to the end of its block, as WGSL has it.
pub(crate) fn mentions(tokens: &[Token<'_>], declared: &[usize], parameters: &[&str]) -> Vec<String> {
    let references: Vec<usize> = roles(tokens).filter(|(_, role)| *role == Role::Reference).map(|(token, _)| token.start).collect();
    let mut references = references.into_iter().peekable();
    let mut scopes = Scopes::default();
    let mut found: Vec<String> = Vec::new();
    let mut declaring = false;
    for token in tokens.iter().filter(|token| !token.kind.is_comment()) {
        let is_reference = references.next_if_eq(&token.start).is_some();
        match (token.kind, token.text) {
            (TokenKind::Punctuation, "{") => scopes.open(parameters),
            (TokenKind::Punctuation, "}") => scopes.close(),
            (TokenKind::Punctuation, ";") => scopes.end_statement(),
            (TokenKind::Keyword, "for") => scopes.open_loop(),
            (TokenKind::Keyword, "let" | "var" | "const") => declaring = scopes.inside_body(),
            // `var<function> name`: the words between the angle brackets declare nothing.
            (TokenKind::Identifier, name)
                if is_reference && !matches!(name, "function" | "private") && !declared.contains(&token.start) =>
            {
                if std::mem::take(&mut declaring) {
                    scopes.declare(name);
                } else if !scopes.is_local(name) && !found.iter().any(|known| known == name) {
                    found.push(name.to_owned());
                }
            }
            _ => {}
        }
    }
    found
}

/// Locals that are visible at one place of a body.
#[derive(Default)]
struct Scopes {
    blocks: Vec<Block>,
    /// Declared by the statement that is being read; visible after it.
    pending: Vec<String>,
}

struct Block {
    locals: Vec<String>,
    /// Opened by `for`, before its header: closes with the loop's body.
    is_loop: bool,
}

impl Scopes {
    fn open(&mut self, parameters: &[&str]) {
        let locals = if self.blocks.is_empty() { parameters.iter().map(|&name| name.to_owned()).collect() } else { Vec::new() };
        self.blocks.push(Block { locals, is_loop: false });
    }

    fn open_loop(&mut self) {
        self.blocks.push(Block { locals: Vec::new(), is_loop: true });
    }

    fn close(&mut self) {
        self.end_statement();
        self.blocks.pop();
        if self.blocks.last().is_some_and(|block| block.is_loop) {
            self.blocks.pop();
        }
    }

    fn inside_body(&self) -> bool {
        !self.blocks.is_empty()
    }

    fn declare(&mut self, name: &str) {
        self.pending.push(name.to_owned());
    }

    fn end_statement(&mut self) {
        if let Some(block) = self.blocks.last_mut() {
            block.locals.append(&mut self.pending);
        }
    }

    fn is_local(&self, name: &str) -> bool {
        self.blocks.iter().any(|block| block.locals.iter().any(|local| local == name))
    }
}

#[cfg(test)]
mod tests {
    use crate::Module;

    fn mentions(source: &str) -> Vec<String> {
        Module::parse("test.wgsl", source).unwrap().items.remove(0).mentions
    }

    #[test]
    fn parameters_and_locals_are_no_mentions() {
        assert_eq!(
            mentions("fn f(a: Kind, b: f32) -> Out { let c = a + b; var d: Other = c; return Out(d, e.a); }"),
            ["Kind", "Out", "Other", "e"]
        );
    }

    #[test]
    fn a_local_is_visible_after_its_statement_and_inside_its_block() {
        assert_eq!(mentions("fn f() { let height = height(); return height; }"), ["height"]);
        assert_eq!(mentions("fn f() -> f32 { { let a = 1.0; } return a; }"), ["a"]);
        assert_eq!(mentions("fn f() { for (var i = 0; i < n; i++) { g(i); } h(i); }"), ["n", "g", "h", "i"]);
        assert_eq!(mentions("fn f() { for (var i = 0; i < 2; i++) { for (var j = i; j < 2; j++) { } } return j; }"), ["j"]);
    }

    #[test]
    fn a_function_that_calls_itself_mentions_itself() {
        assert_eq!(mentions("fn f(x: f32) -> f32 { return f(x); }"), ["f"]);
        assert!(mentions("fn f(x: f32) -> f32 { let f = x; return f; }").is_empty());
    }

    #[test]
    fn structs_aliases_and_constants_mention_types_and_sizes() {
        assert_eq!(mentions("struct S { size: array<Row, ROWS>, other: f32 }"), ["Row", "ROWS"]);
        assert_eq!(mentions("alias A = Target;"), ["Target"]);
        assert_eq!(mentions("const A = B + 1;"), ["B"]);
        assert_eq!(mentions("fn f() { var<function> x: f32; x = y; }"), ["y"]);
    }
}
