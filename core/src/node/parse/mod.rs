//! Reading a node's file: see `docs/node-files.md` for what it may say. Every error names the file, the line, and what is expected.

mod accessors;
mod check;
mod defaults;
mod inputs;
mod outputs;
pub(super) mod problems;
mod reach;
mod schedule;
mod set;
mod tags;
mod types;

#[cfg(test)]
mod broken_tests;
#[cfg(test)]
mod error_tests;
#[cfg(test)]
mod pass_error_tests;
#[cfg(test)]
mod set_error_tests;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use wavewright_shaders::{Item, ItemKind, Module, is_reserved, library_modules};

use self::accessors::accessor_tag;
use self::problems::{Problems, suggest};
use self::types::Types;
use super::{Access, AccessorSpec, AccessorTarget, Body, FieldSpec, FunctionSpec, InputSpec, Literal, Native};
use super::{NodeSpec, OutputSpec, PortType, ScheduleStep, StageSpec, StoredSpec, ValueType};
use crate::Diagnostic;

/// Families of the library panel.
pub const CATEGORIES: [&str; 12] =
    ["Input", "Waves", "Fluid", "Springs", "Noise", "Shapes", "Maths", "Motion", "Colour", "Particles", "Mesh", "Scene"];

impl NodeSpec {
    /// Reads a node's file. `file` is its path as people know it; its stem is the node's kind.
    ///
    /// # Errors
    /// Everything that is wrong with the file, by line.
    pub fn parse(file: &str, source: &str) -> Result<Self, Vec<Diagnostic>> {
        let kind = Path::new(file).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        read(file, source, Origin::File { kind })
    }
}

/// Where a text comes from.
#[derive(Clone, Copy)]
pub(super) enum Origin<'name> {
    /// A file of the library or of an artist's folder: named like its node, and described.
    File {
        /// The file's stem.
        kind: &'name str,
    },
    /// A text in a document: any name will do, and descriptions may be missing.
    Text {
        /// The kind of the node that holds the text.
        kind: &'name str,
    },
}

/// Whether `name` can be saved as the name of a node, an input, an output or a field.
pub(super) fn is_plain_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

pub(super) fn read(file: &str, source: &str, origin: Origin<'_>) -> Result<NodeSpec, Vec<Diagnostic>> {
    let module = Module::parse(file, source).map_err(|error| vec![Diagnostic::error(error.message).in_file(error.file, error.line)])?;
    let mut problems = Problems::new(file);
    let types = Types::read(&module, &mut problems);
    let mut draft = Draft {
        module: &module,
        imports: module.imports(),
        types,
        problems,
        needs_text: matches!(origin, Origin::File { .. }),
        inputs: Vec::new(),
        accessors: Vec::new(),
        pending_accessors: Vec::new(),
        outputs: Vec::new(),
        stages: Vec::new(),
        fields: Vec::new(),
    };
    let header = draft.read_header(origin);
    draft.check_items();
    let body = draft.read_body(&header, origin);
    draft.finish(source);
    let Draft { types: Types { generics, .. }, problems, inputs, accessors, outputs, .. } = draft;
    match body {
        Some(body) if problems.is_empty() => Ok(NodeSpec {
            kind: header.kind,
            title: header.title,
            summary: first_sentence(&module.docs.text),
            description: module.docs.text.clone(),
            category: header.category,
            tags: header.tags,
            source: header.source,
            aliases: header.aliases,
            inputs,
            outputs,
            generics,
            body,
            accessors,
            module: Arc::new(module),
        }),
        _ => Err(problems.into_list()),
    }
}

/// A file being read.
struct Draft<'module> {
    module: &'module Module,
    imports: Vec<Arc<Module>>,
    types: Types<'module>,
    problems: Problems,
    /// Whether the node and its ports must be described.
    needs_text: bool,
    inputs: Vec<InputSpec>,
    accessors: Vec<AccessorSpec>,
    /// Accessors that name an input or a field, until all of those are known.
    pending_accessors: Vec<String>,
    outputs: Vec<OutputSpec>,
    stages: Vec<StageSpec>,
    fields: Vec<FieldSpec>,
}

/// What the file's own comment says.
struct Header {
    kind: String,
    title: String,
    category: String,
    tags: Vec<String>,
    source: Option<String>,
    aliases: Vec<String>,
    native: Option<Native>,
    is_stored: bool,
}

