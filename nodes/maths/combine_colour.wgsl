//! A colour from its red, green, blue and alpha, all linear.
//! @category Maths
//! @tags color compose make pack rgba channels

/// The colour. @output colour
fn combine_colour(
    /// Red. @default 0 @range 0 1
    red: f32,
    /// Green. @default 0 @range 0 1
    green: f32,
    /// Blue. @default 0 @range 0 1
    blue: f32,
    /// 0 is clear, 1 is solid. @default 1 @range 0 1
    alpha: f32,
) -> vec4f {
    return vec4f(red, green, blue, alpha);
}
