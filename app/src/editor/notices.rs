//! Short messages to the artist, in a corner for a while.

use egui::{Align2, Area, Context, Frame, Id, Label, Margin, Order, Stroke, Ui, vec2};
use lucide_icons::Icon;

use super::widgets;
use crate::theme::{self, fonts, scale};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Something went well, or is worth knowing.
    Info,
    /// Something was not done; nothing is lost.
    Warning,
    /// Something went wrong.
    Error,
}

/// Messages that are shown.
#[derive(Debug, Default)]
pub struct Notices {
    shown: Vec<Notice>,
    next: u64,
}

#[derive(Debug)]
struct Notice {
    id: u64,
    level: Level,
    text: String,
    /// When it goes; decided when it is first drawn. Errors stay until they are closed.
    until_s: Option<f64>,
}

/// Most messages at once; older ones go first.
const MOST: usize = 5;
/// Widest message, in points.
const WIDTH: f32 = 380.0;

impl Notices {
    /// Shows a message. One that is shown already starts anew.
    pub fn push(&mut self, level: Level, text: impl Into<String>) {
        let text = text.into();
        match level {
            Level::Info => log::info!("{text}"),
            Level::Warning => log::warn!("{text}"),
            Level::Error => log::error!("{text}"),
        }
        self.shown.retain(|notice| notice.text != text);
        self.shown.push(Notice { id: self.next, level, text, until_s: None });
        self.next += 1;
        if self.shown.len() > MOST {
            self.shown.remove(0);
        }
    }

    /// Texts of what is shown, oldest first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.shown.iter().map(|notice| notice.text.as_str())
    }

    /// Draws them in the lower right corner.
    pub fn show(&mut self, context: &Context) {
        let now_s = context.input(|input| input.time);
        for notice in &mut self.shown {
            let seconds = 3.0 + notice.text.chars().count() as f64 * 0.05;
            if notice.level != Level::Error {
                notice.until_s.get_or_insert(now_s + seconds);
            }
        }
        self.shown.retain(|notice| notice.until_s.is_none_or(|until_s| now_s < until_s));
        let next_s = self.shown.iter().filter_map(|notice| notice.until_s).reduce(f64::min);
        if let Some(next_s) = next_s {
            context.request_repaint_after_secs((next_s - now_s).max(0.0) as f32);
        }
        if self.shown.is_empty() {
            return;
        }
        let mut closed = None;
        Area::new(Id::unique("notices")).order(Order::Tooltip).anchor(Align2::RIGHT_BOTTOM, vec2(-12.0, -36.0)).show(context, |ui| {
            ui.spacing_mut().item_spacing.y = scale::SPACE_2;
            for notice in &self.shown {
                if show_notice(ui, notice) {
                    closed = Some(notice.id);
                }
            }
        });
        self.shown.retain(|notice| Some(notice.id) != closed);
    }
}

/// Draws a message; true where it is closed.
fn show_notice(ui: &mut Ui, notice: &Notice) -> bool {
    let palette = theme::palette(ui.ctx());
    let (icon, colour) = match notice.level {
        Level::Info => (Icon::Info, palette.accent),
        Level::Warning => (Icon::TriangleAlert, palette.warning),
        Level::Error => (Icon::CircleAlert, palette.error),
    };
    let frame = Frame::new()
        .fill(palette.raised)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(scale::ROUNDING_WINDOW)
        .inner_margin(Margin::same(10));
    frame
        .show(ui, |ui| {
            ui.set_max_width(WIDTH);
            ui.horizontal_top(|ui| {
                ui.label(fonts::icon(icon).color(colour));
                ui.add_sized([WIDTH - 72.0, 0.0], Label::new(&notice.text).wrap());
                widgets::icon_button(ui, Icon::X, "Close message").clicked()
            })
            .inner
        })
        .inner
}
