//! How high the sea is above a place. Waves shift water sideways, so what stands above a place came from elsewhere: the shift is
//! undone in four steps.
//! @category Waves
//! @tags ocean sea buoyancy float boat water level
//! @source Finch, Effective Water Simulation from Physical Models (GPU Gems, chapter 1); inverted by fixed-point iteration
//! @import lists time waves

const STEPS = 4;

/// The waves: from a wave set or list, or rows of wavelength (m), amplitude (m), direction (degrees) and stiffness. @read list
/// @default 18 0.6 20 0.5; 11 0.35 -35 0.6; 6.5 0.2 70 0.4
fn waves(index: u32) -> Wave {
    return Wave();
}

/// @count waves
fn waves_count() -> u32 {
    return 0u;
}

/// Height of the surface above still water. @output height @unit m
fn surface_height(
    /// The place in the world. @context position @unit m
    position: vec2f,
    /// When. @context time @unit s
    time: f32,
    /// What pulls the water down. @default 9.81 @range 0 30 @unit m/s2 @advanced
    gravity: f32,
    /// Only the first so many waves of the list; 0 takes all. @default 0 @range 0 64
    limit: u32,
    /// Divide every stiffness by the number of waves; as on the Gerstner sum. @default on
    normalise_stiffness: bool,
    /// @given time_split
    step_time: vec2f,
) -> f32 {
    let count = select(min(limit, waves_count()), waves_count(), limit == 0u);
    let share = select(1.0, 1.0 / f32(max(count, 1u)), normalise_stiffness);
    let moment = moment_of(time, step_time);
    let root_gravity = sqrt(max(gravity, 0.0));
    var still = position;
    for (var step = 0; step < STEPS; step++) {
        var shift = vec2f(0.0);
        for (var index = 0u; index < count; index++) {
            shift += wave_shift(waves(index), still, moment, root_gravity);
        }
        still = position - shift * share;
    }
    var sum = WaveSum();
    for (var index = 0u; index < count; index++) {
        sum = add_wave(sum, waves(index), still, moment, root_gravity);
    }
    return sum.offset.y;
}
