//! Reading the values of `@default` and `@range`.

use crate::node::{GenericSpec, Literal, PortType, ValueType};

/// Most rows of a list.
const MOST_ROWS: usize = 64;

/// The literal that `text` spells for a port of this type; otherwise what is expected.
pub(super) fn read_default(text: &str, port_type: &PortType, generics: &[GenericSpec]) -> Result<Literal, String> {
    match port_type {
        PortType::Fixed(value_type) if value_type.is_list() => rows(text, *value_type),
        PortType::Fixed(value_type) => vector(text, counts(*value_type)).ok_or_else(|| expected_numbers(*value_type)),
        PortType::Generic(index) => {
            let allowed = generics.get(*index).map(|generic| generic.allowed.as_slice()).unwrap_or_default();
            let counts: Vec<usize> = allowed.iter().flat_map(|value_type| counts(*value_type)).copied().collect();
            vector(text, &counts).ok_or_else(|| "one number, or as many as one of its types has, separated by spaces".to_owned())
        }
        PortType::Whole { signed } => whole(text, *signed),
        PortType::Switch => match text {
            "on" => Ok(Literal::Bool(true)),
            "off" => Ok(Literal::Bool(false)),
            _ => Err("`on` or `off`".to_owned()),
        },
        PortType::Choice(words) if words.iter().any(|word| word == text) => Ok(Literal::Text(text.to_owned())),
        PortType::Choice(words) => Err(format!("one of its choices: {}", words.join(", "))),
        PortType::Text | PortType::File => Ok(Literal::Text(text.to_owned())),
    }
}

/// `low high`, two numbers of which the first is the lower.
pub(super) fn read_range(text: &str) -> Option<(f64, f64)> {
    match numbers(text)?.as_slice() {
        &[low, high] if low < high => Some((low, high)),
        _ => None,
    }
}

/// How many numbers may stand for a value of this type; a colour without alpha is opaque.
const fn counts(value_type: ValueType) -> &'static [usize] {
    match value_type {
        ValueType::Vec2 => &[2],
        ValueType::Vec3 => &[3],
        ValueType::Colour => &[3, 4],
        _ => &[1],
    }
}

fn expected_numbers(value_type: ValueType) -> String {
    match value_type.channels() {
        1 => "one number".to_owned(),
        count => format!("{count} numbers separated by spaces, or one for all of them"),
    }
}

/// Finite numbers separated by blanks.
fn numbers(text: &str) -> Option<Vec<f64>> {
    text.split_whitespace().map(|word| word.parse().ok().filter(|number: &f64| number.is_finite())).collect()
}

/// One number, or as many as one of `counts`.
fn vector(text: &str, counts: &[usize]) -> Option<Literal> {
    let found = numbers(text)?;
    match found.as_slice() {
        &[number] => Some(Literal::Number(number)),
        _ if counts.contains(&found.len()) => Some(Literal::Vector(found)),
        _ => None,
    }
}

fn whole(text: &str, signed: bool) -> Result<Literal, String> {
    let number = if signed { text.parse::<i32>().ok().map(f64::from) } else { text.parse::<u32>().ok().map(f64::from) };
    number.map(Literal::Number).ok_or_else(|| if signed { "a whole number" } else { "a whole number, 0 or more" }.to_owned())
}

/// Rows separated by `;`.
fn rows(text: &str, value_type: ValueType) -> Result<Literal, String> {
    let columns = value_type.row_columns();
    let read: Option<Vec<Vec<f64>>> = text.split(';').map(numbers).collect();
    read.filter(|rows| rows.len() <= MOST_ROWS && rows.iter().all(|row| row.len() == columns.len()))
        .map(Literal::Rows)
        .ok_or_else(|| format!("at most {MOST_ROWS} rows separated by `;`, each of {} numbers: {}", columns.len(), columns.join(", ")))
}
