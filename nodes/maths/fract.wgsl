//! What is left of a value above its whole part: a sawtooth from 0 to 1.
//! @category Maths
//! @tags fraction repeat sawtooth wrap

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// value - floor(value). @output result
fn fract_of(
    /// Whose fraction is wanted. @default 0
    value: Value,
) -> Value {
    return fract(value);
}
