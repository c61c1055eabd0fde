//! Values that are shown and edited in a node's rows: how they read, how far a drag moves them, what typed text means.

use std::sync::Arc;

use exmex::prelude::*;

/// What an input is while no wire ends there.
#[derive(Clone, Debug, PartialEq)]
pub enum InlineValue {
    /// A number: drag to change, double-click to type.
    Number(Number),
    /// Several numbers, each dragged on its own.
    Vector {
        /// The numbers.
        components: Vec<f64>,
        /// What they share.
        traits: NumberTraits,
    },
    /// A line of text.
    Text(String),
    /// One of some words.
    Choice {
        /// Index into `options`.
        selected: usize,
        /// The words.
        options: Arc<[String]>,
    },
    /// On or off.
    Switch(bool),
    /// Linear red, green, blue (more than 1 is brighter than the screen) and straight alpha.
    Colour([f32; 4]),
    /// Words that can't be edited here: what stands in for the value, or what a richer editor holds.
    Note(Arc<str>),
}

/// A number and how it behaves.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// The number.
    pub value: f64,
    /// How it behaves.
    pub traits: NumberTraits,
}

/// How numbers of an input behave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NumberTraits {
    /// Unit, as shown.
    pub unit: Option<Arc<str>>,
    /// What dragging covers; values outside may be typed.
    pub range: Option<(f64, f64)>,
    /// Only whole numbers.
    pub whole: bool,
}

/// What an edit makes of an input.
#[derive(Clone, Debug, PartialEq)]
pub enum EditedValue {
    /// A number.
    Number(f64),
    /// Several numbers.
    Vector(Vec<f64>),
    /// Text.
    Text(String),
    /// The index of a choice.
    Choice(usize),
    /// On or off.
    Switch(bool),
    /// Linear red, green, blue and straight alpha.
    Colour([f32; 4]),
}

impl InlineValue {
    /// A number without unit or range.
    #[must_use]
    pub fn number(value: f64) -> Self {
        Self::Number(Number { value, traits: NumberTraits::default() })
    }

    /// How it reads in a row, unit included.
    #[must_use]
    pub fn display(&self) -> String {
        match self {
            Self::Number(number) => with_unit(format_number(number.value, number.traits.whole), &number.traits),
            Self::Vector { components, traits } => {
                let words: Vec<String> = components.iter().map(|value| format_number(*value, traits.whole)).collect();
                with_unit(words.join("  "), traits)
            }
            Self::Text(text) => text.clone(),
            Self::Choice { selected, options } => options.get(*selected).cloned().unwrap_or_default(),
            Self::Switch(on) => (if *on { "on" } else { "off" }).to_owned(),
            Self::Colour(rgba) => rgba.iter().take(3).map(|channel| format!("{channel:.2}")).collect::<Vec<_>>().join(" "),
            Self::Note(words) => words.to_string(),
        }
    }

    /// The text with which typing starts; `None` for a value that isn't typed.
    #[must_use]
    pub fn edit_text(&self) -> Option<String> {
        match self {
            Self::Number(number) => Some(plain_number(number.value)),
            Self::Vector { components, .. } => Some(components.iter().map(|value| plain_number(*value)).collect::<Vec<_>>().join(", ")),
            Self::Text(text) => Some(text.clone()),
            Self::Choice { .. } | Self::Switch(_) | Self::Colour(_) | Self::Note(_) => None,
        }
    }

    /// What `text`, typed by the artist, makes of this value.
    ///
    /// # Errors
    /// Says in words why the text can't be such a value.
    pub fn parse(&self, text: &str) -> Result<EditedValue, String> {
        match self {
            Self::Number(number) => {
                let value = evaluate(strip_unit(text, &number.traits))?;
                Ok(EditedValue::Number(if number.traits.whole { value.round() } else { value }))
            }
            Self::Vector { components, traits } => {
                let parts: Vec<&str> = text.split([',', ';']).map(str::trim).filter(|part| !part.is_empty()).collect();
                let values = parts.iter().map(|part| evaluate(strip_unit(part, traits))).collect::<Result<Vec<f64>, String>>()?;
                match values.len() {
                    1 => Ok(EditedValue::Vector(vec![values[0]; components.len()])),
                    count if count == components.len() => Ok(EditedValue::Vector(values)),
                    count => Err(format!("{} numbers are needed, separated by commas; there are {count}", components.len())),
                }
            }
            Self::Text(_) => Ok(EditedValue::Text(text.to_owned())),
            Self::Choice { .. } | Self::Switch(_) | Self::Colour(_) | Self::Note(_) => Err("This can't be typed".to_owned()),
        }
    }
}

