//! The remainder of a division, always on the divisor's side of 0, so that patterns repeat evenly through 0. Where the divisor is
//! 0 the result is 0.
//! @category Maths
//! @tags mod remainder repeat wrap cycle

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// value - divisor floor(value / divisor). @output result
fn modulo(
    /// What is divided. @default 0
    value: Value,
    /// The length of the repeat. @default 1
    divisor: Value,
) -> Value {
    let is_zero = divisor == Value(0.0);
    let safe_divisor = select(divisor, Value(1.0), is_zero);
    return select(value - safe_divisor * floor(value / safe_divisor), Value(0.0), is_zero);
}
