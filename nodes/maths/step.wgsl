//! A hard step: 0 below an edge, 1 from it on.
//! @category Maths
//! @tags threshold cut binary

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// 0 or 1. @output result
fn step_of(
    /// What is compared with the edge. @default 0
    value: Value,
    /// From here on the result is 1. @default 0.5
    edge: Value,
) -> Value {
    return select(Value(0.0), Value(1.0), value >= edge);
}
