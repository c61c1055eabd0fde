//! The product of two values, component by component.
//! @category Maths
//! @tags times scale gain product mask

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// a times b. @output result
fn multiply(
    /// One value. @default 1
    a: Value,
    /// The other. @default 1
    b: Value,
) -> Value {
    return a * b;
}
