//! The colours of the editor, one set for each theme.

use egui::{Color32, Theme};

/// The named colours of a theme.
///
/// Text in [`Self::text`] and [`Self::text_dim`] has a contrast of at least 4.5 to 1 on every surface of its palette;
/// [`Self::faint`] does not, and is for lines, icons and marks only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Whether light text stands on dark surfaces.
    pub is_dark: bool,
    /// Behind the graph: the deepest surface.
    pub canvas: Color32,
    /// Panels and bars.
    pub panel: Color32,
    /// Nodes, menus, buttons.
    pub raised: Color32,
    /// A raised surface under the pointer.
    pub raised_hovered: Color32,
    /// Fields that hold a value: sunk into what they lie on.
    pub field: Color32,
    /// One-pixel lines between panels, outlines.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Labels and secondary text.
    pub text_dim: Color32,
    /// Quiet icons, ticks, grid dots. Too faint for text.
    pub faint: Color32,
    /// Selection, focus and play.
    pub accent: Color32,
    /// Behind selected text and rows.
    pub accent_fill: Color32,
    /// What is broken.
    pub error: Color32,
    /// What deserves a look.
    pub warning: Color32,
    /// What went well.
    pub success: Color32,
    /// Shadows below nodes, menus and windows.
    pub shadow: Color32,
}

impl Palette {
    /// Dark, the default.
    pub const DARK: Self = Self {
        is_dark: true,
        canvas: Color32::from_rgb(0x14, 0x16, 0x1a),
        panel: Color32::from_rgb(0x1b, 0x1e, 0x24),
        raised: Color32::from_rgb(0x23, 0x27, 0x30),
        raised_hovered: Color32::from_rgb(0x2b, 0x30, 0x3b),
        field: Color32::from_rgb(0x17, 0x1a, 0x20),
        line: Color32::from_rgb(0x2f, 0x35, 0x40),
        text: Color32::from_rgb(0xe7, 0xea, 0xf0),
        text_dim: Color32::from_rgb(0x98, 0xa2, 0xb3),
        faint: Color32::from_rgb(0x5f, 0x6b, 0x7c),
        accent: Color32::from_rgb(0x57, 0xb6, 0xff),
        accent_fill: Color32::from_rgb(0x24, 0x45, 0x63),
        error: Color32::from_rgb(0xff, 0x7a, 0x72),
        warning: Color32::from_rgb(0xf5, 0xb9, 0x4d),
        success: Color32::from_rgb(0x7f, 0xd1, 0x8b),
        shadow: Color32::from_black_alpha(110),
    };

    /// Light, for bright rooms.
    pub const LIGHT: Self = Self {
        is_dark: false,
        canvas: Color32::from_rgb(0xe9, 0xec, 0xf1),
        panel: Color32::from_rgb(0xf4, 0xf6, 0xf9),
        raised: Color32::from_rgb(0xff, 0xff, 0xff),
        raised_hovered: Color32::from_rgb(0xee, 0xf2, 0xf8),
        field: Color32::from_rgb(0xee, 0xf1, 0xf5),
        line: Color32::from_rgb(0xcd, 0xd3, 0xdd),
        text: Color32::from_rgb(0x1b, 0x1f, 0x27),
        text_dim: Color32::from_rgb(0x52, 0x5d, 0x6e),
        faint: Color32::from_rgb(0x9a, 0xa4, 0xb4),
        accent: Color32::from_rgb(0x00, 0x66, 0xbf),
        accent_fill: Color32::from_rgb(0xc4, 0xe0, 0xfb),
        error: Color32::from_rgb(0xb3, 0x26, 0x1e),
        warning: Color32::from_rgb(0x84, 0x57, 0x00),
        success: Color32::from_rgb(0x1f, 0x6f, 0x34),
        shadow: Color32::from_black_alpha(38),
    };

    /// The palette of `theme`.
    #[must_use]
    pub const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Dark => Self::DARK,
            Theme::Light => Self::LIGHT,
        }
    }

    /// `colour`, chosen to be seen on dark surfaces, made to stand out on this palette's surfaces.
    #[must_use]
    pub fn adapt(&self, colour: Color32) -> Color32 {
        if self.is_dark { colour } else { mix(colour, Color32::BLACK, 0.38) }
    }
}

/// The opaque colour that lies `share` (0 to 1) of the way from `from` to `to`, in gamma space.
#[must_use]
pub fn mix(from: Color32, to: Color32, share: f32) -> Color32 {
    let channel = |from: u8, to: u8| {
        let value = f32::from(from) + (f32::from(to) - f32::from(from)) * share.clamp(0.0, 1.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a blend of two bytes is between 0 and 255")]
        let byte = value.round() as u8;
        byte
    };
    Color32::from_rgb(channel(from.r(), to.r()), channel(from.g(), to.g()), channel(from.b(), to.b()))
}
