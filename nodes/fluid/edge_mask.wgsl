//! 1 inside the grid, falling smoothly to 0 at its edges, so that nothing piles up there.
//! @category Fluid
//! @tags border fade vignette margin
//! @import safe

/// 0 at the edge to 1 inside. @output mask
fn edge_mask(
    /// How far the fall reaches in, as a share of the grid's shorter side. @default 0.02 @range 0 0.5
    width: f32,
    /// Where on the grid. @context uv
    uv: vec2f,
    /// @given grid_size
    grid_size: vec2i,
) -> f32 {
    let cells = vec2f(grid_size);
    let to_edge = min(uv, vec2f(1.0) - uv) * cells;
    return safe_smoothstep(0.0, width, min(to_edge.x, to_edge.y) / min(cells.x, cells.y));
}
