//! The node's functions with their results: outputs, stages and fields.

use wavewright_shaders::{Item, ItemKind, Member};

use super::Draft;
use super::problems::suggest;
use super::tags;
use crate::node::{AccessorTarget, FieldSpec, FunctionSpec, OutputSpec, PortType, StageSpec};

impl<'module> Draft<'module> {
    /// A function that the compiler calls. Its arguments become inputs where they aren't yet.
    pub(super) fn read_function(&mut self, item: &Item) -> FunctionSpec {
        let arguments = Self::parameters(item).iter().filter_map(|parameter| self.read_argument(parameter)).collect();
        let members = self
            .result_members(item)
            .map(|members| members.iter().map(|member| (member.name.clone(), self.types.canonical(&member.wgsl_type))).collect());
        FunctionSpec {
            name: item.name.clone(),
            arguments,
            accessors: Vec::new(),
            result: self.types.canonical(&Self::result_of(item)),
            members,
            has_loop: false,
        }
    }

    /// Fills in what only the whole file tells.
    pub(super) fn finish_function(&self, function: &mut FunctionSpec) {
        if let Some(item) = self.module.item(&function.name) {
            let reach = self.reach(item);
            function.accessors = reach.accessors;
            function.has_loop = reach.has_loop;
        }
    }

