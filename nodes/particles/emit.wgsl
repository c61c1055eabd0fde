//! Particles that are born in the course of time. What is linked here is asked for once by each new particle; random numbers are its own.
//!
//! The particle that is born as number n takes place n modulo the capacity: where there is no room left, the oldest makes way.
//! @category Particles
//! @tags spawn emitter birth spray sparks dust source
//! @makes particles capacity rate burst

struct Born {
    /// Where it is born.
    position: vec3f,
    /// How fast it starts.
    velocity: vec3f,
    /// How long it lives.
    lifetime: f32,
    /// Its radius.
    size: f32,
    /// Nothing has been hit.
    hit: f32,
}

/// The particles.
fn emit(
    /// Most that live at once. @setting @default 1000 @range 0 100000
    capacity: u32,
    /// Born in a second. @default 100 @range 0 10000 @unit 1/s
    rate: f32,
    /// Born at once in the first step. @default 0 @range 0 10000
    burst: f32,
    /// Where. @default 0 0 0 @unit m
    position: vec3f,
    /// How fast. @default 0 1 0 @unit m/s
    velocity: vec3f,
    /// How long it lives. @default 2 @range 0 20 @unit s
    lifetime: f32,
    /// Radius. @default 0.05 @range 0 1 @unit m
    size: f32,
    /// Particles for which it is below one half are not born. @default 1 @range 0 1
    mask: f32,
) -> Born {
    return Born(position, velocity, select(0.0, max(lifetime, 0.0), mask >= 0.5), max(size, 0.0), 0.0);
}
