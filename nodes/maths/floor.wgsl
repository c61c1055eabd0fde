//! A value rounded down to a whole number.
//! @category Maths
//! @tags round down integer truncate quantise

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The whole number at or below. @output result
fn floor_of(
    /// What is rounded. @default 0
    value: Value,
) -> Value {
    return floor(value);
}
