//! Makes a colour lighter or darker, and its lights and darks further apart.
//! @category Colour
//! @tags color exposure level grade
//! @import safe

/// The changed colour. @output colour
fn brightness_contrast(
    /// What is changed. @default 0.5 0.5 0.5 1
    colour: vec4f,
    /// Added to each channel. @default 0 @range -1 1
    brightness: f32,
    /// Stretches the channels about the pivot. @default 1 @range 0 3
    contrast: f32,
    /// The value that contrast leaves as it is. @default 0.18 @range 0 1 @advanced
    pivot: f32,
    /// Above 1 lifts the middle tones, below 1 lowers them. @default 1 @range 0.1 4
    gamma: f32,
) -> vec4f {
    let changed = (colour.rgb - pivot) * contrast + pivot + brightness;
    let exponent = safe_divide(1.0, gamma, 1.0);
    return vec4f(safe_pow(changed.r, exponent), safe_pow(changed.g, exponent), safe_pow(changed.b, exponent), colour.a);
}
