//! Puts a fluid's step together: the flow and the density that the fluid itself hands on, and what an artist adds to both.
//!
//! Paint, images, noise and moving objects all come in here. What is left alone adds nothing and changes nothing.
//! @category Fluid
//! @tags combine sum fluid sources inputs

/// A number for smoke, a vec3 or a colour for ink.
/// @any number vec3 colour
alias Density = vec4f;

struct Fluid {
    /// The new flow. @unit m/s
    velocity: vec2f,
    /// The new density.
    density: Density,
}

/// The sums, faded by the edge mask.
fn composite(
    /// A flow painted or read from a picture. @default 0 0 @unit m/s
    user_velocity: vec2f,
    /// Multiplies the user's flow only. @default 1 @range 0 1
    velocity_noise: f32,
    /// A flow from the material of the surface. @default 0 0 @unit m/s
    material_velocity: vec2f,
    /// A flow from moving objects and the pointer. @default 0 0 @unit m/s
    interaction_velocity: vec2f,
    /// A flow from noise. @default 0 0 @unit m/s
    noise_velocity: vec2f,
    /// The fluid's own flow: last step's, advected and less the pressure's gradient. @default 0 0 @unit m/s
    projected_velocity: vec2f,
    /// A density painted or read from a picture. @default 0
    user_density: Density,
    /// A density from the material of the surface. @default 0
    material_density: Density,
    /// A density from moving objects and the pointer. @default 0
    interaction_density: Density,
    /// Multiplies the three densities above. @default 1 @range 0 1
    density_noise: f32,
    /// The fluid's own density: last step's, advected. @default 0
    advected_density: Density,
    /// Multiplies both results; an edge mask keeps the border calm. @default 1 @range 0 1
    edge_mask: f32,
) -> Fluid {
    let velocity = user_velocity * velocity_noise + material_velocity + interaction_velocity + noise_velocity + projected_velocity;
    let added = user_density + material_density + interaction_density;
    return Fluid(velocity * edge_mask, (added * density_noise + advected_density) * edge_mask);
}
