//! Colour maps for numbers: even steps of the number look like even steps of lightness.

use colorgrad::Gradient;

/// Texels of a map's texture.
pub const MAP_TEXELS: u32 = 256;

/// How numbers become colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColourMap {
    /// Black to white.
    Grey,
    /// Blue over green to yellow; safe for the colour-blind.
    #[default]
    Viridis,
    /// Black over purple to pale yellow.
    Magma,
    /// Blue to yellow, made for the colour-blind.
    Cividis,
    /// Blue below the middle, white, red above: for numbers with a sign.
    BlueRed,
    /// Green below the middle, white, purple above: for numbers with a sign.
    GreenPurple,
}

impl ColourMap {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Grey, Self::Viridis, Self::Magma, Self::Cividis, Self::BlueRed, Self::GreenPurple];

    /// Its name.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Grey => "Grey",
            Self::Viridis => "Viridis",
            Self::Magma => "Magma",
            Self::Cividis => "Cividis",
            Self::BlueRed => "Blue to red",
            Self::GreenPurple => "Green to purple",
        }
    }

    /// Whether its middle means 0.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::BlueRed | Self::GreenPurple)
    }

    /// The colour of a share from 0 to 1, as displayed.
    #[must_use]
    pub fn at(self, share: f32) -> [u8; 3] {
        let colour = |gradient: &dyn Fn(f32) -> colorgrad::Color, share: f32| {
            let [red, green, blue, _] = gradient(share).to_rgba8();
            [red, green, blue]
        };
        match self {
            Self::Grey => [(share.clamp(0.0, 1.0) * 255.0).round() as u8; 3],
            Self::Viridis => colour(&|share| colorgrad::preset::viridis().at(share), share),
            Self::Magma => colour(&|share| colorgrad::preset::magma().at(share), share),
            Self::Cividis => colour(&|share| colorgrad::preset::cividis().at(share), share),
            Self::BlueRed => colour(&|share| colorgrad::preset::rd_bu().at(1.0 - share), share),
            Self::GreenPurple => colour(&|share| colorgrad::preset::pr_gn().at(1.0 - share), share),
        }
    }

    /// The map as rgba8 texels.
    #[must_use]
    pub fn texels(self) -> Vec<u8> {
        let last = (MAP_TEXELS - 1) as f32;
        (0..MAP_TEXELS)
            .flat_map(|place| {
                let [red, green, blue] = self.at(place as f32 / last);
                [red, green, blue, 255]
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lightness(rgb: [u8; 3]) -> f32 {
        0.299 * f32::from(rgb[0]) + 0.587 * f32::from(rgb[1]) + 0.114 * f32::from(rgb[2])
    }

    #[test]
    fn maps_of_size_rise_in_lightness() {
        for map in [ColourMap::Grey, ColourMap::Viridis, ColourMap::Magma, ColourMap::Cividis] {
            let steps: Vec<f32> = (0..=16).map(|place| lightness(map.at(place as f32 / 16.0))).collect();
            assert!(steps.windows(2).all(|pair| pair[1] > pair[0] - 1.0), "{map:?}: {steps:?}");
        }
    }

    #[test]
    fn maps_of_sign_are_palest_in_the_middle_and_differ_at_the_ends() {
        for map in ColourMap::ALL.into_iter().filter(|map| map.is_signed()) {
            let [low, middle, high] = [0.0, 0.5, 1.0].map(|share| map.at(share));
            assert!(lightness(middle) > lightness(low) + 80.0 && lightness(middle) > lightness(high) + 80.0, "{map:?}");
            assert_ne!(low, high);
        }
    }
}
