//! JSON text to a tree that loses nothing: a key that stands twice is kept under another name, and words that are no JSON but that
//! other programs write for numbers that are no numbers (`NaN`, `Infinity`, `1e999`) become `null`.

use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// A tree, and what stood in it twice.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) value: Value,
    pub(super) duplicates: Vec<Duplicate>,
}

/// A key that stood twice in one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Duplicate {
    /// Keys from the top to the object.
    pub(super) path: Vec<String>,
    /// The key.
    pub(super) key: String,
    /// The key under which the later one is kept.
    pub(super) kept_as: String,
}

/// The tree of `text`.
///
/// # Errors
/// Text that is not JSON, with line and column.
pub(super) fn parse(text: &str) -> Result<Tree, serde_json::Error> {
    match parse_strictly(text) {
        Ok(tree) => Ok(tree),
        Err(error) => match without_bad_numbers(text) {
            Some(repaired) => parse_strictly(&repaired),
            None => Err(error),
        },
    }
}

fn parse_strictly(text: &str) -> Result<Tree, serde_json::Error> {
    let mut reader = TreeReader { path: Vec::new(), duplicates: Vec::new() };
    let mut json = serde_json::Deserializer::from_str(text);
    let value = (&mut reader).deserialize(&mut json)?;
    json.end()?;
    Ok(Tree { value, duplicates: reader.duplicates })
}

struct TreeReader {
    path: Vec<String>,
    duplicates: Vec<Duplicate>,
}

impl<'de> DeserializeSeed<'de> for &mut TreeReader {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut TreeReader {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        self.path.push("[]".to_owned());
        while let Some(element) = elements.next_element_seed(&mut *self)? {
            array.push(element);
        }
        self.path.pop();
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut entries: Vec<(String, Value)> = Vec::new();
        while let Some(key) = fields.next_key::<String>()? {
            self.path.push(key);
            let value = fields.next_value_seed(&mut *self)?;
            // The key was pushed above, so there is one to pop.
            let key = self.path.pop().unwrap_or_default();
            entries.push((key, value));
        }
        Ok(Value::Object(self.without_duplicates(entries)))
    }
}

impl TreeReader {
    /// A later one of equal keys gets a name that no field has, so that it is taken for none. The names are chosen when every key is
    /// known, so that no key of the file is pushed aside by one.
    fn without_duplicates(&mut self, entries: Vec<(String, Value)>) -> Map<String, Value> {
        let mut names: HashSet<String> = HashSet::new();
        let is_second: Vec<bool> = entries.iter().map(|(key, _)| !names.insert(key.clone())).collect();
        let mut map = Map::new();
        for ((key, value), second) in entries.into_iter().zip(is_second) {
            if !second {
                map.insert(key, value);
                continue;
            }
            let numbered = (2_u64..).map(|number| format!("{key} ({number})"));
            let kept_as = numbered.into_iter().find(|name| !names.contains(name)).unwrap_or_default();
            names.insert(kept_as.clone());
            map.insert(kept_as.clone(), value);
            self.duplicates.push(Duplicate { path: self.path.clone(), key, kept_as });
        }
        map
    }
}

/// `text` with `null` for what stands in place of a number and is none; `None` where there is no such thing.
fn without_bad_numbers(text: &str) -> Option<String> {
    let mut repaired = String::with_capacity(text.len());
    let mut rest = text;
    let mut found = false;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => string_length(rest),
            '-' | '+' | '.' | '0'..='9' | 'a'..='z' | 'A'..='Z' => {
                rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.'))).unwrap_or(rest.len())
            }
            other => other.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        if is_bad_number(token) {
            repaired.push_str("null");
            found = true;
        } else {
            repaired.push_str(token);
        }
        rest = after;
    }
    found.then_some(repaired)
}

/// Length in bytes of the string that `text` starts with, quotes included.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (place, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return place + 1,
            _ => {}
        }
    }
    text.len()
}

fn is_bad_number(token: &str) -> bool {
    let magnitude = token.strip_prefix(['-', '+']).unwrap_or(token);
    let words = ["nan", "inf", "infinity"];
    words.iter().any(|word| magnitude.eq_ignore_ascii_case(word))
        || (magnitude.starts_with(|c: char| c.is_ascii_digit()) && magnitude.parse::<f64>().is_ok_and(f64::is_infinite))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_field_is_kept_under_a_name_that_no_field_has() {
        let tree = parse(r#"{"a": {"seed": 1, "seed": 2, "seed (2)": 3, "seed": 4}}"#).unwrap();
        assert_eq!(tree.value, serde_json::json!({"a": {"seed": 1, "seed (3)": 2, "seed (2)": 3, "seed (4)": 4}}));
        assert_eq!(tree.duplicates[0], Duplicate { path: vec!["a".into()], key: "seed".into(), kept_as: "seed (3)".into() });
    }

    #[test]
    fn words_for_no_number_become_null_outside_strings() {
        let text = r#"{"a": NaN, "b": [-Infinity, 1e999], "c": "NaN \" Infinity", "d": 1e5}"#;
        let expected = serde_json::json!({"a": null, "b": [null, null], "c": "NaN \" Infinity", "d": 1e5});
        assert_eq!(parse(text).unwrap().value, expected);
    }

    #[test]
    fn an_error_has_its_line_and_column() {
        let error = parse("{\n  \"a\": 1,\n  \"b\" 2\n}").unwrap_err();
        assert_eq!((error.line(), error.column()), (3, 7));
    }
}
