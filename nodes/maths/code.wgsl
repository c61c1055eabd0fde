//! WGSL of your own, as in a node's file: the arguments of its function become inputs, its result the output.
//! @category Maths
//! @tags wgsl shader script custom program
//! @native code
//! @text code The WGSL. @default fn code(a: f32) -> f32 { return a; }

/// The function's value. @output result
fn code(
    /// The first argument of the function as it stands when the node is new. @default 0
    a: f32,
) -> f32 {
    return a;
}
