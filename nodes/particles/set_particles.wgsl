//! Sets what particles carry to values that each of them is asked for. What is not linked stays.
//! @category Particles
//! @tags place velocity size attribute follow stick orbit
//! @particles particles The particles.
//! @changes particles

struct Set {
    /// Where it is.
    position: vec3f,
    /// How fast it moves.
    velocity: vec3f,
    /// Its radius.
    size: f32,
    /// Whether it has hit something.
    hit: f32,
}

/// The particles with these values.
fn set_particles(
    /// Where it is. @context position @unit m
    position: vec3f,
    /// How fast it moves. @context velocity @unit m/s
    velocity: vec3f,
    /// Its radius. @context size @unit m
    size: f32,
    /// 0 before its first collision, 1 after it. @context hit
    hit: f32,
) -> Set {
    return Set(position, velocity, max(size, 0.0), hit);
}
