//! The dot product of two vectors: how far they point the same way, times their lengths.
//! @category Maths
//! @tags scalar product projection facing

/// Both vectors have this type.
/// @any vec2 vec3
alias Vector = vec3f;

/// The sum of the products of the components. @output result
fn dot_of(
    /// One vector. @default 0
    a: Vector,
    /// The other. @default 0
    b: Vector,
) -> f32 {
    return dot(a, b);
}
