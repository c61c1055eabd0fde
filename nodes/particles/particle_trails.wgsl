//! Where particles were in the last seconds, as a mesh: a row of points for each particle, from its head to its tail. Draw it as ribbons, each
//! particle's is a band of its own; draw it as a mesh, and it is a sheet between particles next to each other in the list.
//!
//! The trail of a particle that died shrinks into the place where it died, unless a new particle takes its place in the list before: give
//! particles a capacity for as long as their life and the trail take together.
//! @title Trails
//! @category Particles
//! @tags ribbon streak tail path history follow motion line
//! @particles particles The particles.
//! @makes mesh trails particles points duration

/// The trails. Along each `uv` runs from 0 at the head to 1 at the tail, and from trail to trail; `copy` is the particle's place in the list,
/// `age` how long ago it was there. Colours are those that the particle had. @output position
fn particle_trails(
    /// Points of each trail, at least 3: how finely it bends. @setting @default 16 @range 3 64
    points: u32,
    /// How long it lasts. @default 0.5 @range 0 5 @unit s
    duration: f32,
    /// Where its head is: the particle's own place when unlinked. @context position @unit m
    position: vec3f,
) -> vec3f {
    return position;
}
