//! The smaller of two values, component by component.
//! @category Maths
//! @tags min lower least intersect

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// Whichever is less. @output result
fn minimum(
    /// One value. @default 0
    a: Value,
    /// The other. @default 0
    b: Value,
) -> Value {
    return min(a, b);
}
