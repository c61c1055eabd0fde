//! Small widgets that several panels use.

use egui::{Button, Response, Role, Ui, WidgetInfo};
use lucide_icons::Icon;

use crate::theme::fonts;

/// A button with nothing but an icon; `words` are its tooltip and its name for screen readers.
pub fn icon_button(ui: &mut Ui, shown: Icon, words: &str) -> Response {
    named(ui.add(Button::new(fonts::icon(shown)).frame_when_inactive(false)), words)
}

/// A button with an icon that stays pressed while `is_on`.
pub fn icon_toggle(ui: &mut Ui, is_on: bool, shown: Icon, words: &str) -> Response {
    let response = ui.add(Button::selectable(is_on, fonts::icon(shown))).on_hover_text(words);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, words));
    response
}

fn named(response: Response, words: &str) -> Response {
    let response = response.on_hover_text(words);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, words));
    response
}
