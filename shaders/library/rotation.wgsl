//! Turning vectors. Angles are radians, right-handed about the axis.
//! @import safe

/// `vector` turned about `axis` (Rodrigues' formula: v cos + (a x v) sin + a (a . v)(1 - cos)); unchanged where the axis has length 0.
fn rotate_about(vector: vec3f, axis: vec3f, angle_rad: f32) -> vec3f {
    let unit_axis = safe_normalise_3d(axis);
    if dot(unit_axis, unit_axis) == 0.0 {
        return vector;
    }
    let cosine = cos(angle_rad);
    return vector * cosine + cross(unit_axis, vector) * sin(angle_rad) + unit_axis * dot(unit_axis, vector) * (1.0 - cosine);
}

/// `vector` turned by `angle_rad` from x towards y.
fn rotate_plane(vector: vec2f, angle_rad: f32) -> vec2f {
    let cosine = cos(angle_rad);
    let sine = sin(angle_rad);
    return vec2f(cosine * vector.x - sine * vector.y, sine * vector.x + cosine * vector.y);
}

/// The quaternion (x, y, z, w) of a turn about `axis`: (a sin(angle / 2), cos(angle / 2)); no turn where the axis has length 0.
fn quaternion_from_axis(axis: vec3f, angle_rad: f32) -> vec4f {
    let unit_axis = safe_normalise_3d(axis);
    if dot(unit_axis, unit_axis) == 0.0 {
        return vec4f(0.0, 0.0, 0.0, 1.0);
    }
    return vec4f(unit_axis * sin(0.5 * angle_rad), cos(0.5 * angle_rad));
}

/// The turn `second` after the turn `first`: Hamilton's product second * first.
fn quaternion_multiply(second: vec4f, first: vec4f) -> vec4f {
    return vec4f(second.w * first.xyz + first.w * second.xyz + cross(second.xyz, first.xyz), second.w * first.w - dot(second.xyz, first.xyz));
}

/// `vector` turned by a quaternion of length 1: v + 2 u x (u x v + w v), which is q v q* multiplied out.
fn quaternion_rotate(quaternion: vec4f, vector: vec3f) -> vec3f {
    return vector + 2.0 * cross(quaternion.xyz, cross(quaternion.xyz, vector) + quaternion.w * vector);
}
