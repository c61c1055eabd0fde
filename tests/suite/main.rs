//! Tests across the crates, in one program: it is linked once.
#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod command_line;
mod dawn;
mod examples;
mod graphs;
mod mesh_files;
mod nodes;
mod offspring;
mod sets;
mod soft_sprites;
mod support;
mod tidy;
mod trails;
