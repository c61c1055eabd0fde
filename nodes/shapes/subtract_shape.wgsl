//! One shape with another cut out of it.
//! @category Shapes
//! @tags cut carve difference hole csg boolean sdf distance field
//! @source Quilez, Distance functions
//! @import sdf

/// Below 0 inside. @output distance @unit m
fn subtract_shape(
    /// Distance to what is left. @default 1 @unit m
    a: f32,
    /// Distance to what is cut out. @default 1 @unit m
    b: f32,
) -> f32 {
    return subtract_distance(a, b);
}
