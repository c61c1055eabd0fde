//! Turns a vec2 about a centre.
//! @title Rotate vec2
//! @category Maths
//! @tags turn spin swirl

/// The turned vector. @output result
fn rotate2(
    /// What is turned. @default 1 0
    vector: vec2f,
    /// The place that stays where it is. @default 0 0
    center: vec2f,
    /// From the x axis towards the second axis. @default 0 @range -180 180 @unit deg
    angle: f32,
) -> vec2f {
    let angle_rad = radians(angle);
    let along = vector - center;
    let across = vec2f(-along.y, along.x);
    return center + along * cos(angle_rad) + across * sin(angle_rad);
}
