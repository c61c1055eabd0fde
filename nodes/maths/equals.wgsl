//! 1 where two numbers are equal, or nearly so, 0 elsewhere.
//! @category Maths
//! @tags compare same if mask

/// 1 or 0. @output result
fn equals(
    /// One number. @default 0
    a: f32,
    /// The other. @default 0
    b: f32,
    /// How far apart they may be and still count as equal. @default 0.000001 @range 0 1
    tolerance: f32,
) -> f32 {
    return select(0.0, 1.0, abs(a - b) <= tolerance);
}
