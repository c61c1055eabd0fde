//! Whole graphs: random ones, huge ones, and what may not happen to any.

mod compiler;
mod keyframes;
mod random;
mod scale;
