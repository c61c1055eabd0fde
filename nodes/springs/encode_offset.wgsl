//! An offset as a direction and a length between 0 and 1, fit for a picture of eight bits a channel.
//! @category Springs
//! @tags pack direction picture 8-bit export bake
//! @source Render targets of spring grass

/// One type for the offset and its direction.
/// @any vec2 vec3
alias Value = vec3f;

struct Encoded {
    /// The direction, half its size and moved to 0..1; one half where there is none.
    direction: Value,
    /// The length as a share of the range.
    strength: f32,
}

/// Direction and length.
fn encode_offset(
    /// The offset. @default 0
    offset: Value,
    /// The longest offset that is kept. @default 1 @range 0.01 10
    range: f32,
) -> Encoded {
    let stretch = length(offset);
    let direction = select(offset / select(stretch, 1.0, stretch == 0.0), Value(0.0), stretch == 0.0);
    let strength = select(stretch / select(range, 1.0, range == 0.0), 0.0, range == 0.0);
    return Encoded(direction * 0.5 + 0.5, strength);
}
