//! Keeps what is drawn and lets it fade: a painter that forgets.
//! @category Fluid
//! @tags painter fade memory persistence brush history

/// Any of these; the widest one linked decides.
/// @any number vec2 vec3 colour
alias Value = vec4f;

/// @read own
fn painted(cell: vec2i) -> Value {
    return Value(0.0);
}

/// The picture so far. @output painted
fn trail(
    /// What is drawn in this step; 0 where nothing is. @default 0
    drawn: Value,
    /// Share of the picture that each step replaces. @default 0.1 @range 0 1
    opacity: f32,
    /// The picture before the first step. @default 0 @advanced
    initial: Value,
    /// @given cell
    cell: vec2i,
    /// @given frame
    frame: u32,
) -> Value {
    let before = select(painted(cell), initial, frame == 0u);
    return mix(before, drawn, opacity);
}
