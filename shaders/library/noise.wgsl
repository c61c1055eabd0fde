//! Smooth random fields over the plane and over space. One unit of `position` holds one bump; scale it outside. Values lie in about -1..1.
//! All are built on integer hashes, so they are the same on every device.
//! @import hash

/// The curve 6 t^5 - 15 t^4 + 10 t^3 from 0 to 1 whose first two derivatives are 0 at both ends (Perlin, "Improving Noise", SIGGRAPH 2002).
fn quintic_fade(t: f32) -> f32 {
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

/// The derivative of `quintic_fade`: 30 t^2 (t - 1)^2.
fn quintic_fade_slope(t: f32) -> f32 {
    let bell = t * (t - 1.0);
    return 30.0 * bell * bell;
}

/// A value in -1..1 for each corner of the lattice.
fn lattice_value_2d(corner: vec2i, seed: u32) -> f32 {
    return 2.0 * unit_float(hash_cell_2d(corner, seed)) - 1.0;
}

/// A value in -1..1 for each corner of the lattice.
fn lattice_value_3d(corner: vec3i, seed: u32) -> f32 {
    return 2.0 * unit_float(hash_cell_3d(corner, seed)) - 1.0;
}

/// Value noise: random values at the corners of a lattice, blended by `quintic_fade`.
fn value_noise_2d(position: vec2f, seed: u32) -> f32 {
    let cell = vec2i(floor(position));
    let t = fract(position);
    let fade_x = quintic_fade(t.x);
    let near = mix(lattice_value_2d(cell, seed), lattice_value_2d(cell + vec2i(1, 0), seed), fade_x);
    let far = mix(lattice_value_2d(cell + vec2i(0, 1), seed), lattice_value_2d(cell + vec2i(1, 1), seed), fade_x);
    return mix(near, far, quintic_fade(t.y));
}

/// Value noise in space.
fn value_noise_3d(position: vec3f, seed: u32) -> f32 {
    let cell = vec3i(floor(position));
    let t = fract(position);
    let fade = vec3f(quintic_fade(t.x), quintic_fade(t.y), quintic_fade(t.z));
    var layer: array<f32, 2>;
    for (var z = 0; z < 2; z++) {
        let near = mix(lattice_value_3d(cell + vec3i(0, 0, z), seed), lattice_value_3d(cell + vec3i(1, 0, z), seed), fade.x);
        let far = mix(lattice_value_3d(cell + vec3i(0, 1, z), seed), lattice_value_3d(cell + vec3i(1, 1, z), seed), fade.x);
        layer[z] = mix(near, far, fade.y);
    }
    return mix(layer[0], layer[1], fade.z);
}

/// A direction of length 1 for each corner of the lattice.
fn lattice_gradient_2d(corner: vec2i, seed: u32) -> vec2f {
    let angle_rad = 6.283185307179586 * unit_float(hash_cell_2d(corner, seed));
    return vec2f(cos(angle_rad), sin(angle_rad));
}

/// One of the twelve directions to the middle of a cube's edge, of length sqrt(2), for each corner of the lattice (Perlin 2002).
fn lattice_gradient_3d(corner: vec3i, seed: u32) -> vec3f {
    let hash = hash_cell_3d(corner, seed);
    let signs = vec2f(select(-1.0, 1.0, (hash & 1u) != 0u), select(-1.0, 1.0, (hash & 2u) != 0u));
    switch (hash >> 8u) % 3u {
        case 0u: {
            return vec3f(0.0, signs.x, signs.y);
        }
        case 1u: {
            return vec3f(signs.x, 0.0, signs.y);
        }
        default: {
            return vec3f(signs.x, signs.y, 0.0);
        }
    }
}

/// Gradient noise (Perlin) and its exact derivatives: (value, d/dx, d/dy).
fn gradient_noise_2d_derivatives(position: vec2f, seed: u32) -> vec3f {
    let cell = vec2i(floor(position));
    let t = fract(position);
    let gradient_a = lattice_gradient_2d(cell, seed);
    let gradient_b = lattice_gradient_2d(cell + vec2i(1, 0), seed);
    let gradient_c = lattice_gradient_2d(cell + vec2i(0, 1), seed);
    let gradient_d = lattice_gradient_2d(cell + vec2i(1, 1), seed);
    let a = dot(gradient_a, t);
    let b = dot(gradient_b, t - vec2f(1.0, 0.0));
    let c = dot(gradient_c, t - vec2f(0.0, 1.0));
    let d = dot(gradient_d, t - vec2f(1.0, 1.0));
    let fade = vec2f(quintic_fade(t.x), quintic_fade(t.y));
    let slope = vec2f(quintic_fade_slope(t.x), quintic_fade_slope(t.y));
    let value = mix(mix(a, b, fade.x), mix(c, d, fade.x), fade.y);
    let blended = mix(mix(gradient_a, gradient_b, fade.x), mix(gradient_c, gradient_d, fade.x), fade.y);
    let derivative = blended + slope * vec2f(mix(b - a, d - c, fade.y), mix(c - a, d - b, fade.x));
    // With directions of length 1 the largest value, in the middle of a cell, is sqrt(1/2).
    return 1.4142135623730951 * vec3f(value, derivative);
}

/// Gradient noise (Perlin) on the plane.
fn gradient_noise_2d(position: vec2f, seed: u32) -> f32 {
    return gradient_noise_2d_derivatives(position, seed).x;
}

/// Gradient noise (Perlin) in space and its exact derivatives: (value, d/dx, d/dy, d/dz).
fn gradient_noise_3d_derivatives(position: vec3f, seed: u32) -> vec4f {
    let cell = vec3i(floor(position));
    let t = fract(position);
    let fade = vec3f(quintic_fade(t.x), quintic_fade(t.y), quintic_fade(t.z));
    let slope = vec3f(quintic_fade_slope(t.x), quintic_fade_slope(t.y), quintic_fade_slope(t.z));
    var result = vec4f(0.0);
    for (var index = 0; index < 8; index++) {
        let corner = vec3i(index & 1, (index >> 1u) & 1, index >> 2u);
        let offset = vec3f(corner);
        let gradient = lattice_gradient_3d(cell + corner, seed);
        let value = dot(gradient, t - offset);
        // The corner's weight is a product over the axes of fade or 1 - fade; its derivative along one axis replaces that factor by its slope.
        let weight = select(vec3f(1.0) - fade, fade, offset > vec3f(0.5));
        let weight_slope = select(-slope, slope, offset > vec3f(0.5));
        let total = weight.x * weight.y * weight.z;
        let along = weight_slope * vec3f(weight.y * weight.z, weight.x * weight.z, weight.x * weight.y);
        result += vec4f(total * value, total * gradient + along * value);
    }
    return result;
}

/// Gradient noise (Perlin) in space.
fn gradient_noise_3d(position: vec3f, seed: u32) -> f32 {
    return gradient_noise_3d_derivatives(position, seed).x;
}

/// Fractal sum of `octaves` layers of gradient noise: each is `lacunarity` times finer and `gain` times weaker than the last. Divided by the sum
/// of the weights, so that the range stays about -1..1 (fractional Brownian motion: Musgrave, "Texturing and Modeling", 1994).
fn fbm_2d(position: vec2f, octaves: u32, lacunarity: f32, gain: f32, seed: u32) -> f32 {
    var sum = 0.0;
    var weights = 0.0;
    var weight = 1.0;
    var frequency = 1.0;
    for (var octave = 0u; octave < octaves; octave++) {
        sum += weight * gradient_noise_2d(position * frequency, seed + octave);
        weights += abs(weight);
        weight *= gain;
        frequency *= lacunarity;
    }
    return sum / max(weights, 1e-20);
}

/// Fractal sum of gradient noise in space; see `fbm_2d`.
fn fbm_3d(position: vec3f, octaves: u32, lacunarity: f32, gain: f32, seed: u32) -> f32 {
    var sum = 0.0;
    var weights = 0.0;
    var weight = 1.0;
    var frequency = 1.0;
    for (var octave = 0u; octave < octaves; octave++) {
        sum += weight * gradient_noise_3d(position * frequency, seed + octave);
        weights += abs(weight);
        weight *= gain;
        frequency *= lacunarity;
    }
    return sum / max(weights, 1e-20);
}

/// Cellular noise: distance to the nearest and to the second nearest of one point a cell, and a random number in 0..1 of the nearest's cell.
/// `jitter` moves the points from the middle of their cell (0) to anywhere in it (1). The cells around are searched (Worley, "A Cellular Texture
/// Basis Function", SIGGRAPH 1996).
fn worley_2d(position: vec2f, jitter: f32, seed: u32) -> vec3f {
    let cell = vec2i(floor(position));
    let t = fract(position);
    var nearest = vec3f(8.0, 8.0, 0.0);
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let hash = hash_cell_2d(cell + vec2i(x, y), seed);
            let point = vec2f(unit_float(hash), unit_float(pcg(hash ^ 1u)));
            let offset = vec2f(f32(x), f32(y)) + mix(vec2f(0.5), point, jitter) - t;
            nearest = worley_nearer(nearest, dot(offset, offset), hash);
        }
    }
    return vec3f(sqrt(nearest.xy), nearest.z);
}

