//! The larger of two values, component by component.
//! @category Maths
//! @tags max upper greatest union

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// Whichever is more. @output result
fn maximum(
    /// One value. @default 0
    a: Value,
    /// The other. @default 0
    b: Value,
) -> Value {
    return max(a, b);
}
