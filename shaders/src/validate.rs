//! Checking WGSL as a portable device would.

use naga::front::wgsl;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

use crate::lexer::{TokenKind, tokens};

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ShaderError {
    /// Line in the text, from 1; 0 where the error is about no place.
    pub line: usize,
    /// Column, from 1, in characters; 0 where the error is about no place.
    pub column: usize,
    /// What is wrong, in one sentence.
    pub message: String,
}

/// Parses and validates a whole shader, allowing only what every WebGPU device offers.
///
/// # Errors
/// The first error, with its place.
pub fn validate(wgsl: &str) -> Result<(naga::Module, ModuleInfo), ShaderError> {
    check_length(wgsl)?;
    let module = wgsl::parse_str(wgsl).map_err(|error| {
        let labels: Vec<_> = error.labels().map(|(span, label)| (span, label.to_owned())).collect();
        shader_error(wgsl, error.message(), &labels, error.notes())
    })?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).map_err(|error| {
        let mut causes = vec![error.as_inner().to_string()];
        let mut source = std::error::Error::source(error.as_inner());
        while let Some(cause) = source {
            causes.push(cause.to_string());
            source = cause.source();
        }
        let labels: Vec<_> = error.spans().cloned().collect();
        shader_error(wgsl, &causes[0], &labels, causes[1..].iter().map(String::as_str))
    })?;
    check_variables(wgsl, &module)?;
    Ok((module, info))
}

/// Most bytes of the variables of a function: WGSL promises no more, and drivers may take minutes over more.
const VARIABLE_BYTES: u64 = 8192;

/// Refuses functions whose variables take more than every device has room for.
fn check_variables(wgsl: &str, module: &naga::Module) -> Result<(), ShaderError> {
    for (_, function) in module.functions.iter() {
        let mut bytes = 0;
        for (variable, held) in function.local_variables.iter() {
            bytes += u64::from(module.types[held.ty].inner.size(module.to_ctx()));
            if bytes > VARIABLE_BYTES {
                let label = (function.local_variables.get_span(variable), String::new());
                let message = format!("the variables of this function take {bytes} bytes; WGSL promises room for {VARIABLE_BYTES}");
                return Err(shader_error(wgsl, &message, &[label], std::iter::empty()));
            }
        }
    }
    Ok(())
}

/// Most operators in one statement.
const STATEMENT_OPERATORS: usize = 1000;
/// Most `else` after one `if`.
const ELSE_BRANCHES: usize = 250;

/// Refuses statements so long that compilers, which walk them by recursion, run out of stack: naga at some thousand operators.
fn check_length(wgsl: &str) -> Result<(), ShaderError> {
    let mut operators = 0;
    let mut branches = 0;
    let mut after_brace = false;
    for token in tokens(wgsl).iter().filter(|token| !token.kind.is_comment()) {
        match (token.kind, token.text) {
            (TokenKind::Punctuation, ";" | "{" | "}") => operators = 0,
            (TokenKind::Punctuation, "," | ")" | "]" | ":") => {}
            (TokenKind::Punctuation, _) => operators += 1,
            (TokenKind::Keyword, "else") => branches += 1,
            _ => {}
        }
        if std::mem::replace(&mut after_brace, token.text == "}") && token.text != "else" {
            branches = 0;
        }
        let message = if operators > STATEMENT_OPERATORS {
            format!("this statement has more than {STATEMENT_OPERATORS} operators; split it with `let`")
        } else if branches > ELSE_BRANCHES {
            format!("this `if` has more than {ELSE_BRANCHES} branches; use `switch` or a loop over an array")
        } else {
            continue;
        };
        let line_start = wgsl[..token.start].rfind('\n').map_or(0, |index| index + 1);
        return Err(ShaderError { line: token.line, column: wgsl[line_start..token.start].chars().count() + 1, message });
    }
    Ok(())
}

