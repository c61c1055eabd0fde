//! What the asking vertex, particle or pixel carries. What it lacks is 0.
//! @category Input
//! @tags attribute vertex particle normal velocity age colour origin copy id

struct Carried {
    /// Which way the surface faces.
    normal: vec3f,
    /// Its colour.
    colour: vec4f,
    /// How fast it moves. @unit m/s
    velocity: vec3f,
    /// The middle of its copy or piece. @unit m
    origin: vec3f,
    /// Number of its copy or piece.
    copy: f32,
    /// How long it has lived. @unit s
    age: f32,
    /// How far its life has run, from 0 to 1.
    life: f32,
    /// 0 before its first collision, 1 after it.
    hit: f32,
    /// Its radius. @unit m
    size: f32,
    /// Four numbers of your own.
    data: vec4f,
}

/// What it carries.
fn element_of(
    /// @given normal
    normal: vec3f,
    /// @given colour
    colour: vec4f,
    /// @given velocity
    velocity: vec3f,
    /// @given origin
    origin: vec3f,
    /// @given copy
    copy: f32,
    /// @given age
    age: f32,
    /// @given lifetime
    lifetime: f32,
    /// @given hit
    hit: f32,
    /// @given size
    size: f32,
    /// @given data
    data: vec4f,
) -> Carried {
    let life = select(1.0, clamp(age / max(lifetime, 1e-6), 0.0, 1.0), lifetime > 0.0);
    return Carried(normal, colour, velocity, origin, copy, age, life, hit, size, data);
}
