//! The inputs of the selected nodes, each with the field that fits it.

use egui::{Id, Response, Ui, vec2};
use wavewright_core::graph::{Node, PortRef};
use wavewright_core::media::Content;
use wavewright_core::node::{Body, InputSpec, Literal, Native, NodeSpec, PortType, ValueType};

use super::change::{Target, Update, numbers_of};
use super::edited::Edited;
use super::facts::{Facts, InputFacts, Selected};
use super::number::NumberField;
use super::row::{Row, driven};
use super::vector::{AXES, VectorField};
use super::{FIELD, GAP, State, choice, code, colour, curve, file, layout, ramp, range, text, vector, wave_list};
use crate::canvas::NumberTraits;
use crate::editor::context::EditorContext;
use crate::editor::graph::values;

/// Draws every input.
pub fn show(ui: &mut Ui, editor: &mut EditorContext<'_>, state: &mut State, facts: &Facts, selected: &Selected) {
    let is_advanced = |input: &&InputFacts| input.spec.advanced;
    for input in facts.inputs.iter().filter(|input| !is_advanced(input)) {
        show_input(ui, editor, state, facts, selected, input);
    }
    let advanced: Vec<&InputFacts> = facts.inputs.iter().filter(is_advanced).collect();
    if !advanced.is_empty() {
        let is_wanted = advanced.iter().any(|input| state.is_wanted(&input.spec.name));
        layout::section(ui, "Advanced", Some(advanced.len()), is_wanted, |ui| {
            for input in advanced {
                show_input(ui, editor, state, facts, selected, input);
            }
        });
    }
}

fn show_input(ui: &mut Ui, editor: &mut EditorContext<'_>, state: &mut State, facts: &Facts, selected: &Selected, input: &InputFacts) {
    let tooltip = tooltip(input);
    let top = ui.cursor().min;
    let spec = match facts.nodes.as_slice() {
        [node] => node.spec.as_deref(),
        // What fits one of nodes that have the same input fits all of them.
        nodes => nodes.first().and_then(|node| node.spec.as_deref()),
    };
    let target = Target {
        id: Id::unique(("inspector input", &selected.group, &selected.nodes, &input.spec.name)),
        group: selected.group.as_deref(),
        nodes: &input.free,
        input: &input.spec,
        spec,
        frame: state.frame,
    };
    match (input.free.is_empty(), input.drivers.as_slice()) {
        (true, [driver]) => driven(ui, editor, target.group, &input.spec.label, &tooltip, driver),
        (true, drivers) => {
            let words = format!("linked in all {}", drivers.len());
            layout::line(ui, &input.spec.label, &tooltip, |ui, _| ui.weak(words));
        }
        (false, drivers) => {
            let tooltip = match drivers.len() {
                0 => tooltip,
                count => format!("{tooltip}\n\nLinked in {count} of {} nodes; the others are edited here.", count + input.free.len()),
            };
            let free_values = target.values(editor);
            let siblings = Siblings::of(editor, &target);
            let mut row = Row {
                target: &target,
                values: &free_values,
                tooltip: &tooltip,
                can_move: can_move(input),
                editor,
                copied: &mut state.copied,
                ranged: &mut state.ranged,
            };
            let known = Remembered { files: &mut state.files, checked: &mut state.checked };
            show_field(ui, &mut row, known, input, spec, &siblings);
            if state.ranged == Some(target.id) && range::show(ui, editor, &target, free_values.first().and_then(Option::as_ref)) {
                state.ranged = None;
            }
        }
    }
    if state.is_wanted(&input.spec.name) {
        state.wanted = None;
        let rect = egui::Rect::from_min_max(top, egui::pos2(ui.max_rect().right(), ui.cursor().min.y));
        ui.scroll_to_rect(rect, Some(egui::Align::Center));
        ui.memory_mut(|memory| memory.request_focus(target.id));
    }
}

/// What other inputs of the node say of how this one is used.
struct Siblings {
    /// The choice that says how a ramp goes from stop to stop.
    between: Option<String>,
    /// What a file's numbers mean.
    content: Content,
    /// The node, for text that is read as code.
    node: Option<Node>,
}

impl Siblings {
    fn of(editor: &EditorContext<'_>, target: &Target<'_>) -> Self {
        let graph = editor.session.document().graph_in(target.group);
        let node = graph.and_then(|graph| graph.nodes.get(target.nodes.first()?));
        let choice = |name: &str| {
            let set = node.and_then(|node| node.inputs.get(name));
            match set.or_else(|| target.spec?.input(name)?.default.as_ref()) {
                Some(Literal::Text(word)) => Some(word.clone()),
                _ => None,
            }
        };
        let is_text = target.input.port_type == PortType::Text;
        let content = if target.spec.is_some_and(|spec| spec.mesh_file().is_some()) {
            Content::Mesh
        } else if choice("content").as_deref() == Some("data") {
            Content::Data
        } else {
            Content::Colour
        };
        Self { between: choice("between"), content, node: node.filter(|_| is_text).cloned() }
    }
}

