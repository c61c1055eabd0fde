//! Two numbers to set by hand and use in several places.
//! @title Vec2
//! @category Input
//! @tags constant value vector direction

/// The vector. @output value
fn vector2(
    /// What it is. @default 0 0 @range -10 10
    value: vec2f,
) -> vec2f {
    return value;
}
