//! One of two values, by a condition. Unlike a blend it takes either one or the other, so what is not chosen may be anything.
//! @category Maths
//! @tags switch if choose condition branch ternary

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The chosen value. @output result
fn select_of(
    /// Above one half the second value is taken. @default 0 @range 0 1
    condition: f32,
    /// Taken where the condition is 0. @default 0
    when_off: Value,
    /// Taken where the condition is 1. @default 1
    when_on: Value,
) -> Value {
    return select(when_off, when_on, condition > 0.5);
}
