//! A colour to set by hand and use in several places.
//! @category Input
//! @tags color constant value swatch paint

/// The colour. @output value
fn colour(
    /// What it is. @default 1 1 1 1 @range 0 1
    value: vec4f,
) -> vec4f {
    return value;
}
