//! A vec2 from two numbers.
//! @title Combine vec2
//! @category Maths
//! @tags vector compose make pack xy

/// The vector. @output vector
fn combine2(
    /// First component. @default 0
    x: f32,
    /// Second component. @default 0
    y: f32,
) -> vec2f {
    return vec2f(x, y);
}
