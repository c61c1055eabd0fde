//! Where the element is: the cell, vertex or particle that asks.
//! @category Input
//! @tags place coordinates world ground xz

struct Place {
    /// x and z on the ground. @unit m
    ground: vec2f,
    /// x, y and z. @unit m
    position: vec3f,
    /// y: how high. @unit m
    height: f32,
}

/// The element's place.
fn position(
    /// @given position
    ground: vec2f,
    /// @given position
    place: vec3f,
) -> Place {
    return Place(ground, place, place.y);
}
