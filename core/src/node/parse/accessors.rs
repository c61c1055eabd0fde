//! Accessors: functions of the file that the compiler rewrites.

use wavewright_shaders::{Item, ItemKind, Tag};

use super::Draft;
use super::problems::suggest;
use super::tags;
use crate::node::{Access, AccessorSpec, AccessorTarget, Attribute, LevelStep, PortType};

/// Words after `@read`.
const READS: [&str; 8] = ["cells", "points", "positions", "uvs", "list", "image", "own", "vertices"];

/// The tag that makes a function an accessor.
pub(super) fn accessor_tag(item: &Item) -> Option<&Tag> {
    matches!(item.kind, ItemKind::Function { .. })
        .then(|| item.docs.tags.iter().find(|tag| matches!(tag.name.as_str(), "read" | "count" | "size")))
        .flatten()
}

impl Draft<'_> {
    /// Reads an accessor as far as its input; what it names is looked up when all inputs are known, by [`Draft::resolve_accessors`].
    pub(super) fn read_accessor(&mut self, item: &Item) {
        let Some(tag) = accessor_tag(item) else { return };
        tags::check(&item.docs, tags::ACCESSOR, &format!("the accessor `{}`", item.name), &mut self.problems);
        let (word, rest) = tag.value.split_once(char::is_whitespace).unwrap_or((tag.value.as_str(), ""));
        if tag.name == "read" && !READS.contains(&word) {
            self.problems.add(tag.line, format!("`@read {word}` is unknown"), suggest(word, READS));
            return;
        }
        if tag.name == "read" && !matches!(word, "image" | "vertices") && !rest.is_empty() {
            self.problems.add(tag.line, format!("\"{rest}\" follows `@read {word}`"), "put the text before the tags");
        }
        let read = if tag.name == "read" { word } else { tag.name.as_str() };
        if !self.check_signature(item, read) {
            return;
        }
        self.check_accessor_tags(item, read);
        let Some(access) = self.access_of(item, read) else {
            self.pending_accessors.push(item.name.clone());
            return;
        };
        let result = Self::result_of(item);
        let port_type = if access == Access::List { self.types.list(&result, true) } else { self.types.value(&result) };
        if let Some(port_type) = port_type
            && let Some(index) = self.read_accessor_input(item, access, port_type)
        {
            self.push_accessor(item, AccessorTarget::Input(index));
        }
    }

    /// How an accessor reads its own input; `None` for those that name something else.
    fn access_of(&self, item: &Item, read: &str) -> Option<Access> {
        Some(match read {
            "cells" => Access::Cells,
            "points" => Access::Points,
            "positions" => Access::Positions(self.argument_types(item) == ["vec3f"]),
            "uvs" => Access::Uvs,
            "list" => Access::List,
            _ => return None,
        })
    }

    /// Accessors that name another input or a field.
    pub(super) fn resolve_accessors(&mut self) {
        let module = self.module;
        for name in std::mem::take(&mut self.pending_accessors) {
            let Some(item) = module.item(&name) else { continue };
            let Some(tag) = accessor_tag(item) else { continue };
            let word = tag.value.split_whitespace().next().unwrap_or_default();
            let target = match (tag.name.as_str(), word) {
                ("read", "own") => self.own_target(item),
                ("read", "vertices") => self.vertices_target(item, tag),
                ("read", _) => {
                    let input = tag.value.split_whitespace().nth(1).unwrap_or_default();
                    self.named_input(input, tag, &PortType::File).map(AccessorTarget::Image)
                }
                ("size", _) => self.named_input(&tag.value, tag, &PortType::File).map(AccessorTarget::ImageSize),
                _ => self.list_input(&tag.value, tag).map(AccessorTarget::Count),
            };
            if let Some(target) = target {
                self.push_accessor(item, target);
            }
        }
        // In the order of the file, whenever they were resolved.
        self.accessors.sort_by_key(|accessor| module.items.iter().position(|item| item.name == accessor.name));
    }

    fn vertices_target(&mut self, item: &Item, tag: &Tag) -> Option<AccessorTarget> {
        let name = tag.value.split_whitespace().nth(1).unwrap_or_default();
        let result = self.types.canonical(&Self::result_of(item));
        match Attribute::from_name(name) {
            Some(attribute) if attribute.value_type().wgsl() == result => Some(AccessorTarget::Vertices(attribute)),
            Some(attribute) => {
                let expected = attribute.value_type().wgsl();
                self.problems.add(tag.line, format!("`{}` returns `{result}`", item.name), format!("`{name}` is of type `{expected}`"));
                None
            }
            None => {
                self.problems.add(
                    tag.line,
                    format!("`@read vertices {name}` names no attribute"),
                    suggest(name, Attribute::ALL.map(Attribute::name)),
                );
                None
            }
        }
    }

    fn own_target(&mut self, item: &Item) -> Option<AccessorTarget> {
        let field = item.docs.tag("field").map_or(&item.name, |tag| &tag.value).clone();
        let level = match item.docs.tag("level") {
            None => LevelStep::Same,
            Some(tag) if tag.value == "finer" => LevelStep::Finer,
            Some(tag) if tag.value == "coarser" => LevelStep::Coarser,
            Some(tag) => {
                self.problems.add(tag.line, format!("`@level {}` is unknown", tag.value), "use finer or coarser");
                return None;
            }
        };
        let finest = match item.docs.tag("finest") {
            Some(tag) => {
                let index = self.input_called(&tag.value, tag)?;
                let result = self.types.value(&Self::result_of(item));
                if self.inputs[index].access != Access::Cells || result.as_ref() != Some(&self.inputs[index].port_type) {
                    self.problems.add(
                        tag.line,
                        format!("`{}` can't read the input `{}` on the finest level", item.name, tag.value),
                        "that input needs `@read cells` and the same type as this accessor",
                    );
                    return None;
                }
                Some(index)
            }
            None => None,
        };
        Some(AccessorTarget::Own { field, level, finest })
    }

    fn named_input(&mut self, name: &str, tag: &Tag, expected: &PortType) -> Option<usize> {
        if name.is_empty() {
            self.problems.add(
                tag.line,
                format!("`@{} {}` does not say which file", tag.name, tag.value),
                "write the name of a `@file` after it",
            );
            return None;
        }
        let index = self.input_called(name, tag)?;
        if self.inputs[index].port_type != *expected {
            self.problems.add(
                tag.line,
                format!("`@{}` names `{name}`, which is no file", tag.name),
                "name an input that the file declares with `@file`",
            );
            return None;
        }
        Some(index)
    }

    fn list_input(&mut self, name: &str, tag: &Tag) -> Option<usize> {
        let index = self.input_called(name, tag)?;
        if self.inputs[index].access != Access::List {
            self.problems.add(tag.line, format!("`@count` names `{name}`, which is no list"), "name an accessor with `@read list`");
            return None;
        }
        Some(index)
    }

    fn push_accessor(&mut self, item: &Item, target: AccessorTarget) {
        let result = self.types.canonical(&Self::result_of(item));
        self.accessors.push(AccessorSpec { name: item.name.clone(), target, result });
    }

    fn argument_types(&self, item: &Item) -> Vec<String> {
        Self::parameters(item).iter().map(|parameter| self.types.canonical(&parameter.wgsl_type)).collect()
    }

    /// Spelling of a function's result; empty where it has none.
    pub(super) fn result_of(item: &Item) -> String {
        match &item.kind {
            ItemKind::Function { result, .. } => result.clone().unwrap_or_default(),
            _ => String::new(),
        }
    }

    /// Whether arguments and result are what this kind of reading has.
    fn check_signature(&mut self, item: &Item, read: &str) -> bool {
        let values = self.types.names();
        let (arguments, result): (&[&[&str]], _) = match read {
            "cells" => (&[&["vec2i"]], values.as_str()),
            "points" | "uvs" => (&[&["vec2f"]], values.as_str()),
            "positions" => (&[&["vec3f"], &["vec2f"]], values.as_str()),
            "list" => (&[&["u32"]], "Wave, RampStop, CurvePoint"),
            "image" => (&[&["vec2i"]], "vec4f"),
            "own" | "vertices" => (&[&["vec2i"]], values.as_str()),
            "count" => (&[&[]], "u32"),
            _ => (&[&[]], "vec2i"),
        };
        let found = self.argument_types(item);
        let has_arguments = arguments.iter().any(|expected| *expected == found);
        let canonical = self.types.canonical(&Self::result_of(item));
        let has_result = result.split(", ").any(|expected| expected == canonical);
        if !(has_arguments && has_result) {
            let names =
                Self::parameters(item).iter().map(|parameter| format!("{}: {}", parameter.name, parameter.wgsl_type)).collect::<Vec<_>>();
            let spelled: Vec<String> = arguments.iter().map(|types| types.join(", ")).collect();
            let result = if result.contains(", ") { format!("one of {result}") } else { result.to_owned() };
            let of = match read {
                "count" | "size" => format!("@{read}"),
                read => format!("@read {read}"),
            };
            let arguments =
                if spelled == [""] { "no argument".to_owned() } else { format!("one argument of type {}", spelled.join(" or ")) };
            self.problems.add(
                item.line,
                format!("the accessor `fn {}({}) -> {}` does not fit `{of}`", item.name, names.join(", "), Self::result_of(item)),
                format!("`{of}` has {arguments} and returns {result}"),
            );
        }
        has_arguments && has_result
    }

    /// Tags that only some accessors have.
    fn check_accessor_tags(&mut self, item: &Item, read: &str) {
        let is_input = matches!(read, "cells" | "points" | "positions" | "uvs" | "list");
        for tag in &item.docs.tags {
            let fits = match tag.name.as_str() {
                "field" | "level" | "finest" => read == "own",
                "default" | "range" | "unit" | "label" | "advanced" => is_input,
                "read" | "count" | "size" => tag.name == accessor_tag(item).map_or("", |tag| tag.name.as_str()),
                _ => true,
            };
            if !fits {
                self.problems.add(
                    tag.line,
                    format!("`@{}` can't describe the accessor `{}`", tag.name, item.name),
                    if is_input {
                        "it belongs to an accessor with `@read own`"
                    } else {
                        "it belongs to an input, which this accessor is not"
                    },
                );
            }
        }
        for parameter in Self::parameters(item) {
            tags::check(&parameter.docs, tags::OTHER, "an accessor's argument", &mut self.problems);
        }
    }
}
