//! What the selected node is: its title, its state, what is wrong with it.

use egui::containers::menu::MenuButton;
use egui::{Align, Align2, Button, Frame, Id, Layout, Margin, RichText, Role, Stroke, TextEdit, TextStyle, Ui, WidgetInfo, vec2};
use lucide_icons::Icon;
use wavewright_core::graph::edit::{Gesture, NodeFlag, in_group};
use wavewright_core::graph::groups::group_of;
use wavewright_core::graph::{Edit, Node};
use wavewright_core::node::PortType;
use wavewright_core::{Diagnostic, Severity};

use super::facts::NodeFacts;
use super::{FIELD, GAP, cost, layout};
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::graph::{colour, colour_text, title};
use crate::editor::widgets::{icon_button, icon_toggle};
use crate::theme::{self, fonts, mix, scale};

/// Width below which the buttons have a row of their own, in points.
const NARROW: f32 = 250.0;

/// Most titles that are told of several nodes.
const MOST_TITLES: usize = 6;

/// Draws the header of a node.
pub fn show(ui: &mut Ui, editor: &mut EditorContext<'_>, group: Option<&str>, node: &NodeFacts) {
    let graph = editor.session.document().graph_in(group);
    let Some(held) = graph.and_then(|graph| graph.nodes.get(&node.id)).cloned() else { return };
    let palette = editor.palette;
    let own = held.colour.as_deref().and_then(colour);
    let category = node.spec.as_ref().map_or(palette.faint, |spec| theme::category_colour(&palette, &spec.category));
    let is_narrow = ui.available_width() < NARROW;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let (_, mark) = ui.allocate_space(vec2(4.0, FIELD));
        ui.painter().rect_filled(mark.shrink2(vec2(0.5, 2.0)), 2, own.unwrap_or(category));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !is_narrow {
                buttons(ui, editor, group, &[node], Some(&held));
            }
            title_field(ui, editor, group, node, &held);
        });
    });
    if is_narrow {
        ui.horizontal(|ui| buttons(ui, editor, group, &[node], Some(&held)));
    }
    let kind = match (&node.spec, group_of(&held.kind)) {
        (Some(spec), _) if held.title.is_some() => format!("{} \u{b7} {}", spec.category, spec.title),
        (Some(spec), _) => spec.category.clone(),
        (None, Some(name)) => format!("Group \u{b7} {name}"),
        (None, None) => "Unknown".to_owned(),
    };
    ui.label(RichText::new(kind).size(scale::TEXT_SMALL).color(mix(palette.text_dim, category, 0.5)));
    if let Some(spec) = &node.spec {
        ui.label(layout::prose(ui, &spec.summary, palette.text_dim));
    } else if group_of(&held.kind).is_some() {
        ui.label(RichText::new("Double-click it on the canvas to see what is inside.").color(palette.text_dim));
    }
    if held.muted {
        notice(ui, palette.text_dim, Icon::Ban, "Muted: its first fitting input goes through.", "");
    }
    problems(ui, editor, group, node);
}

fn title_field(ui: &mut Ui, editor: &mut EditorContext<'_>, group: Option<&str>, node: &NodeFacts, held: &Node) {
    let own = title(&Node { title: None, ..held.clone() }, node.spec.as_deref());
    let mut text = title(held, node.spec.as_deref());
    let id = Id::unique(("inspector title", group, &node.id));
    let has_focus = ui.memory(|memory| memory.has_focus(id));
    let ground = if has_focus { editor.palette.field } else { egui::Color32::TRANSPARENT };
    // A title that was cleared stays empty while it is typed; the kind's own shows as a hint.
    if has_focus && held.title.is_none() && ui.data(|data| data.get_temp::<bool>(id)).unwrap_or_default() {
        text.clear();
    }
    let width = ui.available_width();
    let field = TextEdit::singleline(&mut text)
        .id(id)
        .hint_text(own.as_str())
        .font(scale::title_style())
        .margin(Margin::symmetric(4, 2))
        .background_color(ground)
        .desired_width(width)
        .min_size(vec2(width, FIELD))
        .align(Align2::LEFT_CENTER);
    let response = ui.add(field).on_hover_text("Click to rename").accessible_name("Title");
    if response.changed() {
        let text = text.trim_start();
        let title = Some(text.to_owned()).filter(|text| !text.trim().is_empty() && *text != own);
        ui.data_mut(|data| data.insert_temp(id, text.is_empty()));
        let edit = in_group(group, Edit::SetTitle { node: node.id.clone(), title });
        editor.push(EditorCommand::EditIn(Gesture(id.value()), "Rename".to_owned(), edit));
    }
    if response.lost_focus() {
        ui.data_mut(|data| data.remove::<bool>(id));
        editor.push(EditorCommand::EndGesture);
    }
}

