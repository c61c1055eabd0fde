//! The time of the step. It can run faster or slower, and start again after a period.
//! @category Input
//! @tags clock seconds animate
//! @import safe time

struct Time {
    /// Seconds since the first step, times the speed; within the period where there is one. @unit s
    seconds: f32,
    /// From 0 to 1 over the period; 0 without one.
    phase: f32,
}

/// The time.
fn time(
    /// How fast time runs. @default 1 @range 0 10
    speed: f32,
    /// After so many seconds of its own, time starts again; 0 goes on for ever. @default 0 @range 0 60 @unit s
    period: f32,
    /// @given time_split
    step_time: vec2f,
) -> Time {
    if period > 0.0 {
        let phase = turn_part(moment_of(step_time.x + step_time.y, step_time), safe_divide(speed, period, 0.0));
        return Time(phase * period, phase);
    }
    return Time(step_time.x * speed + step_time.y * speed, 0.0);
}
