//! One trochoidal wave. Water goes round in circles as it passes, which makes crests sharp and troughs flat.
//! @category Waves
//! @tags ocean sea trochoid swell water
//! @source Finch, Effective Water Simulation from Physical Models (GPU Gems, chapter 1)
//! @import lists time waves

struct Surface {
    /// From a point of still water to where it is now. @unit m
    offset: vec3f,
    /// How fast the offset changes. @unit m/s
    velocity: vec3f,
    /// Of the surface, exact, of length 1.
    normal: vec3f,
    /// How much area a patch of still water covers now: 1 at rest, less where waves squeeze it, below 0 where a crest has folded over. That
    /// is where foam is.
    fold: f32,
}

/// The wave at a point.
fn gerstner_wave(
    /// Where on still water. @context position @unit m
    position: vec2f,
    /// When. @context time @unit s
    time: f32,
    /// Height of a crest above still water; the whole wave is gone where it is 0. @default 0.5 @range 0 5 @unit m
    amplitude: f32,
    /// Where the wave runs to: 0 is +z, 90 is +x. @default 0 @range -180 180 @unit deg
    direction: f32,
    /// From crest to crest; no wave where it is 0 or less. @default 10 @range 0.1 100 @unit m
    wavelength: f32,
    /// 0 is a sine, 1 a cusp. @default 0.5 @range 0 1
    stiffness: f32,
    /// What pulls the water down: long waves run the faster, the stronger it is. @default 9.81 @range 0 30 @unit m/s2 @advanced
    gravity: f32,
    /// @given time_split
    step_time: vec2f,
) -> Surface {
    let wave = make_wave(radians(direction), wavelength, amplitude, stiffness);
    let sum = add_wave(WaveSum(), wave, position, moment_of(time, step_time), sqrt(max(gravity, 0.0)));
    return Surface(sum.offset, sum.velocity, wave_normal(sum), wave_fold(sum));
}
