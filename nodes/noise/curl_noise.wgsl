//! A flow of whirls without sources, for stirring a fluid or carrying dust.
//! @category Noise
//! @tags flow turbulence wind swirl velocity
//! @source Bridson, Houriham and Nordenstam, Curl-Noise for Procedural Fluid Flow (2007)
//! @import noise

/// The flow. @output velocity @unit m/s
fn curl_noise(
    /// Where. @context position @unit m
    position: vec2f,
    /// When. @context time @unit s
    time: f32,
    /// Whirls in a metre. @default 0.5 @range 0 10 @unit 1/m
    scale: f32,
    /// How fast the whirls flow. @default 1 @range 0 10 @unit m/s
    strength: f32,
    /// How fast the whirls change. @default 0.2 @range 0 5 @unit 1/s
    speed: f32,
    /// Another seed, other whirls. @default 1 @range 0 100
    seed: u32,
) -> vec2f {
    let place = vec3f(position.x * scale, time * speed, position.y * scale);
    let slope = gradient_noise_3d_derivatives(place, seed).yzw;
    return strength * vec2f(slope.z, -slope.x);
}
