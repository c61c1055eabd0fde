//! The palette keeps what it promises: contrast of text, and types that the colour-blind tell apart.
#![allow(clippy::suboptimal_flops, reason = "formulas as they are published")]

use egui::{Color32, Context, FontFamily, FontId, TextStyle, Theme};

use crate::editor::highlight::{CodeColours, error_ground};

use super::{CATEGORIES, PORT_LOOKS, Palette, canvas_style, category_colour, fonts, install, mix, port_type, scale};

fn linear(byte: u8) -> f64 {
    let value = f64::from(byte) / 255.0;
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// Contrast as WCAG 2.1 defines it.
fn contrast(one: Color32, other: Color32) -> f64 {
    let luminance = |colour: Color32| 0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b());
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn text_has_contrast_in_both_themes() {
    for palette in [Palette::DARK, Palette::LIGHT] {
        let surfaces = [palette.canvas, palette.panel, palette.raised, palette.raised_hovered, palette.field];
        for surface in surfaces {
            for text in [palette.text, palette.text_dim, palette.error, palette.warning, palette.success] {
                assert!(contrast(text, surface) >= 4.5, "{text:?} on {surface:?}: {:.2}", contrast(text, surface));
            }
            assert!(contrast(palette.accent, surface) >= 3.0, "accent on {surface:?}");
        }
        assert!(contrast(palette.text, palette.accent_fill) >= 4.5);
        let style = canvas_style(&palette);
        for text in [style.text, style.text_dim] {
            for surface in [style.node, style.field, style.field_hovered] {
                assert!(contrast(text, surface) >= 4.5, "{text:?} on {surface:?}");
            }
            for (name, _) in CATEGORIES {
                let title = style.node.lerp_to_gamma(category_colour(&palette, name), style.title_tint);
                assert!(contrast(style.text, title) >= 4.5, "title of {name}");
            }
        }
    }
}

#[test]
fn code_can_be_read_in_both_themes() {
    for palette in [Palette::DARK, Palette::LIGHT] {
        let code = CodeColours::of(&palette);
        let texts = [
            code.keyword,
            code.type_name,
            code.function,
            code.name,
            code.number,
            code.attribute,
            code.comment,
            code.doc_comment,
            code.punctuation,
            code.unknown,
        ];
        for surface in [palette.field, palette.canvas, palette.panel, error_ground(&palette)] {
            for text in texts {
                assert!(contrast(text, surface) >= 4.5, "{text:?} on {surface:?}: {:.2}", contrast(text, surface));
            }
        }
    }
}

#[test]
fn marks_and_ports_stand_out_from_what_they_lie_on() {
    for palette in [Palette::DARK, Palette::LIGHT] {
        for (name, _) in CATEGORIES {
            let colour = category_colour(&palette, name);
            assert!(contrast(colour, palette.raised) >= 2.5, "{name}: {:.2}", contrast(colour, palette.raised));
        }
        for (name, ..) in PORT_LOOKS {
            let colour = port_type(&palette, name).colour;
            assert!(contrast(colour, palette.raised) >= 2.5, "{name}: {:.2}", contrast(colour, palette.raised));
        }
    }
}

/// How a dichromat sees a colour (linear RGB), after Viénot, Brettel and Mollon (1999).
fn as_seen(colour: Color32, missing: char) -> [f64; 3] {
    let [red, green, blue] = [linear(colour.r()), linear(colour.g()), linear(colour.b())];
    match missing {
        // Protanopia: no long-wave cones.
        'p' => [0.112_38 * red + 0.887_62 * green, 0.112_38 * red + 0.887_62 * green, 0.004_01 * red - 0.004_01 * green + blue],
        // Deuteranopia: no middle-wave cones.
        'd' => [0.292_75 * red + 0.707_25 * green, 0.292_75 * red + 0.707_25 * green, -0.022_34 * red + 0.022_34 * green + blue],
        _ => [red, green, blue],
    }
}

/// CIE 1976 colour difference of two linear RGB colours.
fn difference(one: [f64; 3], other: [f64; 3]) -> f64 {
    let lab = |rgb: [f64; 3]| {
        let [red, green, blue] = rgb.map(|channel| channel.clamp(0.0, 1.0));
        let curve = |value: f64| if value > 0.008_856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 };
        let x = curve((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505);
        let y = curve(0.2126 * red + 0.7152 * green + 0.0722 * blue);
        let z = curve((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    };
    lab(one).iter().zip(lab(other)).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn port_colours_stay_apart_for_the_colour_blind() {
    for (index, (name, shape, colour)) in PORT_LOOKS.iter().enumerate() {
        for (other_name, other_shape, other) in &PORT_LOOKS[index + 1..] {
            assert_ne!(shape, other_shape, "{name} and {other_name}");
            for eyes in ['n', 'p', 'd'] {
                let apart = difference(as_seen(*colour, eyes), as_seen(*other, eyes));
                assert!(apart >= 12.0, "{name} and {other_name} ({eyes}): {apart:.1}");
            }
        }
    }
}

#[test]
fn every_font_and_icon_is_there() {
    let context = Context::default();
    install(&context);
    let output = context.run_ui(egui::RawInput::default(), |ui| {
        ui.fonts_mut(|view| {
            for family in [FontFamily::Proportional, FontFamily::Monospace, fonts::semibold()] {
                let font = FontId::new(12.0, family);
                assert!(view.has_glyphs(&font, "Wave 0.5 m · é ü → °"), "{font:?}");
            }
            let font = FontId::new(12.0, fonts::icons());
            let icons = canvas_style(&Palette::DARK).icons;
            for icon in [icons.eye, icons.pin, icons.error, icons.warning, icons.expand, icons.group, icons.search, icons.keyframe] {
                assert!(view.has_glyph(&font, icon), "{icon:?}");
            }
        });
        for style in [TextStyle::Body, TextStyle::Monospace, TextStyle::Heading, scale::strong_style(), scale::title_style()] {
            assert!(ui.style().text_styles.contains_key(&style), "{style:?}");
        }
    });
    output.drop_without_applying_deltas();
    assert!(context.style_of(Theme::Light).visuals.panel_fill != context.style_of(Theme::Dark).visuals.panel_fill);
}

#[test]
fn mixing_goes_from_one_colour_to_the_other() {
    let (one, other) = (Color32::from_rgb(10, 20, 30), Color32::from_rgb(110, 0, 30));
    assert_eq!(mix(one, other, 0.0), one);
    assert_eq!(mix(one, other, 2.0), other);
    assert_eq!(mix(one, other, 0.5), Color32::from_rgb(60, 10, 30));
}
