//! What files are read as, and what is said about those that can't be.

use super::*;

const FILE: &str = "//! A ring. @category Waves
// plain

/// The row type.
struct Row {
    /// How high.
    height: f32, // metres
    @align(16) rest: array<vec4<f32>, 2>,
}

/// Height of the water. @unit m
fn ripple(
    /// Where. @context position
    position: vec2f,
    // plain comments stay
    /// Wavelength. @default 0.3
    wavelength: array< f32,2 >,
) -> @location(0) f32 {
    /// odd
    for (;;) { return height(position); }
}
alias Value = vec4f;
const TAU: f32 = 6.28;
";

fn error(source: &str) -> String {
    module("a.wgsl", source).unwrap_err().to_string()
}

#[test]
fn items_are_read_with_their_docs() {
    let read = module("a.wgsl", FILE).unwrap();
    assert_eq!(read.docs.text, "A ring.");
    let names: Vec<_> = read.items.iter().map(|item| (item.name.as_str(), item.line)).collect();
    assert_eq!(names, [("Row", 5), ("ripple", 12), ("Value", 22), ("TAU", 23)]);
    let ItemKind::Struct { members } = &read.items[0].kind else { panic!("a struct") };
    assert_eq!((members[0].docs.text.as_str(), members[0].line), ("How high.", 7));
    assert_eq!(members[1].wgsl_type, "array<vec4<f32>, 2>");
    let ItemKind::Function { parameters, result } = &read.items[1].kind else { panic!("a function") };
    assert_eq!(result.as_deref(), Some("f32"));
    assert_eq!((parameters[1].name.as_str(), parameters[1].wgsl_type.as_str(), parameters[1].line), ("wavelength", "array<f32, 2>", 17));
    assert_eq!(parameters[0].docs.tag("context").map(|tag| (tag.value.as_str(), tag.line)), Some(("position", 13)));
    assert!(read.items[1].has_loop && !read.items[0].has_loop);
    assert!(matches!(&read.items[2].kind, ItemKind::Alias { target } if target == "vec4f"));
}

#[test]
fn text_has_no_doc_comments_and_knows_its_lines() {
    let read = module("a.wgsl", FILE).unwrap();
    assert_eq!(read.items[0].text, "struct Row {\n    height: f32, // metres\n    @align(16) rest: array<vec4<f32>, 2>,\n}");
    assert_eq!(read.items[0].lines, [5, 7, 8, 9]);
    assert_eq!(read.items[1].lines, [12, 14, 15, 17, 18, 20, 21]);
    let source: Vec<_> = FILE.lines().collect();
    for item in &read.items {
        for (text, line) in item.text.lines().zip(&item.lines) {
            assert_eq!(text, source[line - 1]);
        }
    }
}

#[test]
fn a_byte_order_mark_and_windows_line_ends_are_tolerated() {
    let read = module("a.wgsl", &format!("\u{feff}{}", FILE.replace('\n', "\r\n"))).unwrap();
    assert_eq!(read.docs.text, "A ring.");
    assert_eq!(read.items[0].lines, [5, 7, 8, 9]);
    assert!(!read.items[0].text.contains('\r'));
}

#[test]
fn errors_name_the_line_and_what_is_expected() {
    for (source, expected) in [
        ("fn f(a: f32\n{ }", "a.wgsl:2: expected `)` or `,` after an argument, found `{`"),
        ("fn f() {\n (\n}", "a.wgsl:3: `}` does not close the `(` of line 2; expected `)`"),
        ("fn f() {\n (", "a.wgsl:1: `{` is never closed; add `}`"),
        ("fn f();", "a.wgsl:1: expected `{` and the function's body, found `;`"),
        ("fn array() {}", "a.wgsl:1: `array` is a word of WGSL and can't be the name of a function; choose another name"),
        ("fn f(type: f32) {}", "a.wgsl:1: `type` is a word of WGSL and can't be the name of an argument, or `)`; choose another name"),
        ("fn f(a) {}", "a.wgsl:1: expected `:` and a type after the argument's name, found `)`"),
        ("fn f(a: ) {}", "a.wgsl:1: expected the argument's type, found `)`"),
        ("struct S { a f32 }", "a.wgsl:1: expected `:` and a type after the member's name, found `f32`"),
        ("struct S { a: vec2<f32 }", "a.wgsl:1: expected `>` to close `vec2<f32`, found `}`"),
        ("alias A = f32", "a.wgsl:1: expected `;` after the alias, but the file ends"),
        ("const A = 1\n", "a.wgsl:1: expected `;` after the constant, but the file ends"),
        ("let a = 1;", "a.wgsl:1: expected an item (`fn`, `struct`, `alias` or `const`), found `let`"),
        ("}", "a.wgsl:1: expected an item (`fn`, `struct`, `alias` or `const`), found `}`"),
        ("fn f() {}\nfn f() {}", "a.wgsl:2: `f` is declared twice: first on line 1; give one of them another name"),
        (
            "enable f16;",
            "a.wgsl:1: `enable` can't stand here: items of this file are linked into larger shaders, which need core WebGPU only; remove it",
        ),
        ("const_assert true;", "a.wgsl:1: `const_assert` is no item that can be linked; check the value where it is used instead"),
        ("/* a", "a.wgsl:1: this comment never ends; close it with `*/`"),
        ("\nconst A = \"a\";", "a.wgsl:2: '\"' is no character of WGSL; remove it"),
        ("/// a", "a.wgsl:1: this doc comment describes nothing; put an item below it"),
        (
            "fn f(a: f32, /// a\n b: f32) {}",
            "a.wgsl:1: a doc comment describes what follows it, so put this one on a line of its own, above what it describes",
        ),
        (
            "const A = 1; /// a\nconst B = 1;",
            "a.wgsl:1: a doc comment describes what follows it, so put this one on a line of its own, above what it describes",
        ),
        ("fn f(a: f32,\n/// a\n) {}", "a.wgsl:3: expected the name of an argument, or `)`, found `)`"),
        ("const A = 1;\n//! a", "a.wgsl:2: `//!` describes the file and stands at its top; use `///` above what follows"),
        ("@compute", "a.wgsl:1: expected an item after the attribute, but the file ends"),
        ("@ 1 fn f() {}", "a.wgsl:1: expected an attribute's name, found `1`"),
    ] {
        assert_eq!(error(source), expected, "{source}");
    }
}

#[test]
fn a_file_has_a_bounded_number_of_items() {
    let aliases: String = (0..1001).map(|index| format!("alias A{index} = f32;\n")).collect();
    assert_eq!(error(&aliases), "a.wgsl:1001: a file has at most 1000 items; split it");
}

#[test]
fn deep_nesting_is_read() {
    let deep = format!("fn f() {{ {}{} }}", "(".repeat(200_000), ")".repeat(200_000));
    assert_eq!(module("a.wgsl", &deep).unwrap().items.len(), 1);
    assert!(error(&format!("fn f() {{ {}", "{".repeat(200_000))).contains("never closed"));
}
