//! What the particle in a place of the list carries: the cells, vertices or other particles that ask can follow it.
//! @category Particles
//! @tags read index lookup follow attribute
//! @particles particles The particles.

struct Found {
    /// Where it is. @unit m
    position: vec3f,
    /// How fast it moves. @unit m/s
    velocity: vec3f,
    /// How long it has lived. @unit s
    age: f32,
    /// 1 while it lives, else 0.
    alive: f32,
    /// 0 before its first collision, 1 after it.
    hit: f32,
    /// Its radius. @unit m
    size: f32,
}

/// @read vertices position
fn position_of(vertex: vec2i) -> vec3f {
    return vec3f(0.0);
}

/// @read vertices velocity
fn velocity_of(vertex: vec2i) -> vec3f {
    return vec3f(0.0);
}

/// @read vertices age
fn age_of(vertex: vec2i) -> f32 {
    return 0.0;
}

/// @read vertices lifetime
fn lifetime_of(vertex: vec2i) -> f32 {
    return 0.0;
}

/// @read vertices hit
fn hit_of(vertex: vec2i) -> f32 {
    return 0.0;
}

/// @read vertices size
fn size_of(vertex: vec2i) -> f32 {
    return 0.0;
}

/// What it carries.
fn particle_at(
    /// Its place in the list, from 0. @context element
    index: u32,
) -> Found {
    let place = vec2i(i32(min(index, 0x7fffffffu)), -1);
    let alive = select(0.0, 1.0, age_of(place) < lifetime_of(place));
    return Found(position_of(place), velocity_of(place), age_of(place), alive, hit_of(place), size_of(place));
}
