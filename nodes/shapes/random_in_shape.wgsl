//! A random place inside a shape, another one for each element: where particles are born, where copies stand.
//! @category Shapes
//! @tags scatter spawn box sphere disc ring point
//! @import hash

/// The place. @output position @unit m
fn random_in_shape(
    /// Which shape. @choice box sphere disc @default box
    shape: u32,
    /// Its middle. @default 0 0 0 @unit m
    center: vec3f,
    /// Its width, height and depth. A disc lies flat. @default 1 1 1 @unit m
    size: vec3f,
    /// Only this part of it, from the outside in: 0 is the rim alone, 1 all of it. @default 1 @range 0 1
    fill: f32,
    /// Another seed, other places. @default 1 @range 0 100
    seed: u32,
    /// Whose place. @context element
    element: u32,
) -> vec3f {
    let three = random_vec3(seed, element, 0u);
    let inner = clamp(1.0 - fill, 0.0, 1.0);
    var place = three - 0.5;
    if shape == 1u {
        let way = random_direction(seed, element, 3u);
        place = way * (0.5 * pow(mix(inner * inner * inner, 1.0, three.x), 1.0 / 3.0));
    } else if shape == 2u {
        let angle_rad = 6.283185307179586 * three.y;
        let away = 0.5 * sqrt(mix(inner * inner, 1.0, three.x));
        place = vec3f(cos(angle_rad) * away, 0.0, sin(angle_rad) * away);
    }
    return center + place * size;
}
