//! What is said about mistakes in accessors, stages and schedules.

use super::error_tests::{check, errors};

/// A right file with passes.
const STAGES: &str = "//! Spreads.
//! @category Fluid
//! @schedule
//!   repeat times
//!     spread
//!   show

/// What spreads. @read cells @default 0
fn source(cell: vec2i) -> f32 { return 0.0; }
/// @read own @field wide
fn before(cell: vec2i) -> f32 { return 0.0; }
/// @stage @writes wide
fn spread(
    /// How often. @default 4 @range 1 9 @setting
    times: u32,
    /// @given cell
    cell: vec2i,
) -> f32 { return source(cell) + before(cell); }
/// What is seen. @stage @writes seen @output @unit m
fn show(
    /// Whether. @default on
    flag: bool,
    /// @given cell
    cell: vec2i,
) -> f32 { return before(cell); }
";

#[test]
fn the_right_file_is_right() {
    assert_eq!(errors("widen.wgsl", STAGES), "");
}

#[test]
fn mistakes_in_accessors() {
    check(
        "widen.wgsl",
        STAGES,
        &[
            ("@read cells", "@read cell", "error: widen.wgsl:8: `@read cell` is unknown (did you mean `cells`?)"),
            (
                "@read cells",
                "@read cells everywhere",
                "error: widen.wgsl:8: \"everywhere\" follows `@read cells` (put the text before the tags)",
            ),
            (
                "fn source(cell: vec2i) -> f32",
                "fn source(cell: vec2f) -> f32",
                "error: widen.wgsl:9: the accessor `fn source(cell: vec2f) -> f32` does not fit `@read cells` (`@read cells` has one argument of type vec2i and returns one of f32, vec2f, vec3f, vec4f)",
            ),
            (
                "fn source(cell: vec2i) -> f32 { return 0.0; }",
                "fn source(cell: vec2i) -> vec2i { return cell; }",
                "error: widen.wgsl:9: the accessor `fn source(cell: vec2i) -> vec2i` does not fit `@read cells` (`@read cells` has one argument of type vec2i and returns one of f32, vec2f, vec3f, vec4f)",
            ),
            (
                "@read cells",
                "@read own",
                "error: widen.wgsl:8: `@default` can't describe the accessor `source` (it belongs to an input, which this accessor is not)",
            ),
            (
                "@read cells",
                "@read list",
                "error: widen.wgsl:9: the accessor `fn source(cell: vec2i) -> f32` does not fit `@read list` (`@read list` has one argument of type u32 and returns one of Wave, RampStop, CurvePoint)",
            ),
            (
                "@read cells",
                "@read cells @level finer",
                "error: widen.wgsl:8: `@level` can't describe the accessor `source` (it belongs to an accessor with `@read own`)",
            ),
            (
                "@field wide",
                "@field wise",
                "error: widen.wgsl:11: `before` reads the field `wise`, which nothing writes (`@field` says which field an accessor reads: did you mean `wide`?)",
            ),
            ("@field wide", "@field wide @level up", "error: widen.wgsl:10: `@level up` is unknown (use finer or coarser)"),
            (
                "@field wide",
                "@field wide @level finer",
                "error: widen.wgsl:13: the stage `spread` uses a level that does not exist where `@schedule` runs it (`@on coarser` and `@level coarser` belong below `down` or `up`; `@level finer` to a stage with `@on coarser`)\nerror: widen.wgsl:20: the stage `show` uses a level that does not exist where `@schedule` runs it (`@on coarser` and `@level coarser` belong below `down` or `up`; `@level finer` to a stage with `@on coarser`)",
            ),
            (
                "@field wide",
                "@field wide @finest source2",
                "error: widen.wgsl:10: `@finest` names the input `source2`, which does not exist (did you mean `source`?)",
            ),
            (
                "@field wide",
                "@field wide @finest times",
                "error: widen.wgsl:10: `before` can't read the input `times` on the finest level (that input needs `@read cells` and the same type as this accessor)",
            ),
            (
                "@field wide",
                "@field wide @default 0",
                "error: widen.wgsl:10: `@default` can't describe the accessor `before` (it belongs to an input, which this accessor is not)",
            ),
            (
                "fn before(cell: vec2i) -> f32 { return 0.0; }",
                "fn before(cell: vec2i) -> vec2f { return vec2f(0.0); }",
                "error: widen.wgsl:11: `before` returns `vec2f`, but the field `wide` is `f32` (give both one type)",
            ),
            ("source(cell) + ", "", "error: widen.wgsl:9: nothing calls the accessor `source` (call it, or remove it)"),
            (
                "fn before",
                "/// @count source\nfn source_count() -> u32 { return 0u; }\nfn before",
                "error: widen.wgsl:12: the accessor `fn source_count() -> u32` does not fit `@read own` (`@read own` has one argument of type vec2i and returns one of f32, vec2f, vec3f, vec4f)",
            ),
            (
                "@read own @field wide",
                "@read image",
                "error: widen.wgsl:11: the accessor `fn before(cell: vec2i) -> f32` does not fit `@read image` (`@read image` has one argument of type vec2i and returns vec4f)",
            ),
            (
                "@read own @field wide\nfn before(cell: vec2i) -> f32 { return 0.0; }",
                "@read image times\nfn before(cell: vec2i) -> vec4f { return vec4f(0.0); }",
                "error: widen.wgsl:10: `@read` names `times`, which is no file (name an input that the file declares with `@file`)",
            ),
            (
                "/// How often. @default 4 @range 1 9 @setting\n    times: u32,",
                "/// Source. @default 0\n    source: f32,",
                "error: widen.wgsl:4: `repeat times` is neither a number nor an input (write a number, or an input marked `@setting`)\nerror: widen.wgsl:15: `source` is both an argument and an accessor (an input is read in one way; give one of them another name)",
            ),
        ],
    );
}

