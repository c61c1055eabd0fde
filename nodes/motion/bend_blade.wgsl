//! Bends a point of an upright blade sideways as an arc, so that the blade keeps its length.
//! @category Motion
//! @tags grass stalk reed lean sway
//! @source The arc of constant curvature whose tip is pushed aside by the offset

/// Where the point goes. @output position @unit m
fn bend_blade(
    /// The point of the upright blade. @context position @unit m
    position: vec3f,
    /// The foot of the blade. @context origin @unit m
    root: vec3f,
    /// How far the tip is pushed aside, along x and z. @default 0 0 @unit m
    offset: vec2f,
    /// How long the blade is. @default 0.5 @range 0.01 5 @unit m
    length_m: f32,
) -> vec3f {
    let height = position.y - root.y;
    let push = length(offset);
    let whole = max(length_m, 1e-4);
    if push < 1e-5 {
        return position;
    }
    let way = vec3f(offset.x, 0.0, offset.y) / push;
    // An arc of angle a pushes its tip aside by length (1 - cos a) / a; a small angle by half of it.
    let angle = min(2.0 * push / whole, 2.6);
    let here = angle * clamp(height / whole, 0.0, 1.0);
    let radius = whole / angle;
    let aside = radius * (1.0 - cos(here));
    let up = radius * sin(here);
    let across = position - root - vec3f(0.0, height, 0.0);
    // Width leans along with the blade.
    let leaned = across - way * dot(across, way) * (1.0 - cos(here)) - vec3f(0.0, 1.0, 0.0) * dot(across, way) * sin(here);
    return root + leaned + way * aside + vec3f(0.0, up, 0.0);
}
