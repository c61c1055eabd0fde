//! Gives every vertex of a mesh a colour, for whoever asks for the element's colour later on.
//! @category Mesh
//! @tags paint vertex tint
//! @mesh mesh The mesh.
//! @changes mesh

/// The mesh with colours. @output colour
fn set_colour(
    /// The colour. @default 1 1 1 1
    colour: vec4f,
) -> vec4f {
    return colour;
}
