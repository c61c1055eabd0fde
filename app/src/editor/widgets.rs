//! Small widgets that several panels use.

use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Align, Button, FontId, Response, Role, TextStyle, Ui, WidgetInfo, WidgetText};
use lucide_icons::Icon;

pub use crate::theme::fonts::icon;

use crate::theme::fonts;

/// A button with nothing but an icon; `words` are its tooltip and its name for screen readers.
pub fn icon_button(ui: &mut Ui, shown: Icon, words: &str) -> Response {
    named(ui.add(Button::new(icon(shown)).frame_when_inactive(false)), words)
}

/// A button with an icon that stays pressed while `is_on`.
pub fn icon_toggle(ui: &mut Ui, is_on: bool, shown: Icon, words: &str) -> Response {
    let response = ui.add(Button::selectable(is_on, icon(shown))).on_hover_text(words);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, words));
    response
}

/// An icon with words behind it.
#[must_use]
pub fn icon_and_words(ui: &Ui, shown: Icon, words: &str) -> WidgetText {
    let size = TextStyle::Body.resolve(ui.style()).size;
    let colour = ui.visuals().text_color();
    let mut job = LayoutJob::default();
    let format = |font| TextFormat { font_id: font, color: colour, valign: Align::Center, ..TextFormat::default() };
    job.append(icon(shown).text(), 0.0, format(FontId::new(size, fonts::icons())));
    job.append(words, 6.0, format(TextStyle::Body.resolve(ui.style())));
    job.into()
}

fn named(response: Response, words: &str) -> Response {
    let response = response.on_hover_text(words);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
    response
}
