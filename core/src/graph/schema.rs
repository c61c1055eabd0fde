//! JSON Schemas of what is saved, from the types that are saved.

use serde_json::Value;

/// Schema of a document's file.
#[must_use]
pub fn document_schema() -> Value {
    schemars::schema_for!(super::Document).to_value()
}

/// Schema of an effect's manifest.
#[must_use]
pub fn effect_schema() -> Value {
    schemars::schema_for!(crate::compile::Manifest).to_value()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::file::pretty;

    /// The published schema is the one of the code. After a change of the types: `WAVEWRIGHT_UPDATE=1 cargo test -p wavewright_core schema`.
    fn check_published(name: &str, schema: &Value) {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema").join(name);
        let expected = pretty(schema);
        if std::env::var_os("WAVEWRIGHT_UPDATE").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &expected).unwrap();
        }
        match std::fs::read_to_string(&path) {
            Ok(published) if published == expected => {}
            _ => panic!("{} is not the code's schema: run the test with WAVEWRIGHT_UPDATE=1 and look at the difference", path.display()),
        }
    }

    #[test]
    fn published_schema_of_documents() {
        check_published("graph.schema.json", &document_schema());
    }

    #[test]
    fn published_schema_of_effects() {
        check_published("effect.schema.json", &effect_schema());
    }

    #[test]
    fn the_documented_example_is_written_as_the_program_writes_it() {
        let page = include_str!("../../../docs/documents.md");
        let example = page.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
        let loaded = crate::graph::file::parse(example, "documents.md").unwrap();
        assert_eq!(loaded.diagnostics, []);
        assert_eq!(crate::graph::file::to_json(&loaded.document).unwrap(), example);
    }

    #[test]
    fn saved_documents_fit_the_schema_and_broken_ones_do_not() {
        let validator = jsonschema::validator_for(&document_schema()).unwrap();
        let saved: Value = serde_json::from_str(include_str!("testdata/version_1.json")).unwrap();
        assert!(validator.is_valid(&saved));
        let mut broken = saved;
        broken["nodes"]["noise"]["position"] = "left".into();
        assert!(!validator.is_valid(&broken));
    }
}
