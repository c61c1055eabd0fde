//! An input's value between the document's words and the canvas's.

use std::sync::Arc;

use wavewright_core::node::{Given, InputSpec, Literal, PortType, ValueType};

use crate::canvas::{EditedValue, InlineValue, Number, NumberTraits};

/// What a row of a node shows for an input without a wire. `value_type` is what a generic stands for.
#[must_use]
pub fn inline_value(input: &InputSpec, value_type: Option<ValueType>, set: Option<&Literal>) -> Option<InlineValue> {
    let Some(literal) = set.or(input.default.as_ref()) else {
        return match (&input.port_type, input.context) {
            (_, Some(given)) => Some(InlineValue::Note(given_words(given).into())),
            (PortType::File, None) => Some(InlineValue::Note("choose a file".into())),
            (PortType::Text, None) => Some(InlineValue::Text(String::new())),
            _ => None,
        };
    };
    match &input.port_type {
        PortType::Choice(words) => {
            let options: Arc<[String]> = words.clone().into();
            let chosen = text_of(literal).and_then(|word| words.iter().position(|known| known == word));
            Some(chosen.map_or_else(|| InlineValue::Note(shown(literal).into()), |selected| InlineValue::Choice { selected, options }))
        }
        PortType::Switch => Some(InlineValue::Switch(matches!(literal, Literal::Bool(true)))),
        PortType::Text => Some(text_value(literal)),
        PortType::File => Some(InlineValue::Note(shown(literal).into())),
        PortType::Whole { .. } => Some(number(input, first_number(literal)?, true)),
        PortType::Fixed(value_type) => numbers(input, *value_type, literal),
        PortType::Generic(_) => numbers(input, value_type.unwrap_or(ValueType::Number), literal),
    }
}

/// What an edit in place makes of an input; `None` where the edit does not fit it.
#[must_use]
pub fn literal(input: &InputSpec, value: &EditedValue) -> Option<Literal> {
    Some(match value {
        EditedValue::Number(number) => Literal::Number(*number),
        EditedValue::Vector(numbers) => Literal::Vector(numbers.clone()),
        EditedValue::Text(text) => Literal::Text(text.clone()),
        EditedValue::Switch(on) => Literal::Bool(*on),
        EditedValue::Colour(rgba) => Literal::Vector(rgba.iter().map(|channel| tidy(*channel)).collect()),
        EditedValue::Choice(index) => match &input.port_type {
            PortType::Choice(words) => Literal::Text(words.get(*index)?.clone()),
            _ => return None,
        },
    })
}

/// The shortest f64 that reads as this f32, so that files hold 0.1 and not 0.10000000149.
#[must_use]
pub fn tidy(number: f32) -> f64 {
    number.to_string().parse().unwrap_or_else(|_| f64::from(number))
}

fn numbers(input: &InputSpec, value_type: ValueType, literal: &Literal) -> Option<InlineValue> {
    match value_type {
        ValueType::Number => Some(number(input, first_number(literal)?, false)),
        ValueType::Vec2 | ValueType::Vec3 => {
            Some(InlineValue::Vector { components: components(literal, value_type.channels())?, traits: traits(input, false) })
        }
        ValueType::Colour => {
            let rgba = colour_components(literal)?;
            Some(InlineValue::Colour(rgba.map(|channel| channel as f32)))
        }
        ValueType::Waves | ValueType::Ramp | ValueType::Curve => Some(InlineValue::Note(rows_words(value_type, literal).into())),
        ValueType::Mesh | ValueType::Particles | ValueType::Scene => None,
    }
}

/// The numbers of a vector, a single number for all of them.
#[must_use]
pub fn components(literal: &Literal, count: usize) -> Option<Vec<f64>> {
    match literal {
        Literal::Number(number) => Some(vec![*number; count]),
        Literal::Vector(numbers) => Some((0..count).map(|place| numbers.get(place).copied().unwrap_or_default()).collect()),
        Literal::Bool(_) | Literal::Text(_) | Literal::Rows(_) => None,
    }
}

/// Linear red, green, blue and alpha; a number is grey, and alpha is 1 where it is not said.
#[must_use]
pub fn colour_components(literal: &Literal) -> Option<[f64; 4]> {
    match literal {
        Literal::Number(number) => Some([*number, *number, *number, 1.0]),
        Literal::Vector(numbers) => {
            let channel = |place: usize, otherwise: f64| numbers.get(place).copied().unwrap_or(otherwise);
            Some([channel(0, 0.0), channel(1, 0.0), channel(2, 0.0), channel(3, 1.0)])
        }
        Literal::Bool(_) | Literal::Text(_) | Literal::Rows(_) => None,
    }
}

fn number(input: &InputSpec, value: f64, whole: bool) -> InlineValue {
    InlineValue::Number(Number { value, traits: traits(input, whole) })
}

/// How the numbers of an input behave.
#[must_use]
pub fn traits(input: &InputSpec, whole: bool) -> NumberTraits {
    NumberTraits { unit: input.unit.as_deref().map(Into::into), range: input.range, whole }
}

fn first_number(literal: &Literal) -> Option<f64> {
    match literal {
        Literal::Number(number) => Some(*number),
        Literal::Vector(numbers) => numbers.first().copied(),
        Literal::Bool(_) | Literal::Text(_) | Literal::Rows(_) => None,
    }
}

fn text_of(literal: &Literal) -> Option<&str> {
    match literal {
        Literal::Text(text) => Some(text),
        _ => None,
    }
}

/// One line is edited in its row; more are for the inspector.
fn text_value(literal: &Literal) -> InlineValue {
    let text = text_of(literal).unwrap_or_default();
    match text.lines().count() {
        0 | 1 => InlineValue::Text(text.to_owned()),
        lines => InlineValue::Note(format!("{lines} lines").into()),
    }
}

fn rows_words(value_type: ValueType, literal: &Literal) -> String {
    let rows = match literal {
        Literal::Rows(rows) => rows.len(),
        _ => 0,
    };
    let (one, many) = match value_type {
        ValueType::Waves => ("wave", "waves"),
        ValueType::Ramp => ("stop", "stops"),
        _ => ("point", "points"),
    };
    if rows == 1 { format!("1 {one}") } else { format!("{rows} {many}") }
}

/// A literal in short words.
#[must_use]
pub fn shown(literal: &Literal) -> String {
    match literal {
        Literal::Bool(on) => (if *on { "on" } else { "off" }).to_owned(),
        Literal::Number(number) => number.to_string(),
        Literal::Vector(numbers) => numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(", "),
        Literal::Text(text) => text.clone(),
        Literal::Rows(rows) => format!("{} rows", rows.len()),
    }
}

/// What stands in for a value that is not set, in words.
#[must_use]
pub const fn given_words(given: Given) -> &'static str {
    match given {
        Given::Cell => "own cell",
        Given::GridSize => "grid size",
        Given::CellSize => "cell size",
        Given::Position2 | Given::Position3 => "own position",
        Given::Uv => "own uv",
        Given::Time | Given::TimeSplit => "time",
        Given::Dt => "time step",
        Given::Frame => "frame",
        Given::Element => "own index",
        Given::Seed => "seed",
        Given::PointerPosition => "pointer",
        Given::PointerVelocity => "pointer velocity",
        Given::PointerPressed => "pointer pressed",
        Given::Level => "level",
        Given::FinestSize => "finest size",
        Given::Attribute(attribute) => attribute.name(),
        Given::Vertex => "own vertex",
        Given::MeshSize => "mesh size",
        Given::Direction => "direction",
        Given::Spread => "spread",
    }
}
