//! Lays one colour over another, the way layers of pictures are.
//! @category Colour
//! @tags color blend layer over multiply screen overlay add composite
//! @source Porter and Duff, Compositing Digital Images (1984); W3C, Compositing and Blending Level 1

/// The colours together. @output colour
fn mix_colours(
    /// What lies below. @default 0 0 0 1
    below: vec4f,
    /// What lies above. @default 1 1 1 1
    above: vec4f,
    /// How much of what lies above is seen. @default 1 @range 0 1
    opacity: f32,
    /// How they meet. @choice over multiply screen add subtract darken lighten difference @default over
    mode: u32,
) -> vec4f {
    let cover = clamp(above.a * opacity, 0.0, 1.0);
    let ground = clamp(below.a, 0.0, 1.0);
    // Where there is nothing below, the colour above stays as it is.
    let met = mix(above.rgb, blended(below.rgb, above.rgb, mode), ground);
    let alpha = cover + ground * (1.0 - cover);
    let weighted = met * cover + below.rgb * (ground * (1.0 - cover));
    return vec4f(select(weighted / max(alpha, 1e-30), vec3f(0.0), alpha == 0.0), alpha);
}

fn blended(below: vec3f, above: vec3f, mode: u32) -> vec3f {
    switch mode {
        case 1u: {
            return below * above;
        }
        case 2u: {
            return below + above - below * above;
        }
        case 3u: {
            return below + above;
        }
        case 4u: {
            return below - above;
        }
        case 5u: {
            return min(below, above);
        }
        case 6u: {
            return max(below, above);
        }
        case 7u: {
            return abs(below - above);
        }
        default: {
            return above;
        }
    }
}
