//! A value that the effect shows and exports.
//! @category Scene
//! @tags result show export final view
//! @native output
//! @text name Name of the output in exports; the node's title when empty.

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// The same value. @output value
fn output(
    /// What is shown. @default 0
    value: Value,
) -> Value {
    return value;
}
