//! Light from one place. A brightness that changes over time makes it flicker.
//! @category Scene
//! @tags point light bulb fire flicker
//! @import scene
//! @scene scene What it shines on.
//! @draws light

/// The scene in its light.
fn lamp(
    /// Where. @default 0 2 0 @unit m
    place: vec3f,
    /// Colour. @default 1 0.8 0.5 1
    colour: vec4f,
    /// Brightness at a distance of 1 m. @default 5 @range 0 100
    brightness: f32,
    /// Radius of the source: nearer than this it gets no brighter. @default 0.1 @range 0.01 2 @unit m @advanced
    radius: f32,
) -> Light {
    return Light(place, max(colour.rgb * brightness, vec3f(0.0)), 0.0, radius);
}