/// What fields remember from picture to picture.
struct Remembered<'a> {
    files: &'a mut file::Files,
    checked: &'a mut code::Checked,
}

fn show_field(
    ui: &mut Ui,
    row: &mut Row<'_, '_, '_>,
    known: Remembered<'_>,
    input: &InputFacts,
    spec: Option<&NodeSpec>,
    siblings: &Siblings,
) {
    let Remembered { files, checked } = known;
    let is_mixed = row.values.windows(2).any(|pair| pair[0] != pair[1]);
    let id = row.target.id;
    let label = &input.spec.label;
    let Some(first) = row.values.iter().flatten().next().cloned() else {
        return show_unset(ui, row, files, input);
    };
    match &input.spec.port_type {
        PortType::Choice(words) => row.beside(ui, FIELD, |ui, width| {
            let word = if is_mixed { "mixed".to_owned() } else { values::shown(&first) };
            let chosen = words.iter().position(|known| *known == word).filter(|_| !is_mixed);
            let (response, edited) = choice::choice(ui, id, label, &word, words, chosen, width);
            (response, edited.map(|index| Update::Set(Literal::Text(words[index].clone()))))
        }),
        PortType::Switch => row.beside(ui, FIELD, |ui, _| {
            let is_on = (!is_mixed).then_some(first == Literal::Bool(true));
            let (response, edited) = choice::switch(ui, id, label, is_on);
            (response, edited.map(|on| Update::Set(Literal::Bool(on))))
        }),
        PortType::Text => show_text(ui, row, checked, input, spec, &first, siblings),
        PortType::File => {
            let path = values::shown(&first);
            let content = siblings.content;
            let input = port_of(row.target);
            row.below(ui, |ui, editor, width| {
                file::show(ui, editor, files, &file::FileField { id, name: label, input, path: &path, content }, width)
            });
        }
        PortType::Whole { signed } => show_number(ui, row, &whole_traits(&input.spec, *signed)),
        PortType::Fixed(_) | PortType::Generic(_) => {
            let traits = values::traits(&input.spec, false);
            match input.value_type.unwrap_or(ValueType::Number) {
                ValueType::Number => show_number(ui, row, &traits),
                value_type @ (ValueType::Vec2 | ValueType::Vec3) => show_vector(ui, row, value_type.channels(), &traits),
                ValueType::Colour => row.beside(ui, FIELD, |ui, width| {
                    let rgba = values::colour_components(&first).unwrap_or_default().map(|channel| channel as f32);
                    let (response, edited) = colour::colour(ui, id, label, rgba, is_mixed, width);
                    (response, edited.map(|edit| Update::Vector { edit, count: 4 }))
                }),
                value_type @ (ValueType::Waves | ValueType::Ramp | ValueType::Curve) => {
                    let rows = rows_of(&first);
                    row.below(ui, |ui, _, width| {
                        let edited = match value_type {
                            ValueType::Ramp => ramp::show(ui, id, label, &rows, siblings.between.as_deref(), width),
                            ValueType::Curve => curve::show(ui, id, label, &rows, width),
                            _ => wave_list::show(ui, id, label, &rows, width),
                        };
                        edited.map(|rows| Update::Set(Literal::Rows(rows)))
                    });
                }
                // Nothing but a wire fills these.
                ValueType::Mesh | ValueType::Particles | ValueType::Scene => show_unset(ui, row, files, input),
            }
        }
    }
}

/// The input, where it is of one node alone.
fn port_of(target: &Target<'_>) -> Option<PortRef> {
    match target.nodes {
        [node] => Some(PortRef::new(node.as_str(), target.input.name.as_str())),
        _ => None,
    }
}

/// The rows of a list; an empty list is saved as an empty vector.
fn rows_of(literal: &Literal) -> Vec<Vec<f64>> {
    match literal {
        Literal::Rows(rows) => rows.clone(),
        _ => Vec::new(),
    }
}

fn show_number(ui: &mut Ui, row: &mut Row<'_, '_, '_>, traits: &NumberTraits) {
    let numbers: Vec<f64> = row.values.iter().flatten().filter_map(|value| numbers_of(value, 1)?.first().copied()).collect();
    let target = row.target;
    row.beside(ui, FIELD, |ui, width| {
        let field = NumberField::new(target.id, &target.input.label, numbers.first().copied().unwrap_or_default(), traits);
        let (response, edited) = field.mixed(differs(&numbers)).show(ui, vec2(width, FIELD));
        (response, edited.map(|number| Update::Set(Literal::Number(number))))
    });
}

fn show_vector(ui: &mut Ui, row: &mut Row<'_, '_, '_>, count: usize, traits: &NumberTraits) {
    let vectors: Vec<Vec<f64>> = row.values.iter().flatten().filter_map(|value| numbers_of(value, count)).collect();
    let zero = vec![0.0; count];
    let first = vectors.first().unwrap_or(&zero);
    let mixed: Vec<bool> = (0..count).map(|index| differs(&vectors.iter().map(|vector| vector[index]).collect::<Vec<_>>())).collect();
    let target = row.target;
    let lines = vector::lines(count, layout::field_width(ui.available_width())) as f32;
    row.beside(ui, lines * FIELD + (lines - 1.0) * GAP, |ui, width| {
        let field = VectorField { id: target.id, name: &target.input.label, components: first, mixed: &mixed, traits, letters: AXES };
        let (response, edited) = field.show(ui, width);
        (response, edited.map(|edit| Update::Vector { edit, count }))
    });
}

