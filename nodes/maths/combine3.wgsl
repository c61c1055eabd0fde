//! A vec3 from three numbers.
//! @title Combine vec3
//! @category Maths
//! @tags vector compose make pack xyz

/// The vector. @output vector
fn combine3(
    /// First component. @default 0
    x: f32,
    /// Second component: up. @default 0
    y: f32,
    /// Third component. @default 0
    z: f32,
) -> vec3f {
    return vec3f(x, y, z);
}
