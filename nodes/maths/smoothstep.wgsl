//! A soft step: 0 below one edge, 1 above the other, smooth in between. Reversed edges give a falling step, equal edges a hard one.
//! @category Maths
//! @tags hermite threshold falloff ease soft

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// 0 to 1. @output result
fn smoothstep_of(
    /// What is compared with the edges. @default 0
    value: Value,
    /// Here the result is 0. @default 0
    low: Value,
    /// Here the result is 1. @default 1
    high: Value,
) -> Value {
    let width = high - low;
    let is_hard = width == Value(0.0);
    let soft = clamp((value - low) / select(width, Value(1.0), is_hard), Value(0.0), Value(1.0));
    let hard = select(Value(0.0), Value(1.0), value > low);
    let ramp = select(soft, hard, is_hard);
    return ramp * ramp * (Value(3.0) - Value(2.0) * ramp);
}
