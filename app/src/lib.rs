//! The editor and the command line of Wavewright.

pub mod canvas;
pub mod cli;
pub mod editor;
pub mod theme;
