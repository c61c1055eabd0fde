//! A flat sheet of squares on the ground.
//! @category Mesh
//! @tags grid sheet surface floor terrain water quad
//! @makes mesh grid columns rows

struct Sheet {
    /// Where the vertex is.
    position: vec3f,
    /// Up.
    normal: vec3f,
    /// 0 to 1 along x and along z.
    uv: vec2f,
}

/// The sheet.
fn plane_mesh(
    /// Width along x and depth along z. @default 10 10 @unit m
    size: vec2f,
    /// Its middle. @default 0 0 0 @unit m
    center: vec3f,
    /// Squares along x. @setting @default 128 @range 1 512
    columns: u32,
    /// Squares along z. @setting @default 128 @range 1 512
    rows: u32,
    /// @given vertex
    vertex: vec2i,
    /// @given mesh_size
    mesh_size: vec2i,
) -> Sheet {
    let uv = vec2f(vertex) / vec2f(max(mesh_size - vec2i(1), vec2i(1)));
    let flat_place = (uv - 0.5) * size;
    return Sheet(center + vec3f(flat_place.x, 0.0, flat_place.y), vec3f(0.0, 1.0, 0.0), uv);
}
