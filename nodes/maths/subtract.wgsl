//! One value less another.
//! @category Maths
//! @tags minus difference less

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// a - b. @output result
fn subtract(
    /// What is left over from. @default 0
    a: Value,
    /// What is taken away. @default 0
    b: Value,
) -> Value {
    return a - b;
}
