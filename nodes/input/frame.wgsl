//! Which step this is, and how long a step takes.
//! @title Frame and step
//! @category Input
//! @tags frame count index number dt rate fps

struct Step {
    /// Number of the step, from 0.
    number: f32,
    /// Its length. @unit s
    dt: f32,
    /// Steps in a second. @unit 1/s
    rate: f32,
}

/// The step.
fn frame(
    /// @given frame
    frame: u32,
    /// @given dt
    dt: f32,
) -> Step {
    return Step(f32(frame), dt, 1.0 / max(dt, 1e-30));
}
