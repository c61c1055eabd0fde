//! A place in space from a place on the ground and a height.
//! @category Maths
//! @tags raise convert vec2 vec3 ground height

/// x and z from the ground, y from the height. @output place @unit m
fn lift(
    /// x and z. @context position @unit m
    ground: vec2f,
    /// y. @default 0 @unit m
    height: f32,
) -> vec3f {
    return vec3f(ground.x, height, ground.y);
}
