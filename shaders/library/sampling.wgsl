//! Cells outside a grid, and weights between cells.

/// Repeats the edge cell.
const BOUNDARY_CLAMP = 0u;
/// Comes back in at the other side.
const BOUNDARY_WRAP = 1u;
/// Reads 0.
const BOUNDARY_ZERO = 2u;

/// The cell of a grid of `size` cells that stands for `cell` under a boundary rule; for `BOUNDARY_ZERO` see `is_inside`.
fn boundary_cell(cell: vec2i, size: vec2i, boundary: u32) -> vec2i {
    if boundary == BOUNDARY_WRAP {
        return wrap_cell(cell, size);
    }
    return clamp(cell, vec2i(0), size - vec2i(1));
}

/// The cell modulo the size, never negative, however far outside it lies.
fn wrap_cell(cell: vec2i, size: vec2i) -> vec2i {
    return (cell % size + size) % size;
}

/// Whether the cell lies on the grid.
fn is_inside(cell: vec2i, size: vec2i) -> bool {
    return all(cell >= vec2i(0)) && all(cell < size);
}

/// Weights of the cells (0, 0), (1, 0), (0, 1) and (1, 1) from `floor(point)` on; `fraction` is `fract(point)`. They add up to 1.
fn bilinear_weights(fraction: vec2f) -> vec4f {
    let rest = vec2f(1.0) - fraction;
    return vec4f(rest.x * rest.y, fraction.x * rest.y, rest.x * fraction.y, fraction.x * fraction.y);
}
