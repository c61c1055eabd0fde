//! The bar above the picture: what is shown and how; and the figures below it.

use egui::{Align, Button, DragValue, Frame, Label, Layout, Margin, Rect, RichText, Sense, Ui, Vec2, vec2};
use lucide_icons::Icon;
use wavewright_core::compile::{Parameter, WIRE_WIDTH, is_mesh_of_look};
use wavewright_core::graph::PortRef;
use wavewright_core::node::{Literal, ValueType};

use super::choices::Choices;
use super::flat::FlatView;
use super::solid::SolidView;
use super::{Scene, can_be_solid};
use crate::canvas::format_number;
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::reading::Latest;
use crate::editor::session::set_at;
use crate::editor::view::{Channels, ColourMap, HISTOGRAM_BINS, Style};
use crate::editor::widgets;
use crate::theme::scale;

/// Draws the bar.
pub fn show(
    ui: &mut Ui,
    editor: &mut EditorContext<'_>,
    scene: &Scene<'_>,
    choices: &mut Choices,
    flat: &mut FlatView,
    solid: &mut SolidView,
) {
    let frame = Frame::new().inner_margin(Margin::symmetric(scale::SPACE_2 as i8, 3));
    frame.show(ui, |ui| {
        ui.horizontal(|ui| {
            show_pin(ui, editor, scene);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if widgets::icon_button(ui, Icon::Maximize, "Show all of it").clicked() {
                    flat.fit();
                    solid.fit();
                }
                show_edges(ui, editor, scene);
                if can_be_solid(scene.output) {
                    let is_solid = choices.solid;
                    if widgets::icon_toggle(ui, is_solid, Icon::Box, "As a surface").clicked() {
                        choices.solid = !is_solid;
                    }
                }
                if choices.solid && can_be_solid(scene.output) {
                    show_solid_choices(ui, choices);
                } else {
                    show_flat_choices(ui, scene, choices);
                }
                // What room is left is the name's.
                let name = if scene.output.title.is_empty() { &scene.output.name } else { &scene.output.title };
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(RichText::new(name).color(editor.palette.text_dim)).truncate());
                });
            });
        });
    });
}

fn show_pin(ui: &mut Ui, editor: &mut EditorContext<'_>, scene: &Scene<'_>) {
    let port = PortRef::try_from(scene.output.name.clone()).ok();
    let is_pinned = port.is_some() && editor.session.looks().pinned == port;
    let (icon, words) = if is_pinned { (Icon::PinOff, "Take the pin out") } else { (Icon::Pin, "Pin: show this whatever is selected") };
    if widgets::icon_toggle(ui, is_pinned, icon, words).clicked()
        && let Some(port) = port
    {
        editor.push(EditorCommand::TogglePin(port));
    }
}

/// The switch that draws the edges of a mesh's triangles, where a mesh is looked at.
fn show_edges(ui: &mut Ui, editor: &mut EditorContext<'_>, scene: &Scene<'_>) {
    let (document, specs) = (editor.session.document(), editor.session.catalog().as_ref());
    let is_mesh = PortRef::try_from(scene.output.name.clone()).is_ok_and(|port| set_at(document, specs, &port) == Some(ValueType::Mesh));
    // Trails are drawn as bands, which have no triangles to speak of.
    let has_edges = |parameter: &Parameter| parameter.input == WIRE_WIDTH && is_mesh_of_look(document, &parameter.node);
    if !is_mesh || !scene.effect.manifest.parameters.iter().any(has_edges) {
        return;
    }
    let is_on = matches!(editor.session.looks().camera.get(WIRE_WIDTH), Some(Literal::Number(width)) if *width > 0.0);
    if widgets::icon_toggle(ui, is_on, Icon::Pyramid, "Edges of its triangles").clicked() {
        let width_px = if is_on { 0.0 } else { 1.5 };
        editor.push(EditorCommand::SteerLook(vec![(WIRE_WIDTH.to_owned(), Literal::Number(width_px))]));
    }
}

fn show_flat_choices(ui: &mut Ui, scene: &Scene<'_>, choices: &mut Choices) {
    let tiled = choices.tiled;
    if widgets::icon_toggle(ui, tiled, Icon::Grid2x2, "Repeat beyond the edges").clicked() {
        choices.tiled = !tiled;
    }
    let histogram = choices.histogram;
    if choices.is_mapped() {
        show_map_menu(ui, choices);
        if widgets::icon_toggle(ui, histogram, Icon::ChartColumn, "Histogram").clicked() {
            choices.histogram = !histogram;
        }
    } else {
        let exposure = DragValue::new(&mut choices.exposure_stops).speed(0.02).range(-16.0..=16.0).fixed_decimals(1).prefix("EV ");
        ui.add(exposure).on_hover_text("Exposure in powers of two");
    }
    let current = channels_title(choices.channels);
    ui.menu_button(current, |ui| {
        for channels in possible_channels(scene.output.value_type) {
            if ui.add(Button::selectable(choices.channels == channels, channels_title(channels))).clicked() {
                choices.channels = channels;
                ui.close();
            }
        }
    });
}

