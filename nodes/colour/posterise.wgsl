//! Reduces a value to a few steps, for flat cartoon shades.
//! @category Colour
//! @tags color posterize quantise levels toon bands

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The stepped value. @output result
fn posterise(
    /// What is stepped. @default 0.5
    value: Value,
    /// How many steps there are from 0 to 1. @default 4 @range 2 32
    levels: u32,
) -> Value {
    let steps = f32(max(levels, 2u) - 1u);
    return floor(value * steps + 0.5) / steps;
}