fn with_unit(number: String, traits: &NumberTraits) -> String {
    match &traits.unit {
        Some(unit) => format!("{number} {unit}"),
        None => number,
    }
}

fn strip_unit<'text>(text: &'text str, traits: &NumberTraits) -> &'text str {
    let text = text.trim();
    match &traits.unit {
        Some(unit) => text.strip_suffix(&**unit).map_or(text, str::trim_end),
        None => text,
    }
}

/// The value of typed arithmetic such as `2*pi/3`, `sqrt(2)` or `1e-3`. `pi`, `tau` and `e` are known. A sign binds more tightly
/// than a power, as in spreadsheets: `-2^2` is 4.
///
/// # Errors
/// Says in words why the text is no number.
pub fn evaluate(text: &str) -> Result<f64, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("Type a number, or arithmetic such as 2*pi/3".to_owned());
    }
    if let Ok(value) = text.parse::<f64>() {
        return finite(value);
    }
    let expression = exmex::parse::<f64>(text).map_err(|error| format!("\"{text}\" is no number: {error}"))?;
    let constants = expression
        .var_names()
        .iter()
        .map(|name| match name.to_lowercase().as_str() {
            "pi" => Ok(std::f64::consts::PI),
            "tau" => Ok(std::f64::consts::TAU),
            "e" => Ok(std::f64::consts::E),
            _ => Err(format!("\"{name}\" is not known; there are pi, tau and e")),
        })
        .collect::<Result<Vec<f64>, String>>()?;
    finite(expression.eval(&constants).map_err(|error| format!("\"{text}\" is no number: {error}"))?)
}

fn finite(value: f64) -> Result<f64, String> {
    if value.is_finite() { Ok(value) } else { Err("The result is not a finite number".to_owned()) }
}

/// A number as rows show it: three significant digits or so, and always with a point unless it is whole by nature.
#[must_use]
pub fn format_number(value: f64, whole: bool) -> String {
    if !value.is_finite() {
        return "not a number".to_owned();
    }
    if whole {
        return format!("{value:.0}");
    }
    let size = value.abs();
    if size >= 1e7 || (size > 0.0 && size < 1e-4) {
        return format!("{value:.2e}");
    }
    let least_decimals = if size >= 1000.0 { 1 } else { 2 };
    let decimals = (least_decimals..=4).find(|decimals| is_exact(value, *decimals)).unwrap_or(if size >= 100.0 { 2 } else { 4 });
    format!("{value:.decimals$}")
}

fn is_exact(value: f64, decimals: usize) -> bool {
    format!("{value:.decimals$}").parse::<f64>().is_ok_and(|rounded| (rounded - value).abs() <= value.abs() * 1e-9)
}

/// A number as it is typed: shortest text that reads back the same.
fn plain_number(value: f64) -> String {
    format!("{value}")
}

/// How fine a drag is: plain, with Shift, or with Ctrl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DragSpeed {
    /// A tenth.
    Fine,
    /// As is.
    Normal,
    /// Ten times.
    Coarse,
}

impl DragSpeed {
    /// The speed that the held keys ask for.
    #[must_use]
    pub fn of(modifiers: egui::Modifiers) -> Self {
        if modifiers.shift {
            Self::Fine
        } else if modifiers.command || modifiers.ctrl {
            Self::Coarse
        } else {
            Self::Normal
        }
    }

    const fn factor(self) -> f64 {
        match self {
            Self::Fine => 0.1,
            Self::Normal => 1.0,
            Self::Coarse => 10.0,
        }
    }
}

/// How far one point of pointer movement moves a number that a drag found at `start`.
#[must_use]
pub fn drag_step(start: f64, traits: &NumberTraits, speed: DragSpeed) -> f64 {
    let base = match traits.range {
        Some((low, high)) if high > low && (high - low).is_finite() => (high - low) / 300.0,
        _ => 0.01 * start.abs().clamp(0.1, 1e6),
    };
    base * speed.factor()
}

