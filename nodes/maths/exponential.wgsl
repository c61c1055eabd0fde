//! e raised to a value: growth, or decay for a negative one.
//! @category Maths
//! @tags exp growth decay

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

// Above this the result is no longer a 32-bit number.
const LARGEST_EXPONENT = 88.0;

/// e to the power of value; values above 88 count as 88. @output result
fn exponential(
    /// The exponent. @default 0 @range -8 8
    value: Value,
) -> Value {
    return exp(min(value, Value(LARGEST_EXPONENT)));
}
