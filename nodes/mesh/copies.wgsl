//! Repeats a mesh. What is linked here is asked for once by each copy, whose number is the element's index.
//! @category Mesh
//! @tags instance scatter repeat array clone grass forest
//! @import rotation
//! @mesh mesh The mesh to repeat.
//! @copies mesh count

struct Copy {
    /// Where the vertex of the copy is.
    position: vec3f,
    /// Turned along.
    normal: vec3f,
    /// The place of the copy.
    origin: vec3f,
}

/// All copies as one mesh.
fn copies(
    /// How many. @setting @default 16 @range 0 65536
    count: u32,
    /// Where each copy stands: the mesh's origin goes there. @default 0 0 0 @unit m
    place: vec3f,
    /// How far it is turned about the upright axis. @default 0 @range -180 180 @unit deg
    turn: f32,
    /// How large it is. @default 1 @range 0 10
    scale: f32,
    /// @given position
    position: vec3f,
    /// @given normal
    normal: vec3f,
) -> Copy {
    let angle_rad = radians(turn);
    let axis = vec3f(0.0, 1.0, 0.0);
    return Copy(place + rotate_about(position * scale, axis, angle_rad), rotate_about(normal, axis, angle_rad), place);
}
