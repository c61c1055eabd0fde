//! Whether what a person set fits the input that it was set on.

use super::naming::did_you_mean;
use crate::diagnostic::Diagnostic;
use crate::node::{InputSpec, Literal, NodeSpec, PortType, ValueType};

/// What is wrong with a value, if anything.
#[must_use]
pub fn value_problem(input: &InputSpec, spec: &NodeSpec, value: &Literal) -> Option<Diagnostic> {
    let wrong = |expected: String| Some(Diagnostic::error(format!("{} can't be set here; it takes {expected}", shape(value))));
    match &input.port_type {
        PortType::Fixed(value_type) if fits(value, *value_type) => None,
        PortType::Fixed(value_type) => wrong(expected_shape(*value_type)),
        PortType::Generic(index) => {
            let allowed = spec.generics.get(*index).map_or(&[][..], |generic| &generic.allowed);
            if allowed.iter().any(|value_type| fits(value, *value_type)) { None } else { wrong(listed(allowed)) }
        }
        PortType::Whole { signed } => whole_problem(value, *signed).unwrap_or_else(|| wrong("a whole number".to_owned())),
        PortType::Switch if matches!(value, Literal::Bool(_)) => None,
        PortType::Switch => wrong("true or false".to_owned()),
        PortType::Choice(words) => match value {
            Literal::Text(word) if words.contains(word) => None,
            Literal::Text(word) => {
                let help = did_you_mean(word, words.iter().map(String::as_str));
                Some(Diagnostic::error(format!("\"{word}\" is not a choice here")).help(help))
            }
            _ => wrong(format!("one of {}", words.join(", "))),
        },
        PortType::Text | PortType::File if matches!(value, Literal::Text(_)) => None,
        PortType::Text => wrong("text".to_owned()),
        PortType::File => wrong("the path of a file".to_owned()),
    }
}

/// The problem of a number on a whole-number input; `None` where the value is no number at all.
fn whole_problem(value: &Literal, signed: bool) -> Option<Option<Diagnostic>> {
    let Literal::Number(number) = value else { return None };
    if !signed && *number < 0.0 {
        return Some(Some(Diagnostic::error(format!("{number} can't be set here; it takes a whole number from 0"))));
    }
    let is_whole = number.fract() == 0.0;
    Some((!is_whole).then(|| Diagnostic::warning(format!("{number} is rounded to {}: only whole numbers work here", number.round()))))
}

/// A number fits every value (splat); a colour may leave its alpha out.
fn fits(value: &Literal, value_type: ValueType) -> bool {
    match value {
        Literal::Number(_) => value_type.is_value(),
        // An empty list is read as an empty vector.
        Literal::Vector(numbers) if value_type.is_list() => numbers.is_empty(),
        Literal::Vector(numbers) => {
            value_type.is_value() && (numbers.len() == value_type.channels() || (value_type == ValueType::Colour && numbers.len() == 3))
        }
        Literal::Rows(rows) => value_type.is_list() && rows.iter().all(|row| row.len() == value_type.row_columns().len()),
        Literal::Bool(_) | Literal::Text(_) => false,
    }
}

fn shape(value: &Literal) -> String {
    match value {
        Literal::Bool(on) => on.to_string(),
        Literal::Number(number) => number.to_string(),
        Literal::Vector(numbers) => format!("a vector of {}", numbers.len()),
        Literal::Text(_) => "text".to_owned(),
        // A list is wrong where one of its rows is.
        Literal::Rows(rows) => {
            let lengths: Vec<String> = rows.iter().take(8).map(|row| row.len().to_string()).collect();
            format!("a list with rows of {} numbers{}", lengths.join(", "), if rows.len() > 8 { " and more" } else { "" })
        }
    }
}

fn expected_shape(value_type: ValueType) -> String {
    match value_type {
        ValueType::Number => "a number".to_owned(),
        ValueType::Vec2 | ValueType::Vec3 => format!("{} numbers", value_type.channels()),
        ValueType::Colour => "3 or 4 numbers".to_owned(),
        ValueType::Waves | ValueType::Ramp | ValueType::Curve => {
            format!("rows of {} numbers ({})", value_type.row_columns().len(), value_type.row_columns().join(", "))
        }
        ValueType::Mesh | ValueType::Particles | ValueType::Scene => format!("a wire that brings {}", with_article(value_type)),
    }
}

/// "a number", "a vec2", "waves".
#[must_use]
pub fn with_article(value_type: ValueType) -> String {
    match value_type {
        ValueType::Waves | ValueType::Particles => value_type.name().to_owned(),
        _ => format!("a {}", value_type.name()),
    }
}

/// "a number, a vec2 or a colour".
#[must_use]
pub fn listed(types: &[ValueType]) -> String {
    let mut names: Vec<String> = types.iter().map(|value_type| with_article(*value_type)).collect();
    match (names.pop(), names.is_empty()) {
        (None, _) => "nothing".to_owned(),
        (Some(last), true) => last,
        (Some(last), false) => format!("{} or {last}", names.join(", ")),
    }
}
