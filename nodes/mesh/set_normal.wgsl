//! Says which way the surface of a mesh faces, without moving it.
//! @category Mesh
//! @tags shade smooth bump direction
//! @mesh mesh The mesh.
//! @changes mesh

/// The mesh with other normals. @output normal
fn set_normal(
    /// Which way each vertex faces; made 1 long. @context normal
    normal: vec3f,
) -> vec3f {
    let squared = dot(normal, normal);
    return select(vec3f(0.0, 1.0, 0.0), normal * inverseSqrt(max(squared, 1e-30)), squared > 1e-20);
}
