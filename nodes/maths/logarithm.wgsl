//! The natural logarithm of a value.
//! @category Maths
//! @tags log ln natural

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

// The smallest 32-bit number that every GPU keeps apart from 0.
const SMALLEST_POSITIVE = 1.1754944e-38;

/// The logarithm; values at or below 0 count as the smallest positive number, whose logarithm is about -87. @output result
fn logarithm(
    /// What the logarithm is taken of. @default 1
    value: Value,
) -> Value {
    return log(max(value, Value(SMALLEST_POSITIVE)));
}
