//! A value with its sign turned.
//! @category Maths
//! @tags minus opposite flip invert

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The opposite value. @output result
fn negate(
    /// What is turned. @default 0
    value: Value,
) -> Value {
    return -value;
}
