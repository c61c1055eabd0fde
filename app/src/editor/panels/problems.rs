//! Problems: everything that is wrong, each a click away from its node.

use egui::{
    Align, Button, Color32, CornerRadius, FontId, Frame, Label, Layout, Margin, Response, RichText, Role, ScrollArea, Sense, Shape, Ui,
    UiBuilder, WidgetInfo,
};
use lucide_icons::Icon;
use wavewright_core::node::SpecSource;
use wavewright_core::{Diagnostic, Severity};

use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::graph::title;
use crate::editor::session::Session;
use crate::editor::widgets;
use crate::theme::{Palette, fonts, scale};

/// Severities, worst first.
const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

/// The panel of problems.
#[derive(Default)]
pub struct ProblemsPanel {
    /// Set by [`EditorCommand::ShowProblem`]: the node whose problems to bring into view.
    pub wanted_node: Option<String>,
    /// Severities that are not shown, by their place in [`SEVERITIES`].
    hidden: [bool; 3],
    /// The problem that was clicked last.
    chosen: Option<String>,
}

impl ProblemsPanel {
    /// Draws the list.
    pub fn show(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>) {
        let session = editor.session;
        let all = session.problems().all();
        if all.is_empty() {
            self.wanted_node = None;
            return widgets::empty_state(
                ui,
                Icon::CircleCheck,
                "All is well",
                "Problems of the graph, of its files and of running it appear here.",
            );
        }
        self.show_bar(ui, editor, all);
        let wanted = self.wanted_node.take();
        if wanted.is_some() {
            self.hidden = [false; 3];
        }
        ScrollArea::vertical().id_salt("problems").auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            let mut is_found = false;
            for (place, problem) in all.iter().enumerate().filter(|(_, problem)| !self.hidden[place_of(problem.severity)]) {
                let key = problem.to_string();
                let is_wanted = wanted.is_some() && problem.node == wanted;
                if is_wanted && !is_found {
                    self.chosen = Some(key.clone());
                }
                let is_chosen = self.chosen.as_ref() == Some(&key);
                let response = ui.push_id(place, |ui| show_problem(ui, editor, problem, is_chosen)).inner;
                if is_wanted && !is_found {
                    is_found = true;
                    response.scroll_to_me(Some(Align::Center));
                }
                if response.clicked() {
                    self.chosen = Some(key);
                    if let Some(node) = &problem.node {
                        editor.push(EditorCommand::Reveal(node.clone()));
                    }
                }
            }
        });
    }

    /// Which severities are shown, and copying.
    fn show_bar(&mut self, ui: &mut Ui, editor: &mut EditorContext<'_>, all: &[Diagnostic]) {
        ui.horizontal(|ui| {
            for (place, severity) in SEVERITIES.into_iter().enumerate() {
                let count = all.iter().filter(|problem| problem.severity == severity).count();
                if count == 0 {
                    continue;
                }
                let (icon, colour, one, many) = look(&editor.palette, severity);
                let is_shown = !self.hidden[place];
                let words = format!("{count} {}", if count == 1 { one } else { many });
                let icon = fonts::icon(icon).color(if is_shown { colour } else { editor.palette.text_dim });
                let response = ui.add(Button::selectable(is_shown, (icon, words.clone())));
                response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, format!("Show {words}")));
                if response.on_hover_text("Click to show or hide these").clicked() {
                    self.hidden[place] = is_shown;
                }
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if widgets::icon_button(ui, Icon::Copy, "Copy all problems as text").clicked() {
                    let lines: Vec<String> = all.iter().map(ToString::to_string).collect();
                    editor.push(EditorCommand::CopyText(lines.join("\n")));
                }
            });
        });
        ui.add_space(scale::SPACE_1);
    }
}

/// The title of the node that a problem names, which may be inside of a group.
#[must_use]
pub fn node_title(session: &Session, id: &str) -> String {
    let (group, inner) = id.rsplit_once('/').map_or((None, id), |(group, inner)| (Some(group), inner));
    let node = session.document().graph_in(group).and_then(|graph| graph.nodes.get(inner));
    match (node, group) {
        (Some(node), None) => title(node, session.catalog().spec_for(node).ok().as_deref()),
        (Some(node), Some(group)) => format!("{group} \u{203a} {}", title(node, session.catalog().spec_for(node).ok().as_deref())),
        (None, _) => id.to_owned(),
    }
}

fn place_of(severity: Severity) -> usize {
    SEVERITIES.iter().position(|other| *other == severity).unwrap_or_default()
}

/// Icon, colour, and the word for one and for many.
fn look(palette: &Palette, severity: Severity) -> (Icon, Color32, &'static str, &'static str) {
    match severity {
        Severity::Error => (Icon::CircleAlert, palette.error, "error", "errors"),
        Severity::Warning => (Icon::TriangleAlert, palette.warning, "warning", "warnings"),
        Severity::Note => (Icon::Info, palette.accent, "note", "notes"),
    }
}

fn show_problem(ui: &mut Ui, editor: &EditorContext<'_>, problem: &Diagnostic, is_chosen: bool) -> Response {
    let palette = &editor.palette;
    let (icon, colour, one, _) = look(palette, problem.severity);
    // The ground is known only when the rows are laid out; its place in the order is here.
    let ground = ui.painter().add(Shape::Noop);
    let builder = UiBuilder::new().sense(Sense::click());
    let response = ui
        .scope_builder(builder, |ui| {
            Frame::new().inner_margin(Margin::symmetric(6, 5)).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.horizontal_top(|ui| {
                    ui.label(fonts::icon(icon).color(colour));
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 2.0;
                        if let Some(node) = &problem.node {
                            ui.horizontal(|ui| {
                                ui.spacing_mut().item_spacing.x = scale::SPACE_1;
                                let title = RichText::new(node_title(editor.session, node)).text_style(scale::strong_style());
                                ui.add(Label::new(title).truncate());
                                if let Some(port) = &problem.port {
                                    ui.label(RichText::new(format!("\u{b7} {}", port.replace('_', " "))).color(palette.text_dim));
                                }
                            });
                        }
                        ui.add(Label::new(&problem.message).wrap());
                        if let Some(place) = &problem.place {
                            let words = format!("{}:{}", place.file, place.line);
                            ui.label(RichText::new(words).font(FontId::monospace(scale::TEXT_SMALL)).color(palette.text_dim));
                        }
                        if !problem.help.is_empty() {
                            ui.add(Label::new(RichText::new(sentence(&problem.help)).color(palette.text_dim)).wrap());
                        }
                    });
                });
            });
        })
        .response;
    let fill = if is_chosen {
        palette.accent_fill
    } else if response.hovered() || response.has_focus() {
        palette.raised_hovered
    } else {
        palette.raised
    };
    let mark = egui::Rect::from_min_max(response.rect.min, egui::pos2(response.rect.left() + 2.0, response.rect.bottom()));
    let rounding = CornerRadius::same(scale::ROUNDING);
    let shapes = vec![Shape::rect_filled(response.rect, rounding, fill), Shape::rect_filled(mark, 0.0, colour)];
    ui.painter().set(ground, Shape::Vec(shapes));
    let name = match &problem.node {
        Some(node) => format!("{one}: {}: {}", node_title(editor.session, node), problem.message),
        None => format!("{one}: {}", problem.message),
    };
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, is_chosen, &name));
    if problem.node.is_some() { response.on_hover_text("Click to show the node") } else { response }
}

/// What to do, as a sentence of its own.
fn sentence(help: &str) -> String {
    let mut letters = help.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
