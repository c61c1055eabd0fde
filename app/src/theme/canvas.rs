//! The canvas in our colours and fonts.

use egui::FontFamily;
use lucide_icons::Icon;

use super::{CATEGORIES, Palette, fonts, mix};
use crate::canvas::{CanvasIcons, CanvasStyle};

/// The style of the canvas in `palette`.
#[must_use]
pub fn canvas_style(palette: &Palette) -> CanvasStyle {
    let swatch = |name: &'static str| {
        let colour = CATEGORIES.iter().find(|(category, _)| *category == name).map_or(palette.text_dim, |(_, colour)| *colour);
        palette.adapt(colour)
    };
    CanvasStyle {
        background: palette.canvas,
        grid: mix(palette.canvas, palette.faint, if palette.is_dark { 0.22 } else { 0.35 }),
        node: palette.raised,
        node_outline: palette.line,
        shadow: palette.shadow,
        title_tint: if palette.is_dark { 0.17 } else { 0.14 },
        text: palette.text,
        text_dim: mix(palette.text_dim, palette.text, if palette.is_dark { 0.35 } else { 0.2 }),
        faint: palette.faint,
        field: palette.field,
        field_hovered: mix(palette.field, palette.accent, 0.12),
        accent: palette.accent,
        error: palette.error,
        warning: palette.warning,
        frame: palette.text_dim,
        swatches: vec![
            ("Yellow", swatch("Input")),
            ("Orange", swatch("Shapes")),
            ("Pink", swatch("Particles")),
            ("Purple", swatch("Noise")),
            ("Blue", swatch("Waves")),
            ("Teal", swatch("Fluid")),
            ("Green", swatch("Springs")),
            ("Grey", swatch("Maths")),
        ],
        text_family: FontFamily::Proportional,
        title_family: fonts::semibold(),
        value_family: FontFamily::Monospace,
        icon_family: fonts::icons(),
        icons: CanvasIcons {
            eye: Icon::Eye.into(),
            pin: Icon::Pin.into(),
            error: Icon::CircleAlert.into(),
            warning: Icon::TriangleAlert.into(),
            expand: Icon::ChevronDown.into(),
            group: Icon::Boxes.into(),
            search: Icon::Search.into(),
            keyframe: Icon::Diamond.into(),
        },
    }
}
