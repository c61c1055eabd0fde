//! Rain on still water: drops fall at random, each makes a ring, and all rings add up.
//! @category Waves
//! @tags drops rings ripples puddle storm weather
//! @source CGDevs, rain ripple vertex shader, for many drops
//! @import hash time

const PI = 3.141592653589793;

struct Water {
    /// Height of the water. @unit m
    height: f32,
    /// How steeply it rises along x and z, exact.
    gradient: vec2f,
}

/// The water's shape.
fn rain(
    /// Where on the water. @context position @unit m
    position: vec2f,
    /// When. @context time @unit s
    time: f32,
    /// How many rings there are at any time. @default 16 @range 0 64
    count: u32,
    /// Width and depth of the wet area, centred on the origin. @default 4 4 @range 0 20 @unit m
    area: vec2f,
    /// How often a drop falls at each of those places. @default 1 @range 0 5 @unit 1/s
    rate: f32,
    /// Another seed, another rain. @default 1 @range 0 100
    seed: u32,
    /// Height of a ring. @default 1 @range 0 2 @unit m
    ring_height: f32,
    /// From crest to crest. @default 1 @range 0.05 5 @unit m
    wavelength: f32,
    /// How many crests leave the centre in the life of a ring. @default 1 @range 0 10
    frequency: f32,
    /// Reach of a ring; the last metre before it is damped. @default 1 @range 0 10 @unit m
    radius: f32,
    /// @given time_split
    step_time: vec2f,
) -> Water {
    let since_start = turns_of(moment_of(time, step_time), rate);
    let wavenumber = select(2.0 * PI / select(wavelength, 1.0, wavelength == 0.0), 0.0, wavelength == 0.0);
    var water = Water(0.0, vec2f(0.0));
    for (var drop = 0u; drop < count; drop++) {
        let part = since_start.part + random(seed, drop, 0u);
        let timer = fract(part);
        let drop_seed = seed + u32(since_start.whole + i32(floor(part)));
        let center = area * (vec2f(random(drop_seed, drop, 1u), random(drop_seed, drop, 2u)) - 0.5);
        let from_center = position - center;
        let away = length(from_center);
        if away >= radius {
            continue;
        }
        let amplitude = ring_height * sin(PI * timer) * (1.0 - timer);
        let phase = 2.0 * PI * frequency * timer - wavenumber * away;
        let edge = min(radius - away, 1.0);
        let edge_slope = select(0.0, -1.0, away > radius - 1.0);
        water.height += amplitude * edge * cos(phase);
        let slope = amplitude * (edge_slope * cos(phase) + edge * sin(phase) * wavenumber);
        water.gradient += from_center * select(slope / max(away, 1e-30), 0.0, away == 0.0);
    }
    return water;
}
