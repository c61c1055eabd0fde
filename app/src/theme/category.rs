//! The colours and icons of node categories.

use egui::Color32;
use lucide_icons::Icon;

use super::Palette;

/// The categories that node files use, with the colours of their marks on dark surfaces.
pub const CATEGORIES: [(&str, Color32); 12] = [
    ("Input", Color32::from_rgb(0xc9, 0xb4, 0x58)),
    ("Waves", Color32::from_rgb(0x5a, 0xa2, 0xe0)),
    ("Fluid", Color32::from_rgb(0x2f, 0xb5, 0xa5)),
    ("Motion", Color32::from_rgb(0x86, 0xbd, 0x5d)),
    ("Springs", Color32::from_rgb(0x86, 0xbd, 0x5d)),
    ("Noise", Color32::from_rgb(0xa3, 0x8b, 0xe6)),
    ("Shapes", Color32::from_rgb(0xd5, 0x8a, 0x5b)),
    ("Maths", Color32::from_rgb(0x8b, 0x95, 0xa7)),
    ("Particles", Color32::from_rgb(0xe0, 0x7a, 0xa8)),
    ("Mesh", Color32::from_rgb(0x6f, 0xa8, 0xa0)),
    ("Colour", Color32::from_rgb(0xe6, 0xe9, 0xef)),
    ("Scene", Color32::from_rgb(0xe6, 0xe9, 0xef)),
];

/// The colour of the mark of `category`; a category that an artist's own file made up gets a quiet one.
#[must_use]
pub fn category_colour(palette: &Palette, category: &str) -> Color32 {
    let known = CATEGORIES.iter().find(|(name, _)| name.eq_ignore_ascii_case(category));
    palette.adapt(known.map_or(Color32::from_rgb(0x8b, 0x95, 0xa7), |(_, colour)| *colour))
}

/// The icon of `category` in lists; a category that an artist's own file made up gets a plain one.
#[must_use]
pub fn category_icon(category: &str) -> Icon {
    match category.to_lowercase().as_str() {
        "input" => Icon::LogIn,
        "waves" => Icon::Waves,
        "fluid" => Icon::Wind,
        "motion" => Icon::Orbit,
        "springs" => Icon::Spline,
        "noise" => Icon::CloudFog,
        "shapes" => Icon::Shapes,
        "maths" => Icon::Sigma,
        "particles" => Icon::Sparkles,
        "mesh" => Icon::Box,
        "colour" => Icon::Palette,
        "scene" => Icon::Clapperboard,
        _ => Icon::Boxes,
    }
}
