//! The values of options: frames, sizes, ranges, settings.

use std::str::FromStr;

use wavewright_core::graph::PortRef;

/// Frames `start..end`, the end excluded; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameRange {
    /// The first frame.
    pub start: u32,
    /// The one after the last.
    pub end: u32,
}

impl FrameRange {
    /// Most frames from the first step on: 46 hours at 60 frames a second.
    pub const MOST: u32 = 10_000_000;

    /// How many frames.
    #[must_use]
    pub fn count(self) -> u32 {
        self.end - self.start
    }
}

impl FromStr for FrameRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = "expected FIRST..END with the end excluded: 0..60 is 60 frames";
        let (start, end) = text.split_once("..").ok_or(expected)?;
        let number = |digits: &str| digits.trim().parse::<u32>().map_err(|_| format!("\"{digits}\" is not a whole number; {expected}"));
        let (start, end) = (number(start)?, number(end)?);
        if start >= end {
            return Err(format!("there are no frames in {start}..{end}; {expected}"));
        }
        if end > Self::MOST {
            return Err(format!("frame {end} is beyond the last that can be rendered, {}", Self::MOST));
        }
        Ok(Self { start, end })
    }
}

impl std::fmt::Display for FrameRange {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}..{}", self.start, self.end)
    }
}

/// Cells of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSize {
    /// Along x.
    pub width: u32,
    /// Along z; in proportion where it is not said.
    pub height: Option<u32>,
}

impl GridSize {
    /// Most cells along a side; a device may offer less.
    pub const MOST: u32 = 16_384;

    /// The size for a grid that was of `resolution`: what is not said keeps its proportion, rounded, at least one cell.
    #[must_use]
    pub fn applied_to(self, resolution: [u32; 2]) -> [u32; 2] {
        let proportion = f64::from(resolution[1]) / f64::from(resolution[0].max(1));
        let height = self.height.unwrap_or_else(|| (f64::from(self.width) * proportion).round().max(1.0) as u32);
        [self.width, height]
    }
}

impl FromStr for GridSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let cells = |digits: &str| match digits.parse::<u32>() {
            Ok(cells @ 1..=Self::MOST) => Ok(cells),
            _ => Err(format!("expected W or WxH in cells, each from 1 to {}: 512 or 512x256", Self::MOST)),
        };
        match text.split_once(['x', 'X']) {
            Some((width, height)) => Ok(Self { width: cells(width)?, height: Some(cells(height)?) }),
            None => Ok(Self { width: cells(text)?, height: None }),
        }
    }
}

/// `node.port`.
///
/// # Errors
/// When the text is no port.
pub fn port(text: &str) -> Result<PortRef, String> {
    PortRef::try_from(text.to_owned())
}

/// Two numbers, the first below the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberRange {
    /// The lower one.
    pub low: f32,
    /// The upper one.
    pub high: f32,
}

impl FromStr for NumberRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = "expected LOW..HIGH, the first below the second: -0.5..0.5";
        let (low, high) = text.split_once("..").ok_or(expected)?;
        let number = |digits: &str| digits.trim().parse::<f32>().ok().filter(|number| number.is_finite()).ok_or(expected);
        let (low, high) = (number(low)?, number(high)?);
        if low < high { Ok(Self { low, high }) } else { Err(expected.to_owned()) }
    }
}

/// `node.input=value`; what the value means depends on the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The input.
    pub input: PortRef,
    /// The text after the first `=`.
    pub value: String,
}

impl FromStr for Setting {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("\"{text}\" is not a setting; expected NODE.INPUT=VALUE");
        let (input, value) = text.split_once('=').ok_or_else(expected)?;
        let input = PortRef::try_from(input.trim().to_owned()).map_err(|_| expected())?;
        Ok(Self { input, value: value.trim().to_owned() })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that meets an error has failed")]

    use super::*;

    #[test]
    fn frame_ranges_exclude_their_end() {
        let range: FrameRange = "30..60".parse().unwrap();
        assert_eq!((range.start, range.end, range.count()), (30, 60, 30));
        for wrong in ["60", "60..60", "9..3", "a..b", "0..", "-1..4", "0..=4", "0..10000001"] {
            assert!(wrong.parse::<FrameRange>().is_err(), "{wrong}");
        }
        assert_eq!(
            "4..4".parse::<FrameRange>().unwrap_err(),
            "there are no frames in 4..4; expected FIRST..END with the end excluded: 0..60 is 60 frames"
        );
    }

    #[test]
    fn a_width_alone_keeps_the_proportion() {
        let size = |text: &str| text.parse::<GridSize>().unwrap().applied_to([512, 256]);
        assert_eq!(size("128"), [128, 64]);
        assert_eq!(size("128x128"), [128, 128]);
        assert_eq!(size("1"), [1, 1]);
        for wrong in ["", "0", "x", "12x", "12x0", "99999", "-4", "1.5"] {
            assert!(wrong.parse::<GridSize>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn number_ranges_rise() {
        assert_eq!("-0.5..0.5".parse(), Ok(NumberRange { low: -0.5, high: 0.5 }));
        for wrong in ["1..0", "0..0", "0", "nan..1", "0..inf"] {
            assert!(wrong.parse::<NumberRange>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn settings_are_split_at_the_first_equals_sign() {
        let setting: Setting = "expr.code=a == b".parse().unwrap();
        assert_eq!((setting.input.to_string().as_str(), setting.value.as_str()), ("expr.code", "a == b"));
        for wrong in ["amount=1", "node.amount", ".a=1", "a.=1"] {
            assert_eq!(wrong.parse::<Setting>().unwrap_err(), format!("\"{wrong}\" is not a setting; expected NODE.INPUT=VALUE"));
        }
    }
}
