//! What a kind of node is, beside its row.

use egui::{RichText, Ui};
use wavewright_core::node::NodeSpec;

use crate::canvas::{EntryPort, NodeEntry};
use crate::theme::{Palette, scale};

/// Title, description and ports.
pub fn show(ui: &mut Ui, palette: &Palette, entry: &NodeEntry, spec: &NodeSpec) {
    ui.set_max_width(300.0);
    ui.label(RichText::new(&entry.title).text_style(scale::strong_style()));
    ui.label(&spec.description);
    ports(ui, palette, "in", &entry.inputs);
    ports(ui, palette, "out", &entry.outputs);
    ui.label(RichText::new("Drag onto the canvas, or double-click").small().color(palette.text_dim));
}

fn ports(ui: &mut Ui, palette: &Palette, side: &str, ports: &[EntryPort]) {
    if ports.is_empty() {
        return;
    }
    let words: Vec<String> = ports.iter().map(|port| port.name.replace('_', " ")).collect();
    ui.label(RichText::new(format!("{side}: {}", words.join(", "))).color(palette.text_dim));
}
