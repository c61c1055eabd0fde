//! Where the element is on the grid, from 0 to 1 along each side.
//! @title UV
//! @category Input
//! @tags texture coordinates place

/// From 0 to 1. @output uv
fn uv(
    /// @given uv
    uv: vec2f,
) -> vec2f {
    return uv;
}
