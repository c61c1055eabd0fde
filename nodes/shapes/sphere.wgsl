//! The distance to a ball.
//! @category Shapes
//! @tags ball round sdf distance field
//! @source Quilez, Distance functions
//! @import sdf

/// Below 0 inside. @output distance @unit m
fn sphere(
    /// Where. @context position @unit m
    position: vec3f,
    /// Its middle. @default 0 0 0 @unit m
    center: vec3f,
    /// From the middle to the surface. @default 1 @range 0 10 @unit m
    radius: f32,
) -> f32 {
    return sphere_distance(position - center, radius);
}
