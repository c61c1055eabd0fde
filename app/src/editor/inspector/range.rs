//! The line in which the ends of an input's slider are set: the node's own, in place of those of its kind.

use egui::{Id, Ui, vec2};
use indexmap::IndexMap;
use lucide_icons::Icon;
use wavewright_core::graph::Edit;
use wavewright_core::graph::edit::in_group;
use wavewright_core::graph::limits::is_range;
use wavewright_core::node::{InputSpec, Literal, PortType};

use super::change::{Target, push};
use super::edited::Edited;
use super::number::NumberField;
use super::{FIELD, GAP, layout};
use crate::canvas::NumberTraits;
use crate::editor::context::EditorContext;
use crate::editor::graph::values::traits;
use crate::editor::widgets;

/// Width of a button with an icon, in points.
const BUTTON: f32 = 30.0;

/// Whether an input has a slider at all.
#[must_use]
pub const fn can_be_set(input: &InputSpec, value: Option<&Literal>) -> bool {
    input.has_slider() && matches!(value, None | Some(Literal::Number(_) | Literal::Vector(_)))
}

/// Shows the line. Returns whether it is done with.
pub fn show(ui: &mut Ui, editor: &mut EditorContext<'_>, target: &Target<'_>, value: Option<&Literal>) -> bool {
    let input = target.input;
    let (low, high) = input.range.unwrap_or_else(|| around(value));
    let traits = NumberTraits { range: None, ..traits(input, matches!(input.port_type, PortType::Whole { .. })) };
    let id = target.id.with("range");
    let mut is_done = false;
    let mut edited = Edited::Nothing;
    layout::line(ui, "range", "What the slider covers, on this node; values beyond may be typed", |ui, width| {
        let field = (width - 2.0 * BUTTON - 3.0 * GAP) / 2.0;
        let end = |ui: &mut Ui, name: &str, number: f64| {
            let name = format!("{name} of {}\u{2019}s range", input.label);
            NumberField::new(id.with(&name), &name, number, &traits).show(ui, vec2(field, FIELD)).1
        };
        let from = end(ui, "Start", low).map(|low| [low, high]);
        edited = from.or(end(ui, "End", high).map(|high| [low, high]));
        if widgets::icon_button(ui, Icon::RotateCcw, "The range of the node\u{2019}s kind").clicked() {
            set(editor, target, id, Edited::Done(None));
            is_done = true;
        }
        is_done |= widgets::icon_button(ui, Icon::Check, "Done with the range").clicked();
    });
    ui.add_space(GAP);
    match edited.checked(|range| is_range(*range), "a range runs from a number to a greater one") {
        Edited::Nothing => {}
        edited => set(editor, target, id, edited.map(Some)),
    }
    is_done
}

/// A range for an input that has none: from 0 to twice what it is.
fn around(value: Option<&Literal>) -> (f64, f64) {
    let most = match value {
        Some(Literal::Number(number)) => *number,
        Some(Literal::Vector(numbers)) => {
            numbers.iter().copied().fold(0.0, |most: f64, number| if number.abs() > most.abs() { number } else { most })
        }
        _ => 0.0,
    };
    if most < 0.0 { (2.0 * most, 0.0) } else { (0.0, if most > 0.0 { 2.0 * most } else { 1.0 }) }
}

/// Sets the range of every node that the field is of, or takes it back.
fn set(editor: &mut EditorContext<'_>, target: &Target<'_>, id: Id, edited: Edited<Option<[f64; 2]>>) {
    let name = &target.input.name;
    let edited = edited.map(|range| {
        let graph = editor.session.document().graph_in(target.group);
        let of_node = |id: &String| {
            let mut ranges: IndexMap<String, [f64; 2]> =
                graph.and_then(|graph| graph.nodes.get(id)).map(|node| node.ranges.clone()).unwrap_or_default();
            match range {
                Some(range) => ranges.insert(name.clone(), range),
                None => ranges.shift_remove(name),
            };
            (id.clone(), ranges)
        };
        in_group(target.group, Edit::SetRanges { nodes: target.nodes.iter().map(of_node).collect() })
    });
    push(editor, id, &format!("Set range of {}", target.input.label), edited);
}
