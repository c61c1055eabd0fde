//! `wavewright schema`.

use wavewright_core::graph::schema::{document_schema, effect_schema};

use super::args::{SchemaArguments, SchemaOf};
use super::{Console, Failure};

/// Prints a JSON Schema.
///
/// # Errors
/// When standard output can't be written to.
pub fn run(arguments: &SchemaArguments, console: &mut Console<'_>) -> Result<(), Failure> {
    let schema = match arguments.of {
        SchemaOf::Graph => document_schema(),
        SchemaOf::Effect => effect_schema(),
    };
    console.data(&super::to_json(&schema)?)
}
