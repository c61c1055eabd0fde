//! A direction mirrored by a surface. Where the normal has length 0 the direction goes on unchanged.
//! @category Maths
//! @tags bounce mirror ricochet

/// Both vectors have this type.
/// @any vec2 vec3
alias Vector = vec3f;

/// The mirrored direction. @output result
fn reflect_of(
    /// The direction that arrives. @default 1
    direction: Vector,
    /// Of the surface; its length does not matter. @default 0
    normal: Vector,
) -> Vector {
    let length_squared = dot(normal, normal);
    let scale = select(2.0 / select(length_squared, 1.0, length_squared == 0.0), 0.0, length_squared == 0.0);
    return direction - normal * (dot(direction, normal) * scale);
}
