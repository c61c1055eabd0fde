//! How steeply a field rises along x and z: the slope of a height, the push of a pressure.
//! @category Fluid
//! @tags slope derivative normal steepness
//! @source Central differences on cell centres

/// The field. @read cells @default 0
fn field(cell: vec2i) -> f32 {
    return 0.0;
}

/// Rise per metre along x and z. @output gradient @unit 1/m
fn gradient(
    /// What lies beyond the edge: the edge cell again, the other side, or 0. @choice clamp wrap zero @default clamp
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
) -> vec2f {
    let along_x = field(cell + vec2i(1, 0)) - field(cell - vec2i(1, 0));
    let along_z = field(cell + vec2i(0, 1)) - field(cell - vec2i(0, 1));
    return vec2f(along_x, along_z) / (2.0 * cell_size);
}
