//! Reads a field at another place of the grid.
//! @category Input
//! @tags read lookup fetch texture uv warp distort

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The field. @read uvs @default 0
fn value(uv: vec2f) -> Value {
    return Value(0.0);
}

/// The field at that place. @output result
fn sample(
    /// Where, from 0 to 1 along each side of the grid. @context uv
    uv: vec2f,
) -> Value {
    return value(uv);
}
