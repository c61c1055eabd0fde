//! The angle of a vec2, counted from the x axis towards the second axis; 0 for a vector of length 0.
//! @category Maths
//! @tags atan2 arctangent heading polar direction

/// From -180 to 180. @output angle @unit deg
fn angle(
    /// The vector. @default 1 0
    vector: vec2f,
) -> f32 {
    if all(vector == vec2f(0.0)) {
        return 0.0;
    }
    return degrees(atan2(vector.y, vector.x));
}
