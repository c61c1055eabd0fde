//! A soft round dab.
//! @category Fluid
//! @tags disc circle paint spot stamp stroke
//! @import safe

/// The dab: strength in the middle, 0 outside. @output value
fn brush(
    /// Where. @context position @unit m
    position: vec2f,
    /// Middle of the dab. @default 0 0 @unit m
    center: vec2f,
    /// Beyond it there is nothing. @default 1 @range 0 5 @unit m
    radius: f32,
    /// Value in the middle. @default 1 @range 0 5
    strength: f32,
    /// Share of the radius over which the edge falls: 0 is a hard disc, 1 falls from the middle on. @default 1 @range 0 1
    softness: f32,
) -> f32 {
    let away = distance(position, center);
    let inner = radius * (1.0 - softness);
    let hard = select(0.0, 1.0, away < radius);
    return strength * select(safe_smoothstep(radius, inner, away), hard, inner == radius);
}
