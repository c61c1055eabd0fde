//! A number to set by hand and use in several places.
//! @category Input
//! @tags constant value float slider

/// The number. @output value
fn number(
    /// What it is. @default 0 @range -10 10
    value: f32,
) -> f32 {
    return value;
}
