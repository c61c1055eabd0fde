//! The offset that was kept as a direction and a length between 0 and 1.
//! @category Springs
//! @tags unpack direction picture 8-bit import
//! @source Render targets of spring grass

/// One type for the direction and the offset.
/// @any vec2 vec3
alias Value = vec3f;

/// The offset. @output offset
fn decode_offset(
    /// The direction, moved to 0..1; one half is none. @default 0.5
    direction: Value,
    /// The length as a share of the range. @default 0 @range 0 1
    strength: f32,
    /// The longest offset that was kept. @default 1 @range 0.01 10
    range: f32,
) -> Value {
    return (direction * 2.0 - 1.0) * (strength * range);
}
