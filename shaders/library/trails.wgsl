//! Trails: the places where particles were in the last seconds, a row of points for each. The first point is the head, where the particle is.
//! Those behind it follow at equal intervals of time, the last one is as old as the trail lasts. Of a particle that died the head stays, so
//! that the trail shrinks into it.

/// A trail that lasts less vanishes.
const SHORTEST_TRAIL_S = 1e-5;

/// Shares of an interval that rounding may take without a point being lost.
const TRAIL_SLACK = 1e-4;

/// What a step does to a row of points.
struct TrailStep {
    /// Whether all points go where the head is.
    is_gathered: bool,
    /// Whether the head goes where the particle is.
    is_led: bool,
    /// By how many places points move on towards the tail.
    shifts: u32,
    /// Age of the point behind the head.
    behind_s: f32,
    /// Seconds from there to the next, and so on.
    interval_s: f32,
    /// How long the trail lasts.
    duration_s: f32,
    /// How far the last point, once moved on, goes towards the one before it.
    tail_share: f32,
}

/// The step of a row of `points`. `is_own` says whether the row is the particle's already, `left_s` for how long the particle has been gone
/// from its head, `behind_s` how old the point behind the head was.
fn trail_step(is_own: bool, lives: bool, left_s: f32, behind_s: f32, points: u32, duration_s: f32, dt: f32) -> TrailStep {
    let lasts_s = select(0.0, min(duration_s, 1e6), duration_s > SHORTEST_TRAIL_S);
    let interval_s = lasts_s / f32(max(points, 3u) - 2u);
    let is_led = lives || (is_own && left_s == 0.0);
    if (lives && !is_own) || lasts_s == 0.0 {
        return TrailStep(true, is_led, 0u, 0.0, interval_s, lasts_s, 0.0);
    }
    let due_s = behind_s + dt;
    // The point behind the head is never older than an interval.
    let shifts = clamp(ceil(due_s / interval_s - 1.0 - TRAIL_SLACK), 0.0, f32(points - 1u));
    let now_s = clamp(due_s - shifts * interval_s, 0.0, interval_s);
    // A tail that just came is as old as the trail lasts, and reaches the point before it when that is as old.
    let before_s = select(behind_s, 0.0, shifts > 0.0);
    let passed_s = now_s - before_s;
    var rest_s = interval_s - before_s;
    let gone_s = select(left_s + dt + TRAIL_SLACK * interval_s, 0.0, lives);
    if gone_s >= lasts_s - interval_s + now_s {
        // The point before it is where the particle came to its end: the tail is there when that was as long ago.
        rest_s = min(rest_s, lasts_s - gone_s + passed_s);
    }
    let tail_share = clamp(passed_s / max(rest_s, 1e-9), 0.0, 1.0);
    return TrailStep(false, is_led, u32(shifts), now_s, interval_s, lasts_s, tail_share);
}

/// Age of a point behind the head.
fn trail_age(step: TrailStep, point: u32) -> f32 {
    return min(f32(point - 1u) * step.interval_s + step.behind_s, step.duration_s);
}

/// How far back a new point lies on the way of this step.
fn trail_share(step: TrailStep, point: u32, dt: f32) -> f32 {
    return clamp((f32(point - 1u) * step.interval_s + step.behind_s) / max(dt, 1e-9), 0.0, 1.0);
}
