//! Darkens a picture towards its corners.
//! @category Colour
//! @tags edge lens darken frame corner

/// The picture with darker corners. @output result
fn vignette(
    /// The picture. @default 0 0 0 1
    colour: vec4f,
    /// How dark the corners get, from 0 to 1. @default 0.4 @range 0 1
    strength: f32,
    /// Where it begins, from 0, the middle, to 1, the corners. @default 0.4 @range 0 1
    start: f32,
    /// Where in the picture. @context uv
    uv: vec2f,
) -> vec4f {
    let away = length(uv - 0.5) * 1.4142135;
    let share = clamp((away - start) / max(1.0 - start, 1e-3), 0.0, 1.0);
    let dark = 1.0 - clamp(strength, 0.0, 1.0) * share * share * (3.0 - 2.0 * share);
    return vec4f(colour.rgb * dark, colour.a);
}
