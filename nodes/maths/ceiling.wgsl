//! A value rounded up to a whole number.
//! @category Maths
//! @tags ceil round up integer

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The whole number at or above. @output result
fn ceiling(
    /// What is rounded. @default 0
    value: Value,
) -> Value {
    return ceil(value);
}
