//! A shape inside a box that is known to hold it. Far from the box the distance to the box stands in for the shape's own, which is then not
//! worked out at all: shapes with much noise become cheap to march to and to collide with.
//! @category Shapes
//! @tags bounds bounding volume box cheap fast optimise sdf distance field
//! @source Quilez, Distance functions: bounding volumes
//! @import sdf

/// The distance to the shape, below 0 inside. @read positions @default 1 @unit m @label shape
fn distance_to(position: vec3f) -> f32 {
    return 1.0;
}

/// Below 0 inside. @output distance @unit m
fn bounded_shape(
    /// Where. @context position @unit m
    position: vec3f,
    /// The middle of the box. @default 0 0 0 @unit m
    center: vec3f,
    /// Its width, height and depth. All of the shape has to be inside. @default 2 2 2 @unit m
    size: vec3f,
    /// This close to the box the shape's own distance is taken. @default 0.5 @range 0.01 5 @unit m
    margin: f32,
) -> f32 {
    let away = box_distance(position - center, 0.5 * abs(size));
    // The box never claims more than the way to itself, so nothing is stepped over.
    if away > max(margin, 0.01) {
        return away;
    }
    return distance_to(position);
}
