//! An effect running on a GPU.
