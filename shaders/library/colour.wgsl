//! Colours: linear RGB unless a name says otherwise.

/// One channel of sRGB from linear light (IEC 61966-2-1). Negative light counts as 0.
fn srgb_channel_from_linear(linear: f32) -> f32 {
    let light = max(linear, 0.0);
    if light <= 0.0031308 {
        return 12.92 * light;
    }
    return 1.055 * pow(light, 1.0 / 2.4) - 0.055;
}

/// Linear light from one channel of sRGB (IEC 61966-2-1). Negative values count as 0.
fn linear_channel_from_srgb(encoded: f32) -> f32 {
    let value = max(encoded, 0.0);
    if value <= 0.04045 {
        return value / 12.92;
    }
    return pow((value + 0.055) / 1.055, 2.4);
}

/// sRGB from linear RGB.
fn srgb_from_linear(linear: vec3f) -> vec3f {
    return vec3f(srgb_channel_from_linear(linear.r), srgb_channel_from_linear(linear.g), srgb_channel_from_linear(linear.b));
}

/// Linear RGB from sRGB.
fn linear_from_srgb(encoded: vec3f) -> vec3f {
    return vec3f(linear_channel_from_srgb(encoded.r), linear_channel_from_srgb(encoded.g), linear_channel_from_srgb(encoded.b));
}

/// Relative luminance of linear RGB with the primaries of sRGB (ITU-R BT.709).
fn relative_luminance(linear: vec3f) -> f32 {
    return dot(linear, vec3f(0.2126, 0.7152, 0.0722));
}

/// Red, green and blue of a hue (turns, 1 is red again), a saturation and a value (A. R. Smith, "Color gamut transform pairs", SIGGRAPH 1978).
fn rgb_from_hsv(hsv: vec3f) -> vec3f {
    let sectors = 6.0 * fract(hsv.x);
    let ramp = clamp(vec3f(abs(sectors - 3.0) - 1.0, 2.0 - abs(sectors - 2.0), 2.0 - abs(sectors - 4.0)), vec3f(0.0), vec3f(1.0));
    return hsv.z * mix(vec3f(1.0), ramp, hsv.y);
}

/// Hue (turns in 0..1), saturation and value of red, green and blue; hue 0 for greys, saturation 0 for black (A. R. Smith 1978).
fn hsv_from_rgb(rgb: vec3f) -> vec3f {
    let value = max(rgb.r, max(rgb.g, rgb.b));
    let chroma = value - min(rgb.r, min(rgb.g, rgb.b));
    if !(chroma > 0.0) {
        return vec3f(0.0, 0.0, value);
    }
    var sectors = 4.0 + (rgb.r - rgb.g) / chroma;
    if rgb.r == value {
        sectors = (rgb.g - rgb.b) / chroma;
    } else if rgb.g == value {
        sectors = 2.0 + (rgb.b - rgb.r) / chroma;
    }
    var saturation = 0.0;
    if value > 0.0 {
        saturation = chroma / value;
    }
    return vec3f(fract(sectors / 6.0), saturation, value);
}

/// A palette of cosines: `base + swing cos(2 pi (rate t + phase))` for each channel (Inigo Quilez, "Procedural colour palettes").
fn cosine_palette(t: f32, base: vec3f, swing: vec3f, rate: vec3f, phase: vec3f) -> vec3f {
    return base + swing * cos(6.283185307179586 * (rate * t + phase));
}
