//! A vector's direction: the same vector with length 1. A vector of length 0 has no direction and stays 0.
//! @category Maths
//! @tags normalize direction unit

/// The vector's type.
/// @any vec2 vec3
alias Vector = vec3f;

struct Result {
    /// The vector with length 1, or 0.
    direction: Vector,
    /// How long the vector was.
    size: f32,
}

/// Direction and length.
fn normalise(
    /// The vector. @default 0
    vector: Vector,
) -> Result {
    // Scaled first, so that the squares of very large or small components stay numbers.
    let extent = dot(abs(vector), Vector(1.0));
    if extent == 0.0 {
        return Result(Vector(0.0), 0.0);
    }
    let scaled = vector / extent;
    let scaled_length = length(scaled);
    return Result(scaled / scaled_length, scaled_length * extent);
}
