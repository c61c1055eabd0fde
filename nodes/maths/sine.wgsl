//! The sine of an angle, between -1 and 1.
//! @category Maths
//! @tags wave oscillate sin trigonometry

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

const UNIT_RAD = array<f32, 3>(1.0, 0.017453292519943295, 6.283185307179586);

/// Sine of the angle. @output result
fn sine(
    /// The angle. @default 0
    angle: Value,
    /// What the angle is counted in. @choice radians degrees turns @default radians
    counted_in: u32,
) -> Value {
    return sin(angle * UNIT_RAD[counted_in]);
}
