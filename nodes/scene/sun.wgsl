//! Light from far away.
//! @category Scene
//! @tags directional light daylight moon
//! @import scene
//! @scene scene What it shines on.
//! @draws light

/// The scene in its light.
fn sun(
    /// Colour. @default 1 0.93 0.82 1
    colour: vec4f,
    /// Brightness. @default 2.5 @range 0 20
    brightness: f32,
    /// Where it stands: 0 is behind a camera that looks along -z. @default 40 @range -180 180 @unit deg
    heading: f32,
    /// How high it stands. @default 35 @range -90 90 @unit deg
    height: f32,
    /// Whether what it shines on casts shadows. @default on
    shadows: bool,
    /// How far around what the camera looks at shadows reach: the nearer, the sharper. @default 10 @range 1 100 @unit m
    shadow_reach: f32,
    /// Its disc in the sky. @default 0.5 @range 0 10 @unit deg @advanced
    disc: f32,
) -> Light {
    let around = radians(heading);
    let up = radians(height);
    let way = vec3f(cos(up) * sin(around), sin(up), cos(up) * cos(around));
    return Light(way, max(colour.rgb * brightness, vec3f(0.0)), 1.0, radians(max(disc, 0.0)));
}
