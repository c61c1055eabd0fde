//! The canvas driven as an artist drives it: by pointer and keys, through egui.
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers made up for tests")]

mod clipboard;
mod demo;
mod frames;
mod fuzz;
mod keyboard;
mod level_of_detail;
mod looks;
mod moving;
mod search;
mod selecting;
mod support;
mod values;
mod viewing;
mod wires;
