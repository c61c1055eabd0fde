//! Effects written by hand, run on the machine's graphics adapter.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test says what it expects and fails where it is not so")]

mod damaged;
mod drawing;
mod drawing_refused;
mod drawings;
mod effects;
mod kept_buffers;
mod lists;
mod refusals;
mod replacing;
mod running;
mod snapshots;
mod state;
