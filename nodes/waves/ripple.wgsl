//! The ring that one drop makes on still water: it grows, and fades as the timer runs from 0 to 1.
//! @category Waves
//! @tags drop ring rain splash puddle
//! @source CGDevs, rain ripple vertex shader

const PI = 3.141592653589793;

/// Height of the water. @output height @unit m
fn ripple(
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
    /// Reach: nothing moves further out, and the last metre before it is damped. @default 1 @range 0 10 @unit m
    radius: f32,
    /// Age of the ring: 0 when the drop falls, 1 when all is still. @default 0.3 @range 0 1
    timer: f32,
) -> f32 {
    let away = distance(position, center);
    let crests = select(away / select(wavelength, 1.0, wavelength == 0.0), 0.0, wavelength == 0.0);
    return height * sin(PI * timer) * (1.0 - timer) * clamp(radius - away, 0.0, 1.0) * cos(2.0 * PI * (frequency * timer - crests));
}
