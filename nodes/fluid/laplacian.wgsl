//! How far a field's surroundings are above it: added a little at a time it spreads the field out, subtracted it sharpens.
//! @category Fluid
//! @tags diffusion curvature second derivative edge
//! @source The five-point Laplacian on cell centres

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The field. @read cells @default 0
fn field(cell: vec2i) -> Value {
    return Value(0.0);
}

/// The Laplacian. @output laplacian @unit 1/m2
fn laplacian(
    /// What lies beyond the edge: the edge cell again, the other side, or 0. @choice clamp wrap zero @default clamp
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
) -> Value {
    let along_x = field(cell + vec2i(1, 0)) + field(cell - vec2i(1, 0));
    let along_z = field(cell + vec2i(0, 1)) + field(cell - vec2i(0, 1));
    return (along_x + along_z - 4.0 * field(cell)) / (cell_size * cell_size);
}
