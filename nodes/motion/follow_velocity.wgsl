//! The force that brings a particle to the speed of the flow around it, as air does with dust. Never too strong, however long a step is.
//! @category Motion
//! @tags advect carry drag wind stick steer force field particles
//! @source The exact solution of dv/dt = response (flow - v) over a step in which the flow stays

/// Towards the flow's speed. @output force @unit m/s2
fn follow_velocity(
    /// How fast the flow is there. @default 0 0 0 @unit m/s
    flow: vec3f,
    /// How fast it moves. @context velocity @unit m/s
    velocity: vec3f,
    /// How quickly it gives in: in 1 / response seconds two thirds of the difference are gone. @default 2 @range 0 60 @unit 1/s
    response: f32,
    /// @given dt
    dt: f32,
) -> vec3f {
    let eagerness = max(response, 0.0);
    let share = eagerness * dt;
    // 1 - exp(-share) loses its digits where share is small.
    let gain = select((1.0 - exp(-share)) / max(dt, 1e-9), eagerness * (1.0 - 0.5 * share), share < 1e-3);
    return (flow - velocity) * gain;
}
