//! How much more flows out of each cell than in: above 0 at a source, below 0 at a sink.
//! @category Fluid
//! @tags sources sinks compress expand
//! @source Central differences on cell centres

/// The flow. @read cells @default 0 0 @unit m/s
fn velocity(cell: vec2i) -> vec2f {
    return vec2f(0.0);
}

/// The divergence. @output divergence @unit 1/s
fn divergence(
    /// What lies beyond the edge: the edge cell again, the other side, or 0. @choice clamp wrap zero @default clamp
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
) -> f32 {
    let along_x = velocity(cell + vec2i(1, 0)).x - velocity(cell - vec2i(1, 0)).x;
    let along_z = velocity(cell + vec2i(0, 1)).y - velocity(cell - vec2i(0, 1)).y;
    return (along_x + along_z) / (2.0 * cell_size);
}
