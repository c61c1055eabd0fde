//! Turns a colour's hue, and makes it more or less colourful and bright.
//! @title Hue, saturation, value
//! @category Colour
//! @tags color hsv tint shift vivid grey
//! @import colour

/// The changed colour. @output colour
fn hsv(
    /// What is changed. @default 1 0 0 1
    colour: vec4f,
    /// How far the hue turns; a whole turn leaves it as it is. @default 0 @range -180 180 @unit deg
    hue: f32,
    /// Multiplies the colourfulness; 0 is grey. @default 1 @range 0 2
    saturation: f32,
    /// Multiplies the brightness. @default 1 @range 0 2
    value: f32,
) -> vec4f {
    let hsv = hsv_from_rgb(colour.rgb);
    let changed = vec3f(hsv.x + hue / 360.0, clamp(hsv.y * saturation, 0.0, 1.0), hsv.z * value);
    return vec4f(rgb_from_hsv(changed), colour.a);
}
