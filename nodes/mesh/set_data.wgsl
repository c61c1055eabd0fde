//! Gives every vertex of a mesh four numbers of your own, read again by the element node.
//! @category Mesh
//! @tags attribute custom store vertex
//! @mesh mesh The mesh.
//! @changes mesh

/// The mesh with its numbers. @output data
fn set_data(
    /// The numbers. @default 0 0 0 0
    data: vec4f,
) -> vec4f {
    return data;
}