impl<'module> Draft<'module> {
    fn read_header(&mut self, origin: Origin<'_>) -> Header {
        let module = self.module;
        let docs = &module.docs;
        tags::check(docs, tags::FILE, "the file", &mut self.problems);
        let (Origin::File { kind } | Origin::Text { kind }) = origin;
        if !is_plain_name(kind) {
            self.problems.add(
                1,
                format!("`{kind}` can't be the name of a node's file"),
                "use lower-case letters, digits and `_`, starting with a letter",
            );
        }
        if docs.text.is_empty() && self.needs_text {
            self.problems.add(
                1,
                "the node has no description",
                "say at the top of the file in `//!` what it does, in the words of an artist",
            );
        }
        let category = docs.tag("category").map_or("", |tag| tag.value.as_str());
        match docs.tag("category") {
            Some(tag) if !category.is_empty() && !CATEGORIES.contains(&category) => {
                self.problems.add(tag.line, format!("`@category {category}` is unknown"), suggest(category, CATEGORIES));
            }
            None if self.needs_text => {
                self.problems.add(1, "the node has no `@category`", format!("add one of {}", CATEGORIES.join(", ")));
            }
            _ => {}
        }
        for tag in docs.tags.iter().filter(|tag| tag.name == "import") {
            for word in tag.value.split_whitespace().filter(|word| library_modules().iter().all(|module| module.file != *word)) {
                let help = suggest(word, library_modules().iter().map(|module| module.file.as_str()));
                self.problems.add(tag.line, format!("`@import {word}` names no file of the shader library"), help);
            }
        }
        let words = |name: &str| -> Vec<String> {
            let tags = docs.tags.iter().filter(|tag| tag.name == name);
            tags.flat_map(|tag| tag.value.split_whitespace().map(str::to_owned)).collect()
        };
        let aliases = words("alias");
        if let Some(alias) = aliases.iter().find(|alias| !is_plain_name(alias) || *alias == kind) {
            let line = docs.tag("alias").map_or(1, |tag| tag.line);
            self.problems.add(line, format!("`@alias {alias}` is no other name for this node"), "use lower-case letters, digits and `_`");
        }
        let native = docs.tag("native").and_then(|tag| {
            let native = native_called(&tag.value);
            if matches!(origin, Origin::Text { .. }) {
                self.problems.add(tag.line, "`@native` is only for the library's files", "remove it");
            } else if native.is_none() {
                self.problems.add(
                    tag.line,
                    format!("`@native {}` is unknown", tag.value),
                    suggest(&tag.value, NATIVES.map(|(name, _)| name)),
                );
            }
            native
        });
        Header {
            title: docs.tag("title").map_or_else(|| title_of(kind), |tag| tag.value.clone()),
            kind: kind.to_owned(),
            category: category.to_owned(),
            tags: words("tags"),
            source: docs.tag("source").map(|tag| tag.value.clone()),
            aliases,
            native,
            is_stored: docs.tag("stored").is_some(),
        }
    }

    /// Reads inputs, accessors and functions in the order of the file, then what refers to them.
    fn read_body(&mut self, header: &Header, origin: Origin<'_>) -> Option<Body> {
        self.read_file_inputs();
        let functions = || self.module.items.iter().filter(|item| matches!(item.kind, ItemKind::Function { .. }));
        let has_stages = functions().any(|item| item.docs.tag("stage").is_some());
        let main = if has_stages { None } else { self.main_function(origin, header.native.is_some()) };
        if main.is_none() && !has_stages && header.native.is_none() {
            // Whatever else could be said would be about a function taken for a helper.
            return None;
        }
        let set = self.set_tag();
        let mut main_function = None;
        for item in &self.module.items {
            let is_main = main.is_some_and(|main| main.name == item.name);
            if accessor_tag(item).is_some() {
                self.read_accessor(item);
            } else if item.docs.tag("stage").is_some() {
                self.read_stage(item);
            } else if is_main {
                let function = self.read_function(item);
                if set.is_none() {
                    self.outputs = self.read_function_outputs(item, header.native.is_some());
                }
                main_function = Some((item, function));
            } else {
                self.check_bare(item);
            }
        }
        self.resolve_accessors();
        self.check_recursion();
        if let Some(native) = header.native {
            self.add_native_inputs(native);
            self.set_native_output(native);
            return Some(Body::Native(native));
        }
        if has_stages {
            return Some(self.stored_stages());
        }
        let (item, mut function) = main_function?;
        if let Some(tag) = set {
            return self.set_body(&tag, item, function);
        }
        self.finish_function(&mut function);
        self.check_calls(std::slice::from_ref(&function));
        let is_stored = header.is_stored || function.accessors.iter().any(|name| self.needs_a_grid(name));
        if is_stored {
            return Some(self.stored_function(function));
        }
        if let Some(tag) = self.module.docs.tags.iter().find(|tag| matches!(tag.name.as_str(), "grid" | "schedule")) {
            self.problems.add(
                tag.line,
                format!("`@{}` describes a grid, but this node has none", tag.name),
                "add `@stored` to keep the result on a grid, or remove the tag",
            );
        }
        Some(Body::Pure(function))
    }