#[test]
fn mistakes_in_stages() {
    check(
        "widen.wgsl",
        STAGES,
        &[
            (
                "@stage @writes wide",
                "@stage",
                "error: widen.wgsl:13: the stage `spread` does not say where its result goes (add `@writes` and the name of a field)",
            ),
            (
                "@stage @writes wide",
                "@stage first @writes wide",
                "error: widen.wgsl:12: `@stage` is followed by \"first\", but takes nothing (put the text before the tags)",
            ),
            (
                "@writes wide",
                "@writes Wide",
                "error: widen.wgsl:12: `Wide` can't be the name of a field (use lower-case letters, digits and `_`, starting with a letter)",
            ),
            (
                "@output @unit",
                "@unit",
                "error: widen.wgsl:19: the stage `show` has a `@unit`, but no `@output` (a unit describes an output)",
            ),
            (
                "@output @unit",
                "@output other @unit",
                "error: widen.wgsl:19: `@output other` stands above a stage that writes `seen` (an output is called like its field: leave the name out)",
            ),
            (
                "/// What is seen. @stage",
                "/// @stage",
                "error: widen.wgsl:20: the output `seen` has no description (say above it in `///` what it is, in the words of an artist)",
            ),
            ("@output @unit m", "@output @when flag maybe", "error: widen.wgsl:19: `maybe` is no choice of `flag` (use one of on, off)"),
            (
                "@output @unit m",
                "@output @when flog on",
                "error: widen.wgsl:19: `@when` names the input `flog`, which does not exist (did you mean `flag`?)",
            ),
            (
                "@output @unit m",
                "@output @when times 3",
                "error: widen.wgsl:19: `@when` names `times`, which is neither a choice nor a switch (name an input with `@choice`, or a bool)",
            ),
            (
                "@output @unit m",
                "@output @when flag",
                "error: widen.wgsl:19: `@when flag` is not an input and one of its choices (write `@when input choice`)",
            ),
            ("@output @unit m", "@output @on finer", "error: widen.wgsl:19: `@on finer` is unknown (use `@on coarser`, or leave it out)"),
            (
                "@output @unit m",
                "@output @on coarser",
                "error: widen.wgsl:20: the stage `show` uses a level that does not exist where `@schedule` runs it (`@on coarser` and `@level coarser` belong below `down` or `up`; `@level finer` to a stage with `@on coarser`)",
            ),
            (
                "@writes seen @output @unit m\nfn show(\n    /// Whether. @default on\n    flag: bool,\n    /// @given cell\n    cell: vec2i,\n) -> f32 { return before(cell); }",
                "@writes wide @output\nfn show() -> vec2f { return vec2f(0.0); }",
                "error: widen.wgsl:19: the field `wide` is written as `vec2f` here and as `f32` elsewhere (a field has one type)",
            ),
            (
                "@writes wide\nfn spread",
                "@writes wide\nfn spread() -> Two { return Two(1.0); }\n/// No.\nstruct Two { wide: f32 }\n/// @stage @writes wide\nfn other",
                "error: widen.wgsl:12: the stage `spread` returns a struct, whose members are fields, and has `@writes` besides (remove `@writes`)",
            ),
            (
                "-> f32 { return before(cell); }",
                "-> u32 { return 1u; }",
                "error: widen.wgsl:20: a field can't be of type `u32` (return one of f32, vec2f, vec3f, vec4f, or a struct of this file with such members)",
            ),
            (
                "/// Whether. @default on\n    flag: bool,",
                "/// Again. @default 1\n    times: u32,",
                "error: widen.wgsl:22: the input `times` is described a second time (describe it where it stands first, and leave this one bare)",
            ),
            (
                "/// Whether. @default on\n    flag: bool,",
                "times: f32,",
                "error: widen.wgsl:21: the input `times` has another type here than where it stands first (give it one type everywhere)",
            ),
        ],
    );
}

#[test]
fn mistakes_in_the_schedule() {
    check(
        "widen.wgsl",
        STAGES,
        &[
            ("//!   show", "//!   shew", "error: widen.wgsl:6: `@schedule` names `shew`, which is no stage (did you mean `show`?)"),
            ("//!   show\n", "", "error: widen.wgsl:19: the stage `show` never runs (add it to `@schedule`)"),
            ("repeat times", "repeat tims", "error: widen.wgsl:4: `repeat tims` is neither a number nor an input (did you mean `times`?)"),
            (
                "repeat times",
                "repeat flag",
                "error: widen.wgsl:4: `repeat flag` names an input that wires may change (mark it `@setting`, of type u32)",
            ),
            ("repeat times", "repeat 0", "error: widen.wgsl:4: `repeat 0` is out of bounds (repeat 1 to 10000 times)"),
            (
                "repeat times",
                "repeat",
                "error: widen.wgsl:4: `repeat` does not say how often (write a number after it, or an input marked `@setting`)",
            ),
            (
                "//!     spread\n",
                "",
                "error: widen.wgsl:4: nothing stands below `repeat times` (indent what it runs by two spaces below it)",
            ),
            (
                "//!   show",
                "//!    show",
                "error: widen.wgsl:6: \"show\" is indented wrongly (indent by two spaces below repeat, down, bottom and up, and nowhere else)",
            ),
            (
                "//!   show",
                "//!       show",
                "error: widen.wgsl:6: \"show\" is indented wrongly (indent by two spaces below repeat, down, bottom and up, and nowhere else)",
            ),
        ],
    );
}
