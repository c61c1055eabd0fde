//! An upright tube. Its uv runs round it and from its foot to its head; the ends are open.
//! @category Mesh
//! @tags tube pipe column beam pillar cone
//! @makes mesh grid columns rows

struct Tube {
    /// Where the vertex is.
    position: vec3f,
    /// Away from the axis.
    normal: vec3f,
    /// Round, and up.
    uv: vec2f,
}

/// The tube.
fn cylinder_mesh(
    /// Radius at the foot. @default 0.5 @range 0 10 @unit m
    radius: f32,
    /// Radius at the head. @default 0.5 @range 0 10 @unit m
    top_radius: f32,
    /// How tall it is. @default 2 @range 0 30 @unit m
    height: f32,
    /// The middle of its foot. @default 0 0 0 @unit m
    center: vec3f,
    /// Squares round it. @setting @default 32 @range 3 256
    columns: u32,
    /// Squares up it. @setting @default 32 @range 1 512
    rows: u32,
    /// @given vertex
    vertex: vec2i,
    /// @given mesh_size
    mesh_size: vec2i,
) -> Tube {
    let uv = vec2f(vertex) / vec2f(max(mesh_size - vec2i(1), vec2i(1)));
    // Round with the clock from above, so that fronts face outwards.
    let angle_rad = 6.283185307179586 * uv.x;
    let out = vec3f(cos(angle_rad), 0.0, sin(angle_rad));
    let here = mix(radius, top_radius, uv.y);
    let place = center + out * here + vec3f(0.0, uv.y * height, 0.0);
    let lean = vec3f(0.0, radius - top_radius, 0.0);
    return Tube(place, normalize(out * max(abs(height), 1e-6) + lean), vec2f(uv.x, uv.y));
}
