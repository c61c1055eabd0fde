//! Tests across the crates live in `suite/`.
