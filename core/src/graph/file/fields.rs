//! An object of a file, field by field: what can't be used is set aside, reported and kept.

use serde_json::{Map, Value};

use crate::diagnostic::Diagnostic;
use crate::graph::naming::fresh_name;

/// The field of `extra` under which whatever could not be used is kept, by its path.
pub(super) const UNREAD: &str = "unread";

/// The fields of one object that were not read yet.
pub(super) struct Fields<'r> {
    map: Map<String, Value>,
    /// Path of the object in messages: `grid`, or nothing for a node, which the message names anyway.
    path: String,
    /// The node that the object is of.
    node: Option<String>,
    aside: Vec<(String, Value)>,
    diagnostics: &'r mut Vec<Diagnostic>,
}

impl<'r> Fields<'r> {
    pub(super) fn new(map: Map<String, Value>, path: &str, diagnostics: &'r mut Vec<Diagnostic>) -> Self {
        Self { map, path: path.to_owned(), node: None, aside: Vec::new(), diagnostics }
    }

    pub(super) fn of_node(mut self, node: &str) -> Self {
        self.node = Some(node.to_owned());
        self
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let diagnostic = match &self.node {
            Some(node) => diagnostic.at(node.clone()),
            None => diagnostic,
        };
        self.diagnostics.push(diagnostic);
    }

    /// Reports that are about another place than this object.
    pub(super) fn diagnostics(&mut self) -> &mut Vec<Diagnostic> {
        self.diagnostics
    }

    /// The path of a field of this object in messages.
    pub(super) fn path_of(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// The raw value of a field, which counts as read.
    pub(super) fn take_value(&mut self, key: &str) -> Option<Value> {
        self.map.shift_remove(key)
    }

    /// Keeps a value that could not be used.
    pub(super) fn set_aside(&mut self, key: impl Into<String>, value: Value) {
        self.aside.push((key.into(), value));
    }

    /// The field `key`, or `default` where it is absent, `null` or of no use; the last two are reported.
    pub(super) fn take<T>(&mut self, key: &str, default: T, used: &str, convert: impl FnOnce(&Value) -> Result<T, String>) -> T {
        let Some(value) = self.take_value(key) else {
            return default;
        };
        match convert(&value) {
            Ok(converted) => converted,
            Err(expected) => {
                let message = format!("\"{}\" is {}, not {expected}; {used} is used", self.path_of(key), shown(&value));
                self.report(Diagnostic::warning(message).help(kept_help(&value)));
                self.set_aside(key, value);
                default
            }
        }
    }

    /// The object under `key`, empty where there is none.
    pub(super) fn take_object(&mut self, key: &str) -> Map<String, Value> {
        self.take(key, Map::new(), "nothing", |value| value.as_object().cloned().ok_or_else(|| "an object".to_owned()))
    }

    /// The array under `key`, empty where there is none.
    pub(super) fn take_array(&mut self, key: &str) -> Vec<Value> {
        self.take(key, Vec::new(), "nothing", |value| value.as_array().cloned().ok_or_else(|| "an array".to_owned()))
    }

    /// What was not read: fields that aren't known, and [`UNREAD`] with what was set aside.
    pub(super) fn into_extra(self) -> Map<String, Value> {
        let mut extra = self.map;
        keep_unread(&mut extra, self.aside);
        extra
    }
}

/// Adds to the [`UNREAD`] of `extra`; earlier ones stay. A `null` says nothing and is not kept.
pub(super) fn keep_unread(extra: &mut Map<String, Value>, aside: Vec<(String, Value)>) {
    let aside: Vec<_> = aside.into_iter().filter(|(_, value)| !value.is_null()).collect();
    if aside.is_empty() {
        return;
    }
    let mut unread = match extra.shift_remove(UNREAD) {
        Some(Value::Object(earlier)) => earlier,
        Some(other) => Map::from_iter([(UNREAD.to_owned(), other)]),
        None => Map::new(),
    };
    for (key, value) in aside {
        if unread.get(&key) == Some(&value) {
            continue;
        }
        let key = fresh_name(&key, |name| unread.contains_key(name));
        unread.insert(key, value);
    }
    extra.insert(UNREAD.to_owned(), Value::Object(unread));
}

/// What to do about a value that was set aside.
pub(super) fn kept_help(value: &Value) -> String {
    if value.is_null() { String::new() } else { "what stood there is kept in the file under \"unread\"".to_owned() }
}

/// A value in a message: short, whatever it is.
pub(super) fn shown(value: &Value) -> String {
    const LONGEST: usize = 40;
    let text = value.to_string();
    if text.chars().count() <= LONGEST {
        return text;
    }
    let start: String = text.chars().take(LONGEST).collect();
    format!("{start}...")
}
