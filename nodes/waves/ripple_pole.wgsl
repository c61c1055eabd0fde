//! One drop of many, with a phase of its own, so that one timer can drive them all without their falling together.
//! @category Waves
//! @tags drop ring rain splash puddle phase
//! @source CGDevs, rain ripple shader with a texture of poles

const PI = 3.141592653589793;

/// Height of the water. @output height @unit m
fn ripple_pole(
    /// Where on the water. @context position @unit m
    position: vec2f,
    /// Where the drop fell. @default 0 0 @unit m
    center: vec2f,
    /// Height of the ring. @default 1 @range 0 2 @unit m
    height: f32,
    /// From crest to crest. @default 1 @range 0.05 5 @unit m
    wavelength: f32,
    /// How many crests leave the centre in the life of the ring. @default 1 @range 0 10
    frequency: f32,
    /// Strength of the drop, as its reach. @default 1 @range 0 10 @unit m
    radius: f32,
    /// The common timer, 0 to 1. @default 0.3 @range 0 1
    timer: f32,
    /// How far this drop is ahead of the timer. @default 0 @range 0 1
    phase: f32,
) -> f32 {
    let away = distance(position, center);
    let crests = select(away / select(wavelength, 1.0, wavelength == 0.0), 0.0, wavelength == 0.0);
    let ahead = timer + phase;
    return height * sin(PI * timer) * (1.0 - timer) * (1.0 - ahead) * radius * cos(2.0 * PI * (frequency * ahead - crests));
}
