//! One formula, typed by hand. Every name in it becomes an input; `time`, `uv` and `position` are the element's own.
//! @category Maths
//! @tags formula equation calculate math function
//! @native expression
//! @text expression The formula, such as `sin(a) * b`: all of WGSL's functions and the shader library's. @default a

/// The formula's value. @output result
fn expression(
    /// The first name of the formula as it stands when the node is new. @default 0
    a: f32,
) -> f32 {
    return a;
}
