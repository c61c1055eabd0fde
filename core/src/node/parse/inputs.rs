//! Inputs: arguments of functions, accessors, and the file's texts and paths.

use wavewright_shaders::{Docs, Item, ItemKind, Parameter, Tag};

use super::Draft;
use super::defaults::{read_default, read_range};
use super::problems::suggest;
use super::tags;
use crate::node::{Access, Argument, Attribute, Given, InputSpec, Literal, PortType};

/// Names that a `@given` may have.
const GIVENS: [&str; 20] = [
    "cell",
    "grid_size",
    "cell_size",
    "position",
    "uv",
    "time",
    "time_split",
    "dt",
    "frame",
    "element",
    "seed",
    "level",
    "finest_size",
    "pointer_position",
    "pointer_velocity",
    "pointer_pressed",
    "vertex",
    "mesh_size",
    "direction",
    "spread",
];

/// Names that a `@context` may have.
const CONTEXTS: [&str; 5] = ["position", "uv", "time", "element", "direction"];

/// What may stand after `@given`: what the compiler knows, and attributes.
pub(super) fn givens() -> Vec<&'static str> {
    with_attributes(&GIVENS)
}

/// What may stand after `@context`.
pub(super) fn contexts() -> Vec<&'static str> {
    with_attributes(&CONTEXTS)
}

