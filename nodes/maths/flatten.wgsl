//! The ground below a place in space, and the place's height.
//! @category Maths
//! @tags drop project convert vec3 vec2 ground height

struct Parts {
    /// x and z. @unit m
    ground: vec2f,
    /// y. @unit m
    height: f32,
}

/// Ground and height.
fn flatten(
    /// The place. @context position @unit m
    place: vec3f,
) -> Parts {
    return Parts(place.xz, place.y);
}
