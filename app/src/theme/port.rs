//! What a port of each type looks like: a shape and a colour, so that colour alone never tells.

use egui::Color32;

use super::Palette;
use crate::canvas::{PortShape, PortType};

/// Every type that has a look of its own: name, shape, colour on dark surfaces.
///
/// Neighbouring colours differ in lightness too, so that they stay apart for the colour-blind.
pub const PORT_LOOKS: [(&str, PortShape, Color32); 10] = [
    ("number", PortShape::Circle, Color32::from_rgb(0xb8, 0xbd, 0xc9)),
    ("vec2", PortShape::Diamond, Color32::from_rgb(0x57, 0xb6, 0xff)),
    ("vec3", PortShape::Square, Color32::from_rgb(0x8f, 0x7c, 0xf0)),
    ("colour", PortShape::Triangle, Color32::from_rgb(0xef, 0xc0, 0x4a)),
    ("waves", PortShape::Bar, Color32::from_rgb(0x1f, 0xae, 0x8c)),
    ("ramp", PortShape::Dash, Color32::from_rgb(0xf0, 0x80, 0x3c)),
    ("curve", PortShape::Plus, Color32::from_rgb(0x3f, 0x8f, 0x4f)),
    ("mesh", PortShape::Hexagon, Color32::from_rgb(0xb5, 0xe4, 0x8c)),
    ("particles", PortShape::DotRing, Color32::from_rgb(0xe6, 0x5a, 0xa8)),
    ("scene", PortShape::Frame, Color32::from_rgb(0xf2, 0xf4, 0xf8)),
];

/// The look of a port whose type is called `type_name`. A type without a look of its own is shown like a number in a quiet colour.
#[must_use]
pub fn port_type(palette: &Palette, type_name: &str) -> PortType {
    let known = PORT_LOOKS.iter().find(|(name, ..)| *name == type_name);
    let (shape, colour) = known.map_or((PortShape::Circle, palette.faint), |(_, shape, colour)| (*shape, palette.adapt(*colour)));
    PortType { name: type_name.into(), shape, colour }
}