/// Puts the place, the labels and the notes of an error into one message.
fn shader_error<'note>(
    wgsl: &str,
    message: &str,
    labels: &'note [(naga::Span, String)],
    notes: impl Iterator<Item = &'note str>,
) -> ShaderError {
    // A function that is wrong is labelled as well as the expression that makes it so: the shortest text is the nearest.
    let place = labels.iter().filter_map(|(span, _)| span.to_range()).min_by_key(ExactSizeIterator::len);
    let (line, column) = place.clone().map_or((0, 0), |range| {
        let before = &wgsl[..range.start];
        let line_start = before.rfind('\n').map_or(0, |index| index + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    });
    let text = place.and_then(|range| wgsl.get(range)).filter(|text| text.len() <= 60 && !text.contains('\n')).unwrap_or_default();
    let quoted = format!("`{text}`");
    let mut parts = vec![readable(message)];
    let labels = labels
        .iter()
        .map(|(_, label)| label.as_str())
        .filter(|label| !label.starts_with("naga::") && !sentence_names(message, label, &quoted));
    for addition in labels.chain(notes).map(readable).filter(|addition| is_news(addition)) {
        if !parts.iter().any(|part| part.contains(&addition)) {
            parts.push(addition);
        }
    }
    // With a place inside the function, its name says nothing more.
    if !text.is_empty() && parts.len() > 1 && parts[0].starts_with("Function '") {
        parts.remove(0);
    }
    let mut sentence = parts.join("; ");
    if !text.is_empty() && !sentence.contains(text) {
        sentence = format!("{quoted}: {sentence}");
    }
    ShaderError { line, column, message: sentence }
}

/// Whether a label says no more than the message, which already quotes the text.
fn sentence_names(message: &str, label: &str, quoted: &str) -> bool {
    message.contains(quoted) && label.split_whitespace().count() <= 2
}

/// Whether a note helps: not empty, and not one of the long lists of types that an argument might have had.
fn is_news(note: &str) -> bool {
    !(note.is_empty()
        || note.starts_with("allowed type:")
        || note.ends_with("types for argument #1:")
        || note.contains("accepts the following types"))
}

/// A text of naga in the words of this project.
fn readable(text: &str) -> String {
    let text = with_short_types(&without_handles(text.trim()));
    let plain = [
        ("The `return` expression None does not match the declared return type Some()", "a function with a result ends without `return`"),
        ("The `return` expression Some() does not match the declared return type None", "a function without a result returns a value"),
        (
            "The `return` expression Some() does not match the declared return type Some()",
            "a `return` has another type than the function's result",
        ),
        ("internal WGSL front end error", "this nests too deeply; split it with `let`"),
        ("Expression is invalid", ""),
        ("see msg", ""),
        ("Call to is invalid", ""),
    ];
    if let Some((_, replacement)) = plain.iter().find(|(original, _)| *original == text) {
        return (*replacement).to_owned();
    }
    if text.starts_with("Parser recursion limit") {
        return String::new();
    }
    if let Some(rest) = text.split("naga::valid::Capabilities::").nth(1) {
        let name = rest.split('`').next().unwrap_or_default();
        return format!("this needs the feature {name}, which not every device has");
    }
    text.replace("{AbstractFloat}", "number").replace("{AbstractInt}", "whole number").replace("found \"\"", "but the text ends")
}

/// Types as WGSL spells them, not as naga's debug output does.
fn with_short_types(text: &str) -> String {
    let mut text = text.to_owned();
    for (kind, letter) in [("Float", 'f'), ("Sint", 'i'), ("Uint", 'u'), ("Bool", 'b')] {
        let scalar = format!("Scalar {{ kind: {kind}, width: {} }}", if letter == 'b' { 1 } else { 4 });
        for (size, digit) in [("Bi", 2), ("Tri", 3), ("Quad", 4)] {
            let short = if letter == 'b' { format!("vec{digit}<bool>") } else { format!("vec{digit}{letter}") };
            text = text.replace(&format!("Vector {{ size: {size}, scalar: {scalar} }}"), &short);
        }
        let short = if letter == 'b' { "bool".to_owned() } else { format!("{letter}32") };
        text = text.replace(&format!("Scalar({scalar})"), &short).replace(&scalar, &short);
    }
    text.replace("can't work with (of type ", "can't work with (").replace(" and (of type ", " and (")
}

/// Without the handles of naga's arenas (`[4]`), which mean nothing to people.
fn without_handles(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let close = rest[open..].find(']').map(|length| open + length);
        match close {
            Some(close) if close > open + 1 && rest[open + 1..close].bytes().all(|byte| byte.is_ascii_digit()) => {
                result.push_str(rest[..open].trim_end());
                rest = &rest[close + 1..];
            }
            _ => {
                result.push_str(&rest[..=open]);
                rest = &rest[open + 1..];
            }
        }
    }
    result.push_str(rest);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(wgsl: &str) -> String {
        validate(wgsl).unwrap_err().to_string()
    }

    #[test]
    fn errors_have_a_place_and_a_readable_text() {
        for (wgsl, expected) in [
            ("fn f() -> f32 {\n    return missing;\n}", "2:12: no definition in scope for identifier: `missing`"),
            ("fn f() -> f32 {\n    return vec2f(0.0);\n}", "2:12: `vec2f(0.0)`: a `return` has another type than the function's result"),
            ("fn f(a: f32) -> f32 {\n    return a +;\n}", "2:15: expected expression, found \";\""),
            (
                "fn f(a: vec2f) -> f32 {\n    return dot(a, 1.0);\n}",
                "2:12: wrong type passed as argument #2 to `dot`; argument #2 has type `number`",
            ),
            ("fn f() -> f32 {\n}", "1:1: Function 'f' is invalid; a function with a result ends without `return`"),
            (
                "/* é */ fn f(a: f32) { a = 1.0; }",
                "1:24: invalid left-hand side of assignment; cannot assign to this expression; this is an immutable binding; consider declaring `a` with `var` instead of `let`",
            ),
            ("enable f16;\nfn f(a: f16) {}", "0:0: Type '' is invalid; this needs the feature FLOAT16, which not every device has"),
            (
                "fn f(a: vec2f) {\n    let b = a * vec3f(1.0);\n}",
                "2:13: `a * vec3f(1.0)`: Operation Multiply can't work with (vec2f) and (vec3f)",
            ),
            ("fn f() {\n    g(1);\n}\nfn g() { }", "2:5: `g(1)`: invalid function call; Requires 0 arguments, but 1 are provided"),
            (
                "fn f() -> f32 {\n    var a: array<f32, 100000000>;\n    return a[2];\n}",
                "2:5: `var a: array<f32, 100000000>`: the variables of this function take 400000000 bytes; WGSL promises room for 8192",
            ),
            ("const A = 1 / 0;", "1:11: `1 / 0`: Division by zero"),
            ("fn f(a: f32) -> f32 {\n    return f(a);\n}", "1:4: declaration of `f` is recursive; uses itself here"),
            ("fn f(a: f32) -> f32 {\n    return a;\n", "3:1: expected statement, but the text ends"),
        ] {
            assert_eq!(error(wgsl), expected, "{wgsl}");
        }
    }

    #[test]
    fn long_and_deep_texts_give_errors_not_crashes() {
        let sum = format!("fn f(a: f32) -> f32 {{ return a{}; }}", " + a".repeat(20_000));
        assert_eq!(error(&sum), "1:4032: this statement has more than 1000 operators; split it with `let`");
        let branches =
            format!("fn f(a: f32) -> f32 {{ if a > 0.0 {{ return a; }}{} return a; }}", "\nelse if a > 1.0 { return a; }".repeat(5000));
        assert_eq!(error(&branches), "252:1: this `if` has more than 250 branches; use `switch` or a loop over an array");
        let separate = format!("fn f(a: f32) -> f32 {{ {} return a; }}", "if a > 0.0 { return a; } else { return 1.0; }".repeat(300));
        assert!(validate(&separate).is_ok());
        let deep = format!("fn f(a: f32) -> f32 {{ return {}a{}; }}", "(".repeat(500), ")".repeat(500));
        assert_eq!(error(&deep), "0:0: this nests too deeply; split it with `let`");
        let blocks = format!("fn f(a: f32) {{ {}{} }}", "{".repeat(20_000), "}".repeat(20_000));
        assert!(error(&blocks).contains("nesting limit"));
    }
}
