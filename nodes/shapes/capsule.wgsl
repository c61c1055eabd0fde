//! The distance to a capsule: a stick with round ends.
//! @category Shapes
//! @tags pill stick line segment tube sdf distance field
//! @source Quilez, Distance functions
//! @import sdf

/// Below 0 inside. @output distance @unit m
fn capsule(
    /// Where. @context position @unit m
    position: vec3f,
    /// One end. @default -1 0 0 @unit m
    a: vec3f,
    /// The other end. @default 1 0 0 @unit m
    b: vec3f,
    /// How thick it is. @default 0.5 @range 0 5 @unit m
    radius: f32,
) -> f32 {
    return capsule_distance(position, a, b, radius);
}
