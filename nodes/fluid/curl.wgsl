//! How fast the flow turns about each cell; positive from the x axis towards the z axis.
//! @category Fluid
//! @tags rotation vorticity spin swirl
//! @source Central differences on cell centres

/// The flow. @read cells @default 0 0 @unit m/s
fn velocity(cell: vec2i) -> vec2f {
    return vec2f(0.0);
}

/// The curl. @output curl @unit 1/s
fn curl(
    /// What lies beyond the edge: the edge cell again, the other side, or 0. @choice clamp wrap zero @default clamp
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
) -> f32 {
    let along_x = velocity(cell + vec2i(1, 0)).y - velocity(cell - vec2i(1, 0)).y;
    let along_z = velocity(cell + vec2i(0, 1)).x - velocity(cell - vec2i(0, 1)).x;
    return (along_x - along_z) / (2.0 * cell_size);
}
