//! Draws a value of a mesh's surface to where its uv says: the mesh unrolled on a grid.
//! @category Mesh
//! @tags unwrap uv texture store positions
//! @native bake
//! @mesh mesh The mesh.

/// Any of these; the widest one linked decides.
/// @any vec3 colour number
alias Value = vec3f;

/// The value at each uv; 0 where the mesh has none. @output baked
fn bake(
    /// What is drawn, asked for by each pixel of the surface. @default 0
    value: Value,
) -> Value {
    return value;
}
