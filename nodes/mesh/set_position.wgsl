//! Puts every vertex of a mesh somewhere else. The value is asked for by each vertex.
//! @category Mesh
//! @tags move displace deform offset bend shape
//! @mesh mesh The mesh.
//! @changes mesh

/// The mesh with its vertices moved. @output position
fn set_position(
    /// Where each vertex goes. @context position @unit m
    position: vec3f,
) -> vec3f {
    return position;
}
