//! The two numbers of a vec2.
//! @title Separate vec2
//! @category Maths
//! @tags vector split unpack components xy

struct Components {
    /// First component.
    x: f32,
    /// Second component.
    y: f32,
}

/// Its components.
fn separate2(
    /// The vector. @default 0 0
    vector: vec2f,
) -> Components {
    return Components(vector.x, vector.y);
}
