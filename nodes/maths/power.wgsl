//! A value raised to a power. A negative base has a real power only where the exponent is whole; elsewhere the result is 0.
//! @category Maths
//! @tags pow exponent gamma square cube

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// base to the power of exponent. 0 to the power of 0 is 1, 0 to a negative power is 0. @output result
fn power(
    /// What is raised. @default 1
    base: Value,
    /// The power. @default 2 @range -8 8
    exponent: Value,
) -> Value {
    let zero = Value(0.0);
    let one = Value(1.0);
    let has_size = base != zero;
    let magnitude = pow(select(one, abs(base), has_size), exponent);
    let odd_sign = select(one, -one, fract(exponent * 0.5) != zero);
    let of_negative = select(zero, odd_sign * magnitude, floor(exponent) == exponent);
    let of_zero = select(zero, one, exponent == zero);
    return select(of_zero, select(magnitude, of_negative, base < zero), has_size);
}
