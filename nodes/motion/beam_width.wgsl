//! The shape of a beam of light that shoots down, swells and fades: its radius at a height, and how it wobbles.
//! @category Motion
//! @tags laser ray column light hammer
//! @source Beam shader in the manner of a Hammer of Dawn
//! @import safe time

const PI = 3.141592653589793;

struct Beam {
    /// Radius at that height. @unit m
    width: f32,
    /// How far the beam swings sideways there. @unit m
    wobble: f32,
}

/// Radius and wobble.
fn beam_width(
    /// Height above the ground. @default 0 @range 0 20 @unit m
    z: f32,
    /// How far the strike has come, from 0 to 1. @default 0 @range 0 1
    sequence: f32,
    /// Height of the whole beam. @default 20 @range 1 50 @unit m
    height: f32,
    /// Multiplies the radius. @default 1 @range 0 5
    width: f32,
    /// When. @context time @unit s
    time: f32,
    /// How fast it wobbles. @default 50 @range 0 100 @unit rad/s
    noise_frequency: f32,
    /// How closely wobbles follow each other along the beam. @default 0.25 @range 0 2 @unit rad/m
    noise_length: f32,
    /// How far it wobbles at the end of the strike. @default 0.02 @range 0 0.5 @unit m
    noise_intensity: f32,
    /// @given time_split
    step_time: vec2f,
) -> Beam {
    let early = 1.0 - 2.0 * sequence;
    let front = early * height;
    let bulge = cos(PI * (safe_divide(z, height, 0.0) - early));
    let reached = safe_pow(safe_smoothstep(front - 8.0, front, z), 0.1);
    let core = mix(0.05 * (height - front + 0.5), bulge, reached);
    let radius = mix(core, 0.4, safe_smoothstep(front, front + 10.0, z)) * width;
    let swing = angle_at(moment_of(time, step_time), noise_frequency) + z * noise_length;
    return Beam(radius, sin(swing) * noise_intensity * sequence);
}
