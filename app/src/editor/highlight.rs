//! WGSL in colours, for every place that shows or edits it.
//!
//! The colours follow the tokens of [`wavewright_shaders::tokens`], so that what is coloured is what the compiler reads. Any text can be
//! shown, however broken.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, Context, FontFamily, FontId};
use wavewright_shaders::{Token, TokenKind, tokens};

use crate::theme::{self, Palette, mix};

/// The colours of code in one theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeColours {
    /// `fn`, `let`, `if`.
    pub keyword: Color32,
    /// `f32`, `vec2f`.
    pub type_name: Color32,
    /// A name that is called.
    pub function: Color32,
    /// Other names.
    pub name: Color32,
    /// Literal numbers.
    pub number: Color32,
    /// `@group` and the like.
    pub attribute: Color32,
    /// Comments for the reader of the code.
    pub comment: Color32,
    /// Comments that describe what follows.
    pub doc_comment: Color32,
    /// Operators and brackets.
    pub punctuation: Color32,
    /// What has no place in WGSL.
    pub unknown: Color32,
}

impl CodeColours {
    /// The colours that go with `palette`. Each has a contrast of at least 4.5 to 1 on fields and on the canvas.
    #[must_use]
    pub const fn of(palette: &Palette) -> Self {
        let hues = if palette.is_dark { &DARK } else { &LIGHT };
        Self {
            keyword: hues[0],
            type_name: hues[1],
            function: hues[2],
            name: palette.text,
            number: hues[3],
            attribute: hues[4],
            comment: palette.text_dim,
            doc_comment: hues[5],
            punctuation: hues[6],
            unknown: palette.error,
        }
    }
}

/// Keywords, types, functions, numbers, attributes, doc comments, punctuation.
const DARK: [Color32; 7] = [
    Color32::from_rgb(0xc3, 0xa0, 0xf5),
    Color32::from_rgb(0x5c, 0xcd, 0xbc),
    Color32::from_rgb(0x86, 0xc4, 0xff),
    Color32::from_rgb(0xe8, 0xb9, 0x6e),
    Color32::from_rgb(0xe8, 0x98, 0xbe),
    Color32::from_rgb(0x9c, 0xbd, 0x8a),
    Color32::from_rgb(0xb4, 0xbd, 0xcb),
];
const LIGHT: [Color32; 7] = [
    Color32::from_rgb(0x72, 0x36, 0xb8),
    Color32::from_rgb(0x00, 0x67, 0x6b),
    Color32::from_rgb(0x00, 0x56, 0xa6),
    Color32::from_rgb(0x86, 0x4a, 0x00),
    Color32::from_rgb(0xa1, 0x29, 0x68),
    Color32::from_rgb(0x3c, 0x66, 0x2c),
    Color32::from_rgb(0x46, 0x50, 0x60),
];

/// `text` in the colours of `palette`, in the code font at `font_size` points. Nothing is wrapped.
#[must_use]
pub fn wgsl_layout(text: &str, palette: &Palette, font_size: f32) -> LayoutJob {
    let colours = CodeColours::of(palette);
    let font = FontId::new(font_size, FontFamily::Monospace);
    let mut job = LayoutJob::default();
    let tokens = tokens(text);
    let mut end = 0;
    for (place, token) in tokens.iter().enumerate() {
        let next = tokens.get(place + 1).map_or("", |next| next.text);
        // The blanks before a token have its colour, which nobody sees: sections of their own would double the number.
        let format = TextFormat::simple(font.clone(), colour_of(token, next, &colours));
        job.append(&text[end..token.end()], 0.0, format);
        end = token.end();
    }
    if end < text.len() {
        job.append(&text[end..], 0.0, TextFormat::simple(font, colours.name));
    }
    job
}

/// As [`wgsl_layout`] in the theme that `context` shows, remembered for as long as it is shown in every frame.
#[must_use]
pub fn wgsl_job(context: &Context, text: &str, font_size: f32) -> LayoutJob {
    #[derive(Default)]
    struct Highlighter;
    impl egui::cache::ComputerMut<(&str, bool, u32), LayoutJob> for Highlighter {
        fn compute(&mut self, (text, is_dark, size): (&str, bool, u32)) -> LayoutJob {
            let palette = if is_dark { Palette::DARK } else { Palette::LIGHT };
            wgsl_layout(text, &palette, f32::from_bits(size))
        }
    }
    type Cache = egui::cache::FrameCache<LayoutJob, Highlighter>;
    let is_dark = theme::palette(context).is_dark;
    context.memory_mut(|memory| memory.caches.cache::<Cache>().get((text, is_dark, font_size.to_bits())).clone())
}

/// The ground of a line that is wrong, below its text.
#[must_use]
pub fn error_ground(palette: &Palette) -> Color32 {
    mix(palette.field, palette.error, 0.13)
}

fn colour_of(token: &Token<'_>, next: &str, colours: &CodeColours) -> Color32 {
    match token.kind {
        TokenKind::Keyword => colours.keyword,
        TokenKind::Type => colours.type_name,
        TokenKind::Identifier if next == "(" => colours.function,
        TokenKind::Identifier => colours.name,
        TokenKind::Number => colours.number,
        TokenKind::Attribute => colours.attribute,
        TokenKind::Comment => colours.comment,
        TokenKind::DocComment | TokenKind::FileDocComment => colours.doc_comment,
        TokenKind::Punctuation => colours.punctuation,
        TokenKind::Unknown => colours.unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "/// Waves.\n@fragment fn höhe(a: f32) -> vec2f {\n\treturn sin(a) * 2.0; // done\n} $ ";

    fn colour_at(job: &LayoutJob, words: &str) -> Color32 {
        let start = job.text.find(words).unwrap();
        let section = job.sections.iter().find(|section| section.byte_range.start.0 <= start && start < section.byte_range.end.0);
        section.unwrap().format.color
    }

    #[test]
    fn every_kind_of_token_has_its_colour() {
        for palette in [Palette::DARK, Palette::LIGHT] {
            let colours = CodeColours::of(&palette);
            let job = wgsl_layout(TEXT, &palette, 12.0);
            for (words, colour) in [
                ("/// Waves", colours.doc_comment),
                ("fragment", colours.attribute),
                ("fn", colours.keyword),
                ("höhe", colours.function),
                ("a: f32", colours.name),
                ("f32", colours.type_name),
                ("->", colours.punctuation),
                ("sin", colours.function),
                ("2.0", colours.number),
                ("// done", colours.comment),
                ("$", colours.unknown),
            ] {
                assert_eq!(colour_at(&job, words), colour, "{words}");
            }
        }
    }

    #[test]
    fn the_whole_text_is_there_whatever_it_is() {
        for text in ["", " ", "\n\n", "/* never closed", "ä\u{1f600}\t\r\nfn", TEXT] {
            let job = wgsl_layout(text, &Palette::DARK, 12.0);
            assert_eq!(job.text, text);
            let mut end = 0;
            for section in &job.sections {
                assert_eq!(section.byte_range.start.0, end, "{text:?}");
                end = section.byte_range.end.0;
            }
            assert_eq!(end, text.len(), "{text:?}");
        }
    }
}