fn show_map_menu(ui: &mut Ui, choices: &mut Choices) {
    let current = choices.map.map_or("Map", ColourMap::title);
    ui.menu_button(current, |ui| {
        if ui.add(Button::selectable(choices.map.is_none(), "By sign")).clicked() {
            choices.map = None;
        }
        for map in ColourMap::ALL {
            if ui.add(Button::selectable(choices.map == Some(map), map.title())).clicked() {
                choices.map = Some(map);
            }
        }
        ui.separator();
        let mut is_automatic = choices.range.is_none();
        if ui.checkbox(&mut is_automatic, "Range from the picture").changed() {
            choices.range = if is_automatic { None } else { Some((0.0, 1.0)) };
        }
        if let Some((low, high)) = &mut choices.range {
            ui.horizontal(|ui| {
                ui.add(DragValue::new(low).speed(0.01).prefix("from "));
                ui.add(DragValue::new(high).speed(0.01).prefix("to "));
            });
        }
    });
}

fn show_solid_choices(ui: &mut Ui, choices: &mut Choices) {
    let is_clay = choices.style == Style::Clay;
    let (icon, words) = if is_clay { (Icon::Droplet, "As water") } else { (Icon::Cuboid, "As clay") };
    if widgets::icon_button(ui, icon, words).clicked() {
        choices.style = if is_clay { Style::Water } else { Style::Clay };
    }
    let height = DragValue::new(&mut choices.height_factor).speed(0.02).range(0.0..=100.0).prefix("height \u{d7}");
    ui.add(height).on_hover_text("Factor on heights, for looking only");
}

fn possible_channels(value_type: ValueType) -> Vec<Channels> {
    match value_type {
        ValueType::Vec2 => vec![Channels::Direction, Channels::Length, Channels::One(0), Channels::One(1)],
        ValueType::Vec3 => vec![Channels::Colour, Channels::Length, Channels::One(0), Channels::One(1), Channels::One(2)],
        ValueType::Colour => {
            let one = (0..4).map(Channels::One);
            [Channels::Colour, Channels::Opaque].into_iter().chain(one).collect()
        }
        _ => vec![Channels::One(0)],
    }
}

const fn channels_title(channels: Channels) -> &'static str {
    match channels {
        Channels::Colour => "RGB",
        Channels::Opaque => "RGB, opaque",
        Channels::Length => "Length",
        Channels::Direction => "Direction",
        Channels::One(0) => "x / R",
        Channels::One(1) => "y / G",
        Channels::One(2) => "z / B",
        Channels::One(_) => "A",
    }
}

/// Figures of what is shown: least and most, numbers that are none, cells, and a small histogram.
pub fn show_figures(ui: &mut Ui, editor: &EditorContext<'_>, scene: &Scene<'_>, latest: Option<&Latest>) {
    let [width, height] = scene.cells;
    ui.label(RichText::new(format!("{width} \u{d7} {height}")).color(editor.palette.text_dim));
    let Some(latest) = latest else { return };
    if latest.statistics.faults > 0 {
        let words = format!("{} not numbers", latest.statistics.faults);
        ui.label(RichText::new(words).color(editor.palette.error));
    }
    let (least, most) = latest.statistics.range();
    let words = format!("{} \u{2026} {}", format_number(f64::from(least), false), format_number(f64::from(most), false));
    ui.label(RichText::new(words).monospace().color(editor.palette.text_dim)).on_hover_ui(|ui| show_histogram(ui, editor, latest));
}

fn show_histogram(ui: &mut Ui, editor: &EditorContext<'_>, latest: &Latest) {
    for channel in &latest.statistics.channels {
        let size = vec2(HISTOGRAM_BINS as f32 * 3.0, 40.0);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let highest = channel.histogram.iter().copied().max().unwrap_or(1).max(1) as f32;
        for (place, count) in channel.histogram.iter().enumerate() {
            // A root, so that few beside many can still be seen.
            let height = (*count as f32 / highest).sqrt() * size.y;
            let left_bottom = rect.left_bottom() + vec2(place as f32 * 3.0, 0.0);
            let bar = Rect::from_min_size(left_bottom - vec2(0.0, height), Vec2::new(2.0, height));
            ui.painter().rect_filled(bar, 0.0, editor.palette.accent);
        }
        let mean = format_number(channel.mean, false);
        let (least, most) = (format_number(f64::from(channel.least), false), format_number(f64::from(channel.most), false));
        ui.label(format!("{least} \u{2026} {most}, mean {mean}"));
    }
}
