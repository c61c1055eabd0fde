//! Keeps a value between two bounds.
//! @category Maths
//! @tags limit saturate bound

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The value, no less than low and no more than high. @output result
fn clamp_of(
    /// What is bounded. @default 0
    value: Value,
    /// The least it may be. @default 0
    low: Value,
    /// The most it may be. Where it is less than low, high wins. @default 1
    high: Value,
) -> Value {
    return min(max(value, low), high);
}
