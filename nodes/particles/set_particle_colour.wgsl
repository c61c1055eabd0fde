//! Gives particles a colour that they carry, for whoever asks for the element's colour later on.
//! @category Particles
//! @tags tint paint attribute fade hue
//! @particles particles The particles.
//! @changes particles

/// The particles with colours. @output colour
fn set_particle_colour(
    /// The colour. @default 1 1 1 1
    colour: vec4f,
) -> vec4f {
    return colour;
}
