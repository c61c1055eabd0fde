//! Random numbers: each element has its own, the same ones every time.
//! @category Input
//! @tags hash noise scatter vary seed
//! @source Jarzynski and Olano, Hash Functions for GPU Rendering (2020)
//! @import hash

struct Random {
    /// From 0 to 1, 1 excluded.
    value: f32,
    /// Two numbers from 0 to 1.
    vector: vec2f,
    /// Three numbers from 0 to 1.
    vector3: vec3f,
}

/// The numbers.
fn random_of(
    /// Another seed, other numbers. @default 1 @range 0 100
    seed: u32,
    /// Which element's. @context element
    element: u32,
    /// Which of an element's many numbers comes first. @default 0 @range 0 16
    channel: u32,
) -> Random {
    let three = random_vec3(seed, element, channel);
    return Random(three.x, three.xy, three);
}
