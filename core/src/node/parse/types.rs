//! Types of the file: aliases, generics, and what a spelling means for a port.

use wavewright_shaders::{Item, ItemKind, Module};

use super::problems::{Problems, suggest};
use super::tags;
use crate::node::{GenericSpec, PortType, ValueType};

/// The aliases and generics of a file.
pub(super) struct Types<'module> {
    aliases: Vec<(&'module str, &'module str)>,
    pub(super) generics: Vec<GenericSpec>,
}

impl<'module> Types<'module> {
    pub(super) fn read(module: &'module Module, problems: &mut Problems) -> Self {
        let mut types = Self { aliases: Vec::new(), generics: Vec::new() };
        for item in &module.items {
            let ItemKind::Alias { target } = &item.kind else { continue };
            tags::check(&item.docs, tags::ALIAS, "a generic type", problems);
            if item.docs.tag("any").is_some() {
                types.add_generic(item, target, problems);
            } else {
                types.aliases.push((&item.name, target));
            }
        }
        types
    }

    fn add_generic(&mut self, item: &Item, target: &str, problems: &mut Problems) {
        let Some(tag) = item.docs.tag("any") else { return };
        let values: Vec<ValueType> = ValueType::ALL.into_iter().filter(|value_type| value_type.is_value()).collect();
        let mut allowed = Vec::new();
        let mut is_whole = true;
        for word in tag.value.split_whitespace() {
            match ValueType::from_name(word).filter(|value_type| values.contains(value_type)) {
                Some(value_type) if allowed.contains(&value_type) => {
                    problems.add(tag.line, format!("`@any` says {word} twice"), "keep one of them");
                }
                Some(value_type) => allowed.push(value_type),
                None => {
                    is_whole = false;
                    problems.add(
                        tag.line,
                        format!("`{word}` is no type that `@any` can name"),
                        suggest(word, values.iter().map(|value_type| value_type.name())),
                    );
                }
            }
        }
        if allowed.is_empty() {
            return;
        }
        if is_whole && !ValueType::from_wgsl(target).is_some_and(|value_type| allowed.contains(&value_type)) {
            let spellings: Vec<&str> = allowed.iter().map(|value_type| value_type.wgsl()).collect();
            problems.add(
                item.line,
                format!("`{}` stands for `{target}`, which its `@any` does not allow", item.name),
                format!("make it one of {}", spellings.join(", ")),
            );
        }
        self.generics.push(GenericSpec { name: item.name.clone(), allowed });
    }

    /// The spelling that everything downstream sees: aliases followed, `vec2<f32>` as `vec2f`, a generic by its name.
    pub(super) fn canonical(&self, spelling: &str) -> String {
        let mut spelling = spelling;
        // An alias of an alias ends after as many steps as there are aliases, or goes round in a circle, which WGSL refuses later.
        for _ in 0..=self.aliases.len() {
            match self.aliases.iter().find(|(name, _)| *name == spelling) {
                Some((_, target)) => spelling = target,
                None => break,
            }
        }
        let short = ["i32", "u32"].into_iter().find_map(|scalar| {
            let size = spelling.strip_prefix("vec")?.strip_suffix(&format!("<{scalar}>"))?;
            Some(format!("vec{size}{}", &scalar[..1]))
        });
        short.unwrap_or_else(|| match ValueType::from_wgsl(spelling) {
            Some(value_type) => value_type.wgsl().to_owned(),
            None => spelling.to_owned(),
        })
    }

    /// The type of an output or of an accessor's result.
    pub(super) fn value(&self, spelling: &str) -> Option<PortType> {
        let canonical = self.canonical(spelling);
        if let Some(index) = self.generics.iter().position(|generic| generic.name == canonical) {
            return Some(PortType::Generic(index));
        }
        ValueType::from_wgsl(&canonical).filter(|value_type| value_type.is_value()).map(PortType::Fixed)
    }

    /// The list type whose whole (`Waves`) or whose row (`Wave`) has this spelling.
    pub(super) fn list(&self, spelling: &str, row: bool) -> Option<PortType> {
        let canonical = self.canonical(spelling);
        let lists = ValueType::ALL.into_iter().filter(|value_type| value_type.is_list());
        let name_of = |value_type: ValueType| match (row, value_type) {
            (true, _) => value_type.wgsl(),
            (false, ValueType::Waves) => "Waves",
            (false, ValueType::Ramp) => "Ramp",
            (false, _) => "Curve",
        };
        lists.into_iter().find(|value_type| name_of(*value_type) == canonical).map(PortType::Fixed)
    }

    /// What a value may be, for messages.
    pub(super) fn names(&self) -> String {
        let mut names = vec!["f32", "vec2f", "vec3f", "vec4f"];
        names.extend(self.generics.iter().map(|generic| generic.name.as_str()));
        names.join(", ")
    }
}
