//! A value without its sign.
//! @category Maths
//! @tags abs positive magnitude

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The value, never negative. @output result
fn absolute(
    /// What loses its sign. @default 0
    value: Value,
) -> Value {
    return abs(value);
}
