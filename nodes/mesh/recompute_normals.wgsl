//! Works out which way a mesh faces after its vertices were moved: from its neighbours where it has columns and rows, flat for each triangle
//! elsewhere.
//! @category Mesh
//! @tags normals smooth shading deform
//! @mesh mesh The mesh.
//! @changes mesh

/// @read vertices position
fn position_at(vertex: vec2i) -> vec3f {
    return vec3f(0.0);
}

/// The mesh with its own normals. @output normal
fn recompute_normals(
    /// Its first and last column are one seam, as on tubes and balls. @default off
    closed: bool,
    /// @given vertex
    vertex: vec2i,
    /// @given mesh_size
    mesh_size: vec2i,
) -> vec3f {
    var across = vec3f(0.0);
    var along = vec3f(0.0);
    if mesh_size.y <= 1 {
        let first = vertex.x - vertex.x % 3;
        let corner = position_at(vec2i(first, 0));
        across = position_at(vec2i(first + 2, 0)) - corner;
        along = position_at(vec2i(first + 1, 0)) - corner;
    } else {
        let last = mesh_size.x - 1;
        var left = max(vertex.x - 1, 0);
        var right = min(vertex.x + 1, last);
        if closed && last > 1 {
            left = select(left, last - 1, vertex.x == 0);
            right = select(right, 1, vertex.x == last);
        }
        // Rows of further copies follow: a row has neighbours in its own copy only.
        let row = vertex.y % mesh_size.y;
        let up = vertex.y - select(0, 1, row > 0);
        let down = vertex.y + select(0, 1, row < mesh_size.y - 1);
        across = position_at(vec2i(right, vertex.y)) - position_at(vec2i(left, vertex.y));
        along = position_at(vec2i(vertex.x, down)) - position_at(vec2i(vertex.x, up));
    }
    let normal = cross(along, across);
    let squared = dot(normal, normal);
    return select(vec3f(0.0, 1.0, 0.0), normal * inverseSqrt(max(squared, 1e-36)), squared > 1e-30);
}