    /// The function that is the node.
    fn main_function(&mut self, origin: Origin<'_>, is_native: bool) -> Option<&'module Item> {
        let functions: Vec<&'module Item> = self
            .module
            .items
            .iter()
            .filter(|item| matches!(item.kind, ItemKind::Function { .. }) && accessor_tag(item).is_none())
            .collect();
        let found = match origin {
            Origin::File { kind } => {
                let other = format!("{kind}_of");
                functions.iter().find(|item| item.name == kind).or_else(|| functions.iter().find(|item| item.name == other)).copied()
            }
            // The one that no other calls.
            Origin::Text { .. } => {
                let mut roots = functions
                    .iter()
                    .filter(|item| functions.iter().all(|other| other.name == item.name || !other.mentions.contains(&item.name)));
                roots.next().filter(|_| roots.next().is_none()).copied()
            }
        };
        if found.is_none() && !is_native {
            let names: Vec<&str> = functions.iter().map(|item| item.name.as_str()).collect();
            let found = if names.is_empty() { "the file has no function".to_owned() } else { format!("the file has {}", names.join(", ")) };
            match origin {
                Origin::File { kind } => {
                    let name = if is_reserved(kind) { format!("{kind}_of") } else { kind.to_owned() };
                    self.problems.add(
                        1,
                        format!("no function is called `{name}`"),
                        format!("the node is the function named like its file; {found}"),
                    );
                }
                Origin::Text { .. } => {
                    self.problems.add(
                        1,
                        "it is not clear which function is the node",
                        format!("write one function that no other calls; {found}"),
                    );
                }
            }
        }
        found
    }

    /// A helper, a struct or a constant, which takes no tags of its own.
    fn check_bare(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Alias { .. } => {}
            ItemKind::Struct { members } => {
                tags::check(&item.docs, tags::OTHER, &format!("the struct `{}`", item.name), &mut self.problems);
                for member in members {
                    tags::check(&member.docs, tags::MEMBER, &format!("the member `{}`", member.name), &mut self.problems);
                }
            }
            ItemKind::Function { parameters, .. } => {
                tags::check(&item.docs, tags::OTHER, &format!("the helper `{}`", item.name), &mut self.problems);
                for parameter in parameters {
                    tags::check(&parameter.docs, tags::OTHER, &format!("an argument of the helper `{}`", item.name), &mut self.problems);
                }
            }
            ItemKind::Constant => tags::check(&item.docs, tags::OTHER, &format!("the constant `{}`", item.name), &mut self.problems),
        }
    }

    /// Inputs that the compiler's own nodes have whatever their file says: a WGSL argument can't be called `type`.
    fn add_native_inputs(&mut self, native: Native) {
        let wanted = match native {
            Native::Expression => vec![
                InputSpec {
                    default: Some(Literal::Text("a".to_owned())),
                    ..self.blank_input("expression", "One formula of WGSL; names in it become inputs.", PortType::Text)
                },
                InputSpec {
                    default: Some(Literal::Text(ValueType::Number.name().to_owned())),
                    ..self.blank_input(
                        "type",
                        "The type of the result.",
                        PortType::Choice(EXPRESSION_TYPES.map(|value_type| value_type.name().to_owned()).to_vec()),
                    )
                },
                InputSpec {
                    default: Some(Literal::Text(String::new())),
                    advanced: true,
                    ..self.blank_input(
                        crate::node::expression::TYPES,
                        "Types of names that are not to be guessed, such as `p vec2, strength number`.",
                        PortType::Text,
                    )
                },
            ],
            Native::Code => vec![InputSpec {
                default: Some(Literal::Text(String::new())),
                ..self.blank_input("code", "The WGSL of a node, as in a node's file.", PortType::Text)
            }],
            _ => Vec::new(),
        };
        for input in wanted {
            if self.inputs.iter().all(|known| known.name != input.name) {
                self.inputs.push(input);
            }
        }
    }

    /// Outputs that no function of WGSL can return.
    fn set_native_output(&mut self, native: Native) {
        if native == Native::JoinScenes {
            let description = "Both.".to_owned();
            self.outputs =
                vec![OutputSpec { name: "scene".to_owned(), description, port_type: PortType::Fixed(ValueType::Scene), unit: None }];
        }
    }

    fn needs_a_grid(&self, accessor: &str) -> bool {
        self.accessors.iter().find(|known| known.name == accessor).is_some_and(|known| match &known.target {
            AccessorTarget::Input(index) => matches!(self.inputs[*index].access, Access::Cells | Access::Points),
            AccessorTarget::Own { .. } => true,
            _ => false,
        })
    }

