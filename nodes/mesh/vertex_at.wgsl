//! What the vertex in a place of a mesh's list carries. With a random place, particles are born on a mesh and copies stand on it.
//! @category Mesh
//! @tags read index lookup spawn surface point
//! @mesh mesh The mesh.

struct Found {
    /// Where it is. @unit m
    position: vec3f,
    /// Which way the surface faces there.
    normal: vec3f,
    /// Its place on the mesh's own sheet.
    uv: vec2f,
}

/// @read vertices position
fn position_of(vertex: vec2i) -> vec3f {
    return vec3f(0.0);
}

/// @read vertices normal
fn normal_of(vertex: vec2i) -> vec3f {
    return vec3f(0.0);
}

/// @read vertices uv
fn uv_of(vertex: vec2i) -> vec2f {
    return vec2f(0.0);
}

/// What it carries.
fn vertex_at(
    /// Its place in the list, from 0; beyond the end the last one. @context element
    index: u32,
) -> Found {
    let place = vec2i(i32(min(index, 0x7fffffffu)), -1);
    return Found(position_of(place), normal_of(place), uv_of(place));
}
