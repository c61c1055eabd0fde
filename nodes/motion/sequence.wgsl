//! A clock that runs from 0 to 1 and starts again, with one phase of its own.
//! @category Motion
//! @tags loop clock timer cycle repeat phase
//! @import safe time

struct Clock {
    /// From 0 to 1 over the period.
    value: f32,
    /// From 0 to 1 between start and end; 0 before, 1 after.
    phase: f32,
    /// 1 between start and end, else 0.
    running: f32,
}

/// The clock.
fn sequence(
    /// When. @context time @unit s
    time: f32,
    /// How long a round takes; a clock without period stands at 0. @default 5 @range 0.1 60 @unit s
    period: f32,
    /// Where in the round the phase starts. @default 0 @range 0 1
    start: f32,
    /// Where it ends. @default 1 @range 0 1
    end: f32,
    /// @given time_split
    step_time: vec2f,
) -> Clock {
    let value = turn_part(moment_of(time, step_time), safe_divide(1.0, period, 0.0));
    return Clock(value, safe_linear_step(start, end, value), select(0.0, 1.0, value >= start && value < end));
}
