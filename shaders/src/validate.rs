//! Checking WGSL as a portable device would.

use naga::front::wgsl;
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct ShaderError {
    /// Line in the text, from 1; 0 where the error is about no place.
    pub line: usize,
    /// Column, from 1, in characters; 0 where the error is about no place.
    pub column: usize,
    /// What is wrong, in one paragraph.
    pub message: String,
}

/// Parses and validates a whole shader, allowing only what every WebGPU device offers.
///
/// # Errors
/// The first error, with its place.
pub fn validate(wgsl: &str) -> Result<(naga::Module, ModuleInfo), ShaderError> {
    let module = wgsl::parse_str(wgsl).map_err(|error| {
        let labels: Vec<_> = error.labels().map(|(span, label)| (span, label.to_owned())).collect();
        let notes: Vec<_> = error.notes().map(str::to_owned).collect();
        shader_error(wgsl, error.message().to_owned(), &labels, &notes)
    })?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module).map_err(|error| {
        let labels: Vec<_> = error.spans().cloned().collect();
        let mut notes = Vec::new();
        let mut source = std::error::Error::source(error.as_inner());
        while let Some(cause) = source {
            notes.push(cause.to_string());
            source = cause.source();
        }
        shader_error(wgsl, error.as_inner().to_string(), &labels, &notes)
    })?;
    Ok((module, info))
}

/// Puts the place, the labels and the notes of an error into one message.
fn shader_error(wgsl: &str, message: String, labels: &[(naga::Span, String)], notes: &[String]) -> ShaderError {
    // The innermost place is the last that naga adds first: labels go from the guilty expression outwards.
    let place = labels.iter().find(|(span, _)| span.is_defined()).map(|(span, _)| span.location(wgsl));
    let (line, column) = place.map_or((0, 0), |place| {
        let line_start = place.offset as usize + 1 - place.line_position as usize;
        (place.line_number as usize, wgsl[line_start..place.offset as usize].chars().count() + 1)
    });
    let mut message = readable(&message);
    for (span, label) in labels {
        let text = span.to_range().and_then(|range| wgsl.get(range)).unwrap_or_default();
        let label = readable(label);
        if !label.is_empty() && !message.contains(&label) {
            let is_short = !text.is_empty() && !text.contains('\n') && text.len() <= 60 && !label.contains(text) && !message.contains(text);
            message.push_str(&if is_short { format!("; `{text}`: {label}") } else { format!("; {label}") });
        }
    }
    for note in notes.iter().map(|note| readable(note)).filter(|note| !note.is_empty()) {
        if !message.contains(&note) {
            message.push_str("; ");
            message.push_str(&note);
        }
    }
    ShaderError { line, column, message }
}

/// Without the handles of naga's arenas (`[4]`), which mean nothing to people.
fn readable(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text.trim();
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
            ("fn f() -> f32 {\n    return missing;\n}", ""),
            ("fn f() -> f32 {\n    return vec2f(0.0);\n}", ""),
            ("fn f(a: f32) -> f32 {\n    return a +;\n}", ""),
            ("fn f(a: vec2f) -> f32 {\n    return dot(a, 1.0);\n}", ""),
            ("fn f() -> f32 {\n}", ""),
            ("/* é */ fn f(a: f32) { a = 1.0; }", ""),
            ("fn f(a: vec2f) -> f32 {\n    return a + 1.0;\n}", ""),
            ("enable f16;\nfn f(a: f16) {}", ""),
        ] {
            eprintln!("{}", error(wgsl));
        }
    }

    #[test]
    fn long_and_deep_texts_give_errors_not_crashes() {
        let sum = format!("fn f(a: f32) -> f32 {{ return a{}; }}", " + a".repeat(20_000));
        let _ = validate(&sum);
        let deep = format!("fn f(a: f32) -> f32 {{ return {}a{}; }}", "(".repeat(20_000), ")".repeat(20_000));
        let _ = validate(&deep);
        let blocks = format!("fn f(a: f32) {{ {}{} }}", "{".repeat(20_000), "}".repeat(20_000));
        let _ = validate(&blocks);
        let minus = format!("fn f(a: f32) -> f32 {{ return {}a; }}", "-".repeat(20_000));
        let _ = validate(&minus);
    }
}
