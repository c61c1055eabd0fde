//! Values of inputs as people type them on a command line.

use wavewright_core::media::srgb_to_linear;
use wavewright_core::node::{Literal, PortType};

/// The value that `text` means for an input of type `port_type`: its shape is not checked here.
///
/// # Errors
/// What was expected.
pub fn parse(text: &str, port_type: &PortType) -> Result<Literal, String> {
    match port_type {
        PortType::Switch => match text {
            "on" | "true" => Ok(Literal::Bool(true)),
            "off" | "false" => Ok(Literal::Bool(false)),
            _ => Err(format!("\"{text}\" is not a switch; expected on or off")),
        },
        PortType::Choice(_) | PortType::Text | PortType::File => Ok(Literal::Text(text.to_owned())),
        PortType::Fixed(_) | PortType::Generic(_) | PortType::Whole { .. } => parse_numbers(text),
    }
}

fn parse_numbers(text: &str) -> Result<Literal, String> {
    let expected = || format!("\"{text}\" is not a value; expected 0.5, 1,0,0 or #ff8800, or rows: [[0,1],[1,0]]");
    if let Some(digits) = text.strip_prefix('#') {
        return parse_hex_colour(digits).ok_or_else(expected);
    }
    if text.starts_with('[') {
        return match serde_json::from_str(text) {
            Ok(list @ (Literal::Vector(_) | Literal::Rows(_))) => Ok(list),
            _ => Err(expected()),
        };
    }
    let numbers: Option<Vec<f64>> =
        text.split(',').map(|part| part.trim().parse::<f64>().ok().filter(|number| number.is_finite())).collect();
    match numbers.ok_or_else(expected)?.as_slice() {
        [number] => Ok(Literal::Number(*number)),
        numbers => Ok(Literal::Vector(numbers.to_vec())),
    }
}

/// `rrggbb` or `rrggbbaa` as linear colour; screens and other programs write sRGB.
fn parse_hex_colour(digits: &str) -> Option<Literal> {
    if !matches!(digits.len(), 6 | 8) || !digits.is_ascii() {
        return None;
    }
    let byte = |index: usize| u8::from_str_radix(&digits[index..index + 2], 16).ok().map(|byte| f32::from(byte) / 255.0);
    let mut channels: Vec<f64> = Vec::with_capacity(4);
    for index in [0, 2, 4] {
        channels.push(f64::from(srgb_to_linear(byte(index)?)));
    }
    channels.push(if digits.len() == 8 { f64::from(byte(6)?) } else { 1.0 });
    Some(Literal::Vector(channels))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

    use wavewright_core::node::ValueType;

    use super::*;

    const COLOUR: PortType = PortType::Fixed(ValueType::Colour);

    #[test]
    fn numbers_vectors_rows_and_colours() {
        assert_eq!(parse("-0.5", &COLOUR).unwrap(), Literal::Number(-0.5));
        assert_eq!(parse("1, 2,3", &COLOUR).unwrap(), Literal::Vector(vec![1.0, 2.0, 3.0]));
        assert_eq!(parse("[1, 2]", &COLOUR).unwrap(), Literal::Vector(vec![1.0, 2.0]));
        assert_eq!(parse("[[0,1],[1,0]]", &COLOUR).unwrap(), Literal::Rows(vec![vec![0.0, 1.0], vec![1.0, 0.0]]));
        assert_eq!(parse("#ff00ff", &COLOUR).unwrap(), Literal::Vector(vec![1.0, 0.0, 1.0, 1.0]));
        let Literal::Vector(half) = parse("#808080ff", &COLOUR).unwrap() else { unreachable!("a vector") };
        assert!((half[0] - 0.2158).abs() < 1e-3 && half[3] == 1.0, "{half:?}");
    }

    #[test]
    fn words_stay_words() {
        assert_eq!(parse("0.5", &PortType::Text).unwrap(), Literal::Text("0.5".to_owned()));
        assert_eq!(parse("on", &PortType::Switch).unwrap(), Literal::Bool(true));
        assert!(parse("1", &PortType::Switch).unwrap_err().contains("expected on or off"));
    }

    #[test]
    fn what_is_no_value_is_refused() {
        for wrong in ["", "one", "1,,2", "nan", "inf", "#12345", "#1234567g", "#ää11", "[1,", "[[1],2]", "[\"a\"]"] {
            assert!(parse(wrong, &COLOUR).is_err(), "{wrong}");
        }
    }
}
