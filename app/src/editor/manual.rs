//! The manual of the nodes, in a window of its own.

use egui::{Context, Grid, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, Window};
use wavewright_core::node::{Catalog, InputSpec, NodeSpec, PortType, ValueType};

use super::graph::values;
use crate::theme::{self, Palette, scale};

/// The window.
#[derive(Default)]
pub struct Manual {
    is_open: bool,
    /// The kind whose page is shown.
    kind: Option<String>,
    search: String,
}

impl Manual {
    /// Opens it, at a kind of node where one is named.
    pub fn open(&mut self, kind: Option<String>) {
        self.is_open = true;
        if kind.is_some() {
            self.kind = kind;
        }
    }

    /// Draws the window, where it is open.
    pub fn show(&mut self, context: &Context, catalog: &Catalog) {
        let mut is_open = self.is_open;
        Window::new("Node manual").open(&mut is_open).default_size([720.0, 520.0]).show(context, |ui| {
            ui.horizontal_top(|ui| {
                ui.allocate_ui([190.0, ui.available_height()].into(), |ui| self.list(ui, catalog));
                ui.separator();
                ScrollArea::vertical().id_salt("manual page").auto_shrink(false).show(ui, |ui| {
                    match self.kind.as_deref().and_then(|kind| catalog.get(kind)) {
                        Some(spec) => page(ui, spec),
                        None => drop(ui.weak("Choose a node on the left.")),
                    }
                });
            });
        });
        self.is_open = is_open;
    }

    fn list(&mut self, ui: &mut Ui, catalog: &Catalog) {
        ui.vertical(|ui| {
            let field = ui.add(TextEdit::singleline(&mut self.search).hint_text("Find a node"));
            field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Find a node"));
            let words = self.search.to_lowercase();
            ScrollArea::vertical().id_salt("manual list").auto_shrink(false).show(ui, |ui| {
                for (family, specs) in catalog.families() {
                    let found: Vec<_> = specs.into_iter().filter(|spec| fits(spec, &words)).collect();
                    if found.is_empty() {
                        continue;
                    }
                    ui.strong(family);
                    for spec in found {
                        let is_shown = self.kind.as_deref() == Some(&spec.kind);
                        if ui.selectable_label(is_shown, &spec.title).clicked() {
                            self.kind = Some(spec.kind.clone());
                        }
                    }
                }
            });
        });
    }
}

fn fits(spec: &NodeSpec, words: &str) -> bool {
    words.is_empty() || spec.title.to_lowercase().contains(words) || spec.tags.iter().any(|tag| tag.to_lowercase().contains(words))
}

fn page(ui: &mut Ui, spec: &NodeSpec) {
    let palette = theme::palette(ui.ctx());
    ui.label(RichText::new(&spec.title).text_style(scale::title_style()));
    ui.label(RichText::new(format!("{} \u{b7} {}", spec.category, spec.kind)).color(palette.text_dim));
    ui.add_space(scale::SPACE_2);
    ui.label(&spec.description);
    if let Some(source) = &spec.source {
        ui.label(RichText::new(format!("After {source}")).color(palette.text_dim));
    }
    section(ui, "Inputs");
    Grid::new("manual inputs").num_columns(3).striped(true).max_col_width(320.0).show(ui, |ui| {
        for input in &spec.inputs {
            ui.strong(&input.label);
            ui.label(RichText::new(input_facts(input, spec)).monospace().color(palette.text_dim));
            ui.label(&input.description);
            ui.end_row();
        }
    });
    section(ui, "Outputs");
    Grid::new("manual outputs").num_columns(3).striped(true).max_col_width(320.0).show(ui, |ui| {
        for output in &spec.outputs {
            ui.strong(output.name.replace('_', " "));
            ui.label(RichText::new(type_words(&output.port_type, spec)).monospace().color(palette.text_dim));
            ui.label(&output.description);
            ui.end_row();
        }
    });
    show_tags(ui, spec, &palette);
}

fn section(ui: &mut Ui, title: &str) {
    ui.add_space(scale::SPACE_3);
    ui.label(RichText::new(title).text_style(scale::strong_style()));
}

fn show_tags(ui: &mut Ui, spec: &NodeSpec, palette: &Palette) {
    if !spec.tags.is_empty() {
        ui.add_space(scale::SPACE_2);
        ui.label(RichText::new(format!("Found by: {}", spec.tags.join(", "))).color(palette.text_dim));
    }
}

/// Type, default, range and unit of an input, a line each.
fn input_facts(input: &InputSpec, spec: &NodeSpec) -> String {
    let mut facts = type_words(&input.port_type, spec);
    if let Some(unit) = &input.unit {
        facts += &format!(", {unit}");
    }
    match (&input.default, input.context) {
        (Some(default), _) => facts += &format!("\n{}", values::shown(default)),
        (None, Some(given)) => facts += &format!("\n{}", values::given_words(given)),
        (None, None) => facts += "\nmust be linked",
    }
    if let Some((low, high)) = input.range {
        facts += &format!("\n{low} \u{2026} {high}");
    }
    facts
}

fn type_words(port_type: &PortType, spec: &NodeSpec) -> String {
    match port_type {
        PortType::Fixed(value_type) => value_type.name().to_owned(),
        PortType::Generic(index) => {
            let allowed = spec.generics.get(*index).map(|generic| generic.allowed.as_slice()).unwrap_or_default();
            allowed.iter().map(|value_type| ValueType::name(*value_type)).collect::<Vec<_>>().join(" | ")
        }
        PortType::Whole { .. } => "whole number".to_owned(),
        PortType::Switch => "switch".to_owned(),
        PortType::Choice(words) => words.join(" | "),
        PortType::Text => "text".to_owned(),
        PortType::File => "file".to_owned(),
    }
}
