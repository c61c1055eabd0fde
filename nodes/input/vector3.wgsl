//! Three numbers to set by hand and use in several places.
//! @title Vec3
//! @category Input
//! @tags constant value vector direction

/// The vector. @output value
fn vector3(
    /// What it is. @default 0 0 0 @range -10 10
    value: vec3f,
) -> vec3f {
    return value;
}
