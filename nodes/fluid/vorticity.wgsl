//! Vorticity confinement: a force that feeds the small whirls which a grid's blur takes away.
//!
//! Times the step's length it is a velocity, to be added to the flow.
//! @category Fluid
//! @tags confinement turbulence swirl detail curl force
//! @source Fedkiw, Stam and Jensen, Visual Simulation of Smoke (2001)
//! @import safe

/// The flow. @read cells @default 0 0 @unit m/s
fn velocity(cell: vec2i) -> vec2f {
    return vec2f(0.0);
}

/// @read own
fn curl(cell: vec2i) -> f32 {
    return 0.0;
}

/// The curl of the flow. @stage @writes curl @output @unit 1/s
fn measure_curl(
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

/// The force. @stage @writes force @output @unit m/s2
fn push_towards_whirls(
    /// How much of what is lost comes back. @default 1 @range 0 20
    strength: f32,
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
) -> vec2f {
    let along_x = abs(curl(cell + vec2i(1, 0))) - abs(curl(cell - vec2i(1, 0)));
    let along_z = abs(curl(cell + vec2i(0, 1))) - abs(curl(cell - vec2i(0, 1)));
    let towards = safe_normalise_2d(vec2f(along_x, along_z));
    return strength * cell_size * curl(cell) * vec2f(towards.y, -towards.x);
}
