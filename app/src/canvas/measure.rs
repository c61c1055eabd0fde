//! Widths of words, by adding up the widths of letters: exact enough to size a node, and cheap enough for thousands of them.

use egui::epaint::text::FontsView;
use egui::{FontFamily, FontId};

use super::style::{CanvasStyle, metrics};

/// Widths of the letters of one font; letters beyond ASCII are looked up each time.
#[derive(Clone, Debug, Default)]
struct Advances {
    ascii: Vec<f32>,
}

/// Letter widths of the three fonts, kept between frames.
#[derive(Clone, Debug, Default)]
pub(super) struct WidthCache {
    title: Advances,
    label: Advances,
    value: Advances,
    /// What the widths were measured for.
    families: Option<[FontFamily; 3]>,
}

/// Measures words.
pub(super) struct TextWidths<'a, 'fonts> {
    cache: &'a mut WidthCache,
    fonts: [FontId; 3],
    view: &'a mut FontsView<'fonts>,
}

impl<'a, 'fonts> TextWidths<'a, 'fonts> {
    pub fn new(cache: &'a mut WidthCache, view: &'a mut FontsView<'fonts>, style: &CanvasStyle) -> Self {
        let families = [style.title_family.clone(), style.text_family.clone(), style.value_family.clone()];
        if cache.families.as_ref() != Some(&families) {
            *cache = WidthCache { families: Some(families.clone()), ..WidthCache::default() };
        }
        let [title, label, value] = families;
        let fonts =
            [FontId::new(metrics::TITLE_TEXT, title), FontId::new(metrics::LABEL_TEXT, label), FontId::new(metrics::VALUE_TEXT, value)];
        Self { cache, fonts, view }
    }

    pub fn title(&mut self, text: &str) -> f32 {
        width(&mut self.cache.title, self.view, &self.fonts[0], text)
    }

    pub fn label(&mut self, text: &str) -> f32 {
        width(&mut self.cache.label, self.view, &self.fonts[1], text)
    }

    pub fn value(&mut self, text: &str) -> f32 {
        width(&mut self.cache.value, self.view, &self.fonts[2], text)
    }
}

fn width(advances: &mut Advances, view: &mut FontsView<'_>, font: &FontId, text: &str) -> f32 {
    if advances.ascii.is_empty() {
        advances.ascii = (0_u8..128).map(|byte| view.glyph_width(font, char::from(byte))).collect();
    }
    text.chars()
        .map(|letter| match advances.ascii.get(letter as usize) {
            Some(advance) => *advance,
            None => view.glyph_width(font, letter),
        })
        .sum()
}
