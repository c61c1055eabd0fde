//! One JSON value to one field's type, or what was expected instead.

use serde_json::Value;

use crate::graph::limits;
use crate::node::Literal;

pub(super) fn number(value: &Value) -> Result<f64, String> {
    value.as_f64().filter(|number| number.is_finite()).ok_or_else(|| "a number".to_owned())
}

pub(super) fn number_within(value: &Value, limits: &std::ops::RangeInclusive<f64>) -> Result<f64, String> {
    let expected = || format!("a number from {} to {}", limits.start(), limits.end());
    value.as_f64().filter(|number| limits.contains(number)).ok_or_else(expected)
}

/// Whole numbers may be written with a fraction of 0.
pub(super) fn whole(value: &Value) -> Result<u32, String> {
    let exact = value.as_f64().filter(|number| number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(number));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number within u32")]
    exact.map(|number| number as u32).ok_or_else(|| format!("a whole number from 0 to {}", u32::MAX))
}

pub(super) fn whole_within(value: &Value, limits: &std::ops::RangeInclusive<u32>) -> Result<u32, String> {
    let expected = || format!("a whole number from {} to {}", limits.start(), limits.end());
    whole(value).ok().filter(|number| limits.contains(number)).ok_or_else(expected)
}

pub(super) fn flag(value: &Value) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| "true or false".to_owned())
}

pub(super) fn text(value: &Value) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| "text".to_owned())
}

/// `null` is the same as nothing.
pub(super) fn optional<T>(value: &Value, convert: impl FnOnce(&Value) -> Result<T, String>) -> Result<Option<T>, String> {
    if value.is_null() { Ok(None) } else { convert(value).map(Some) }
}

pub(super) fn colour(value: &Value) -> Result<String, String> {
    value.as_str().filter(|text| limits::is_colour(text)).map(str::to_owned).ok_or_else(|| "a colour like \"#20a0ff\"".to_owned())
}

pub(super) fn pair<T: Copy>(value: &Value, convert: impl Fn(&Value) -> Result<T, String>) -> Result<[T; 2], String> {
    match value.as_array().map(Vec::as_slice) {
        Some([first, second]) => match (convert(first), convert(second)) {
            (Ok(first), Ok(second)) => Ok([first, second]),
            (Err(expected), _) | (_, Err(expected)) => Err(format!("two values, each {expected}")),
        },
        _ => Err("an array of two values".to_owned()),
    }
}

pub(super) fn canvas_place(value: &Value) -> Result<[f64; 2], String> {
    pair(value, |coordinate| number_within(coordinate, &limits::CANVAS))
}

/// What a slider covers.
pub(super) fn range(value: &Value) -> Result<[f64; 2], String> {
    let ends = pair(value, number).ok().filter(|ends| limits::is_range(*ends));
    ends.ok_or_else(|| "two numbers, the lower first".to_owned())
}

/// What an input may be set to.
pub(super) fn literal(value: &Value) -> Result<Literal, String> {
    let expected = || "a number, an array of numbers, rows of numbers, text, true or false".to_owned();
    match value {
        Value::Bool(on) => Ok(Literal::Bool(*on)),
        Value::Number(_) => number(value).map(Literal::Number),
        Value::String(text) => Ok(Literal::Text(text.clone())),
        Value::Array(elements) if elements.first().is_some_and(Value::is_array) => {
            let rows = elements.iter().map(|row| numbers(row).ok_or_else(expected));
            rows.collect::<Result<_, _>>().map(Literal::Rows)
        }
        Value::Array(_) => numbers(value).map(Literal::Vector).ok_or_else(expected),
        Value::Null | Value::Object(_) => Err(expected()),
    }
}

fn numbers(value: &Value) -> Option<Vec<f64>> {
    value.as_array()?.iter().map(|element| number(element).ok()).collect()
}
