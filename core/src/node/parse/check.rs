//! Whether the file's items have usable names, and whether it is valid WGSL with every type that it may have.

use wavewright_shaders::{Item, ItemKind, TokenKind, is_reserved, library_item, tokens, validate};

use super::Draft;
use crate::node::ValueType;

/// Most combinations of generic types that are tried.
const MOST_COMBINATIONS: usize = 16;

/// Barriers and derivatives.
fn is_of_neighbours(name: &str) -> bool {
    matches!(name, "workgroupBarrier" | "storageBarrier" | "textureBarrier" | "workgroupUniformLoad")
        || ["dpdx", "dpdy", "fwidth"].iter().any(|stem| matches!(name.strip_prefix(stem), Some("" | "Coarse" | "Fine")))
}

impl Draft<'_> {
    /// Names of items, and items that a node can't have.
    pub(super) fn check_items(&mut self) {
        for item in &self.module.items {
            if is_reserved(&item.name) {
                let help = match item.kind {
                    ItemKind::Function { .. } => format!("call it `{}_of`", item.name),
                    _ => "choose another name".to_owned(),
                };
                self.problems.add(item.line, format!("`{}` is a name of WGSL's own", item.name), help);
            } else if let Some((_, module)) = library_item(&item.name)
                && self.imports.iter().any(|import| import.file == module.file)
            {
                self.problems.add(
                    item.line,
                    format!("`{}` is declared here and in `{}` of the shader library, which the file imports", item.name, module.file),
                    "choose another name, or use the library's",
                );
            }
            self.check_kind(item);
            self.check_builtins(item);
            self.check_missing_imports(item);
        }
    }

    /// No entry points and no resources: the compiler makes those.
    fn check_kind(&mut self, item: &Item) {
        let words = tokens(&item.text);
        let first = words.first().map_or("", |token| token.text);
        if matches!(item.kind, ItemKind::Constant) && first != "const" {
            self.problems.add(
                item.line,
                format!("`{}` is a module-scope variable, which nodes can't have", item.name),
                "use `const`, or pass the value as an argument; what lasts from step to step is a field (`@read own`)",
            );
        }
        let stage =
            words.iter().find(|token| token.kind == TokenKind::Attribute && matches!(token.text, "compute" | "vertex" | "fragment"));
        if let Some(token) = stage {
            self.problems.add(
                item.line,
                format!("`{}` is an entry point (`@{}`)", item.name, token.text),
                "remove the attribute; the compiler makes the entry points",
            );
        }
    }

    /// Functions of WGSL that need neighbours in a workgroup or in a picture: a node is asked for one element at a time.
    fn check_builtins(&mut self, item: &Item) {
        let words = tokens(&item.text);
        let is_called = |at: usize| words.get(at + 1).is_some_and(|next| next.text == "(");
        for (at, word) in words.iter().enumerate() {
            if word.kind == TokenKind::Identifier && is_called(at) && is_of_neighbours(word.text) && self.find(word.text).is_none() {
                self.problems.add(
                    line_of(item, word.text),
                    format!("`{}` asks for what other threads have, and a node is computed for one element at a time", word.text),
                    "read neighbours through an accessor (`@read cells`)",
                );
            }
        }
    }

    /// Names of the library that the file uses without its import.
    fn check_missing_imports(&mut self, item: &Item) {
        for name in &item.mentions {
            if self.find(name).is_none()
                && let Some((_, module)) = library_item(name)
            {
                let line = line_of(item, name);
                self.problems.add(
                    line,
                    format!("`{name}` is in `{}` of the shader library, which the file does not import", module.file),
                    format!("add `//! @import {}`", module.file),
                );
            }
        }
    }

    /// The last check: with everything else in order, the file must be valid WGSL as it stands and with each of its generics' types.
    pub(super) fn finish(&mut self, source: &str) {
        if !self.problems.is_empty() {
            return;
        }
        let library = self.library_text();
        let lines = source.lines().count();
        // A byte order mark is no WGSL.
        let mut whole = source.trim_start_matches('\u{feff}').to_owned();
        whole.push('\n');
        whole.push_str(&library);
        if let Err(error) = validate(&whole) {
            self.problems.add(error.line.clamp(1, lines.max(1)), error.message, "");
            return;
        }
        for combination in self.combinations() {
            if let Err((line, message)) = self.validate_with(&combination, &library) {
                let names: Vec<String> = self
                    .types
                    .generics
                    .iter()
                    .zip(&combination)
                    .map(|(generic, value)| format!("`{}` as {}", generic.name, value.name()))
                    .collect();
                self.problems.add(
                    line,
                    format!("with {}: {message}", names.join(" and ")),
                    "make it valid for every type of `@any`, or take the type away from it",
                );
                return;
            }
        }
    }

    /// Texts of the library's items that the file needs.
    fn library_text(&self) -> String {
        let mut names: Vec<&str> = Vec::new();
        let mut text = String::new();
        let mut open: Vec<&Item> = self.module.items.iter().collect();
        while let Some(item) = open.pop() {
            for name in &item.mentions {
                if self.module.item(name).is_none()
                    && !names.contains(&name.as_str())
                    && let Some(found) = self.find(name)
                {
                    names.push(&found.name);
                    text.push_str(&found.text);
                    text.push('\n');
                    open.push(found);
                }
            }
        }
        text
    }

    /// Types for the generics, in every combination up to a bound; none where there are no generics.
    fn combinations(&self) -> Vec<Vec<ValueType>> {
        if self.types.generics.is_empty() {
            return Vec::new();
        }
        let mut result: Vec<Vec<ValueType>> = vec![Vec::new()];
        for generic in &self.types.generics {
            result = result
                .into_iter()
                .flat_map(|known| generic.allowed.iter().map(move |value| [known.as_slice(), &[*value]].concat()))
                .take(MOST_COMBINATIONS)
                .collect();
        }
        result
    }

    /// Validates with these types. Accessors have bodies that fit any type, since the compiler replaces theirs.
    fn validate_with(&self, combination: &[ValueType], library: &str) -> Result<(), (usize, String)> {
        let mut text = String::new();
        let mut lines: Vec<usize> = Vec::new();
        for item in &self.module.items {
            let generic = self.types.generics.iter().position(|generic| generic.name == item.name);
            let written = match generic.and_then(|index| combination.get(index)) {
                Some(value) => format!("alias {} = {};", item.name, value.wgsl()),
                None if self.is_accessor(&item.name) => with_plain_body(item),
                None => item.text.clone(),
            };
            lines.extend(item.lines.iter().take(written.lines().count()));
            text.push_str(&written);
            text.push('\n');
        }
        text.push_str(library);
        validate(&text).map(|_| ()).map_err(|error| {
            let line = error.line.checked_sub(1).and_then(|index| lines.get(index)).or(lines.last()).copied().unwrap_or(1);
            (line, error.message)
        })
    }
}

/// The accessor with a body that returns the zero value of its type.
fn with_plain_body(item: &Item) -> String {
    let result = Draft::result_of(item);
    let body = tokens(&item.text).iter().find(|token| token.text == "{").map_or(item.text.len(), |token| token.start);
    format!("{}{{ return {result}(); }}", &item.text[..body])
}

/// The line of the file on which an item first has this name.
fn line_of(item: &Item, name: &str) -> usize {
    let line = tokens(&item.text).iter().find(|token| token.text == name).map_or(0, |token| token.line - 1);
    item.lines.get(line).copied().unwrap_or(item.line)
}
