//! The cross product of two vectors: at a right angle to both, as long as the area that they span.
//! @category Maths
//! @tags vector product perpendicular normal

/// a cross b. @output result
fn cross_of(
    /// One vector. @default 1 0 0
    a: vec3f,
    /// The other. @default 0 1 0
    b: vec3f,
) -> vec3f {
    return cross(a, b);
}
