//! Turns a place about an axis through a centre, and a direction by the same turn.
//! @category Motion
//! @tags spin turn rodrigues revolve tumble
//! @source Rodrigues' rotation formula
//! @import rotation

struct Turned {
    /// The turned place. @unit m
    position: vec3f,
    /// The turned direction.
    normal: vec3f,
}

/// Place and direction after the turn.
fn rotate_about_axis(
    /// What is turned. @context position @unit m
    position: vec3f,
    /// A direction that turns along, such as a surface's normal. @default 0 1 0
    normal: vec3f,
    /// A place on the axis. @default 0 0 0 @unit m
    center: vec3f,
    /// The axis; its length does not matter, and without length nothing turns. @default 0 1 0
    axis: vec3f,
    /// How far, counter-clockwise when the axis points at you. @default 0 @range -180 180 @unit deg
    angle: f32,
) -> Turned {
    let angle_rad = radians(angle);
    return Turned(center + rotate_about(position - center, axis, angle_rad), rotate_about(normal, axis, angle_rad));
}
