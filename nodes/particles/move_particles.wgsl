//! Lets forces act on particles and moves them by their velocity.
//! @category Particles
//! @tags force gravity drag wind integrate motion
//! @particles particles The particles.
//! @changes particles

struct Moved {
    /// Where it is.
    position: vec3f,
    /// How fast it moves.
    velocity: vec3f,
}

/// The particles, one step on.
fn move_particles(
    /// What accelerates them. @default 0 -9.81 0 @unit m/s2
    force: vec3f,
    /// How fast their speed dies away. @default 0 @range 0 20 @unit 1/s
    drag: f32,
    /// @given position
    position: vec3f,
    /// @given velocity
    velocity: vec3f,
    /// @given dt
    dt: f32,
) -> Moved {
    let faster = velocity + dt * (force - drag * velocity);
    return Moved(position + dt * faster, faster);
}
