//! A colour from its hue, saturation and value.
//! @title Colour from HSV
//! @category Colour
//! @tags color rainbow hue wheel
//! @import colour

/// The colour. @output colour
fn colour_from_hsv(
    /// 0 is red, 120 green, 240 blue. @default 0 @range 0 360 @unit deg
    hue: f32,
    /// 0 is grey, 1 as colourful as can be. @default 1 @range 0 1
    saturation: f32,
    /// Brightness. @default 1 @range 0 1
    value: f32,
    /// 0 is clear, 1 is solid. @default 1 @range 0 1
    alpha: f32,
) -> vec4f {
    return vec4f(rgb_from_hsv(vec3f(hue / 360.0, saturation, value)), alpha);
}
