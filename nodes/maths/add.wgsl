//! The sum of two values.
//! @category Maths
//! @tags plus sum offset

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// a + b. @output result
fn add(
    /// One value. @default 0
    a: Value,
    /// The other. @default 0
    b: Value,
) -> Value {
    return a + b;
}
