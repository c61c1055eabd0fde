//! A ball. Its uv runs round it and from pole to pole.
//! @category Mesh
//! @tags ball globe planet uv
//! @makes mesh grid columns rows

struct Ball {
    /// Where the vertex is.
    position: vec3f,
    /// Outwards.
    normal: vec3f,
    /// Round, and from the lower pole to the upper.
    uv: vec2f,
}

/// The ball.
fn sphere_mesh(
    /// Its radius. @default 1 @range 0 10 @unit m
    radius: f32,
    /// Its middle. @default 0 0 0 @unit m
    center: vec3f,
    /// Squares round it. @setting @default 48 @range 3 256
    columns: u32,
    /// Squares from pole to pole. @setting @default 24 @range 2 256
    rows: u32,
    /// @given vertex
    vertex: vec2i,
    /// @given mesh_size
    mesh_size: vec2i,
) -> Ball {
    let uv = vec2f(vertex) / vec2f(max(mesh_size - vec2i(1), vec2i(1)));
    let around_rad = 6.283185307179586 * uv.x;
    let up_rad = 3.141592653589793 * (uv.y - 0.5);
    let out = vec3f(cos(up_rad) * cos(around_rad), sin(up_rad), cos(up_rad) * sin(around_rad));
    return Ball(center + out * radius, out, uv);
}
