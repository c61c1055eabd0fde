//! Laid-out words, kept between frames.
//!
//! egui keeps them too, but finding one there costs hashing its whole description; the canvas draws thousands a frame.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

use egui::epaint::text::{LayoutJob, TextWrapping};
use egui::{Color32, Context, FontFamily, FontId, Galley};

use super::style::CanvasStyle;

/// Which of the canvas's fonts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    Label,
    Title,
    Value,
    Icon,
}

#[derive(Clone, Debug)]
struct Kept {
    galley: Arc<Galley>,
    last_used: u64,
}

/// Laid-out words, kept between frames.
#[derive(Clone, Debug, Default)]
pub(super) struct TextCache {
    kept: HashMap<u64, Kept, RandomState>,
    /// Laid out anew by egui every frame: when it is another one, egui has dropped all it had laid out (other fonts, another
    /// scale of the screen, a full glyph atlas), and what is kept here is void too.
    sentinel: Option<Arc<Galley>>,
    families: Option<[FontFamily; 4]>,
    frame: u64,
}

impl TextCache {
    /// Call once a frame, before any words.
    pub fn begin_frame(&mut self, context: &Context, style: &CanvasStyle) {
        self.frame += 1;
        let families = [&style.text_family, &style.title_family, &style.value_family, &style.icon_family].map(Clone::clone);
        let job = LayoutJob::simple_singleline("Wave".to_owned(), FontId::new(12.0, families[0].clone()), Color32::PLACEHOLDER);
        let sentinel = context.fonts_mut(|fonts| fonts.layout_job(job));
        let is_same = self.sentinel.as_ref().is_some_and(|before| Arc::ptr_eq(before, &sentinel));
        if !is_same || self.families.as_ref() != Some(&families) {
            self.kept.clear();
        }
        self.sentinel = Some(sentinel);
        self.families = Some(families);
    }

    /// Call once a frame, after all words: forgets what was not used for a while.
    pub fn end_frame(&mut self) {
        const PATIENCE: u64 = 120;
        if self.frame.is_multiple_of(PATIENCE) {
            let oldest = self.frame.saturating_sub(PATIENCE);
            self.kept.retain(|_, kept| kept.last_used >= oldest);
        }
    }

    /// `text` on one line, cut off with an ellipsis at `max_width` points.
    pub fn galley(&mut self, context: &Context, text: &str, face: Face, size: f32, max_width: f32) -> Arc<Galley> {
        self.wrapped(context, text, face, size, max_width, 1)
    }

    /// `text` on at most `max_rows` lines of at most `max_width` points, cut off with an ellipsis.
    pub fn wrapped(&mut self, context: &Context, text: &str, face: Face, size: f32, max_width: f32, max_rows: usize) -> Arc<Galley> {
        // Sizes and widths go in steps, so that zooming reuses words and glyphs.
        let size = (size * 4.0).round().max(1.0) / 4.0;
        let max_width = if max_width.is_finite() { max_width.round().max(1.0) } else { f32::INFINITY };
        let mut hasher = self.kept.hasher().build_hasher();
        hasher.write(text.as_bytes());
        hasher.write_u64(u64::from(size.to_bits()) << 32 | u64::from(max_width.to_bits()));
        hasher.write_u8(face as u8);
        hasher.write_usize(max_rows);
        let key = hasher.finish();
        if let Some(kept) = self.kept.get_mut(&key) {
            kept.last_used = self.frame;
            return kept.galley.clone();
        }
        let family = self.families.as_ref().map_or(FontFamily::Proportional, |families| families[face as usize].clone());
        let mut job = LayoutJob::simple_singleline(text.to_owned(), FontId::new(size, family), Color32::PLACEHOLDER);
        if max_rows > 1 {
            job.break_on_newline = true;
            job.wrap = TextWrapping { max_rows, ..TextWrapping::wrap_at_width(max_width) };
        } else if max_width.is_finite() {
            job.wrap = TextWrapping::truncate_at_width(max_width);
        }
        let galley = context.fonts_mut(|fonts| fonts.layout_job(job));
        self.kept.insert(key, Kept { galley: galley.clone(), last_used: self.frame });
        galley
    }
}
