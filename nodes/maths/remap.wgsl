//! Stretches one range of values onto another. Where the first range is empty, the result is its low end's target.
//! @category Maths
//! @tags fit range map rescale normalize levels

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The value in the new range. @output result
fn remap(
    /// What is mapped. @default 0
    value: Value,
    /// Becomes to_low. @default 0
    from_low: Value,
    /// Becomes to_high. @default 1
    from_high: Value,
    /// Low end of the new range. @default 0
    to_low: Value,
    /// High end of the new range. @default 1
    to_high: Value,
    /// Stay inside the new range. @default off
    clamp_result: bool,
) -> Value {
    let width = from_high - from_low;
    let is_empty = width == Value(0.0);
    var factor = select((value - from_low) / select(width, Value(1.0), is_empty), Value(0.0), is_empty);
    if clamp_result {
        factor = clamp(factor, Value(0.0), Value(1.0));
    }
    return to_low + (to_high - to_low) * factor;
}
