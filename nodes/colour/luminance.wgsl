//! How bright a colour looks.
//! @category Colour
//! @tags color grey gray brightness desaturate
//! @source ITU-R BT.709
//! @import colour

/// Brightness; 1 for white. @output luminance
fn luminance(
    /// The colour. @default 1 1 1 1
    colour: vec4f,
) -> f32 {
    return relative_luminance(colour.rgb);
}