fn with_attributes(names: &[&'static str]) -> Vec<&'static str> {
    let attributes = Attribute::ALL.map(Attribute::name).into_iter().filter(|attribute| !names.contains(attribute));
    names.iter().copied().chain(attributes).collect()
}

impl Draft<'_> {
    /// The inputs that the file's own comment declares.
    pub(super) fn read_file_inputs(&mut self) {
        let mut current: Option<(usize, usize)> = None;
        for tag in &self.module.docs.tags {
            match tag.name.as_str() {
                "text" | "file" => {
                    let (name, prose) = tag.value.split_once(char::is_whitespace).unwrap_or((tag.value.as_str(), ""));
                    let port_type = if tag.name == "text" { PortType::Text } else { PortType::File };
                    let input =
                        InputSpec { default: Some(Literal::Text(String::new())), ..self.blank_input(name, prose.trim(), port_type) };
                    current = self.add_input(input, tag.line).map(|index| (index, tag.line));
                }
                "mesh" | "particles" | "scene" => self.read_set_input(tag),
                "default" | "label" | "advanced" => match current {
                    Some((index, line)) if line == tag.line => match tag.name.as_str() {
                        "default" => self.inputs[index].default = Some(Literal::Text(tag.value.clone())),
                        "label" => self.inputs[index].label.clone_from(&tag.value),
                        _ => self.inputs[index].advanced = true,
                    },
                    _ => self.problems.add(
                        tag.line,
                        format!("`@{}` describes nothing here", tag.name),
                        "put it on the line of the `@text` or `@file` that it is about, or above an argument",
                    ),
                },
                _ => {}
            }
        }
    }

    /// What fills an argument of a function that the compiler calls. `None` after an error.
    pub(super) fn read_argument(&mut self, parameter: &Parameter) -> Option<Argument> {
        let what = format!("the argument `{}`", parameter.name);
        tags::check(&parameter.docs, tags::ARGUMENT, &what, &mut self.problems);
        if let Some(tag) = parameter.docs.tag("given") {
            return self.read_given(parameter, tag).map(Argument::Given);
        }
        let port_type = self.argument_type(parameter)?;
        if let Some(index) = self.inputs.iter().position(|input| input.name == parameter.name) {
            return self.repeated_argument(parameter, &port_type, index);
        }
        let mut input = self.blank_input(&parameter.name, &parameter.docs.text, port_type);
        self.read_input_tags(&mut input, &parameter.docs, parameter.line);
        self.read_context(&mut input, parameter);
        self.check_default(&input, parameter);
        self.add_input(input, parameter.line).map(Argument::Input)
    }

    /// The same input in a second stage: described once, of one type.
    fn repeated_argument(&mut self, parameter: &Parameter, port_type: &PortType, index: usize) -> Option<Argument> {
        let first = &self.inputs[index];
        if first.access != Access::Own {
            self.problems.add(
                parameter.line,
                format!("`{}` is both an argument and an accessor", parameter.name),
                "an input is read in one way; give one of them another name",
            );
            return None;
        }
        if !parameter.docs.tags.is_empty() || !parameter.docs.text.is_empty() {
            self.problems.add(
                parameter.line,
                format!("the input `{}` is described a second time", parameter.name),
                "describe it where it stands first, and leave this one bare",
            );
        } else if !same_type(&first.port_type, port_type) {
            self.problems.add(
                parameter.line,
                format!("the input `{}` has another type here than where it stands first", parameter.name),
                "give it one type everywhere",
            );
        }
        Some(Argument::Input(index))
    }

    fn read_given(&mut self, parameter: &Parameter, tag: &Tag) -> Option<Given> {
        if parameter.docs.tags.len() > 1 {
            self.problems.add(
                parameter.line,
                format!("`{}` is `@given`, so it is no input, yet it has other tags", parameter.name),
                "remove `@given` or the other tags",
            );
        }
        let wgsl_type = self.types.canonical(&parameter.wgsl_type);
        let Some(given) = Given::from_name(&tag.value, &wgsl_type) else {
            self.problems.add(tag.line, format!("`@given {}` is unknown", tag.value), suggest(&tag.value, givens()));
            return None;
        };
        if given.wgsl() != wgsl_type {
            let expected = if tag.value == "position" { "vec2f or vec3f" } else { given.wgsl() };
            self.problems.add(
                parameter.line,
                format!("`{}` is `@given {}` of type `{}`", parameter.name, tag.value, parameter.wgsl_type),
                format!("`@given {}` is of type {expected}", tag.value),
            );
            return None;
        }
        Some(given)
    }

    fn argument_type(&mut self, parameter: &Parameter) -> Option<PortType> {
        let canonical = self.types.canonical(&parameter.wgsl_type);
        if let Some(tag) = parameter.docs.tag("choice") {
            return self.choice_type(parameter, tag, &canonical);
        }
        let found = match canonical.as_str() {
            "bool" => Some(PortType::Switch),
            "u32" => Some(PortType::Whole { signed: false }),
            "i32" => Some(PortType::Whole { signed: true }),
            spelling => self.types.value(spelling),
        };
        if found.is_none() {
            let is_list = self.types.list(&canonical, true).or_else(|| self.types.list(&canonical, false)).is_some();
            let help = if is_list {
                "a list is read through an accessor with `@read list`".to_owned()
            } else if givens().contains(&parameter.name.as_str()) {
                format!("write `@given {}` if the element's own is meant", parameter.name)
            } else {
                format!("an input is one of {}, u32, i32, bool", self.types.names())
            };
            self.problems.add(parameter.line, format!("the input `{}` can't be of type `{}`", parameter.name, parameter.wgsl_type), help);
        }
        found
    }

    fn choice_type(&mut self, parameter: &Parameter, tag: &Tag, canonical: &str) -> Option<PortType> {
        let words: Vec<String> = tag.value.split_whitespace().map(str::to_owned).collect();
        if canonical != "u32" {
            let message = format!("`{}` has a `@choice` and is of type `{}`", parameter.name, parameter.wgsl_type);
            self.problems.add(parameter.line, message, "a choice arrives as the index of the word: make it `u32`");
            return None;
        }
        if words.len() < 2 {
            self.problems.add(
                tag.line,
                format!("`@choice` of `{}` has fewer than two words", parameter.name),
                "list the words, separated by spaces",
            );
            return None;
        }
        if let Some((_, word)) = words.iter().enumerate().find(|(index, word)| words[..*index].contains(word)) {
            self.problems.add(tag.line, format!("`@choice` of `{}` says {word} twice", parameter.name), "keep one of them");
            return None;
        }
        Some(PortType::Choice(words))
    }

    /// Default, range, unit, label and place in the inspector.
    fn read_input_tags(&mut self, input: &mut InputSpec, docs: &Docs, line: usize) {
        for tag in &docs.tags {
            match tag.name.as_str() {
                "default" => match read_default(&tag.value, &input.port_type, &self.types.generics) {
                    Ok(literal) => input.default = Some(literal),
                    Err(expected) => self.problems.add(
                        tag.line,
                        format!("the default of `{}` is \"{}\"", input.name, tag.value),
                        format!("expected {expected}"),
                    ),
                },
                "range" => match read_range(&tag.value) {
                    Some(range) if is_number(&input.port_type) => input.range = Some(range),
                    Some(_) => self.problems.add(tag.line, format!("`{}` is no number, so it has no range", input.name), "remove `@range`"),
                    None => self.problems.add(
                        tag.line,
                        format!("the range of `{}` is \"{}\"", input.name, tag.value),
                        "expected two numbers separated by a space, the lower one first",
                    ),
                },
                "unit" => input.unit = Some(tag.value.clone()),
                "label" => input.label.clone_from(&tag.value),
                "setting" if is_number(&input.port_type) => input.setting = true,
                "fixed" if matches!(input.port_type, PortType::Whole { signed: false }) => input.fixed = true,
                "fixed" => {
                    self.problems.add(tag.line, format!("`{}` is no u32, so it can't be `@fixed`", input.name), "remove the tag");
                }
                "setting" => {
                    self.problems.add(tag.line, format!("`{}` is no number, so it can't be a `@setting`", input.name), "remove the tag");
                }
                "advanced" => input.advanced = true,
                _ => {}
            }
        }
        if input.description.is_empty() && self.needs_text {
            self.problems.add(
                line,
                format!("the input `{}` has no description", input.name),
                "say above it in `///` what it is, in the words of an artist",
            );
        }
    }

    fn read_context(&mut self, input: &mut InputSpec, parameter: &Parameter) {
        let Some(tag) = parameter.docs.tag("context") else { return };
        let wgsl_type = self.types.canonical(&parameter.wgsl_type);
        let given = if contexts().contains(&tag.value.as_str()) { Given::from_name(&tag.value, &wgsl_type) } else { None };
        match given {
            None => self.problems.add(tag.line, format!("`@context {}` is unknown", tag.value), suggest(&tag.value, contexts())),
            Some(given) if given.wgsl() != wgsl_type => {
                let expected = if tag.value == "position" { "vec2f or vec3f" } else { given.wgsl() };
                self.problems.add(
                    parameter.line,
                    format!("`{}` has `@context {}` and is of type `{}`", input.name, tag.value, parameter.wgsl_type),
                    format!("`@context {}` is of type {expected}", tag.value),
                );
            }
            Some(_) if input.default.is_some() || input.setting => self.problems.add(
                tag.line,
                format!("`{}` has a `@context`, which stands in when nothing is linked, and a default besides", input.name),
                "remove `@default` or `@context`",
            ),
            Some(given) => input.context = Some(given),
        }
    }

    /// Inputs that can't be linked need a value.
    fn check_default(&mut self, input: &InputSpec, parameter: &Parameter) {
        if input.default.is_none() && !input.linkable() && parameter.docs.tag("default").is_none() {
            self.problems.add(
                parameter.line,
                format!("the input `{}` can't be linked and has no default", input.name),
                "add `@default` and its value",
            );
        }
    }

    /// The input that an accessor declares.
    pub(super) fn read_accessor_input(&mut self, item: &Item, access: Access, port_type: PortType) -> Option<usize> {
        let mut input = InputSpec { access, ..self.blank_input(&item.name, &item.docs.text, port_type) };
        self.read_input_tags(&mut input, &item.docs, item.line);
        self.add_input(input, item.line)
    }

    pub(super) fn blank_input(&self, name: &str, description: &str, port_type: PortType) -> InputSpec {
        InputSpec {
            name: name.to_owned(),
            label: name.replace('_', " "),
            description: description.to_owned(),
            port_type,
            default: None,
            range: None,
            unit: None,
            context: None,
            access: Access::Own,
            setting: false,
            fixed: false,
            advanced: false,
        }
    }

    /// Adds an input under a name that documents can save.
    pub(super) fn add_input(&mut self, input: InputSpec, line: usize) -> Option<usize> {
        if !super::is_plain_name(&input.name) {
            self.problems.add(
                line,
                format!("`{}` can't be the name of an input", input.name),
                "use lower-case letters, digits and `_`, starting with a letter",
            );
            return None;
        }
        if self.inputs.iter().any(|other| other.name == input.name) {
            self.problems.add(line, format!("two inputs are called `{}`", input.name), "give one of them another name");
            return None;
        }
        self.inputs.push(input);
        Some(self.inputs.len() - 1)
    }

    /// The input that a tag names.
    pub(super) fn input_called(&mut self, name: &str, tag: &Tag) -> Option<usize> {
        let found = self.inputs.iter().position(|input| input.name == name);
        if found.is_none() {
            let help = suggest(name, self.inputs.iter().map(|input| input.name.as_str()));
            self.problems.add(tag.line, format!("`@{}` names the input `{name}`, which does not exist", tag.name), help);
        }
        found
    }

    /// Every parameter of a function item.
    pub(super) fn parameters(item: &Item) -> &[Parameter] {
        match &item.kind {
            ItemKind::Function { parameters, .. } => parameters,
            _ => &[],
        }
    }
}

fn is_number(port_type: &PortType) -> bool {
    match port_type {
        PortType::Fixed(value_type) => value_type.is_value(),
        PortType::Generic(_) | PortType::Whole { .. } => true,
        _ => false,
    }
}

/// Whether a bare repetition may have this type: a choice is a `u32` when its words aren't said again.
fn same_type(first: &PortType, again: &PortType) -> bool {
    first == again || matches!((first, again), (PortType::Choice(_), PortType::Whole { signed: false }))
}
