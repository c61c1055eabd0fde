//! The velocity that carries things round an axis, as a whirl does.
//! @category Motion
//! @tags whirl vortex circle tornado spin

/// axis x (position - center) times speed. @output velocity @unit m/s
fn orbit_velocity(
    /// Where. @context position @unit m
    position: vec3f,
    /// A place on the axis. @default 0 0 0 @unit m
    center: vec3f,
    /// The axis; a longer one turns faster. @default 0 1 0
    axis: vec3f,
    /// How fast it turns. @default 1 @range -20 20 @unit rad/s
    speed: f32,
) -> vec3f {
    return cross(axis, position - center) * speed;
}
