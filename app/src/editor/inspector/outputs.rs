//! The outputs of a node.

use egui::{Align, Layout, RichText, Ui, vec2};
use lucide_icons::Icon;
use wavewright_core::graph::PortRef;
use wavewright_core::node::ValueType;

use super::facts::{NodeFacts, OutputFacts};
use super::{FIELD, layout};
use crate::editor::command::EditorCommand;
use crate::editor::context::EditorContext;
use crate::editor::widgets::icon_toggle;
use crate::theme::{self, scale};

/// Draws a row for each output.
pub fn show(ui: &mut Ui, editor: &mut EditorContext<'_>, group: Option<&str>, node: &NodeFacts) {
    for output in &node.outputs {
        show_output(ui, editor, group, node, output);
    }
}

fn show_output(ui: &mut Ui, editor: &mut EditorContext<'_>, group: Option<&str>, node: &NodeFacts, output: &OutputFacts) {
    let palette = editor.palette;
    let port = PortRef::new(node.id.as_str(), output.name.as_str());
    let name = output.name.replace('_', " ");
    layout::line(ui, &name, &output.description, |ui, _| {
        let type_name = output.value_type.map_or("any", ValueType::name);
        let mark = theme::port_type(&palette, type_name).colour;
        let (_, dot) = ui.allocate_space(vec2(8.0, FIELD));
        ui.painter().circle_filled(dot.center(), 3.5, mark);
        let facts = [Some(type_name.to_owned()), output.unit.clone()].into_iter().flatten().collect::<Vec<_>>().join(" \u{b7} ");
        ui.label(RichText::new(facts).color(palette.text_dim));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let can_be_seen = group.is_none() && node.spec.is_some() && output.value_type.is_some_and(|value_type| !value_type.is_list());
            if can_be_seen {
                let looks = editor.session.looks();
                let (is_pinned, is_seen) = (looks.pinned.as_ref() == Some(&port), editor.session.wanted_look().as_ref() == Some(&port));
                if icon_toggle(ui, is_pinned, Icon::Pin, &format!("Pin {name} to the viewport")).clicked() {
                    editor.push(EditorCommand::TogglePin(port.clone()));
                }
                if icon_toggle(ui, is_seen, Icon::Eye, &format!("View {name}")).clicked() {
                    editor.push(EditorCommand::ToggleEye(port.clone()));
                }
            }
            if output.links > 0 {
                let words = if output.links == 1 { "1 wire".to_owned() } else { format!("{} wires", output.links) };
                ui.label(RichText::new(words).size(scale::TEXT_SMALL).color(palette.text_dim));
            }
        });
    });
}
