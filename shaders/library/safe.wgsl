//! Operations that WGSL leaves undefined somewhere, with the value that a limit would give there.

/// Whether a number is neither infinite nor no number, by its bits: a compiler may assume that comparisons never meet such numbers.
fn is_finite_float(value: f32) -> bool {
    return (bitcast<u32>(value) & 0x7f800000u) != 0x7f800000u;
}

/// The number, or 0 where it is infinite or no number.
fn finite_or_zero(value: f32) -> f32 {
    return select(0.0, value, is_finite_float(value));
}

/// A vector of length 1, or 0 where the vector's length is 0. Scaled by its largest component first, so that no square leaves the range of f32.
fn safe_normalise_2d(vector: vec2f) -> vec2f {
    let largest = max(abs(vector.x), abs(vector.y));
    if !(largest > 0.0) {
        return vec2f(0.0);
    }
    let scaled = vector / largest;
    return scaled / sqrt(dot(scaled, scaled));
}

/// A vector of length 1, or 0 where the vector's length is 0. Scaled by its largest component first, so that no square leaves the range of f32.
fn safe_normalise_3d(vector: vec3f) -> vec3f {
    let largest = max(abs(vector.x), max(abs(vector.y), abs(vector.z)));
    if !(largest > 0.0) {
        return vec3f(0.0);
    }
    let scaled = vector / largest;
    return scaled / sqrt(dot(scaled, scaled));
}

/// The Hermite step from 0 at `edge_0` to 1 at `edge_1`. Edges in reverse order give a falling step; equal edges a hard one, 1 where x > edge.
fn safe_smoothstep(edge_0: f32, edge_1: f32, x: f32) -> f32 {
    if edge_0 == edge_1 {
        return select(0.0, 1.0, x > edge_0);
    }
    let t = clamp((x - edge_0) / (edge_1 - edge_0), 0.0, 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/// The straight step from 0 at `edge_0` to 1 at `edge_1`; equal edges give a hard one, 1 where x > edge.
fn safe_linear_step(edge_0: f32, edge_1: f32, x: f32) -> f32 {
    if edge_0 == edge_1 {
        return select(0.0, 1.0, x > edge_0);
    }
    return clamp((x - edge_0) / (edge_1 - edge_0), 0.0, 1.0);
}

/// `base` to the power `exponent`; a negative base counts as 0, and 0 to the power 0 is 1.
fn safe_pow(base: f32, exponent: f32) -> f32 {
    if exponent == 0.0 {
        return 1.0;
    }
    if !(base > 0.0) {
        return 0.0;
    }
    return pow(base, exponent);
}

/// `dividend / divisor`, or `otherwise` where the divisor is 0.
fn safe_divide(dividend: f32, divisor: f32, otherwise: f32) -> f32 {
    if divisor == 0.0 {
        return otherwise;
    }
    return dividend / divisor;
}

/// The remainder of `value / period` in 0..period, for negative values too; 0 where the period is 0.
fn safe_modulo(value: f32, period: f32) -> f32 {
    if period == 0.0 {
        return 0.0;
    }
    return value - period * floor(value / period);
}
