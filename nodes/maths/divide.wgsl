//! One value over another, component by component. Where the divisor is 0 the result is 0, so that nothing becomes infinite.
//! @category Maths
//! @tags ratio quotient over

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// a / b; 0 where b is 0. @output result
fn divide(
    /// What is divided. @default 1
    a: Value,
    /// The divisor. @default 1
    b: Value,
) -> Value {
    let is_zero = b == Value(0.0);
    return select(a / select(b, Value(1.0), is_zero), Value(0.0), is_zero);
}
