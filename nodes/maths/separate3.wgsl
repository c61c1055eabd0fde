//! The three numbers of a vec3.
//! @title Separate vec3
//! @category Maths
//! @tags vector split unpack components xyz

struct Components {
    /// First component.
    x: f32,
    /// Second component: up.
    y: f32,
    /// Third component.
    z: f32,
}

/// Its components.
fn separate3(
    /// The vector. @default 0 0 0
    vector: vec3f,
) -> Components {
    return Components(vector.x, vector.y, vector.z);
}