    /// A node of one function that has its result on a grid: one stage, whose fields are the outputs.
    fn stored_function(&mut self, function: FunctionSpec) -> Body {
        for output in &self.outputs {
            let wgsl = match &output.port_type {
                PortType::Generic(index) => self.types.generics[*index].name.clone(),
                PortType::Fixed(value_type) if value_type.is_value() => value_type.wgsl().to_owned(),
                _ => {
                    self.problems.add(
                        1,
                        format!("the output `{}` is a list, which has no place on a grid", output.name),
                        "remove `@stored`, and accessors of cells and points",
                    );
                    continue;
                }
            };
            self.fields.push(FieldSpec { name: output.name.clone(), wgsl, is_state: false });
        }
        let writes = self.fields.iter().map(|field| field.name.clone()).collect();
        self.stages.push(StageSpec { function, writes, when: None, on_coarser: false });
        self.check_fields();
        self.stored()
    }

    /// A node of several passes.
    fn stored_stages(&mut self) -> Body {
        let mut stages = std::mem::take(&mut self.stages);
        for stage in &mut stages {
            self.finish_function(&mut stage.function);
        }
        let functions: Vec<FunctionSpec> = stages.iter().map(|stage| stage.function.clone()).collect();
        self.stages = stages;
        self.check_calls(&functions);
        self.resolve_conditions();
        self.check_fields();
        if self.outputs.is_empty() && self.problems.is_empty() {
            self.problems.add(
                1,
                "no stage has `@output`, so the node has no output",
                "mark the stages whose field people see with `@output`",
            );
        }
        self.stored()
    }

    fn stored(&mut self) -> Body {
        let schedule: Vec<ScheduleStep> = self.read_schedule();
        if self.problems.is_empty() {
            self.mark_state(&schedule);
        }
        let grid_choice = self.module.docs.tag("grid").and_then(|tag| {
            let index = self.input_called(&tag.value, tag)?;
            const SCALES: [&str; 5] = ["double", "same", "half", "quarter", "eighth"];
            let fits = matches!(&self.inputs[index].port_type, PortType::Choice(words) if words.iter().all(|word| SCALES.contains(&word.as_str())));
            if !fits {
                self.problems.add(tag.line, format!("`@grid {}` names an input that does not scale a grid", tag.value), format!("give it a `@choice` among {}", SCALES.join(", ")));
            }
            fits.then_some(index)
        });
        Body::Stored(StoredSpec { stages: self.stages.clone(), schedule, fields: self.fields.clone(), grid_choice })
    }

    /// Accessors that no function reaches: most likely a slip in a name.
    fn check_calls(&mut self, functions: &[FunctionSpec]) {
        if !self.problems.is_empty() {
            return;
        }
        let mut called: Vec<&str> = functions.iter().flat_map(|function| function.accessors.iter().map(String::as_str)).collect();
        for accessor in self.accessors.iter().filter(|accessor| called.contains(&accessor.name.as_str())).collect::<Vec<_>>() {
            if let AccessorTarget::Own { finest: Some(input), .. } = accessor.target {
                called.push(&self.inputs[input].name);
            }
        }
        for accessor in self.accessors.iter().filter(|accessor| !called.contains(&accessor.name.as_str())) {
            let line = self.module.item(&accessor.name).map_or(1, |item| item.line);
            self.problems.add(line, format!("nothing calls the accessor `{}`", accessor.name), "call it, or remove it");
        }
    }
}

const NATIVES: [(&str, Native); 8] = [
    ("feedback", Native::Feedback),
    ("output", Native::Output),
    ("code", Native::Code),
    ("expression", Native::Expression),
    ("join_scenes", Native::JoinScenes),
    ("render", Native::Render),
    ("deposit", Native::Deposit),
    ("bake", Native::Bake),
];

/// Types that an expression may have.
pub(super) const EXPRESSION_TYPES: [ValueType; 4] = [ValueType::Number, ValueType::Vec2, ValueType::Vec3, ValueType::Colour];

fn native_called(name: &str) -> Option<Native> {
    NATIVES.iter().find(|(known, _)| *known == name).map(|(_, native)| *native)
}

/// `wave_set` as people read it: Wave set.
pub(super) fn title_of(kind: &str) -> String {
    let spaced = kind.replace('_', " ");
    let mut letters = spaced.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Up to the first full stop that ends a sentence.
fn first_sentence(text: &str) -> String {
    let paragraph = text.split('\n').next().unwrap_or_default();
    let end = paragraph.match_indices(['.', '!', '?']).find(|(index, mark)| {
        let rest = &paragraph[index + mark.len()..];
        rest.is_empty()
            || rest.strip_prefix(' ').is_some_and(|next| next.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit()))
    });
    end.map_or(paragraph, |(index, mark)| &paragraph[..index + mark.len()]).to_owned()
}
