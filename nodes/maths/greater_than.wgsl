//! 1 where one number is greater than another, 0 elsewhere.
//! @category Maths
//! @tags compare above if threshold mask

/// 1 or 0. @output result
fn greater_than(
    /// What is compared. @default 0
    a: f32,
    /// What it must exceed. @default 0
    b: f32,
) -> f32 {
    return select(0.0, 1.0, a > b);
}
