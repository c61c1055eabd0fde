//! How far two places are apart.
//! @category Maths
//! @tags between far near

/// The places' type.
/// @any number vec2 vec3 colour
alias Vector = vec3f;

/// The distance. @output result
fn distance_of(
    /// One place. @default 0
    a: Vector,
    /// The other. @default 0
    b: Vector,
) -> f32 {
    return distance(a, b);
}
