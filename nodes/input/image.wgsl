//! A picture or an array of numbers from a file, laid over the grid.
//!
//! A file of the grid's own size is read exactly, cell by cell. Numbers of any size are kept: EXR and NumPy files may hold fields.
//! @category Input
//! @tags texture picture file bitmap map array
//! @import sampling
//! @file path The picture or array: PNG, JPEG, EXR or NPY.

// Nearer to a texel's centre than this, in texels, the texel itself is meant.
const SNAP = 1.0 / 1024.0;

struct Image {
    /// The first channel.
    value: f32,
    /// The first two channels.
    vector: vec2f,
    /// The first three channels.
    vector3: vec3f,
    /// All four channels; alpha is 1 where the file has none.
    colour: vec4f,
}

/// @read image path
fn texel(cell: vec2i) -> vec4f {
    return vec4f(0.0);
}

/// @size path
fn texel_size() -> vec2i {
    return vec2i(1);
}

/// The picture at a place.
fn image(
    /// Where, from 0 to 1 along each side. @context uv
    uv: vec2f,
    /// What lies beyond the picture: its edge again, its other side, or 0. @choice clamp wrap zero @default clamp
    boundary: u32,
    /// Between texels: blended, or the nearest one. @choice bilinear nearest @default bilinear
    filtering: u32,
    /// What the file's numbers mean: colours, which pictures keep in sRGB, or data, taken as they are. @choice colour data @default colour
    content: u32,
) -> Image {
    let point = uv * vec2f(texel_size()) - 0.5;
    let nearest = floor(point + 0.5);
    let is_at_centre = all(abs(point - nearest) < vec2f(SNAP));
    if filtering == 1u || is_at_centre {
        return image_of(texel_or_boundary(vec2i(nearest), boundary));
    }
    let corner = vec2i(floor(point));
    let weights = bilinear_weights(fract(point));
    return image_of(
        weights.x * texel_or_boundary(corner, boundary)
            + weights.y * texel_or_boundary(corner + vec2i(1, 0), boundary)
            + weights.z * texel_or_boundary(corner + vec2i(0, 1), boundary)
            + weights.w * texel_or_boundary(corner + vec2i(1, 1), boundary),
    );
}

fn texel_or_boundary(cell: vec2i, boundary: u32) -> vec4f {
    if boundary == BOUNDARY_ZERO && !is_inside(cell, texel_size()) {
        return vec4f(0.0);
    }
    return texel(boundary_cell(cell, texel_size(), boundary));
}

fn image_of(texel_here: vec4f) -> Image {
    return Image(texel_here.x, texel_here.xy, texel_here.xyz, texel_here);
}
