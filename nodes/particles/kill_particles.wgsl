//! Ends the life of particles where a value says so.
//! @category Particles
//! @tags die remove cull end
//! @particles particles The particles.
//! @changes particles

/// The particles that are left. @output lifetime
fn kill_particles(
    /// Above one half the particle dies. @default 0 @range 0 1
    condition: f32,
    /// @given lifetime
    lifetime: f32,
) -> f32 {
    return select(lifetime, 0.0, condition > 0.5);
}
