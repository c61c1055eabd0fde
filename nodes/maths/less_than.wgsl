//! 1 where one number is less than another, 0 elsewhere.
//! @category Maths
//! @tags compare below if threshold mask

/// 1 or 0. @output result
fn less_than(
    /// What is compared. @default 0
    a: f32,
    /// What it must stay below. @default 0
    b: f32,
) -> f32 {
    return select(0.0, 1.0, a < b);
}