    /// Members of the result where it is a struct of the file.
    fn result_members(&self, item: &Item) -> Option<&'module [Member]> {
        let result = self.types.canonical(&Self::result_of(item));
        match &self.module.item(&result)?.kind {
            ItemKind::Struct { members } => Some(members),
            _ => None,
        }
    }

    /// Outputs of a node of one function.
    pub(super) fn read_function_outputs(&mut self, item: &Item, is_native: bool) -> Vec<OutputSpec> {
        tags::check(&item.docs, tags::FUNCTION, "the node's function", &mut self.problems);
        if let Some(members) = self.result_members(item) {
            for tag in &item.docs.tags {
                self.problems.add(
                    tag.line,
                    format!("`@{}` stands above a function with several outputs", tag.name),
                    "describe each output above its member of the struct",
                );
            }
            let described = members.iter().collect::<Vec<_>>();
            return described.into_iter().filter_map(|member| self.member_output(member)).collect();
        }
        let result = Self::result_of(item);
        if result.is_empty() {
            if !is_native {
                self.problems.add(item.line, format!("`{}` returns nothing, so the node has no output", item.name), "add `->` and a type");
            }
            return Vec::new();
        }
        let name = item.docs.tag("output").map_or("result", |tag| &tag.value);
        let unit = item.docs.tag("unit").map(|tag| tag.value.clone());
        let Some(port_type) = self.types.value(&result).or_else(|| self.types.list(&result, false)) else {
            self.problems.add(
                item.line,
                format!("the node's result can't be of type `{result}`"),
                format!("return one of {}, Waves, Ramp, Curve, or a struct of this file with such members", self.types.names()),
            );
            return Vec::new();
        };
        self.output(name, &item.docs.text, port_type, unit, item.line).into_iter().collect()
    }

    fn member_output(&mut self, member: &Member) -> Option<OutputSpec> {
        tags::check(&member.docs, tags::MEMBER, &format!("the member `{}`", member.name), &mut self.problems);
        let port_type = self.member_type(member)?;
        let unit = member.docs.tag("unit").map(|tag| tag.value.clone());
        self.output(&member.name, &member.docs.text, port_type, unit, member.line)
    }

    fn member_type(&mut self, member: &Member) -> Option<PortType> {
        let port_type = self.types.value(&member.wgsl_type);
        if port_type.is_none() {
            self.problems.add(
                member.line,
                format!("the member `{}` of the result can't be of type `{}`", member.name, member.wgsl_type),
                format!("make it one of {}", self.types.names()),
            );
        }
        port_type
    }

    fn output(&mut self, name: &str, description: &str, port_type: PortType, unit: Option<String>, line: usize) -> Option<OutputSpec> {
        if !super::is_plain_name(name) {
            self.problems.add(
                line,
                format!("`{name}` can't be the name of an output"),
                "use lower-case letters, digits and `_`, starting with a letter",
            );
            return None;
        }
        if description.is_empty() && self.needs_text {
            self.problems.add(
                line,
                format!("the output `{name}` has no description"),
                "say above it in `///` what it is, in the words of an artist",
            );
        }
        Some(OutputSpec { name: name.to_owned(), description: description.to_owned(), port_type, unit })
    }

    /// A pass, and the fields and outputs that it makes.
    pub(super) fn read_stage(&mut self, item: &Item) {
        tags::check(&item.docs, tags::STAGE, &format!("the stage `{}`", item.name), &mut self.problems);
        let function = self.read_function(item);
        let on_coarser = match item.docs.tag("on") {
            Some(tag) if tag.value != "coarser" => {
                self.problems.add(tag.line, format!("`@on {}` is unknown", tag.value), "use `@on coarser`, or leave it out");
                false
            }
            tag => tag.is_some(),
        };
        let writes = match (item.docs.tag("writes"), self.result_members(item)) {
            (Some(tag), Some(_)) => {
                self.problems.add(
                    tag.line,
                    format!("the stage `{}` returns a struct, whose members are fields, and has `@writes` besides", item.name),
                    "remove `@writes`",
                );
                Vec::new()
            }
            (None, Some(members)) => self.write_members(item, members),
            (Some(tag), None) => {
                let result = Self::result_of(item);
                if let Some(port_type) = self.types.value(&result) {
                    self.add_field(&tag.value, &result, tag.line);
                    self.stage_output(item, &tag.value, port_type);
                } else {
                    self.problems.add(
                        item.line,
                        format!("a field can't be of type `{result}`"),
                        format!("return one of {}, or a struct of this file with such members", self.types.names()),
                    );
                }
                vec![tag.value.clone()]
            }
            (None, None) => {
                self.problems.add(
                    item.line,
                    format!("the stage `{}` does not say where its result goes", item.name),
                    "add `@writes` and the name of a field",
                );
                Vec::new()
            }
        };
        self.stages.push(StageSpec { function, writes, when: None, on_coarser });
    }

    /// The output that a stage's one field is, where it has `@output`.
    fn stage_output(&mut self, item: &Item, field: &str, port_type: PortType) {
        let Some(tag) = item.docs.tag("output") else {
            if let Some(unit) = item.docs.tag("unit") {
                self.problems.add(
                    unit.line,
                    format!("the stage `{}` has a `@unit`, but no `@output`", item.name),
                    "a unit describes an output",
                );
            }
            return;
        };
        if !(tag.value.is_empty() || tag.value == field) {
            self.problems.add(
                tag.line,
                format!("`@output {}` stands above a stage that writes `{field}`", tag.value),
                "an output is called like its field: leave the name out",
            );
        }
        let unit = item.docs.tag("unit").map(|tag| tag.value.clone());
        self.add_stage_output(field, &item.docs.text, port_type, unit, item.line);
    }

    fn write_members(&mut self, item: &Item, members: &[Member]) -> Vec<String> {
        let all = item.docs.tag("output").is_some();
        if let Some(tag) = item.docs.tag("output").filter(|tag| !tag.value.is_empty()) {
            self.problems.add(tag.line, format!("`@output {}` stands above a stage with several fields", tag.value), "leave the name out");
        }
        if let Some(tag) = item.docs.tag("unit") {
            self.problems.add(
                tag.line,
                format!("`@unit` stands above a stage with several fields: `{}`", item.name),
                "put it above a member of the struct",
            );
        }
        for member in members {
            tags::check(&member.docs, tags::MEMBER, &format!("the member `{}`", member.name), &mut self.problems);
            let Some(port_type) = self.member_type(member) else { continue };
            self.add_field(&member.name, &member.wgsl_type, member.line);
            if all || member.docs.tag("output").is_some() {
                let unit = member.docs.tag("unit").map(|tag| tag.value.clone());
                self.add_stage_output(&member.name, &member.docs.text, port_type, unit, member.line);
            }
        }
        members.iter().map(|member| member.name.clone()).collect()
    }

    /// Several stages may write one output; the first with a description describes it.
    fn add_stage_output(&mut self, name: &str, description: &str, port_type: PortType, unit: Option<String>, line: usize) {
        if self.outputs.iter().all(|output| output.name != name)
            && let Some(output) = self.output(name, description, port_type, unit, line)
        {
            self.outputs.push(output);
        }
    }

    fn add_field(&mut self, name: &str, wgsl_type: &str, line: usize) {
        let wgsl = self.types.canonical(wgsl_type);
        if !super::is_plain_name(name) {
            self.problems.add(
                line,
                format!("`{name}` can't be the name of a field"),
                "use lower-case letters, digits and `_`, starting with a letter",
            );
        }
        match self.fields.iter().find(|field| field.name == name) {
            Some(field) if field.wgsl != wgsl => self.problems.add(
                line,
                format!("the field `{name}` is written as `{wgsl}` here and as `{}` elsewhere", field.wgsl),
                "a field has one type",
            ),
            Some(_) => {}
            None => self.fields.push(FieldSpec { name: name.to_owned(), wgsl, is_state: false }),
        }
    }

    /// `@when` of every stage, now that all inputs are known.
    pub(super) fn resolve_conditions(&mut self) {
        for index in 0..self.stages.len() {
            let Some(item) = self.module.item(&self.stages[index].function.name) else { continue };
            let Some(tag) = item.docs.tag("when") else { continue };
            let mut words = tag.value.split_whitespace();
            let (Some(name), Some(choice), None) = (words.next(), words.next(), words.next()) else {
                self.problems.add(
                    tag.line,
                    format!("`@when {}` is not an input and one of its choices", tag.value),
                    "write `@when input choice`",
                );
                continue;
            };
            let Some(input) = self.input_called(name, tag) else { continue };
            let choices = match &self.inputs[input].port_type {
                PortType::Choice(choices) => choices.clone(),
                PortType::Switch => vec!["on".to_owned(), "off".to_owned()],
                _ => {
                    self.problems.add(
                        tag.line,
                        format!("`@when` names `{name}`, which is neither a choice nor a switch"),
                        "name an input with `@choice`, or a bool",
                    );
                    continue;
                }
            };
            if choices.iter().any(|known| known == choice) {
                self.stages[index].when = Some((input, choice.to_owned()));
            } else {
                let help = suggest(choice, choices.iter().map(String::as_str));
                self.problems.add(tag.line, format!("`{choice}` is no choice of `{name}`"), help);
            }
        }
    }

    /// Whether every field that an accessor reads exists with its type.
    pub(super) fn check_fields(&mut self) {
        if !self.problems.is_empty() {
            return;
        }
        for accessor in &self.accessors {
            let AccessorTarget::Own { field, .. } = &accessor.target else { continue };
            let line = self.module.item(&accessor.name).map_or(1, |item| item.line);
            match self.fields.iter().find(|known| known.name == *field) {
                None => self.problems.add(
                    line,
                    format!("`{}` reads the field `{field}`, which nothing writes", accessor.name),
                    format!(
                        "`@field` says which field an accessor reads: {}",
                        suggest(field, self.fields.iter().map(|known| known.name.as_str()))
                    ),
                ),
                Some(known) if known.wgsl != accessor.result => self.problems.add(
                    line,
                    format!("`{}` returns `{}`, but the field `{field}` is `{}`", accessor.name, accessor.result, known.wgsl),
                    "give both one type",
                ),
                Some(_) => {}
            }
        }
    }
}
