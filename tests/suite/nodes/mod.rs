//! The node library on the real path: document, compiler, player, readback.

mod bad_inputs;
mod colour;
mod determinism;
mod fluid;
mod input;
mod maths;
mod motion;
mod noise;
mod oracle;
mod pressure;
mod shapes;
mod springs;
mod waves;
