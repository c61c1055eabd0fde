//! Adds what particles carry up on the grid: each shares its value among the four cells around it. Sums are counted in parts of 1/65536, so
//! that they are the same every time; a cell holds up to 32768.
//! @category Particles
//! @tags splat density rasterise count grid
//! @native deposit
//! @particles particles The particles.

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = f32;

/// The sum of each cell. @output sum
fn deposit(
    /// What each particle adds. @default 1
    value: Value,
) -> Value {
    return value;
}
