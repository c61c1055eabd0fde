//! The types of a graph: generics widened to what is linked, and inputs replaced by their defaults where what they are given does not fit.

use std::sync::Arc;

use super::{LoweredNode, Source, shown};
use crate::compile::effect::{Encoding, LIST_ROWS};
use crate::compile::encode;
use crate::diagnostic::Diagnostic;
use crate::graph::Document;
use crate::node::{Literal, PortType, ValueType};

/// Widens generics until nothing changes. Types only ever widen, at most three times a generic, so this ends after few rounds.
pub(super) fn settle_types(nodes: &mut [LoweredNode], document: &Document, diagnostics: &mut Vec<Diagnostic>) {
    let mut readers: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (place, node) in nodes.iter().enumerate() {
        for source in &node.inputs {
            if let Source::Link(from) = source {
                readers[from.node].push(place);
            }
        }
    }
    let mut waiting: Vec<usize> = (0..nodes.len()).rev().collect();
    let mut queued = vec![true; nodes.len()];
    while let Some(place) = waiting.pop() {
        queued[place] = false;
        if widen(nodes, place, document) {
            for &reader in &readers[place] {
                if !std::mem::replace(&mut queued[reader], true) {
                    waiting.push(reader);
                }
            }
        }
    }
    for place in 0..nodes.len() {
        check_inputs(nodes, place, document, diagnostics);
    }
}

fn is_linked(document: &Document, id: &str, input: &str) -> bool {
    document.links.iter().any(|link| link.to.node == id && link.to.port == input)
}

/// Whether somebody gave an input a value, or values over time.
fn is_set(document: &Document, id: &str, input: &str) -> bool {
    document.nodes.get(id).is_some_and(|node| node.inputs.contains_key(input))
        || document.timeline.keyframes.get(&format!("{id}.{input}")).is_some_and(|keyframes| !keyframes.is_empty())
}

/// The widest allowed type among what a node's generic inputs carry. Returns whether it grew.
fn widen(nodes: &mut [LoweredNode], place: usize, document: &Document) -> bool {
    let node = &nodes[place];
    let mut grown = node.generics.clone();
    for (input, source) in node.spec.inputs.iter().zip(&node.inputs) {
        let PortType::Generic(generic) = input.port_type else { continue };
        let carried = match source {
            Source::Link(from) => nodes[from.node].output_type(from.output),
            Source::Parameter(literal) if is_set(document, &node.id, &input.name) => match literal_channels(literal) {
                2 => ValueType::Vec2,
                3 => ValueType::Vec3,
                4 => ValueType::Colour,
                _ => ValueType::Number,
            },
            _ => continue,
        };
        if carried > grown[generic] && node.spec.generics[generic].allowed.contains(&carried) {
            grown[generic] = carried;
        }
    }
    let changed = grown != node.generics;
    nodes[place].generics = grown;
    changed
}

fn literal_channels(literal: &Literal) -> usize {
    match literal {
        Literal::Vector(numbers) => numbers.len(),
        _ => 1,
    }
}

/// Replaces what does not fit by the input's default, with a diagnostic.
fn check_inputs(nodes: &mut [LoweredNode], place: usize, document: &Document, diagnostics: &mut Vec<Diagnostic>) {
    let spec = Arc::clone(&nodes[place].spec);
    for (position, input) in spec.inputs.iter().enumerate() {
        let node = &nodes[place];
        let Some(wanted) = node.type_of(&input.port_type) else { continue };
        let problem = match &node.inputs[position] {
            Source::Link(from) => {
                let carried = nodes[from.node].output_type(from.output);
                (!carried.converts_to(wanted)).then(|| {
                    let help = if !carried.is_value() || !wanted.is_value() {
                        format!("connect something that gives {}", article(wanted))
                    } else {
                        "take it apart with a separate node, or put it together with a combine node".to_owned()
                    };
                    (format!("{} can't go into {}", article(carried), article(wanted)), help)
                })
            }
            Source::Parameter(literal) => {
                let fits = match literal {
                    Literal::Rows(rows) => wanted.is_list() && rows.len() <= LIST_ROWS,
                    Literal::Number(_) => wanted.is_value(),
                    Literal::Vector(numbers) => {
                        (wanted.is_value() && numbers.len() == wanted.channels())
                            || (wanted == ValueType::Colour && numbers.len() == 3)
                            || (wanted.is_list() && numbers.is_empty())
                    }
                    Literal::Bool(_) | Literal::Text(_) => false,
                };
                let encoded = if fits && wanted.is_list() { encode(&Encoding::List(wanted), literal) } else { Ok(Vec::new()) };
                encoded.err().map(|problem| (problem, format!("write each row as {}", wanted.row_columns().join(", ")))).or_else(|| {
                    (!fits).then(|| {
                        let help = if wanted.is_list() {
                            format!("write at most {LIST_ROWS} rows of numbers")
                        } else {
                            format!("write {} number{}", wanted.channels(), if wanted.channels() == 1 { "" } else { "s" })
                        };
                        (format!("{} is not {}", shown(literal), article(wanted)), help)
                    })
                })
            }
            // What is linked and missing was left out with a message of its own.
            Source::Missing if input.is_required() && !is_linked(document, &node.id, &input.name) => Some((
                "nothing is connected, and nothing can stand in".to_owned(),
                format!("connect something that gives {}", article(wanted)),
            )),
            _ => None,
        };
        if let Some((message, help)) = problem {
            diagnostics.push(Diagnostic::error(message).at(&node.id).port(&input.name).help(help));
            if wanted.is_set() {
                nodes[place].inputs[position] = Source::Missing;
                continue;
            }
            let stand_in = match (input.context, input.default.clone()) {
                (Some(given), _) => Source::Context(given),
                (None, Some(literal)) if !matches!(literal, Literal::Rows(_)) || wanted.is_list() => Source::Parameter(literal),
                _ if wanted.is_list() => Source::Parameter(Literal::Rows(Vec::new())),
                _ => Source::Parameter(Literal::Number(0.0)),
            };
            nodes[place].inputs[position] = stand_in;
        }
    }
}

fn article(value_type: ValueType) -> String {
    match value_type {
        ValueType::Waves | ValueType::Particles => value_type.name().to_owned(),
        other => format!("a {}", other.name()),
    }
}
