//! Makes light of any brightness fit a screen: bright parts are compressed softly instead of being cut off.
//! @category Colour
//! @tags exposure hdr film filmic aces reinhard grade
//! @source Narkowicz, ACES Filmic Tone Mapping Curve (2015); Reinhard et al., Photographic Tone Reproduction (2002)

/// The picture from 0 to 1. @output result
fn tone_map(
    /// Linear light. @default 0 0 0 1
    colour: vec4f,
    /// In stops: 1 doubles the light. @default 0 @range -6 6
    exposure: f32,
    /// How bright parts are compressed. @choice film soft none @default film
    curve: u32,
    /// Distance of light and dark. @default 1 @range 0.5 2
    contrast: f32,
    /// 0 is grey, 1 as it is. @default 1 @range 0 2
    saturation: f32,
    /// Multiplies each channel: the colour that white gets. @default 1 1 1 1
    tint: vec4f,
) -> vec4f {
    var light = max(colour.rgb, vec3f(0.0)) * exp2(clamp(exposure, -20.0, 20.0)) * max(tint.rgb, vec3f(0.0));
    light = min(light, vec3f(1e4));
    // Contrast turns about middle grey.
    light = 0.18 * pow(light / 0.18, vec3f(max(contrast, 0.01)));
    let grey = dot(light, vec3f(0.2126, 0.7152, 0.0722));
    light = max(mix(vec3f(grey), light, max(saturation, 0.0)), vec3f(0.0));
    var shown = light;
    if curve == 0u {
        shown = (light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14);
    } else if curve == 1u {
        shown = light / (1.0 + light);
    }
    return vec4f(clamp(shown, vec3f(0.0), vec3f(1.0)), colour.a);
}