/// Buttons for what is on or off about nodes, from right to left.
fn buttons(ui: &mut Ui, editor: &mut EditorContext<'_>, group: Option<&str>, nodes: &[&NodeFacts], held: Option<&Node>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    if let (Some(held), [_]) = (held, nodes)
        && nodes[0].spec.is_some()
        && icon_button(ui, Icon::BookOpen, "Open the manual of this node").clicked()
    {
        editor.push(EditorCommand::ShowManual(held.kind.clone()));
    }
    colours(ui, editor, group, nodes);
    let graph = editor.session.document().graph_in(group);
    let all = |is: fn(&Node) -> bool| graph.is_some_and(|graph| nodes.iter().all(|node| graph.nodes.get(&node.id).is_some_and(is)));
    let (shows_picture, is_muted) = (all(|node| node.thumbnail), all(|node| node.muted));
    let mut set = |flag, on: bool, name: &str| {
        let nodes = nodes.iter().map(|node| (node.id.clone(), on)).collect();
        editor.push(EditorCommand::Edit(name.to_owned(), in_group(group, Edit::SetFlag { flag, nodes })));
    };
    if icon_toggle(ui, shows_picture, Icon::Image, "Show a thumbnail on the node").clicked() {
        set(NodeFlag::Thumbnail, !shows_picture, if shows_picture { "Hide thumbnail" } else { "Show thumbnail" });
    }
    if icon_toggle(ui, is_muted, Icon::Ban, "Mute").clicked() {
        set(NodeFlag::Muted, !is_muted, if is_muted { "Unmute" } else { "Mute" });
    }
}

fn colours(ui: &mut Ui, editor: &mut EditorContext<'_>, group: Option<&str>, nodes: &[&NodeFacts]) {
    let button = Button::new(fonts::icon(Icon::Palette)).frame_when_inactive(false);
    let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
        let mut chosen = None;
        for (name, swatch) in theme::canvas_style(&editor.palette).swatches {
            if ui.add(Button::new((fonts::icon(Icon::Circle).color(swatch), name))).accessible_name(name).clicked() {
                chosen = Some(Some(colour_text(swatch)));
            }
        }
        ui.separator();
        if ui.button("Colour of its category").clicked() {
            chosen = Some(None);
        }
        if let Some(colour) = chosen {
            let nodes = nodes.iter().map(|node| (node.id.clone(), colour.clone())).collect();
            editor.push(EditorCommand::Edit("Set colour".to_owned(), in_group(group, Edit::SetColour { nodes })));
        }
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Colour of the node"));
    response.on_hover_text("Colour of the node");
}

fn problems(ui: &mut Ui, editor: &EditorContext<'_>, group: Option<&str>, node: &NodeFacts) {
    let name = group.map_or_else(|| node.id.clone(), |group| format!("{group}/{}", node.id));
    let palette = editor.palette;
    for problem in editor.session.problems().of_node(&name) {
        // The field of a text tells what is wrong at its line.
        let input = problem.port.as_ref().and_then(|port| node.spec.as_ref()?.input(port));
        if problem.place.is_some() && input.is_some_and(|input| input.port_type == PortType::Text) {
            continue;
        }
        let (colour, icon) = match problem.severity {
            Severity::Error => (palette.error, Icon::CircleAlert),
            Severity::Warning => (palette.warning, Icon::TriangleAlert),
            Severity::Note => (palette.text_dim, Icon::Info),
        };
        notice(ui, colour, icon, &words(problem), &problem.help);
    }
}

