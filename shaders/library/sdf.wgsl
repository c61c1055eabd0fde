//! Signed distances in metres: negative inside. Shapes are centred on the origin; move the position instead.
//! @source Inigo Quilez, "Distance functions", iquilezles.org
//! @import noise

/// A sphere.
fn sphere_distance(position: vec3f, radius: f32) -> f32 {
    return length(position) - radius;
}

/// A box that reaches `half_size` from its centre along each axis; exact outside and inside.
fn box_distance(position: vec3f, half_size: vec3f) -> f32 {
    let beyond = abs(position) - half_size;
    return length(max(beyond, vec3f(0.0))) + min(max(beyond.x, max(beyond.y, beyond.z)), 0.0);
}

/// A line from `start` to `end`, `radius` thick; a sphere where both are one point.
fn capsule_distance(position: vec3f, start: vec3f, end: vec3f, radius: f32) -> f32 {
    let along = end - start;
    let from_start = position - start;
    let length_squared = dot(along, along);
    var place = 0.0;
    if length_squared > 0.0 {
        place = clamp(dot(from_start, along) / length_squared, 0.0, 1.0);
    }
    return length(from_start - place * along) - radius;
}

/// The half space below a plane through the origin; `normal` has length 1.
fn plane_distance(position: vec3f, normal: vec3f) -> f32 {
    return dot(position, normal);
}

/// A sphere whose surface is moved by `roughness` (m) of noise with `detail` bumps a metre. The distance is a bound near the surface, not exact.
fn rock_distance(position: vec3f, radius: f32, roughness: f32, detail: f32, seed: u32) -> f32 {
    return sphere_distance(position, radius) - roughness * fbm_3d(position * detail, 4u, 2.0, 0.5, seed);
}

/// Both shapes; exact outside.
fn union_distance(a: f32, b: f32) -> f32 {
    return min(a, b);
}

/// The first shape without the second.
fn subtract_distance(a: f32, b: f32) -> f32 {
    return max(a, -b);
}

/// What both shapes share.
fn intersect_distance(a: f32, b: f32) -> f32 {
    return max(a, b);
}

/// Both shapes with a fillet: quadratic polynomial blend over a width of `blend` (m); no blend at 0.
fn smooth_union_distance(a: f32, b: f32, blend: f32) -> f32 {
    if !(blend > 0.0) {
        return min(a, b);
    }
    let factor = clamp(0.5 + 0.5 * (b - a) / blend, 0.0, 1.0);
    return mix(b, a, factor) - blend * factor * (1.0 - factor);
}
