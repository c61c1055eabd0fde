//! A node's page of the manual, from its spec: for terminals and as JSON.

use std::fmt::Write;

use serde::Serialize;
use wavewright_core::node::{Given, InputSpec, Literal, NodeSpec, PortType};

/// What the manual says of a node.
#[derive(Debug, Serialize)]
pub struct Page<'a> {
    kind: &'a str,
    title: &'a str,
    category: &'a str,
    summary: &'a str,
    description: &'a str,
    tags: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
    aliases: &'a [String],
    inputs: Vec<Input<'a>>,
    outputs: Vec<Output<'a>>,
}

#[derive(Debug, Serialize)]
struct Input<'a> {
    name: &'a str,
    label: &'a str,
    #[serde(rename = "type")]
    type_name: String,
    linkable: bool,
    description: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'a Literal>,
    /// What stands in when nothing is linked, where that is no number: `position`, `uv`, `time`.
    #[serde(skip_serializing_if = "Option::is_none")]
    when_unlinked: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<(f64, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'a str>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    choices: &'a [String],
}

#[derive(Debug, Serialize)]
struct Output<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    type_name: String,
    description: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'a str>,
}

impl<'a> Page<'a> {
    /// The page of `spec`.
    #[must_use]
    pub fn new(spec: &'a NodeSpec) -> Self {
        let outputs = spec.outputs.iter().map(|output| Output {
            name: &output.name,
            type_name: type_name(&output.port_type, spec),
            description: &output.description,
            unit: output.unit.as_deref(),
        });
        Self {
            kind: &spec.kind,
            title: &spec.title,
            category: &spec.category,
            summary: &spec.summary,
            description: &spec.description,
            tags: &spec.tags,
            source: spec.source.as_deref(),
            aliases: &spec.aliases,
            inputs: spec.inputs.iter().map(|input| Input::new(input, spec)).collect(),
            outputs: outputs.collect(),
        }
    }

    /// The page as text for a terminal.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!("{} ({}), {}\n\n{}\n", self.title, self.kind, self.category, indented(self.description, ""));
        let mut section = |title: &str, ports: Vec<(String, &str)>| {
            if !ports.is_empty() {
                text.push_str(&format!("\n{title}\n"));
            }
            for (facts, description) in ports {
                // Writing to a String can't fail.
                let _ = writeln!(text, "  {facts}");
                if !description.is_empty() {
                    let _ = writeln!(text, "{}", indented(description, "      "));
                }
            }
        };
        section("Inputs", self.inputs.iter().map(|input| (input.facts(), input.description)).collect());
        section("Outputs", self.outputs.iter().map(|output| (output.facts(), output.description)).collect());
        if !self.tags.is_empty() {
            let _ = write!(text, "\nTags: {}\n", self.tags.join(", "));
        }
        if !self.aliases.is_empty() {
            let _ = write!(text, "\nFormerly: {}\n", self.aliases.join(", "));
        }
        if let Some(source) = self.source {
            let _ = write!(text, "\nSource: {source}\n");
        }
        text.trim_end().to_owned()
    }
}

impl<'a> Input<'a> {
    fn new(input: &'a InputSpec, spec: &NodeSpec) -> Self {
        Self {
            name: &input.name,
            label: &input.label,
            type_name: type_name(&input.port_type, spec),
            linkable: input.linkable(),
            description: &input.description,
            default: input.default.as_ref(),
            when_unlinked: input.context.map(context_name),
            range: input.range,
            unit: input.unit.as_deref(),
            choices: match &input.port_type {
                PortType::Choice(words) => words,
                _ => &[],
            },
        }
    }

    fn facts(&self) -> String {
        let mut facts = vec![format!("{}: {}", self.name, self.type_name)];
        if !self.choices.is_empty() {
            facts.push(self.choices.join(" | "));
        }
        if let Some(when_unlinked) = self.when_unlinked {
            facts.push(format!("unlinked: the {when_unlinked}"));
        } else if let Some(default) = self.default {
            facts.push(format!("default {}", literal_text(default)));
        }
        if let Some((low, high)) = self.range {
            facts.push(format!("{low}..{high}"));
        }
        facts.extend(self.unit.map(str::to_owned));
        if !self.linkable {
            facts.push("not linkable".to_owned());
        }
        facts.join(", ")
    }
}

impl Output<'_> {
    fn facts(&self) -> String {
        let unit = self.unit.map_or_else(String::new, |unit| format!(", {unit}"));
        format!("{}: {}{unit}", self.name, self.type_name)
    }
}

fn type_name(port_type: &PortType, spec: &NodeSpec) -> String {
    match port_type {
        PortType::Fixed(value_type) => value_type.name().to_owned(),
        PortType::Generic(index) => {
            let allowed = spec.generics.get(*index).map_or(&[][..], |generic| &generic.allowed);
            allowed.iter().map(|value_type| value_type.name()).collect::<Vec<_>>().join(" or ")
        }
        PortType::Whole { .. } => "whole number".to_owned(),
        PortType::Switch => "switch".to_owned(),
        PortType::Choice(_) => "choice".to_owned(),
        PortType::Text => "text".to_owned(),
        PortType::File => "file".to_owned(),
    }
}

/// A value as it is typed after `--set node.input=`.
fn literal_text(literal: &Literal) -> String {
    let numbers = |row: &[f64]| row.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    match literal {
        Literal::Bool(true) => "on".to_owned(),
        Literal::Bool(false) => "off".to_owned(),
        Literal::Number(number) => number.to_string(),
        Literal::Vector(values) => numbers(values),
        Literal::Text(text) => text.clone(),
        Literal::Rows(rows) => format!("[{}]", rows.iter().map(|row| format!("[{}]", numbers(row))).collect::<Vec<_>>().join(",")),
    }
}

fn context_name(context: Given) -> &'static str {
    match context {
        Given::Cell => "cell",
        Given::GridSize => "size of the grid",
        Given::CellSize => "side of a cell",
        Given::Position2 | Given::Position3 => "element's position",
        Given::Uv => "element's uv",
        Given::Time | Given::TimeSplit => "time",
        Given::Dt => "length of the step",
        Given::Frame => "number of the step",
        Given::Element => "element's index",
        Given::Seed => "document's seed",
        Given::PointerPosition => "pointer's position",
        Given::PointerVelocity => "pointer's velocity",
        Given::PointerPressed => "pointer's button",
        Given::Level => "level of the grid",
        Given::FinestSize => "size of the finest grid",
        Given::Attribute(attribute) => attribute.name(),
        Given::Vertex => "vertex's column and row",
        Given::MeshSize => "columns and rows of the mesh",
        Given::Direction => "direction that is looked in",
        Given::Spread => "width of the cone that light comes from",
    }
}

/// Paragraphs of at most 100 columns.
fn indented(text: &str, indent: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = indent.to_owned();
        for word in paragraph.split_whitespace() {
            if line.len() > indent.len() && line.len() + 1 + word.len() > 100 {
                lines.push(std::mem::replace(&mut line, indent.to_owned()));
            }
            if line.len() > indent.len() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line.trim_end().to_owned());
    }
    lines.join("\n")
}
