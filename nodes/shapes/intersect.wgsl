//! Only what two shapes share.
//! @category Shapes
//! @tags common overlap and csg boolean sdf distance field
//! @source Quilez, Distance functions
//! @import sdf

/// Below 0 inside. @output distance @unit m
fn intersect(
    /// Distance to one shape. @default 1 @unit m
    a: f32,
    /// Distance to the other. @default 1 @unit m
    b: f32,
) -> f32 {
    return intersect_distance(a, b);
}
