//! A body turned on a lathe: a curve of radius over height, swept round the upright axis. Vases, mushrooms, bells.
//! @category Mesh
//! @tags revolve profile vase mushroom bell turn
//! @import lists
//! @makes mesh grid columns rows

struct Turned {
    /// Where the vertex is.
    position: vec3f,
    /// Outwards.
    normal: vec3f,
    /// Round, and along the curve.
    uv: vec2f,
}

/// Radius (y, in metres) over the way along the outline (x, 0 to 1). @read list
/// @default 0 0.2 0 0; 0.55 0.16 0 0; 0.6 0.7 0 0; 0.75 0.6 0 -1; 1 0 -3 0
fn outline(index: u32) -> CurvePoint {
    return CurvePoint();
}

/// @count outline
fn outline_count() -> u32 {
    return 0u;
}

/// Height (y, in metres) over the way along the outline (x, 0 to 1). @read list
/// @default 0 0 1.5 1.5; 1 1.5 1.5 1.5
fn rise(index: u32) -> CurvePoint {
    return CurvePoint();
}

/// @count rise
fn rise_count() -> u32 {
    return 0u;
}

fn radius_at(way: f32) -> f32 {
    let last = max(outline_count(), 1u) - 1u;
    var index = 0u;
    while index < last && outline(index + 1u).point.x < way {
        index++;
    }
    return curve_between(outline(index), outline(min(index + 1u, last)), way);
}

fn height_at(way: f32) -> f32 {
    let last = max(rise_count(), 1u) - 1u;
    var index = 0u;
    while index < last && rise(index + 1u).point.x < way {
        index++;
    }
    return curve_between(rise(index), rise(min(index + 1u, last)), way);
}

/// The body.
fn lathe_mesh(
    /// The middle of its foot. @default 0 0 0 @unit m
    center: vec3f,
    /// Squares round it. @setting @default 48 @range 3 256
    columns: u32,
    /// Squares along the outline. @setting @default 64 @range 2 256
    rows: u32,
    /// @given vertex
    vertex: vec2i,
    /// @given mesh_size
    mesh_size: vec2i,
) -> Turned {
    let uv = vec2f(vertex) / vec2f(max(mesh_size - vec2i(1), vec2i(1)));
    let angle_rad = 6.283185307179586 * uv.x;
    let out = vec3f(cos(angle_rad), 0.0, sin(angle_rad));
    let place = center + out * radius_at(uv.y) + vec3f(0.0, height_at(uv.y), 0.0);
    let step = 0.002;
    let low = max(uv.y - step, 0.0);
    let high = min(uv.y + step, 1.0);
    let slope = vec2f(radius_at(high) - radius_at(low), height_at(high) - height_at(low));
    let normal = out * slope.y - vec3f(0.0, slope.x, 0.0);
    let long_enough = dot(normal, normal) > 1e-12;
    return Turned(place, select(vec3f(0.0, 1.0, 0.0), normal * inverseSqrt(max(dot(normal, normal), 1e-12)), long_enough), uv);
}
