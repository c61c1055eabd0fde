//! Lets a particle bounce off a shape, or glance off along it. Away from the shape, and on the way out of it, nothing changes.
//! @title Collide with shape
//! @category Particles
//! @tags bounce reflect hit splash spray distance field sdf rock
//! @source Reflection about the slope of the distance, by central differences
//! @import safe

// The slope is measured over this far on either side: 1 mm, and more where positions are too large for f32 to tell 1 mm.
const SLOPE_STEP_M = 0.001;
const SLOPE_STEP_SHARE = 0.0001;

// A push along the surface that is a smaller share of the speed has no direction to speak of.
const LEAST_ALONG = 0.0001;

struct Collided {
    /// Where the particle is now: on the surface where it hit. @unit m
    position: vec3f,
    /// Where it goes now. @unit m/s
    velocity: vec3f,
    /// 1 from the first collision on, else 0.
    hit: f32,
}

/// How far it is to the shape, below 0 inside. @read positions @default 1 @unit m @label shape
fn distance_to(position: vec3f) -> f32 {
    return 1.0;
}

/// The particle after the shape stood in its way.
fn collide_sdf(
    /// The particle's middle. @context position @unit m
    position: vec3f,
    /// How fast it goes. @default 0 0 0 @unit m/s
    velocity: vec3f,
    /// 1 where it hit something before, else 0. @default 0 @range 0 1
    hit: f32,
    /// Of the particle. @default 0.05 @range 0 1 @unit m
    radius: f32,
    /// How much of its speed is left after a hit. @default 0.5 @range 0 1
    restitution: f32,
    /// 0 bounces like a ball, 1 goes on along the surface. @default 0.5 @range 0 1
    tangent_bias: f32,
    /// Added once, at the first hit: the splash. @default 0 0 0 @unit m/s
    first_hit_velocity: vec3f,
) -> Collided {
    let away = distance_to(position);
    if !(away < radius) {
        return Collided(position, velocity, hit);
    }
    let normal = slope_at(position);
    // Scaled, so that the squares of very fast and very slow ones stay numbers.
    let heading = safe_normalise_3d(velocity);
    let inward = dot(heading, normal);
    if !(inward < 0.0) {
        return Collided(position, velocity, hit);
    }
    let reflected = heading - 2.0 * inward * normal;
    let along = heading - inward * normal;
    let is_glancing = length(along) >= LEAST_ALONG;
    let sideways = select(reflected, safe_normalise_3d(along), is_glancing);
    let direction = safe_normalise_3d(mix(reflected, sideways, tangent_bias));
    let speed = dot(velocity, heading);
    let splash = select(first_hit_velocity, vec3f(0.0), hit > 0.5);
    return Collided(position + normal * (radius - away), direction * speed * restitution + splash, 1.0);
}

// The direction in which the distance grows; 0 where it does not.
fn slope_at(position: vec3f) -> vec3f {
    let extent = max(max(abs(position.x), abs(position.y)), abs(position.z));
    let reach = max(SLOPE_STEP_M, SLOPE_STEP_SHARE * extent);
    let x = vec3f(reach, 0.0, 0.0);
    let y = vec3f(0.0, reach, 0.0);
    let z = vec3f(0.0, 0.0, reach);
    return safe_normalise_3d(vec3f(
        distance_to(position + x) - distance_to(position - x),
        distance_to(position + y) - distance_to(position - y),
        distance_to(position + z) - distance_to(position - z),
    ));
}
