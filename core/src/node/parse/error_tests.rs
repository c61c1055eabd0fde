//! What is said about each kind of mistake: these texts are read by artists, so a change to one is a change to the program's face.

use crate::node::NodeSpec;

/// A right file, to be spoilt.
const RIGHT: &str = "//! Bends a value.
//! @category Maths

/// Any. @any number vec2
alias Value = vec2f;

/// The blend. @output result
fn bend(
    /// First. @default 0
    a: Value,
    /// How. @choice soft hard @default soft
    kind: u32,
    /// @given cell
    cell: vec2i,
) -> Value {
    return a * f32(kind);
}
";

/// Every error of a file, one a line.
pub(super) fn errors(file: &str, source: &str) -> String {
    match NodeSpec::parse(file, source) {
        Ok(_) => String::new(),
        Err(problems) => problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    }
}

/// The errors after replacing a piece of a right file.
fn spoilt(file: &str, right: &str, piece: &str, by: &str) -> String {
    assert!(right.contains(piece), "{piece}");
    errors(file, &right.replacen(piece, by, 1))
}

pub(super) fn check(file: &str, right: &str, cases: &[(&str, &str, &str)]) {
    let mut wrong = Vec::new();
    for (piece, by, expected) in cases {
        let found = spoilt(file, right, piece, by);
        if found != *expected {
            wrong.push(format!("{piece:?} -> {by:?}\n{found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_right_file_is_right() {
    assert_eq!(errors("bend.wgsl", RIGHT), "");
}

#[test]
fn mistakes_in_the_header() {
    check(
        "bend.wgsl",
        RIGHT,
        &[
            (
                "//! Bends a value.\n",
                "",
                "error: bend.wgsl:1: the node has no description (say at the top of the file in `//!` what it does, in the words of an artist)",
            ),
            (
                "//! @category Maths\n",
                "",
                "error: bend.wgsl:1: the node has no `@category` (add one of Input, Waves, Fluid, Springs, Noise, Shapes, Maths, Motion, Colour, Particles, Mesh, Scene)",
            ),
            ("@category Maths", "@category Math", "error: bend.wgsl:2: `@category Math` is unknown (did you mean `Maths`?)"),
            ("@category Maths", "@category Maths @catgory Waves", "error: bend.wgsl:2: `@catgory` is no tag (did you mean `@category`?)"),
            (
                "@category Maths",
                "@category Maths @unit m",
                "error: bend.wgsl:2: `@unit` can't describe the file (it belongs to an argument or an accessor or a stage or the node's function or a member of the result)",
            ),
            (
                "@category Maths",
                "@category Maths @import nois",
                "error: bend.wgsl:2: `@import nois` names no file of the shader library (did you mean `noise`?)",
            ),
            (
                "@category Maths",
                "@category Maths @alias Old",
                "error: bend.wgsl:2: `@alias Old` is no other name for this node (use lower-case letters, digits and `_`)",
            ),
            (
                "@category Maths",
                "@category Maths @native magic",
                "error: bend.wgsl:2: `@native magic` is unknown (use one of feedback, output, code, expression, join_scenes, render, deposit, bake)",
            ),
            (
                "@category Maths",
                "@category Maths @stored yes",
                "error: bend.wgsl:2: `@stored` is followed by \"yes\", but takes nothing (put the text before the tags)",
            ),
            (
                "@category Maths",
                "@category Maths @grid kind",
                "error: bend.wgsl:2: `@grid` describes a grid, but this node has none (add `@stored` to keep the result on a grid, or remove the tag)",
            ),
            (
                "@category Maths",
                "@category Maths @default 3",
                "error: bend.wgsl:2: `@default` describes nothing here (put it on the line of the `@text` or `@file` that it is about, or above an argument)",
            ),
            (
                "@category Maths",
                "@category Maths @text kind Words.",
                "error: bend.wgsl:12: the input `kind` is described a second time (describe it where it stands first, and leave this one bare)",
            ),
            (
                "@category Maths",
                "@category Maths @category Waves",
                "error: bend.wgsl:2: `@category` stands twice in the description of the file (keep one of them)",
            ),
            (
                "@category Maths",
                "@category",
                "error: bend.wgsl:2: nothing follows `@category` (write its value after it, on the same line)",
            ),
        ],
    );
    assert_eq!(
        errors("Bend It.wgsl", RIGHT).lines().next(),
        Some(
            "error: Bend It.wgsl:1: `Bend It` can't be the name of a node's file (use lower-case letters, digits and `_`, starting with a letter)"
        )
    );
}

#[test]
fn mistakes_in_inputs() {
    check(
        "bend.wgsl",
        RIGHT,
        &[
            (
                "/// First. @default 0",
                "/// @default 0",
                "error: bend.wgsl:10: the input `a` has no description (say above it in `///` what it is, in the words of an artist)",
            ),
            (
                "@default 0",
                "@default 0 1 2",
                "error: bend.wgsl:9: the default of `a` is \"0 1 2\" (expected one number, or as many as one of its types has, separated by spaces)",
            ),
            (
                "@default 0",
                "@default nought",
                "error: bend.wgsl:9: the default of `a` is \"nought\" (expected one number, or as many as one of its types has, separated by spaces)",
            ),
            (
                "@default 0",
                "@default inf",
                "error: bend.wgsl:9: the default of `a` is \"inf\" (expected one number, or as many as one of its types has, separated by spaces)",
            ),
            (
                "@default 0",
                "@default 0 @range 1 0",
                "error: bend.wgsl:9: the range of `a` is \"1 0\" (expected two numbers separated by a space, the lower one first)",
            ),
            ("@default 0", "@default 0 @rang 1 0", "error: bend.wgsl:9: `@rang` is no tag (did you mean `@range`?)"),
            (
                "/// First. @default 0\n    a: Value",
                "/// First. @default 0 @context position\n    a: vec2f",
                "error: bend.wgsl:9: `a` has a `@context`, which stands in when nothing is linked, and a default besides (remove `@default` or `@context`)",
            ),
            (
                "@default 0",
                "@context uv",
                "error: bend.wgsl:10: `a` has `@context uv` and is of type `Value` (`@context uv` is of type vec2f)",
            ),
            (
                "@default 0",
                "@context place",
                "error: bend.wgsl:9: `@context place` is unknown (use one of position, uv, time, element, direction, normal, colour, velocity, age, lifetime, size, hit, id, origin, copy, data)",
            ),
            ("@default 0", "@default 0 @fixed", "error: bend.wgsl:9: `a` is no u32, so it can't be `@fixed` (remove the tag)"),
            (
                "@default 0",
                "@default 0 @advanced stuff",
                "error: bend.wgsl:9: `@advanced` is followed by \"stuff\", but takes nothing (put the text before the tags)",
            ),
            (
                "@default 0",
                "@default 0 @read cells",
                "error: bend.wgsl:9: `@read` can't describe the argument `a` (it belongs to an accessor)",
            ),
            (
                "@default soft",
                "@default sft",
                "error: bend.wgsl:11: the default of `kind` is \"sft\" (expected one of its choices: soft, hard)",
            ),
            (
                " @default soft",
                "",
                "error: bend.wgsl:12: the input `kind` can't be linked and has no default (add `@default` and its value)",
            ),
            (
                "soft hard @default soft",
                "soft @default soft",
                "error: bend.wgsl:11: `@choice` of `kind` has fewer than two words (list the words, separated by spaces)",
            ),
            (
                "kind: u32",
                "kind: f32",
                "error: bend.wgsl:12: `kind` has a `@choice` and is of type `f32` (a choice arrives as the index of the word: make it `u32`)",
            ),
            ("@given cell\n", "@given sell\n", "error: bend.wgsl:13: `@given sell` is unknown (did you mean `cell`?)"),
            (
                "@given cell\n",
                "@given cell_size\n",
                "error: bend.wgsl:14: `cell` is `@given cell_size` of type `vec2i` (`@given cell_size` is of type f32)",
            ),
            (
                "@given cell\n",
                "@given cell @default 0\n",
                "error: bend.wgsl:14: `cell` is `@given`, so it is no input, yet it has other tags (remove `@given` or the other tags)",
            ),
            (
                "/// @given cell\n",
                "/// Where. @default 0\n",
                "error: bend.wgsl:14: the input `cell` can't be of type `vec2i` (write `@given cell` if the element's own is meant)",
            ),
            (
                "    a: Value",
                "    A: Value",
                "error: bend.wgsl:10: `A` can't be the name of an input (use lower-case letters, digits and `_`, starting with a letter)",
            ),
            ("cell: vec2i", "a: vec2i", "error: bend.wgsl:14: redefinition of `a`; previous definition of `a`"),
            (
                "@any number vec2",
                "@any number vektor2",
                "error: bend.wgsl:4: `vektor2` is no type that `@any` can name (use one of number, vec2, vec3, colour)",
            ),
            (
                "@any number vec2",
                "@any number vec3",
                "error: bend.wgsl:5: `Value` stands for `vec2f`, which its `@any` does not allow (make it one of f32, vec3f)",
            ),
            (
                "a: Value",
                "a: array<f32, 2>",
                "error: bend.wgsl:10: the input `a` can't be of type `array<f32, 2>` (an input is one of f32, vec2f, vec3f, vec4f, Value, u32, i32, bool)",
            ),
            (
                "/// How. @choice soft hard @default soft\n    kind: u32",
                "/// How. @default off @range 0 1\n    kind: bool",
                "error: bend.wgsl:11: `kind` is no number, so it has no range (remove `@range`)",
            ),
        ],
    );
}

#[test]
fn mistakes_in_functions() {
    check(
        "bend.wgsl",
        RIGHT,
        &[
            (
                "fn bend",
                "fn bent",
                "error: bend.wgsl:1: no function is called `bend` (the node is the function named like its file; the file has bent)",
            ),
            (") -> Value {", ") {", "error: bend.wgsl:8: `bend` returns nothing, so the node has no output (add `->` and a type)"),
            (
                "-> Value {\n    return a * f32(kind);",
                "-> mat2x2f {\n    return mat2x2f();",
                "error: bend.wgsl:8: the node's result can't be of type `mat2x2f` (return one of f32, vec2f, vec3f, vec4f, Value, Waves, Ramp, Curve, or a struct of this file with such members)",
            ),
            (
                "@output result",
                "@output The Result",
                "error: bend.wgsl:8: `The Result` can't be the name of an output (use lower-case letters, digits and `_`, starting with a letter)",
            ),
            (
                "/// The blend. @output",
                "/// @output",
                "error: bend.wgsl:8: the output `result` has no description (say above it in `///` what it is, in the words of an artist)",
            ),
            ("@output result", "@outptu result", "error: bend.wgsl:7: `@outptu` is no tag (did you mean `@output`?)"),
            (
                "return a * f32(kind);",
                "return a * bend(a, kind, cell);",
                "error: bend.wgsl:8: `bend` calls itself (WGSL has no recursion; use a loop)",
            ),
            (
                "return a * f32(kind);\n}",
                "return help(a);\n}\nfn help(a: Value) -> Value { return more(a); }\nfn more(a: Value) -> Value { return help(a); }",
                "error: bend.wgsl:18: functions call each other in a circle: help -> more -> help (WGSL has no recursion; use a loop)",
            ),
            (
                "return a * f32(kind);",
                "return a * random(1u, 2u, kind);",
                "error: bend.wgsl:16: `random` is in `hash` of the shader library, which the file does not import (add `//! @import hash`)",
            ),
            (
                "return a * f32(kind);",
                "return a.xy;",
                "error: bend.wgsl:16: with `Value` as number: invalid field accessor `xy` (make it valid for every type of `@any`, or take the type away from it)",
            ),
            ("return a * f32(kind);", "return a * b;", "error: bend.wgsl:16: no definition in scope for identifier: `b`"),
            (
                "return a * f32(kind);",
                "return vec3f(0.0);",
                "error: bend.wgsl:16: `vec3f(0.0)`: a `return` has another type than the function's result",
            ),
            (
                "/// The blend. @output result\nfn bend",
                "fn bend() {}\n/// The blend. @output result\nfn bend",
                "error: bend.wgsl:9: `bend` is declared twice: first on line 7; give one of them another name",
            ),
            (
                "/// The blend.",
                "/// Help. @default 3\nfn help() {}\n/// The blend.",
                "error: bend.wgsl:7: `@default` can't describe the helper `help` (it belongs to the file (`//!`) or an argument or an accessor)",
            ),
            (
                "/// The blend.",
                "var<private> x: f32;\n/// The blend.",
                "error: bend.wgsl:7: `x` is a module-scope variable, which nodes can't have (use `const`, or pass the value as an argument; what lasts from step to step is a field (`@read own`))",
            ),
            (
                "/// The blend.",
                "@compute @workgroup_size(1) fn run() {}\n/// The blend.",
                "error: bend.wgsl:7: `run` is an entry point (`@compute`) (remove the attribute; the compiler makes the entry points)",
            ),
            ("/// The blend.", "fn mix() {}\n/// The blend.", "error: bend.wgsl:7: `mix` is a name of WGSL's own (call it `mix_of`)"),
            (
                "@category Maths",
                "@category Maths @import hash\nfn pcg(a: u32) -> u32 { return a; }",
                "error: bend.wgsl:3: `pcg` is declared here and in `hash` of the shader library, which the file imports (choose another name, or use the library's)",
            ),
            (
                "/// The blend.",
                "/// @read cells\nfn old(cell: vec2i) -> f32 { return 0.0; }\n/// The blend.",
                "error: bend.wgsl:8: the input `old` has no description (say above it in `///` what it is, in the words of an artist)",
            ),
        ],
    );
    assert_eq!(
        errors("mix.wgsl", &RIGHT.replace("fn bend", "fn mixed")),
        "error: mix.wgsl:1: no function is called `mix_of` (the node is the function named like its file; the file has mixed)"
    );
    assert_eq!(
        errors("empty.wgsl", "//! Nothing.\n//! @category Maths\n"),
        "error: empty.wgsl:1: no function is called `empty` (the node is the function named like its file; the file has no function)"
    );
}

#[test]
fn what_asks_other_threads_is_refused() {
    for call in ["workgroupBarrier()", "storageBarrier()"] {
        let source = RIGHT.replace("    return a", &format!("    {call};\n    return a"));
        let name = call.trim_end_matches("()");
        assert_eq!(
            errors("bend.wgsl", &source),
            format!(
                "error: bend.wgsl:16: `{name}` asks for what other threads have, and a node is computed for one element at a time \
                 (read neighbours through an accessor (`@read cells`))"
            )
        );
    }
    let source = RIGHT.replace("return a * f32(kind)", "return dpdxCoarse(a)");
    assert!(errors("bend.wgsl", &source).contains("`dpdxCoarse` asks"), "{}", errors("bend.wgsl", &source));
}
