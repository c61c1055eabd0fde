//! A field of damped springs: each cell swings back after it was pushed. Grass, tentacles, jelly, flags.
//!
//! Exact steps follow the oscillator's closed form over the whole step, so they are stable for every stiffness and damping. Symplectic
//! steps are the usual cheap ones, which explode when the spring is too stiff for the step.
//! @category Springs
//! @tags oscillator jiggle wobble bounce grass follow damped
//! @source The damped harmonic oscillator; the stamped field after the render targets of spring grass

/// One number, or a direction in two or three.
/// @any number vec2 vec3
alias Value = vec3f;

struct Spring {
    /// How far it is from rest.
    offset: Value,
    /// How fast it moves. @unit 1/s
    velocity: Value,
}

/// @read own @field offset
fn last_offset(cell: vec2i) -> Value {
    return Value(0.0);
}

/// @read own @field velocity
fn last_velocity(cell: vec2i) -> Value {
    return Value(0.0);
}

/// The springs after a step.
fn spring(
    /// How hard it pulls back. @default 60 @range 0 500 @unit 1/s2
    stiffness: f32,
    /// How fast swinging dies away. @default 4 @range 0 50 @unit 1/s
    damping: f32,
    /// What pushes it. @default 0 @unit 1/s2
    force: Value,
    /// Where it is held while it is stamped. @default 0
    stamp: Value,
    /// Above one half the spring is held at the stamp. @default 0 @range 0 1
    stamp_mask: f32,
    /// How it is stepped. @choice exact symplectic @default exact
    method: u32,
    /// Longer steps are cut to this. @default 0.02 @range 0.001 0.1 @unit s @advanced
    max_dt: f32,
    /// It stretches no further than this; 0 sets no limit. @default 0 @range 0 10
    max_length: f32,
    /// Offset before the first step. @default 0 @advanced
    initial_offset: Value,
    /// Velocity before the first step. @default 0 @advanced
    initial_velocity: Value,
    /// @given cell
    cell: vec2i,
    /// @given dt
    dt: f32,
    /// @given frame
    frame: u32,
) -> Spring {
    let before = Spring(
        select(last_offset(cell), initial_offset, frame == 0u),
        select(last_velocity(cell), initial_velocity, frame == 0u),
    );
    let step_s = clamp(dt, 0.0, max(max_dt, 0.0));
    let pull = max(stiffness, 0.0);
    let drag = max(damping, 0.0);
    var after = Spring(stamp, Value(0.0));
    if !(stamp_mask > 0.5) {
        if method == 1u {
            after = symplectic_step(before, force, pull, drag, step_s);
        } else {
            after = exact_step(before, force, pull, drag, step_s);
        }
    }
    let stretch = length(after.offset);
    if max_length > 0.0 && stretch > max_length {
        after.offset *= max_length / stretch;
    }
    return after;
}

fn symplectic_step(before: Spring, force: Value, stiffness: f32, damping: f32, step_s: f32) -> Spring {
    let velocity = before.velocity + step_s * (force - stiffness * before.offset - damping * before.velocity);
    return Spring(before.offset + step_s * velocity, velocity);
}

fn exact_step(before: Spring, force: Value, stiffness: f32, damping: f32, step_s: f32) -> Spring {
    // Too soft to swing within the step: a constant push against drag.
    if stiffness * step_s * step_s < 1e-5 {
        return drifting_step(before, force - stiffness * before.offset, damping, step_s);
    }
    // Both solutions are e^(-g t) (offset C + (velocity + g offset) S) with C, S by the sign of g^2 - k. Over-damped, the two decays are
    // taken apart, as a hyperbolic cosine would overflow; the slow one is written so that nothing cancels.
    let rate = 0.5 * damping;
    let discriminant = rate * rate - stiffness;
    let root = sqrt(abs(discriminant));
    let turn = root * step_s;
    var even: f32;
    var odd: f32;
    if turn < 1e-3 {
        even = exp(-rate * step_s);
        odd = even * step_s;
    } else if discriminant > 0.0 {
        let slow = exp(-stiffness / (rate + root) * step_s);
        let fast = exp(-(rate + root) * step_s);
        even = 0.5 * (slow + fast);
        odd = 0.5 * (slow - fast) / root;
    } else {
        let decay = exp(-rate * step_s);
        even = decay * cos(turn);
        odd = decay * sin(turn) / root;
    }
    let rest = force / stiffness;
    let away = before.offset - rest;
    return Spring(
        rest + away * even + (before.velocity + rate * away) * odd,
        before.velocity * even - (rate * before.velocity + stiffness * away) * odd,
    );
}

fn drifting_step(before: Spring, push: Value, damping: f32, step_s: f32) -> Spring {
    if damping * step_s < 1e-3 {
        let velocity = before.velocity + step_s * (push - damping * before.velocity);
        return Spring(before.offset + 0.5 * step_s * (before.velocity + velocity), velocity);
    }
    let final_velocity = push / damping;
    let decay = exp(-damping * step_s);
    let excess = before.velocity - final_velocity;
    return Spring(before.offset + final_velocity * step_s + excess * ((1.0 - decay) / damping), final_velocity + excess * decay);
}
