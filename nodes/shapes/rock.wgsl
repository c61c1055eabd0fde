//! The distance to a rock: a ball whose surface is rough with noise.
//! @category Shapes
//! @tags stone boulder rough ball sdf distance field
//! @source Quilez, Distance functions; Musgrave, Texturing and Modeling (1994)
//! @import sdf

/// Below 0 inside; close to the true distance near the surface. @output distance @unit m
fn rock(
    /// Where. @context position @unit m
    position: vec3f,
    /// Its middle. @default 0 0 0 @unit m
    center: vec3f,
    /// From the middle to the surface, bumps aside. @default 1 @range 0 10 @unit m
    radius: f32,
    /// Height of the bumps. @default 0.3 @range 0 2 @unit m
    roughness: f32,
    /// Bumps in a metre. @default 1 @range 0.1 10 @unit 1/m
    detail: f32,
    /// Another seed, another rock. @default 1 @range 0 100
    seed: u32,
) -> f32 {
    return rock_distance(position - center, radius, roughness, detail, seed);
}
