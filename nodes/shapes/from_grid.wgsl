//! A shape from a field of distances on the ground, raised into a wall: a painted coast, a picture of distances.
//! @title Shape from grid
//! @category Shapes
//! @tags extrude wall coast field sdf distance heightfield

/// Distances on the ground, below 0 inside. @read positions @default 1 @unit m
fn flat_distance(position: vec2f) -> f32 {
    return 1.0;
}

/// Below 0 inside. @output distance @unit m
fn from_grid(
    /// Where. @context position @unit m
    position: vec3f,
    /// Height of the wall's middle. @default 0 @unit m
    middle: f32,
    /// From the middle to the top and to the bottom; 0 gives a wall without end. @default 0 @range 0 10 @unit m
    half_height: f32,
) -> f32 {
    let sideways = flat_distance(position.xz);
    if half_height <= 0.0 {
        return sideways;
    }
    let beyond = vec2f(sideways, abs(position.y - middle) - half_height);
    return min(max(beyond.x, beyond.y), 0.0) + length(max(beyond, vec2f(0.0)));
}
