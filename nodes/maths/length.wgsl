//! How long a vector is.
//! @category Maths
//! @tags magnitude norm size speed

/// The vector's type; a number's length is its absolute value.
/// @any number vec2 vec3 colour
alias Vector = vec3f;

/// The length. @output result
fn length_of(
    /// The vector. @default 0
    vector: Vector,
) -> f32 {
    return length(vector);
}
