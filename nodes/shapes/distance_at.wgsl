//! Asks a shape at another place: how far its surface is from there, and which way leads away from it.
//! @title Distance at
//! @category Shapes
//! @tags read lookup probe normal slope gradient near sdf distance field
//! @source The slope of the distance, by differences over a short way
//! @import safe

struct Found {
    /// Below 0 inside. @unit m
    distance: f32,
    /// Away from the surface, of length 1; 0 where no direction leads away.
    normal: vec3f,
}

/// The distance to the shape, below 0 inside. @read positions @default 1 @unit m @label shape
fn distance_to(position: vec3f) -> f32 {
    return 1.0;
}

/// Distance and direction.
fn distance_at(
    /// Where. @context position @unit m
    position: vec3f,
    /// Over how far the direction is measured: more is smoother. @default 0.02 @range 0.001 1 @unit m @advanced
    reach: f32,
) -> Found {
    let extent = max(max(abs(position.x), abs(position.y)), abs(position.z));
    let step = max(max(reach, 0.001), 0.0001 * extent);
    let x = vec3f(step, 0.0, 0.0);
    let y = vec3f(0.0, step, 0.0);
    let z = vec3f(0.0, 0.0, step);
    let here = distance_to(position);
    let slope = vec3f(distance_to(position + x), distance_to(position + y), distance_to(position + z)) - here;
    return Found(here, safe_normalise_3d(slope));
}
