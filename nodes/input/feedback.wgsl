//! The value of the step before. A loop in the graph is closed through this node.
//! @category Input
//! @tags loop memory previous last delay state simulation
//! @native feedback

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// What came in a step ago. @output value
fn feedback(
    /// What is handed on to the next step. @default 0
    value: Value,
    /// What is handed on in the first step. @default 0
    initial: Value,
) -> Value {
    return value;
}
