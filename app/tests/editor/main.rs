//! The editor's window, driven without a display: egui_kittest clicks, drags and types, on whatever adapter there is.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that meets an error has failed")]

mod documents;
mod editing;
mod first_effect;
mod inspector;
mod panels;
mod random;
mod running;
mod skeleton;
mod steering;
mod trials;
mod view;
mod window;
