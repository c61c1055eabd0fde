// A grid of heights or displacements as a lit surface: water under a sky, or matt clay.

struct Surface {
    view_projection: mat4x4f,
    // Eye in metres; w unused.
    eye: vec4f,
    // Direction to the sun; w its strength.
    sun: vec4f,
    // Width and depth of the plane in metres; centre x and z.
    plane: vec4f,
    // Vertices along x and z; style; channels of the grid.
    counts: vec4u,
    // Factor on heights; half the window's height over its width; tangent of half the field of view; unused.
    factors: vec4f,
    // Camera's right, up and forward, for the sky.
    right: vec4f,
    up: vec4f,
    forward: vec4f,
}

const STYLE_WATER = 0u;
const STYLE_CLAY = 1u;

@group(0) @binding(0) var<uniform> surface: Surface;
@group(0) @binding(1) var grid: texture_2d<f32>;

struct Vertex {
    @builtin(position) position: vec4f,
    @location(0) place: vec3f,
    @location(1) normal: vec3f,
}

// Two triangles for each square of the mesh, without a vertex buffer.
@vertex
fn place_vertex(@builtin(vertex_index) index: u32) -> Vertex {
    let squares = surface.counts.xy - 1u;
    let square = index / 6u;
    var corners = array(vec2u(0, 0), vec2u(0, 1), vec2u(1, 0), vec2u(1, 0), vec2u(0, 1), vec2u(1, 1));
    let place = vec2u(square % squares.x, square / squares.x) + corners[index % 6u];
    let uv = vec2f(place) / vec2f(squares);
    let point = point_at(uv);
    let step = 1.0 / vec2f(squares);
    let along_x = point_at(uv + vec2f(step.x, 0.0)) - point_at(uv - vec2f(step.x, 0.0));
    let along_z = point_at(uv + vec2f(0.0, step.y)) - point_at(uv - vec2f(0.0, step.y));
    var vertex: Vertex;
    vertex.position = surface.view_projection * vec4f(point, 1.0);
    vertex.place = point;
    vertex.normal = normalize(cross(along_z, along_x) + vec3f(0.0, 1e-12, 0.0));
    return vertex;
}

// Where the surface is over a uv of the plane.
fn point_at(uv: vec2f) -> vec3f {
    let flat = surface.plane.zw + (uv - 0.5) * surface.plane.xy;
    let value = sampled(uv);
    let offset = select(vec3f(0.0, value.x, 0.0), value.xyz, surface.counts.w >= 3u) * surface.factors.x;
    return vec3f(flat.x, 0.0, flat.y) + offset;
}

fn sampled(uv: vec2f) -> vec4f {
    let size = vec2f(textureDimensions(grid));
    let place = saturate(uv) * size - 0.5;
    let corner = floor(place);
    let share = place - corner;
    let cell = vec2i(corner);
    let upper = mix(texel(cell), texel(cell + vec2i(1, 0)), share.x);
    let lower = mix(texel(cell + vec2i(0, 1)), texel(cell + vec2i(1, 1)), share.x);
    return mix(upper, lower, share.y);
}

fn texel(cell: vec2i) -> vec4f {
    let size = vec2i(textureDimensions(grid));
    let value = textureLoad(grid, clamp(cell, vec2i(0), size - 1), 0);
    let is_number = (bitcast<vec4u>(value) & vec4u(0x7f800000u)) != vec4u(0x7f800000u);
    return select(vec4f(0.0), value, is_number);
}

@fragment
fn shade(vertex: Vertex) -> @location(0) vec4f {
    let normal = normalize(vertex.normal);
    let to_eye = normalize(surface.eye.xyz - vertex.place);
    let facing = select(-normal, normal, dot(normal, to_eye) >= 0.0);
    if surface.counts.z == STYLE_CLAY {
        return vec4f(encoded(clay(facing)), 1.0);
    }
    return vec4f(encoded(water(facing, to_eye)), 1.0);
}

fn clay(normal: vec3f) -> vec3f {
    let sun = saturate(dot(normal, surface.sun.xyz)) * surface.sun.w;
    let above = 0.5 + 0.5 * normal.y;
    return vec3f(0.62, 0.60, 0.57) * (0.25 * sun + mix(vec3f(0.10, 0.09, 0.08), vec3f(0.30, 0.36, 0.44), above));
}

// Reflected sky by Fresnel (Schlick, water's 0.02 at right angles), the water's own colour below, the sun's glint on top.
fn water(normal: vec3f, to_eye: vec3f) -> vec3f {
    let cosine = saturate(dot(normal, to_eye));
    let reflected_share = 0.02 + 0.98 * pow(1.0 - cosine, 5.0);
    let reflected = reflect(-to_eye, normal);
    let upward = vec3f(reflected.x, abs(reflected.y), reflected.z);
    let half_way = normalize(surface.sun.xyz + to_eye);
    let glint = pow(saturate(dot(normal, half_way)), 700.0) * 3.0 * surface.sun.w;
    let lit = saturate(dot(normal, surface.sun.xyz));
    let deep = mix(vec3f(0.008, 0.035, 0.055), vec3f(0.02, 0.12, 0.15), lit);
    return mix(deep, sky(upward), reflected_share) + vec3f(1.0, 0.93, 0.8) * glint;
}

// A clear sky: paler towards the horizon, warm about the sun.
fn sky(direction: vec3f) -> vec3f {
    let height = saturate(direction.y);
    let gradient = mix(vec3f(0.62, 0.72, 0.80), vec3f(0.10, 0.24, 0.48), pow(height, 0.55));
    let towards_sun = saturate(dot(direction, surface.sun.xyz));
    return gradient + vec3f(1.0, 0.8, 0.55) * (0.25 * pow(towards_sun, 12.0) + 0.6 * pow(towards_sun, 240.0)) * surface.sun.w;
}

struct SkyFragment {
    @builtin(position) position: vec4f,
    @location(0) window: vec2f,
}

@vertex
fn cover_sky(@builtin(vertex_index) index: u32) -> SkyFragment {
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 4.0 - 1.0;
    var fragment: SkyFragment;
    // The farthest depth.
    fragment.position = vec4f(corner, 1.0, 1.0);
    fragment.window = corner;
    return fragment;
}

@fragment
fn paint_sky(fragment: SkyFragment) -> @location(0) vec4f {
    let tangent = surface.factors.z;
    let across = surface.right.xyz * fragment.window.x * tangent / surface.factors.y;
    let direction = normalize(surface.forward.xyz + across + surface.up.xyz * fragment.window.y * tangent);
    // Below the horizon: a quiet ground in the sky's own grey.
    let below = vec3f(0.10, 0.12, 0.14);
    let horizon = smoothstep(-0.02, 0.02, direction.y);
    return vec4f(encoded(mix(below, sky(vec3f(direction.x, max(direction.y, 0.0), direction.z)), horizon)), 1.0);
}

// Linear to sRGB, IEC 61966-2-1, with highlights rolled off.
fn encoded(linear: vec3f) -> vec3f {
    let rolled = max(linear, vec3f(0.0)) / (vec3f(1.0) + max(linear - 0.8, vec3f(0.0)));
    let clamped = saturate(rolled);
    let bent = 1.055 * pow(clamped, vec3f(1.0 / 2.4)) - 0.055;
    return select(bent, clamped * 12.92, clamped <= vec3f(0.0031308));
}
