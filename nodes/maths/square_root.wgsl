//! The square root of a value; 0 where the value is negative.
//! @category Maths
//! @tags sqrt root power

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The root. @output result
fn square_root(
    /// What the root is taken of. @default 1
    value: Value,
) -> Value {
    return sqrt(max(value, Value(0.0)));
}
