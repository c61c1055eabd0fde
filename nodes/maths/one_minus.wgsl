//! One less a value: turns a mask inside out.
//! @category Maths
//! @tags invert complement reverse

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// 1 - value. @output result
fn one_minus(
    /// What is taken from 1. @default 0
    value: Value,
) -> Value {
    return Value(1.0) - value;
}
