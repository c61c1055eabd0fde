//! The look of the editor: colours, fonts, sizes, and egui's widgets dressed in them.
//!
//! The picture is the hero: surfaces are flat and quiet, one accent marks selection, focus and play, and colour is otherwise
//! kept for wires, category marks and the artist's own images.

mod canvas;
mod category;
pub mod fonts;
mod palette;
mod port;
pub mod scale;
mod style;
#[cfg(test)]
mod tests;

use egui::{Context, Theme};

pub use canvas::canvas_style;
pub use category::{CATEGORIES, category_colour, category_icon};
pub use palette::{Palette, mix};
pub use port::{PORT_LOOKS, port_type};
pub use style::egui_style;

/// Gives `context` our fonts and both themes. Call once, before the first frame.
pub fn install(context: &Context) {
    context.set_fonts(fonts::definitions());
    for theme in [Theme::Dark, Theme::Light] {
        context.set_style_of(theme, egui_style(&Palette::of(theme)));
    }
}

/// The palette of the theme that `context` shows.
#[must_use]
pub fn palette(context: &Context) -> Palette {
    Palette::of(context.theme())
}
