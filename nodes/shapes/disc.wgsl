//! The distance to a disc on the ground.
//! @category Shapes
//! @tags circle round 2d sdf distance field
//! @source Quilez, Distance functions

/// Below 0 inside. @output distance @unit m
fn disc(
    /// Where. @context position @unit m
    position: vec2f,
    /// Its middle. @default 0 0 @unit m
    center: vec2f,
    /// From the middle to the edge. @default 1 @range 0 10 @unit m
    radius: f32,
) -> f32 {
    return distance(position, center) - radius;
}
