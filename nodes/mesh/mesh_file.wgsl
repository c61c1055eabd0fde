//! A mesh from a file: the triangles of a glTF scene or of an OBJ, as they stand there. Materials, skins and morphs are left out; one metre
//! of the file is one metre here.
//! @category Mesh
//! @tags import load gltf glb obj model triangles
//! @import rotation
//! @makes mesh file path
//! @file path The mesh: glTF, GLB or OBJ.

// Corners in a row of the file's numbers.
const ROW_CORNERS = 1023u;

struct Corner {
    /// Where the vertex is.
    position: vec3f,
    /// As the file has it, or else computed from the faces.
    normal: vec3f,
    /// As the file has it; 0 0 where it has none.
    uv: vec2f,
}

/// @read image path
fn texel(cell: vec2i) -> vec4f {
    return vec4f(0.0);
}

/// The mesh.
fn mesh_file(
    /// Where the file's origin goes. @default 0 0 0 @unit m
    center: vec3f,
    /// How large it is. @default 1 @range 0 10
    scale: f32,
    /// How far it is turned about the upright axis. @default 0 @range -180 180 @unit deg
    turn: f32,
    /// @given element
    element: u32,
) -> Corner {
    let cell = vec2i(vec2u(2u * (element % ROW_CORNERS), element / ROW_CORNERS));
    let place = texel(cell);
    let facing = texel(cell + vec2i(1, 0));
    let angle_rad = radians(turn);
    let axis = vec3f(0.0, 1.0, 0.0);
    return Corner(
        center + rotate_about(place.xyz * scale, axis, angle_rad),
        rotate_about(facing.xyz, axis, angle_rad),
        vec2f(place.w, facing.w),
    );
}
