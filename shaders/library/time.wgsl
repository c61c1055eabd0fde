//! Time that stays smooth for days.
//!
//! A 32-bit number of seconds is too coarse after an hour. Time therefore travels as two parts, whole 64ths of a second and the
//! rest, and what repeats is counted in whole turns with integers, which never lose a bit.

/// Turns since time 0.
struct Turns {
    /// Whole turns, rounded down.
    whole: i32,
    /// The part of the present turn, 0..1.
    part: f32,
}

/// A time in seconds as a multiple of 1/64 s and the rest. Where `time_s` is the step's own time (to the last bit), the exact
/// parts of the step are taken; any other time is split as it is.
fn time_parts(time_s: f32, step_time_s: vec2f) -> vec2f {
    let step_s = step_time_s.x + step_time_s.y;
    if abs(time_s - step_s) <= abs(step_s) * 1.2e-7 {
        return step_time_s;
    }
    let whole_s = floor(time_s * 64.0) / 64.0;
    return vec2f(whole_s, time_s - whole_s);
}

/// How far the present turn has come (0..1) at a time from `time_parts`, at so many turns a second.
fn turn_part(time_parts_s: vec2f, turns_per_s: f32) -> f32 {
    // Turns in a 64th of a second, as a fraction of 2^32: the product with the count of 64ths wraps at whole turns.
    let step = u32(fract(turns_per_s / 64.0) * 4294967296.0);
    let ticks = u32(i32(time_parts_s.x * 64.0));
    return fract(f32((ticks * step) >> 8u) / 16777216.0 + time_parts_s.y * turns_per_s);
}

/// Whole turns and the part of the present one at a time from `time_parts`, at so many turns a second, from an offset of `start`
/// turns (0..1).
fn turns(time_parts_s: vec2f, turns_per_s: f32, start: f32) -> Turns {
    let rate = turns_per_s / 64.0;
    let whole_rate = floor(rate);
    let step = u32((rate - whole_rate) * 4294967296.0);
    let ticks = i32(time_parts_s.x * 64.0);
    // The upper 32 bits of ticks * step, from 16-bit halves; a negative count borrows one step.
    let count = u32(ticks);
    let low = (count & 0xffffu) * (step & 0xffffu);
    let middle = (count >> 16u) * (step & 0xffffu) + (low >> 16u);
    let cross = (count & 0xffffu) * (step >> 16u) + (middle & 0xffffu);
    var high = i32((count >> 16u) * (step >> 16u) + (middle >> 16u) + (cross >> 16u));
    high -= select(0i, i32(step), ticks < 0i);
    let part = f32((count * step) >> 8u) / 16777216.0 + time_parts_s.y * turns_per_s + start;
    let carried = floor(part);
    return Turns(ticks * i32(whole_rate) + high + i32(carried), part - carried);
}
