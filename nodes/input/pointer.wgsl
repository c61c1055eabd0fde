//! The mouse or pen on the plane: where it is, how it moves, and whether it is pressed.
//! @category Input
//! @tags mouse pen touch cursor interaction

struct Pointer {
    /// x and z on the plane. @unit m
    position: vec2f,
    /// How fast it moves. @unit m/s
    velocity: vec2f,
    /// 1 while pressed, else 0.
    pressed: f32,
}

/// The pointer.
fn pointer(
    /// @given pointer_position
    position: vec2f,
    /// @given pointer_velocity
    velocity: vec2f,
    /// @given pointer_pressed
    pressed: f32,
) -> Pointer {
    return Pointer(position, velocity, pressed);
}
