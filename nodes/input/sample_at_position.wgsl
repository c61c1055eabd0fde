//! Reads a field at another place, given in metres.
//! @category Input
//! @tags read lookup fetch world warp distort

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The field. @read positions @default 0
fn value(position: vec2f) -> Value {
    return Value(0.0);
}

/// The field at that place. @output result
fn sample_at_position(
    /// Where: x and z. @context position @unit m
    position: vec2f,
) -> Value {
    return value(position);
}
