//! Sizes: the type scale and the 4-point grid that every margin, gap and row height is taken from.

use egui::{FontFamily, FontId, TextStyle};

use super::fonts;

/// Units, hints and other small print, in points.
pub const TEXT_SMALL: f32 = 11.0;
/// Body text, labels, buttons, in points.
pub const TEXT_BODY: f32 = 13.0;
/// Names of panels and of what the inspector shows, in points.
pub const TEXT_TITLE: f32 = 15.0;
/// The few large headings (welcome page, empty states), in points.
pub const TEXT_HEADING: f32 = 20.0;
/// Numbers and code, in points. JetBrains Mono runs larger than Inter at the same size.
pub const TEXT_MONO: f32 = 12.0;

/// The smallest distance, in points: between an icon and its text.
pub const SPACE_1: f32 = 4.0;
/// Between neighbouring widgets, in points.
pub const SPACE_2: f32 = 8.0;
/// Between groups, and the margin of a panel, in points.
pub const SPACE_3: f32 = 12.0;
/// Around empty states and dialogs, in points.
pub const SPACE_4: f32 = 16.0;

/// Height of a dense row (library, problems), in points.
pub const ROW_DENSE: f32 = 24.0;
/// Height of a row with a widget in it (inspector), in points.
pub const ROW: f32 = 28.0;
/// Height of the bar of tabs above a panel, in points.
pub const TAB_BAR: f32 = 30.0;

/// Rounding of buttons and fields, in points.
pub const ROUNDING: u8 = 4;
/// Rounding of menus and windows, in points.
pub const ROUNDING_WINDOW: u8 = 8;

/// The text style of titles in running panels (weight 600 at body size).
#[must_use]
pub fn strong_style() -> TextStyle {
    TextStyle::Name("strong".into())
}

/// The text style of panel titles (weight 600).
#[must_use]
pub fn title_style() -> TextStyle {
    TextStyle::Name("title".into())
}

/// Every text style with its font.
#[must_use]
pub fn text_styles() -> std::collections::BTreeMap<TextStyle, FontId> {
    [
        (TextStyle::Small, FontId::new(TEXT_SMALL, FontFamily::Proportional)),
        (TextStyle::Body, FontId::new(TEXT_BODY, FontFamily::Proportional)),
        (TextStyle::Button, FontId::new(TEXT_BODY, FontFamily::Proportional)),
        (TextStyle::Monospace, FontId::new(TEXT_MONO, FontFamily::Monospace)),
        (TextStyle::Heading, FontId::new(TEXT_HEADING, fonts::semibold())),
        (strong_style(), FontId::new(TEXT_BODY, fonts::semibold())),
        (title_style(), FontId::new(TEXT_TITLE, fonts::semibold())),
    ]
    .into()
}
