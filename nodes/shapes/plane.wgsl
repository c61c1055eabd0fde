//! The distance to a plane without end; all below it is inside.
//! @category Shapes
//! @tags ground floor wall half space sdf distance field
//! @source Quilez, Distance functions
//! @import safe sdf

/// Below 0 under the plane. @output distance @unit m
fn plane(
    /// Where. @context position @unit m
    position: vec3f,
    /// A place on the plane. @default 0 0 0 @unit m
    point: vec3f,
    /// Which way is up from it; its length does not matter. @default 0 1 0
    normal: vec3f,
) -> f32 {
    return plane_distance(position - point, safe_normalise_3d(normal));
}
