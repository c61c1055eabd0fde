//! Whole graphs: random ones, huge ones, and what may not happen to any.

mod compiler;
mod random;
mod scale;
