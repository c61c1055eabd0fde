//! How an output is shown: what the artist chose, or what its type suggests.

use wavewright_core::compile::Output;
use wavewright_core::node::ValueType;

use crate::editor::view::{Channels, ColourMap, Statistics, Style};

/// How an output is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    /// As a surface rather than flat.
    pub solid: bool,
    /// What of the values.
    pub channels: Channels,
    /// For numbers; `None` lets the numbers decide whether they have a sign.
    pub map: Option<ColourMap>,
    /// Numbers at the ends of the map; `None` for the least and the most that there are.
    pub range: Option<(f32, f32)>,
    /// Brightness of colours in powers of two.
    pub exposure_stops: f32,
    /// Repeats beyond the edges.
    pub tiled: bool,
    /// Of surfaces.
    pub style: Style,
    /// Factor on the heights of surfaces.
    pub height_factor: f32,
    /// Whether the histogram is shown.
    pub histogram: bool,
}

impl Choices {
    /// What the output's type suggests.
    #[must_use]
    pub fn for_output(output: &Output) -> Self {
        let channels = match output.value_type {
            ValueType::Vec2 => Channels::Direction,
            ValueType::Colour | ValueType::Vec3 => Channels::Colour,
            _ => Channels::One(0),
        };
        Self {
            solid: false,
            channels,
            map: None,
            range: None,
            exposure_stops: 0.0,
            tiled: false,
            style: Style::default(),
            height_factor: 1.0,
            histogram: false,
        }
    }

    /// Whether numbers go through a colour map.
    #[must_use]
    pub const fn is_mapped(&self) -> bool {
        matches!(self.channels, Channels::One(_) | Channels::Length | Channels::Direction)
    }

    /// The map and the numbers at its ends, for what is known of the values.
    #[must_use]
    pub fn map_and_range(&self, statistics: Option<&Statistics>) -> (ColourMap, (f32, f32)) {
        let known = statistics.map_or((0.0, 1.0), |statistics| self.known_range(statistics));
        let has_sign = known.0 < 0.0 && known.1 > 0.0;
        let map = self.map.unwrap_or(if has_sign { ColourMap::BlueRed } else { ColourMap::Viridis });
        let range = self.range.unwrap_or_else(|| if map.is_signed() { symmetric(known) } else { known });
        (map, range)
    }

    fn known_range(&self, statistics: &Statistics) -> (f32, f32) {
        match self.channels {
            Channels::One(channel) => match statistics.channels.get(usize::from(channel)) {
                Some(channel) => (channel.least, channel.most),
                None => (0.0, 1.0),
            },
            Channels::Length | Channels::Direction => {
                let (least, most) = statistics.range();
                (0.0, least.abs().max(most.abs()))
            }
            Channels::Colour | Channels::Opaque => (0.0, 1.0),
        }
    }
}

fn symmetric((least, most): (f32, f32)) -> (f32, f32) {
    let reach = least.abs().max(most.abs());
    (-reach, reach)
}

#[cfg(test)]
mod tests {
    use wavewright_core::compile::Pixels;

    use super::*;

    fn choices() -> Choices {
        Choices::for_output(&Output {
            name: "a.b".to_owned(),
            title: "a".to_owned(),
            texture: "t".to_owned(),
            value_type: ValueType::Number,
            unit: None,
            colour_space: "data".to_owned(),
        })
    }

    fn statistics(values: &[f32]) -> Statistics {
        Statistics::of(&Pixels { width: values.len() as u32, height: 1, channels: 1, values: values.to_vec() })
    }

    #[test]
    fn numbers_with_a_sign_have_zero_in_the_middle_of_the_map() {
        let (map, range) = choices().map_and_range(Some(&statistics(&[-1.0, 3.0])));
        assert!(map.is_signed());
        assert_eq!(range, (-3.0, 3.0));
        let (map, range) = choices().map_and_range(Some(&statistics(&[1.0, 3.0])));
        assert!(!map.is_signed());
        assert_eq!(range, (1.0, 3.0));
    }

    #[test]
    fn a_chosen_range_stays() {
        let chosen = Choices { range: Some((0.0, 10.0)), map: Some(ColourMap::Grey), ..choices() };
        assert_eq!(chosen.map_and_range(Some(&statistics(&[-5.0, 5.0]))), (ColourMap::Grey, (0.0, 10.0)));
        assert_eq!(chosen.map_and_range(None), (ColourMap::Grey, (0.0, 10.0)));
    }
}
