//! Where a moving object shows on the simulation's plane: a ray from the eye through the object meets the plane.
//! @category Fluid
//! @tags ray hit intersect project mouse object interaction camera

struct Hit {
    /// 1 where the ray meets the plane before its end, else 0; then all else is 0 too.
    hit: f32,
    /// Where, in the world. @unit m
    position: vec3f,
    /// Where, along the plane's axes from its centre; for a brush. @unit m
    on_plane: vec2f,
    /// Where, from 0 to 1 over the plane; 0.5 is its centre.
    uv: vec2f,
    /// The object's velocity along the plane's axes. @unit m/s
    velocity: vec2f,
}

/// The meeting of ray and plane.
fn trace_to_plane(
    /// Where the ray starts. @default 0 5 5 @unit m
    eye: vec3f,
    /// What the ray goes through. @default 0 1 0 @unit m
    object: vec3f,
    /// How fast the object moves. @default 0 0 0 @unit m/s
    object_velocity: vec3f,
    /// How far the ray goes on behind the object, as a share of the way from the eye to it. @default 1 @range 0 10
    overshoot: f32,
    /// Centre of the plane. @default 0 0 0 @unit m
    plane_origin: vec3f,
    /// The plane's first axis, of length 1. @default 1 0 0
    plane_u: vec3f,
    /// The plane's second axis, of length 1. @default 0 0 1
    plane_v: vec3f,
    /// Width and depth of the plane. @default 10 10 @unit m
    plane_size: vec2f,
) -> Hit {
    let normal = cross(plane_u, plane_v);
    let ray = object - eye;
    let approach = dot(normal, ray);
    if approach == 0.0 {
        return Hit();
    }
    let share = dot(normal, plane_origin - eye) / approach;
    if !(share >= 0.0 && share <= 1.0 + overshoot) {
        return Hit();
    }
    let position = eye + share * ray;
    let from_origin = position - plane_origin;
    let on_plane = vec2f(dot(from_origin, plane_u), dot(from_origin, plane_v));
    let has_size = plane_size != vec2f(0.0);
    let uv = select(vec2f(0.0), on_plane / select(vec2f(1.0), plane_size, has_size), has_size) + 0.5;
    return Hit(1.0, position, on_plane, uv, vec2f(dot(object_velocity, plane_u), dot(object_velocity, plane_v)));
}
