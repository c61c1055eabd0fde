//! Carries a quantity along with a flow: each cell takes what was upstream of it a step ago.
//!
//! The semi-Lagrangian scheme is smooth and cheap. MacCormack carries the result back, measures the error and takes half of it out, which
//! keeps detail that the first one blurs; it is bounded by the four cells read, so it makes no new extremes.
//! @category Fluid
//! @tags flow carry transport move maccormack semi-lagrangian smoke dye
//! @source Stam, Stable Fluids (1999); Selle et al., An Unconditionally Stable MacCormack Method (2008)
//! @import safe

/// What is carried. The widest type linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// What is carried. @read cells @default 0
fn quantity(cell: vec2i) -> Value {
    return Value(0.0);
}

/// @read own
fn predicted(cell: vec2i) -> Value {
    return Value(0.0);
}

/// What arrives here. @stage @when scheme semi_lagrangian @writes result @output
fn carry(
    /// The flow. @default 0 0 @unit m/s
    velocity: vec2f,
    /// What is left of the quantity after a sixtieth of a second. @default 0.99 @range 0.9 1
    damping: f32,
    /// Smooth and cheap, or sharp in two passes. @choice semi_lagrangian maccormack @default semi_lagrangian
    scheme: u32,
    /// What lies beyond the edge: the edge cell again, the other side, or 0. @choice clamp wrap zero @default clamp
    boundary: u32,
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
    /// @given dt
    dt: f32,
) -> Value {
    return between(corners(vec2f(cell) - dt * velocity / cell_size)) * kept(damping, dt);
}

/// The first guess of the MacCormack scheme. @stage @when scheme maccormack @writes predicted
fn predict(
    velocity: vec2f,
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
    /// @given dt
    dt: f32,
) -> Value {
    return between(corners(vec2f(cell) - dt * velocity / cell_size));
}

/// The guess without half of the error that carrying it back shows. @stage @when scheme maccormack @writes result
fn correct(
    velocity: vec2f,
    damping: f32,
    /// @given cell
    cell: vec2i,
    /// @given cell_size
    cell_size: f32,
    /// @given dt
    dt: f32,
) -> Value {
    let step = dt * velocity / cell_size;
    let read = corners(vec2f(cell) - step);
    let guess = read_back(vec2f(cell) + step);
    let corrected = predicted(cell) + 0.5 * (quantity(cell) - between(guess));
    let low = min(min(read.a, read.b), min(read.c, read.d));
    let high = max(max(read.a, read.b), max(read.c, read.d));
    return clamp(corrected, low, high) * kept(damping, dt);
}

// Four cells around a place, and where between them it is.
struct Corners {
    a: Value,
    b: Value,
    c: Value,
    d: Value,
    weight: vec2f,
}

fn corners(point: vec2f) -> Corners {
    let corner = vec2i(floor(point));
    let right = vec2i(1, 0);
    let far = vec2i(0, 1);
    return Corners(quantity(corner), quantity(corner + right), quantity(corner + far), quantity(corner + right + far), fract(point));
}

// The same of the first guess.
fn read_back(point: vec2f) -> Corners {
    let corner = vec2i(floor(point));
    let right = vec2i(1, 0);
    let far = vec2i(0, 1);
    return Corners(predicted(corner), predicted(corner + right), predicted(corner + far), predicted(corner + right + far), fract(point));
}

fn between(read: Corners) -> Value {
    return mix(mix(read.a, read.b, read.weight.x), mix(read.c, read.d, read.weight.x), read.weight.y);
}

// What a step leaves, so that a second leaves the same at every frame rate.
fn kept(damping: f32, dt: f32) -> f32 {
    return safe_pow(damping, 60.0 * dt);
}
