//! Time that stays smooth for days.
//!
//! A 32-bit number of seconds is too coarse after an hour. Time is therefore counted in whole 64ths of a second and the rest, and what
//! repeats is counted in turns with integers, which never lose a bit.

/// A whole turn in radians.
const TURN_RAD = 6.283185307179586;

/// A moment.
struct Moment {
    /// Whole 64ths of a second since time 0.
    ticks: i32,
    /// The seconds that are left.
    rest_s: f32,
}

/// Turns since time 0.
struct Turns {
    /// Whole turns, rounded down.
    whole: i32,
    /// The part of the present turn, 0..1.
    part: f32,
}

/// The moment `time_s`. Where that is the step's own time (to the last bit), the exact parts of the step are taken: a multiple of 1/64 s
/// and the rest. Any other time is split as it is.
fn moment_of(time_s: f32, step_time_s: vec2f) -> Moment {
    let step_s = step_time_s.x + step_time_s.y;
    if abs(time_s - step_s) <= abs(step_s) * 1.2e-7 {
        return Moment(i32(step_time_s.x * 64.0), step_time_s.y);
    }
    let ticks = floor(time_s * 64.0);
    return Moment(i32(ticks), time_s - ticks / 64.0);
}

/// What has been turned at so many turns a second, whole turns left out: from about -1/2 to 1/2.
fn turned_at(moment: Moment, turns_per_s: f32) -> f32 {
    // Turns in a 64th of a second, from -1/2 to 1/2, as a fraction of 2^32: the product with the count wraps at whole turns.
    let turns = turns_per_s / 64.0;
    let step = i32((turns - round(turns)) * 4294967296.0);
    return f32(moment.ticks * step) / 4294967296.0 + moment.rest_s * turns_per_s;
}

/// The angle that something has reached which turns at `frequency` (rad/s), whole turns left out: from -pi to pi.
///
/// Waves ask for it in their innermost loop, so it does without integers: whole turns of each 64 s are left out, which is exact, and what is
/// left is small enough for 32 bits.
fn angle_at(moment: Moment, frequency: f32) -> f32 {
    let spans = moment.ticks >> 12u;
    let rest_s = f32(moment.ticks - (spans << 12u)) / 64.0 + moment.rest_s;
    let turns_per_s = frequency * (1.0 / TURN_RAD);
    let turns_per_span = turns_per_s * 64.0;
    let turns = (turns_per_span - round(turns_per_span)) * f32(spans) + turns_per_s * rest_s;
    return TURN_RAD * (turns - round(turns));
}

/// How far the present turn has come (0..1), at so many turns a second.
fn turn_part(moment: Moment, turns_per_s: f32) -> f32 {
    return fract(turned_at(moment, turns_per_s));
}

/// Whole turns and the part of the present one, at so many turns a second.
fn turns_of(moment: Moment, turns_per_s: f32) -> Turns {
    let rate = turns_per_s / 64.0;
    let whole_rate = floor(rate);
    let step = u32((rate - whole_rate) * 4294967296.0);
    // The upper 32 bits of ticks * step, from 16-bit halves; a negative count borrows one step.
    let count = u32(moment.ticks);
    let low = (count & 0xffffu) * (step & 0xffffu);
    let middle = (count >> 16u) * (step & 0xffffu) + (low >> 16u);
    let cross = (count & 0xffffu) * (step >> 16u) + (middle & 0xffffu);
    var high = i32((count >> 16u) * (step >> 16u) + (middle >> 16u) + (cross >> 16u));
    high -= select(0i, i32(step), moment.ticks < 0i);
    let part = f32((count * step) >> 8u) / 16777216.0 + moment.rest_s * turns_per_s;
    let carried = floor(part);
    return Turns(moment.ticks * i32(whole_rate) + high + i32(carried), part - carried);
}
