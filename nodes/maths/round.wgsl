//! A value rounded to the nearest whole number, halves to the even one.
//! @category Maths
//! @tags nearest integer quantise

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The nearest whole number. @output result
fn round_of(
    /// What is rounded. @default 0
    value: Value,
) -> Value {
    return round(value);
}
