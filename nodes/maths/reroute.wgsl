//! A bend in a wire: what comes in goes on unchanged, of whatever type it is.
//! @category Maths
//! @tags dot bend elbow knot wire tidy

/// Whatever the wire carries.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The same. @output result
fn reroute(
    /// What goes on. @default 0
    value: Value,
) -> Value {
    return value;
}
