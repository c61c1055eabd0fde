//! The sum of a list of waves: a sea. The same list gives the same surface on a mesh, on a grid and at particles, so that foam and
//! spray follow it.
//! @category Waves
//! @tags ocean sea trochoid swell water surface foam
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

/// The waves: from a wave set or list, or rows of wavelength (m), amplitude (m), direction (degrees) and stiffness. @read list
/// @default 18 0.6 20 0.5; 11 0.35 -35 0.6; 6.5 0.2 70 0.4
fn waves(index: u32) -> Wave {
    return Wave();
}

/// @count waves
fn waves_count() -> u32 {
    return 0u;
}

/// The sea at a point.
fn gerstner_sum(
    /// Where on still water. @context position @unit m
    position: vec2f,
    /// When. @context time @unit s
    time: f32,
    /// What pulls the water down. @default 9.81 @range 0 30 @unit m/s2 @advanced
    gravity: f32,
    /// Only the first so many waves of the list; 0 takes all. @default 0 @range 0 64
    limit: u32,
    /// Divide every stiffness by the number of waves, so that the sum can't fold over itself. @default on
    normalise_stiffness: bool,
    /// @given time_split
    step_time: vec2f,
) -> Surface {
    let count = select(min(limit, waves_count()), waves_count(), limit == 0u);
    let share = select(1.0, 1.0 / f32(max(count, 1u)), normalise_stiffness);
    let moment = moment_of(time, step_time);
    let root_gravity = sqrt(max(gravity, 0.0));
    var sum = WaveSum();
    for (var index = 0u; index < count; index++) {
        sum = add_wave(sum, waves(index), position, moment, root_gravity);
    }
    sum = with_stiffness(sum, share);
    return Surface(sum.offset, sum.velocity, wave_normal(sum), wave_fold(sum));
}