/// Cellular noise in space; see `worley_2d`.
fn worley_3d(position: vec3f, jitter: f32, seed: u32) -> vec3f {
    let cell = vec3i(floor(position));
    let t = fract(position);
    var nearest = vec3f(8.0, 8.0, 0.0);
    for (var z = -1; z <= 1; z++) {
        for (var y = -1; y <= 1; y++) {
            for (var x = -1; x <= 1; x++) {
                let hash = hash_cell_3d(cell + vec3i(x, y, z), seed);
                let point = vec3f(unit_float(hash), unit_float(pcg(hash ^ 1u)), unit_float(pcg(hash ^ 2u)));
                let offset = vec3f(f32(x), f32(y), f32(z)) + mix(vec3f(0.5), point, jitter) - t;
                nearest = worley_nearer(nearest, dot(offset, offset), hash);
            }
        }
    }
    return vec3f(sqrt(nearest.xy), nearest.z);
}

/// The two smallest squared distances so far, and the nearest's number, with one more point.
fn worley_nearer(nearest: vec3f, squared: f32, hash: u32) -> vec3f {
    if squared < nearest.x {
        return vec3f(squared, nearest.x, unit_float(pcg(hash ^ 3u)));
    }
    return vec3f(nearest.x, min(nearest.y, squared), nearest.z);
}

/// A flow without sources on the plane: the gradient of gradient noise turned by a quarter (Bridson et al., "Curl-Noise for Procedural Fluid
/// Flow", SIGGRAPH 2007), from exact derivatives.
fn curl_noise_2d(position: vec2f, seed: u32) -> vec2f {
    let noise = gradient_noise_2d_derivatives(position, seed);
    return vec2f(noise.z, -noise.y);
}

/// A flow without sources in space: the curl of three independent gradient noises (Bridson et al. 2007), from exact derivatives.
fn curl_noise_3d(position: vec3f, seed: u32) -> vec3f {
    let x = gradient_noise_3d_derivatives(position, seed).yzw;
    let y = gradient_noise_3d_derivatives(position, seed ^ 0x9e3779b9u).yzw;
    let z = gradient_noise_3d_derivatives(position, seed ^ 0x7f4a7c15u).yzw;
    return vec3f(z.y - y.z, x.z - z.x, y.x - x.y);
}