/// The number that a drag which has moved `start` by `change` shows: tidied to the drag's fineness and kept in range.
#[must_use]
pub fn dragged(start: f64, change: f64, step: f64, traits: &NumberTraits) -> f64 {
    let mut value = start + change;
    if traits.whole {
        value = value.round();
    } else if step > 0.0 && step.is_finite() {
        // A decimal grid just finer than a point's worth, so that numbers stay short. Printing and reading back gives the
        // closest double to the short decimal, which multiplying would miss.
        let grid_exponent = step.log10().floor().clamp(-12.0, 0.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 12 by the clamp above")]
        let decimals = (-grid_exponent) as usize;
        value = format!("{value:.decimals$}").parse().unwrap_or(value);
    }
    match traits.range {
        // A value typed outside of its range may be dragged back, not farther away.
        Some((low, high)) if low <= high => value.clamp(low.min(start), high.max(start)),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_understood() {
        let close = |text: &str, expected: f64| {
            let value = evaluate(text).unwrap();
            assert!((value - expected).abs() < 1e-12, "{text} is {value}");
        };
        close("2*pi/3", 2.0 * std::f64::consts::PI / 3.0);
        close(" 1e-3 ", 1e-3);
        close("-(3+4)*2", -14.0);
        close("sqrt(2)*PI", 2.0_f64.sqrt() * std::f64::consts::PI);
        close(".5 + 1", 1.5);
        close("tau / e", std::f64::consts::TAU / std::f64::consts::E);
    }

    #[test]
    fn what_is_no_number_is_refused_in_words() {
        for text in ["", "two", "1/0", "2*", "((", "2**3**", "pi pi", "nan", "inf", "1,5", "{x}", "0/0", "é", "sin", "1e999"] {
            let message = evaluate(text).unwrap_err();
            assert!(!message.is_empty(), "{text}");
        }
    }

    #[test]
    fn numbers_read_short_and_keep_their_point() {
        for (value, expected) in [
            (0.12, "0.12"),
            (3.0, "3.00"),
            (0.99, "0.99"),
            (0.9975, "0.9975"),
            (1234.5, "1234.5"),
            (1e9, "1.00e9"),
            (2e-6, "2.00e-6"),
            (0.0, "0.00"),
        ] {
            assert_eq!(format_number(value, false), expected);
        }
        assert_eq!(format_number(7.0, true), "7");
        assert_eq!(format_number(f64::NAN, false), "not a number");
    }

    #[test]
    fn dragging_follows_the_range_and_stays_tidy() {
        let traits = NumberTraits { range: Some((0.0, 1.0)), ..NumberTraits::default() };
        let step = drag_step(0.5, &traits, DragSpeed::Normal);
        assert_eq!(dragged(0.5, 10.0 * step, step, &traits), 0.533);
        assert_eq!(dragged(0.5, 1e9, step, &traits), 1.0);
        assert_eq!(dragged(2.0, 1.0, step, &traits), 2.0);
        assert!(drag_step(0.5, &traits, DragSpeed::Fine) < step && drag_step(0.5, &traits, DragSpeed::Coarse) > step);
        let whole = NumberTraits { whole: true, ..NumberTraits::default() };
        assert_eq!(dragged(3.0, 1.4, 0.03, &whole), 4.0);
    }

    #[test]
    fn typed_vectors_need_all_numbers_or_one_for_all() {
        let value = InlineValue::Vector { components: vec![0.0; 3], traits: NumberTraits::default() };
        assert_eq!(value.parse("1, 2*2, 3"), Ok(EditedValue::Vector(vec![1.0, 4.0, 3.0])));
        assert_eq!(value.parse("2"), Ok(EditedValue::Vector(vec![2.0; 3])));
        assert!(value.parse("1, 2").is_err());
    }

    #[test]
    fn units_may_be_typed() {
        let traits = NumberTraits { unit: Some("m".into()), ..NumberTraits::default() };
        let value = InlineValue::Number(Number { value: 1.0, traits });
        assert_eq!(value.parse("0.25 m"), Ok(EditedValue::Number(0.25)));
        assert_eq!(value.display(), "1.00 m");
    }
}
