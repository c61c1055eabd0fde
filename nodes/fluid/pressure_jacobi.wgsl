//! The pressure that keeps a flow from gathering, by Jacobi iterations: simple and exact in the end, but slow to spread far.
//!
//! Each iteration carries the pressure one cell further, so large whirls need many, or a warm start. The multigrid node does the same
//! work in far fewer passes. Even the exact pressure leaves a little divergence of rough flows, because both are measured over two cells.
//! @category Fluid
//! @tags poisson solver projection incompressible relaxation
//! @source Harris, Fast Fluid Dynamics Simulation on the GPU (GPU Gems, chapter 38)
//! @schedule
//!   forget
//!   repeat iterations
//!     relax

/// The divergence of the flow. @read cells @default 0 @unit 1/s
fn divergence(cell: vec2i) -> f32 {
    return 0.0;
}

/// @read own
fn pressure(cell: vec2i) -> f32 {
    return 0.0;
}

/// Starts again from nothing. @stage @when warm_start off @writes pressure
fn forget(
    /// Begin with the pressure of the step before, which is nearly right already. @default on
    warm_start: bool,
) -> f32 {
    return 0.0;
}

/// The pressure; its gradient is taken from the flow. @stage @writes pressure @output @unit m2/s
fn relax(
    /// How often. @default 20 @range 1 200 @setting
    iterations: u32,
    /// What lies beyond the edge: the edge cell again, the other side, or 0. @choice clamp wrap zero @default clamp
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
) -> f32 {
    let along_x = pressure(cell + vec2i(1, 0)) + pressure(cell - vec2i(1, 0));
    let along_z = pressure(cell + vec2i(0, 1)) + pressure(cell - vec2i(0, 1));
    return (along_x + along_z - cell_size * cell_size * divergence(cell)) * 0.25;
}
