//! The editor and the command line of Wavewright.

pub mod cli;
