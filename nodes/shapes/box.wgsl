//! The distance to a box with its sides along the axes.
//! @category Shapes
//! @tags cube block cuboid sdf distance field
//! @source Quilez, Distance functions
//! @import sdf

/// Below 0 inside. @output distance @unit m
fn box(
    /// Where. @context position @unit m
    position: vec3f,
    /// Its middle. @default 0 0 0 @unit m
    center: vec3f,
    /// From the middle to each side. @default 1 1 1 @range 0 10 @unit m
    half_size: vec3f,
) -> f32 {
    return box_distance(position - center, half_size);
}
