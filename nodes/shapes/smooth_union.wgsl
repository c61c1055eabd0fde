//! Both shapes together, melted into each other where they meet.
//! @category Shapes
//! @tags blend melt fillet metaball merge sdf distance field
//! @source Quilez, Smooth minimum (quadratic)
//! @import sdf

/// Below 0 inside. @output distance @unit m
fn smooth_union(
    /// Distance to one shape. @default 1 @unit m
    a: f32,
    /// Distance to the other. @default 1 @unit m
    b: f32,
    /// How far the melting reaches; 0 leaves a sharp edge. @default 0.5 @range 0 3 @unit m
    blend: f32,
) -> f32 {
    return smooth_union_distance(a, b, blend);
}
