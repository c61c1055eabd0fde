//! Documents, the compiler that turns them into effects, and the player that runs effects.
//!
//! Arrows run one way: [`node`] (what a node is) <- [`graph`] (the document) <- [`compile`] (graph to effect) <- [`gpu`] (an effect
//! running). Only [`gpu`] names wgpu. This crate is handed a catalog of nodes and never imports the library of them.

pub mod compile;
pub mod diagnostic;
pub mod gpu;
pub mod graph;
pub mod media;
pub mod node;

pub use diagnostic::{Diagnostic, Place, Severity};
