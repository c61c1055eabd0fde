//! Both shapes together.
//! @category Shapes
//! @tags add combine merge csg boolean sdf distance field
//! @source Quilez, Distance functions
//! @import sdf

/// Below 0 inside. @output distance @unit m
fn union_of(
    /// Distance to one shape. @default 1 @unit m
    a: f32,
    /// Distance to the other. @default 1 @unit m
    b: f32,
) -> f32 {
    return union_distance(a, b);
}
