//! egui's own widgets in our colours and sizes.

use egui::style::{Selection, TextCursorStyle, WidgetVisuals, Widgets};
use egui::{Color32, CornerRadius, Margin, Shadow, Stroke, Style, TextStyle, Vec2, Visuals};

use super::{Palette, scale};

/// The egui style of `palette`.
#[must_use]
pub fn egui_style(palette: &Palette) -> Style {
    let mut style = Style {
        text_styles: scale::text_styles(),
        drag_value_text_style: TextStyle::Monospace,
        visuals: visuals(palette),
        animation_time: 0.1,
        ..Style::default()
    };

    let spacing = &mut style.spacing;
    spacing.item_spacing = Vec2::new(scale::SPACE_2, scale::SPACE_1);
    spacing.button_padding = Vec2::new(scale::SPACE_2, 3.0);
    spacing.menu_margin = Margin::same(6);
    spacing.window_margin = Margin::same(12);
    spacing.interact_size = Vec2::new(28.0, 24.0);
    spacing.indent = scale::SPACE_4;
    spacing.icon_spacing = 6.0;
    spacing.tooltip_width = 360.0;
    spacing.scroll.floating = true;
    spacing.scroll.bar_width = 8.0;

    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    style
}

fn visuals(palette: &Palette) -> Visuals {
    let base = if palette.is_dark { Visuals::dark() } else { Visuals::light() };
    let shadow = |offset: i8, blur: u8| Shadow { offset: [0, offset], blur, spread: 0, color: palette.shadow };
    Visuals {
        widgets: widgets(palette),
        weak_text_color: Some(palette.text_dim),
        selection: Selection { bg_fill: palette.accent_fill, stroke: Stroke::new(1.0, palette.accent) },
        hyperlink_color: palette.accent,
        faint_bg_color: palette.raised,
        extreme_bg_color: palette.field,
        text_edit_bg_color: Some(palette.field),
        code_bg_color: palette.field,
        warn_fg_color: palette.warning,
        error_fg_color: palette.error,
        window_corner_radius: CornerRadius::same(scale::ROUNDING_WINDOW),
        window_shadow: shadow(8, 24),
        window_fill: palette.raised,
        window_stroke: Stroke::new(1.0, palette.line),
        window_highlight_topmost: false,
        menu_corner_radius: CornerRadius::same(scale::ROUNDING_WINDOW),
        panel_fill: palette.panel,
        popup_shadow: shadow(6, 16),
        text_cursor: TextCursorStyle { stroke: Stroke::new(1.5, palette.accent), ..TextCursorStyle::default() },
        indent_has_left_vline: false,
        slider_trailing_fill: true,
        ..base
    }
}

fn widgets(palette: &Palette) -> Widgets {
    let widget = |fill: Color32, outline: Stroke, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: outline,
        corner_radius: CornerRadius::same(scale::ROUNDING),
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    let outline = Stroke::new(1.0, palette.line);
    Widgets {
        noninteractive: widget(palette.panel, outline, palette.text),
        inactive: widget(palette.raised, Stroke::NONE, palette.text),
        hovered: widget(palette.raised_hovered, outline, palette.text),
        active: widget(palette.raised_hovered, Stroke::new(1.0, palette.accent), palette.text),
        open: widget(palette.raised_hovered, outline, palette.text),
    }
}
