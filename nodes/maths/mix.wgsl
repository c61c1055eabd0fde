//! Blends between two values.
//! @category Maths
//! @tags lerp blend interpolate fade crossfade

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The blend. @output result
fn mix_of(
    /// Where the factor is 0. @default 0
    a: Value,
    /// Where the factor is 1. @default 1
    b: Value,
    /// How far from a to b. Beyond 0 and 1 the straight line goes on. @default 0.5 @range 0 1
    factor: f32,
) -> Value {
    return mix(a, b, factor);
}
