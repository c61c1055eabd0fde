//! The sign of a value: -1, 0 or 1.
//! @category Maths
//! @tags direction signum positive negative

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// -1 below 0, 0 at 0, 1 above. @output result
fn sign_of(
    /// Whose sign is wanted. @default 0
    value: Value,
) -> Value {
    return sign(value);
}