fn differs(numbers: &[f64]) -> bool {
    numbers.windows(2).any(|pair| pair[0].to_bits() != pair[1].to_bits())
}

fn whole_traits(input: &InputSpec, signed: bool) -> NumberTraits {
    let traits = values::traits(input, true);
    if traits.range.is_none() && !signed { NumberTraits { range: Some((0.0, f64::INFINITY)), ..traits } } else { traits }
}

/// An input without a value: what stands in for it, or that a wire is needed.
fn show_unset(ui: &mut Ui, row: &mut Row<'_, '_, '_>, files: &mut file::Files, input: &InputFacts) {
    let id = row.target.id;
    let label = &input.spec.label;
    match &input.spec.port_type {
        PortType::File => {
            let port = port_of(row.target);
            row.below(ui, |ui, editor, width| {
                file::show(ui, editor, files, &file::FileField { id, name: label, input: port, path: "", content: Content::Colour }, width)
            });
        }
        PortType::Text => row.beside(ui, FIELD, |ui, width| {
            let (response, edited) = text::line(ui, id, label, "", "", width);
            (response, edited.map(|text| Update::Set(Literal::Text(text))))
        }),
        _ => row.beside(ui, FIELD, |ui, width| {
            let words = input.spec.context.map_or("needs a wire", values::given_words);
            let count = input.value_type.map_or(1, ValueType::channels);
            let response = choice::wide_button(ui, words, width).accessible_name(label.as_str());
            let zero = if count > 1 { Literal::Vector(vec![0.0; count]) } else { Literal::Number(0.0) };
            let edited = if response.clicked() && count > 0 { Edited::Done(Update::Set(zero)) } else { Edited::Nothing };
            (response, edited)
        }),
    }
}

fn show_text(
    ui: &mut Ui,
    row: &mut Row<'_, '_, '_>,
    checked: &mut code::Checked,
    input: &InputFacts,
    spec: Option<&NodeSpec>,
    first: &Literal,
    siblings: &Siblings,
) {
    let id = row.target.id;
    let label = &input.spec.label;
    let words = values::shown(first);
    let set = |text| Update::Set(Literal::Text(text));
    let is_code = spec.is_some_and(|spec| matches!(spec.body, Body::Native(Native::Code | Native::Expression)))
        || siblings.node.as_ref().is_some_and(|node| code::KINDS.contains(&node.kind.as_str()));
    // Types of names are a short list and no WGSL.
    match siblings.node.as_ref().filter(|_| input.spec.name != "names") {
        Some(node) if is_code => {
            let name = input.spec.name.clone();
            row.below(ui, |ui, editor, width| {
                let catalog = editor.session.catalog();
                let mut problem = |text: &str| {
                    let mut tried = node.clone();
                    tried.inputs.insert(name.clone(), Literal::Text(text.to_owned()));
                    checked.problem(catalog, tried)
                };
                let rows = if name == "expression" { 1 } else { 8 };
                code::show(ui, id, label, &words, rows, &mut problem, width).map(set)
            });
        }
        _ => row.beside(ui, FIELD, |ui, width| -> (Response, Edited<Update>) {
            let (response, edited) = text::line(ui, id, label, &words, "", width);
            (response, edited.map(set))
        }),
    }
}

/// Whether keyframes can move an input.
const fn can_move(input: &InputFacts) -> bool {
    let is_number = matches!(input.spec.port_type, PortType::Fixed(_) | PortType::Generic(_) | PortType::Whole { .. });
    is_number && !matches!(input.value_type, Some(ValueType::Waves | ValueType::Ramp | ValueType::Curve))
}

/// What an input is, its unit, its range and its default.
fn tooltip(input: &InputFacts) -> String {
    let spec = &input.spec;
    let mut facts = vec![match (&spec.port_type, input.value_type) {
        (PortType::Whole { .. }, _) => "whole number".to_owned(),
        (_, Some(value_type)) => value_type.name().to_owned(),
        (PortType::Switch, None) => "switch".to_owned(),
        (PortType::Choice(_), None) => "choice".to_owned(),
        (PortType::File, None) => "file".to_owned(),
        _ => "text".to_owned(),
    }];
    facts.extend(spec.unit.clone());
    facts.extend(spec.range.map(|(low, high)| format!("{low} to {high}")));
    match (&spec.default, spec.context) {
        (Some(Literal::Rows(_) | Literal::Text(_)), _) => {}
        (Some(default), _) => facts.push(format!("default {}", values::shown(default))),
        (None, Some(given)) => facts.push(format!("{} unless set: click to set a value", values::given_words(given))),
        (None, None) => {}
    }
    let facts = facts.join(" \u{b7} ");
    if spec.description.is_empty() { facts } else { format!("{}\n\n{facts}", spec.description) }
}
