//! JSON for people and their diffs: two spaces a level, but a vector, a row of a list or a wire on one line.

use std::fmt::Write;

use serde_json::Value;

/// Widest line that something is joined to.
const WIDEST: usize = 100;

/// `value` as text, with a line break at the end.
pub(crate) fn pretty(value: &Value) -> String {
    let mut text = String::new();
    write_value(&mut text, value, 0, false);
    text.push('\n');
    text
}

fn write_value(text: &mut String, value: &Value, depth: usize, in_array: bool) {
    if let Some(line) = one_line(value, in_array).filter(|line| line.len() + 2 * depth <= WIDEST) {
        text.push_str(&line);
        return;
    }
    match value {
        Value::Array(elements) if elements.iter().all(is_scalar) => fill_lines(text, elements, depth),
        Value::Array(elements) => {
            text.push('[');
            for (index, element) in elements.iter().enumerate() {
                start_line(text, index, depth + 1);
                write_value(text, element, depth + 1, true);
            }
            end_line(text, depth, ']');
        }
        Value::Object(fields) => {
            text.push('{');
            for (index, (key, field)) in fields.iter().enumerate() {
                start_line(text, index, depth + 1);
                text.push_str(&scalar(&Value::String(key.clone())));
                text.push_str(": ");
                write_value(text, field, depth + 1, false);
            }
            end_line(text, depth, '}');
        }
        other => text.push_str(&scalar(other)),
    }
}

fn start_line(text: &mut String, index: usize, depth: usize) {
    text.push_str(if index == 0 { "\n" } else { ",\n" });
    text.push_str(&"  ".repeat(depth));
}

fn end_line(text: &mut String, depth: usize, bracket: char) {
    text.push('\n');
    text.push_str(&"  ".repeat(depth));
    text.push(bracket);
}

/// Many numbers: as many on a line as fit.
fn fill_lines(text: &mut String, elements: &[Value], depth: usize) {
    text.push('[');
    let mut column = WIDEST;
    for (index, element) in elements.iter().enumerate() {
        let element = scalar(element);
        // A comma and a space before it, and perhaps a comma after it.
        if column + element.len() + 3 > WIDEST {
            start_line(text, index, depth + 1);
            column = 2 * (depth + 1);
        } else {
            text.push_str(", ");
            column += 2;
        }
        column += element.len();
        text.push_str(&element);
    }
    end_line(text, depth, ']');
}

/// What fits on a line: scalars, arrays of scalars, short arrays of vectors, and objects of such where they stand in an array.
fn one_line(value: &Value, in_array: bool) -> Option<String> {
    match value {
        Value::Array(elements) if elements.iter().all(is_scalar) && elements.len() <= WIDEST => {
            Some(format!("[{}]", elements.iter().map(scalar).collect::<Vec<_>>().join(", ")))
        }
        Value::Object(fields) if fields.is_empty() => Some("{}".to_owned()),
        Value::Object(fields) if in_array && fields.len() <= 8 => {
            let fields: Option<Vec<_>> = fields
                .iter()
                .map(|(key, field)| {
                    let field = if field.is_object() { None } else { one_line(field, false) }?;
                    Some(format!("{}: {field}", scalar(&Value::String(key.clone()))))
                })
                .collect();
            Some(format!("{{ {} }}", fields?.join(", ")))
        }
        Value::Array(_) | Value::Object(_) => None,
        other => Some(scalar(other)),
    }
}

fn is_scalar(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

/// A number without a fraction is written without `.0`: it reads back the same.
fn scalar(value: &Value) -> String {
    let whole = value.as_f64().filter(|number| value.is_f64() && number.fract() == 0.0 && number.abs() < 1e15);
    let mut text = String::new();
    let written = match whole {
        Some(number) if number == 0.0 && number.is_sign_negative() => write!(text, "-0.0"),
        Some(number) => write!(text, "{number}"),
        None => write!(text, "{value}"),
    };
    // Writing to a string can't fail.
    debug_assert!(written.is_ok());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn vectors_and_wires_are_on_one_line() {
        let value = json!({
            "nodes": { "a": { "kind": "mix", "position": [1.0, -2.5] } },
            "links": [{ "from": "a.result", "to": "b.value" }],
            "empty": [], "none": {},
        });
        let expected = r#"{
  "nodes": {
    "a": {
      "kind": "mix",
      "position": [1, -2.5]
    }
  },
  "links": [
    { "from": "a.result", "to": "b.value" }
  ],
  "empty": [],
  "none": {}
}
"#;
        assert_eq!(pretty(&value), expected);
    }

    #[test]
    fn many_numbers_fill_lines() {
        let numbers: Vec<f64> = (0..200).map(f64::from).collect();
        let text = pretty(&json!({ "values": numbers }));
        assert!(text.lines().all(|line| line.len() <= WIDEST), "{text}");
        assert!(text.lines().count() < 20, "{text}");
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap()["values"].as_array().unwrap().len(), 200);
    }

    #[test]
    fn every_number_reads_back_to_the_bit() {
        for number in [0.1 + 0.2, 1e300, 5e-324, f64::MAX, -0.0, 1e15, 123_456_789_012_345.0, 1.0 / 3.0] {
            let read: f64 = serde_json::from_str(pretty(&json!(number)).trim()).unwrap();
            assert_eq!(read.to_bits(), number.to_bits(), "{number}");
        }
    }

    #[test]
    fn large_whole_numbers_of_unknown_fields_stay() {
        assert_eq!(pretty(&json!(u64::MAX)), "18446744073709551615\n");
    }
}
