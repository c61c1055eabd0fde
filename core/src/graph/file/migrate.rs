//! Files of older versions, brought to the current one: one function for each version.
//!
//! To change the format: raise [`VERSION`], append to [`STEPS`] the function that turns the fields of the last version into those of
//! the new one, and freeze a file of the last version as a test in `testdata/`. A step works on JSON, not on the document's types, so
//! that it stays as it is when they change.

use serde_json::{Map, Value};

use crate::graph::VERSION;

/// Turns the fields of one version into those of the next, or says why it can't.
pub type Step = fn(&mut Map<String, Value>) -> Result<(), String>;

/// `STEPS[i]` turns version `i + 1` into version `i + 2`.
const STEPS: [Step; VERSION as usize - 1] = [];

/// Brings `fields` from `version` to the current version.
///
/// # Errors
/// What a step could not turn.
pub(super) fn to_current(fields: &mut Map<String, Value>, version: u32) -> Result<(), String> {
    run(&STEPS, fields, version)
}

fn run(steps: &[Step], fields: &mut Map<String, Value>, version: u32) -> Result<(), String> {
    for (step, next) in steps.iter().zip(2_u32..).filter(|(_, next)| *next > version) {
        step(fields).map_err(|reason| format!("version {next}: {reason}"))?;
        fields.insert("version".to_owned(), next.into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two steps as a later version might have them: a renamed field, and a number that became a pair.
    const TRIAL_STEPS: [Step; 2] = [
        |fields| {
            if let Some(seed) = fields.shift_remove("random") {
                fields.insert("seed".into(), seed);
            }
            Ok(())
        },
        |fields| {
            let cells = fields.get("grid").and_then(Value::as_u64).ok_or("\"grid\" is not a number")?;
            fields.insert("grid".into(), serde_json::json!([cells, cells]));
            Ok(())
        },
    ];

    fn object(value: &Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn each_step_runs_once_and_in_order() {
        let mut fields = object(&serde_json::json!({"version": 1, "random": 7, "grid": 64}));
        run(&TRIAL_STEPS, &mut fields, 1).unwrap();
        assert_eq!(Value::from(fields), serde_json::json!({"version": 3, "seed": 7, "grid": [64, 64]}));
    }

    #[test]
    fn steps_of_older_versions_are_skipped() {
        let mut fields = object(&serde_json::json!({"version": 2, "random": 7, "grid": 64}));
        run(&TRIAL_STEPS, &mut fields, 2).unwrap();
        assert_eq!(Value::from(fields), serde_json::json!({"version": 3, "random": 7, "grid": [64, 64]}));
    }

    #[test]
    fn a_step_that_fails_says_which() {
        let error = run(&TRIAL_STEPS, &mut object(&serde_json::json!({"version": 2})), 2).unwrap_err();
        assert_eq!(error, "version 3: \"grid\" is not a number");
    }

    #[test]
    fn the_frozen_file_of_version_1_loads_whole() {
        let loaded = super::super::parse(include_str!("../testdata/version_1.json"), "version_1.json").unwrap();
        assert_eq!(loaded.diagnostics, []);
        assert!(loaded.safe_to_overwrite);
        assert_eq!(super::super::to_json(&loaded.document).unwrap(), include_str!("../testdata/version_1.json"));
    }
}
