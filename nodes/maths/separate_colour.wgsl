//! The channels of a colour.
//! @category Maths
//! @tags color split unpack rgba channels

struct Channels {
    /// Red, linear.
    red: f32,
    /// Green, linear.
    green: f32,
    /// Blue, linear.
    blue: f32,
    /// 0 is clear, 1 is solid.
    alpha: f32,
}

/// Its channels.
fn separate_colour(
    /// The colour. @default 0 0 0 1
    colour: vec4f,
) -> Channels {
    return Channels(colour.r, colour.g, colour.b, colour.a);
}
