//! The flow less the push of its pressure: what neither gathers nor spreads, as water must.
//! @category Fluid
//! @tags project projection incompressible pressure
//! @source Central differences on cell centres

/// The pressure, from one of the pressure nodes. @read cells @default 0 @unit m2/s
fn pressure(cell: vec2i) -> f32 {
    return 0.0;
}

/// The flow without the pressure's gradient. @output velocity @unit m/s
fn subtract_gradient(
    /// The flow. @default 0 0 @unit m/s
    velocity: vec2f,
    /// What lies beyond the edge: the edge cell again, the other side, or 0. @choice clamp wrap zero @default clamp
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
) -> vec2f {
    let along_x = pressure(cell + vec2i(1, 0)) - pressure(cell - vec2i(1, 0));
    let along_z = pressure(cell + vec2i(0, 1)) - pressure(cell - vec2i(0, 1));
    return velocity - vec2f(along_x, along_z) / (2.0 * cell_size);
}
