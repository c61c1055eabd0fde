//! A flow of whirls in space, without sources, as carries smoke, sparks and leaves about. Bring particles to its speed with
//! `follow_velocity`, or take it as a force by itself.
//! @category Noise
//! @tags curl turbulent wind swirl gust force particles flow air
//! @source Bridson, Houriham and Nordenstam, Curl-Noise for Procedural Fluid Flow (2007)
//! @import noise

/// The flow. @output velocity @unit m/s
fn turbulence(
    /// Where. @context position @unit m
    position: vec3f,
    /// When. @context time @unit s
    time: f32,
    /// Whirls in a metre. @default 0.5 @range 0 10 @unit 1/m
    scale: f32,
    /// How fast the whirls flow. @default 1 @range 0 10 @unit m/s
    strength: f32,
    /// How fast the whirls change. @default 0.2 @range 0 5 @unit 1/s
    speed: f32,
    /// Layers, each half as large as the one before and half as fast. @default 1 @range 1 6
    octaves: u32,
    /// Another seed, other whirls. @default 1 @range 0 100
    seed: u32,
) -> vec3f {
    var flow = vec3f(0.0);
    var size = 1.0;
    for (var octave = 0u; octave < clamp(octaves, 1u, 6u); octave++) {
        flow += curl_at(position * scale / size, time * speed, seed + 101u * octave) * size;
        size *= 0.5;
    }
    return flow * strength;
}

// The curl of three noises. Each slides along its own axis as time goes by, which changes the whirls and moves none of them.
fn curl_at(place: vec3f, slid: f32, seed: u32) -> vec3f {
    let x = gradient_noise_3d_derivatives(place + vec3f(slid, 0.0, 0.0), seed).yzw;
    let y = gradient_noise_3d_derivatives(place + vec3f(0.0, slid, 0.0), seed + 31u).yzw;
    let z = gradient_noise_3d_derivatives(place + vec3f(0.0, 0.0, slid), seed + 67u).yzw;
    return vec3f(z.y - y.z, x.z - z.x, y.x - x.y);
}