fn words(problem: &Diagnostic) -> String {
    let line = problem.place.as_ref().map(|place| format!("line {}: ", place.line)).unwrap_or_default();
    match &problem.port {
        Some(port) => format!("{}: {line}{}", port.replace('_', " "), problem.message),
        None => format!("{line}{}", problem.message),
    }
}

/// A message in a box: what is the matter, and what to do.
pub fn notice(ui: &mut Ui, colour: egui::Color32, icon: Icon, words: &str, help: &str) {
    let palette = theme::palette(ui.ctx());
    ui.add_space(2.0);
    let frame = Frame::new()
        .fill(mix(palette.panel, colour, 0.1))
        .stroke(Stroke::new(1.0, mix(palette.panel, colour, 0.4)))
        .corner_radius(scale::ROUNDING)
        .inner_margin(Margin::symmetric(8, 5));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.label(fonts::icon(icon).color(colour));
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                ui.label(RichText::new(words).color(palette.text));
                if !help.is_empty() {
                    ui.label(RichText::new(help).color(palette.text_dim));
                }
            });
        });
    });
}

/// Draws the header of several nodes.
pub fn several(ui: &mut Ui, editor: &mut EditorContext<'_>, group: Option<&str>, nodes: &[NodeFacts]) {
    let all: Vec<&NodeFacts> = nodes.iter().collect();
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("{} nodes", nodes.len())).text_style(scale::title_style()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| buttons(ui, editor, group, &all, None));
    });
    let graph = editor.session.document().graph_in(group);
    let mut counts: Vec<(String, usize)> = Vec::new();
    for node in nodes {
        let Some(title) = graph.and_then(|graph| Some(title(graph.nodes.get(&node.id)?, node.spec.as_deref()))) else { continue };
        match counts.iter_mut().find(|(known, _)| *known == title) {
            Some((_, count)) => *count += 1,
            None => counts.push((title, 1)),
        }
    }
    let more = counts.len().saturating_sub(MOST_TITLES);
    let word = |(title, count): &(String, usize)| if *count == 1 { title.clone() } else { format!("{count} \u{d7} {title}") };
    let mut titles: Vec<String> = counts.iter().take(MOST_TITLES).map(word).collect();
    if more > 0 {
        titles.push(format!("{more} more"));
    }
    ui.label(RichText::new(titles.join(", ")).color(editor.palette.text_dim));
}

/// What else is known of a node.
pub fn about(ui: &mut Ui, editor: &EditorContext<'_>, group: Option<&str>, node: &NodeFacts) {
    let palette = editor.palette;
    if let Some(spec) = &node.spec {
        ui.label(layout::prose(ui, &spec.description, palette.text_dim));
        ui.add_space(GAP);
    }
    let fact = |ui: &mut Ui, name: &str, value: &str| {
        layout::line(ui, name, "", |ui, _| {
            ui.add(egui::Label::new(RichText::new(value).text_style(TextStyle::Monospace).color(palette.text)).truncate());
        });
    };
    fact(ui, "id", &node.id);
    if let Some(spec) = &node.spec {
        fact(ui, "kind", &spec.kind);
    }
    let name = group.map_or_else(|| node.id.clone(), |group| format!("{group}/{}", node.id));
    let cost = editor.session.stage().effect().and_then(|effect| cost::of(&effect.manifest, &name));
    match cost {
        Some(cost) => {
            fact(ui, "cost", &cost.words());
            if cost.shared_with > 0 {
                let words = format!("in passes that it shares with {} others", cost.shared_with);
                ui.label(RichText::new(words).size(scale::TEXT_SMALL).color(palette.text_dim));
            }
        }
        None => fact(ui, "cost", "none: nothing that is shown needs it"),
    }
    if let Some(source) = node.spec.as_ref().and_then(|spec| spec.source.as_ref()) {
        ui.label(RichText::new(format!("After {source}")).color(palette.text_dim));
    }
}
