//! Rows of a list of waves, one for each element, to be read back.
//! @category Waves
//! @tags test rows list
//! @import lists

/// The waves. @read list @default 1 0 0 0
fn waves(index: u32) -> Wave {
    return Wave();
}

struct Row {
    /// Metres.
    amplitude: f32,
    /// Of length 1.
    direction: vec2f,
    /// Metres.
    wavelength: f32,
    /// From 0 to 1.
    stiffness: f32,
}

/// The row of the element.
fn wave_rows(
    /// @given element
    element: u32,
) -> Row {
    let wave = waves(element);
    return Row(wave.amplitude, wave.direction, wave.wavelength, wave.stiffness);
}
