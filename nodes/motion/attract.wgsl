//! The force of a place that draws things to it, or with a strength below 0 drives them away.
//! @category Motion
//! @tags pull push repel repulse gravity magnet planet black hole force point
//! @import safe

/// Towards the centre. @output force @unit m/s2
fn attract(
    /// Where. @context position @unit m
    position: vec3f,
    /// What it is drawn to. @default 0 0 0 @unit m
    center: vec3f,
    /// How strong it is at the radius; below 0 it drives away. @default 5 @range -50 50 @unit m/s2
    strength: f32,
    /// How far from the centre it has its strength. @default 1 @range 0.01 20 @unit m
    radius: f32,
    /// How it changes with the distance: as a planet's, strongest at its radius and falling with the square beyond; as a spring's, ever
    /// stronger; or not at all. @choice planet spring constant @default planet
    falloff: u32,
) -> vec3f {
    let way = center - position;
    let away = length(way) / max(radius, 1e-3);
    let heading = safe_normalise_3d(way) * strength;
    switch falloff {
        case 0u: {
            return heading * select(away, safe_divide(1.0, away * away, 0.0), away > 1.0);
        }
        case 1u: {
            return heading * away;
        }
        default: {
            return heading;
        }
    }
}
