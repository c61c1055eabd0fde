//! The editor: a window in which an artist wires an effect and sees it live.
//!
//! [`session`] is what is edited and runs, without a window. [`app`] draws it: panels and dialogs look at the session and push
//! [`command`]s, which [`dispatch`] carries out between two pictures. [`action`] is the table of what menus, keys and the command
//! palette can do. The canvas is a widget of its own ([`crate::canvas`]); [`graph`] shows it the document.

pub mod action;
pub mod app;
mod chrome;
pub mod command;
pub mod context;
pub mod dialogs;
mod dispatch;
mod dock;
pub mod examples;
pub mod export;
pub mod folders;
pub mod graph;
pub mod highlight;
pub mod inspector;
mod keyframing;
mod manual;
mod node_folders;
pub mod notices;
pub mod panels;
mod reading;
pub mod session;
pub mod settings;
mod start;
mod thumbnails;
pub mod view;
pub mod widgets;

pub use app::{EditorApp, Options};
pub use start::{StartError, run, wgpu_setup};
