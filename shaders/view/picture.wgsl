// The picture of a grid: its colours as they are exported, or its numbers through a colour map.

struct View {
    // Uv of the window's left top corner, and uv of its size.
    corner: vec2f,
    extent: vec2f,
    // Numbers that become the ends of the colour map.
    low: f32,
    high: f32,
    // Factor on colours.
    exposure: f32,
    // What is shown: see the constants below.
    mode: u32,
    // Channel of MODE_CHANNEL.
    channel: u32,
    // Channels of the grid's values: 1 to 4.
    channels: u32,
    // Repeats the grid beyond its edges.
    tiled: u32,
    // Shows cells as squares rather than blending between their centres.
    squares: u32,
    // Colour outside of the grid, as displayed.
    ground: vec3f,
    padding: f32,
}

const MODE_COLOUR = 0u;
const MODE_CHANNEL = 1u;
const MODE_LENGTH = 2u;
const MODE_DIRECTION = 3u;
const MODE_ALPHA_OFF = 4u;

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var grid: texture_2d<f32>;
@group(0) @binding(2) var colour_map: texture_2d<f32>;

struct Fragment {
    @builtin(position) position: vec4f,
    @location(0) uv: vec2f,
}

@vertex
fn cover(@builtin(vertex_index) index: u32) -> Fragment {
    // One triangle that covers the window.
    let corner = vec2f(f32(index & 1u), f32(index >> 1u)) * 2.0;
    var fragment: Fragment;
    fragment.position = vec4f(corner.x * 2.0 - 1.0, 1.0 - corner.y * 2.0, 0.0, 1.0);
    fragment.uv = view.corner + corner * view.extent;
    return fragment;
}

@fragment
fn paint(fragment: Fragment) -> @location(0) vec4f {
    let is_outside = any(fragment.uv < vec2f(0.0)) || any(fragment.uv >= vec2f(1.0));
    if is_outside && view.tiled == 0u {
        return vec4f(view.ground, 1.0);
    }
    let value = sampled(fragment.uv);
    if !all(is_number(value)) {
        return vec4f(fault_colour(fragment.position.xy), 1.0);
    }
    return vec4f(shown(value, fragment.position.xy), 1.0);
}

fn shown(value: vec4f, pixel: vec2f) -> vec3f {
    switch view.mode {
        case MODE_COLOUR: {
            let colour = encoded(value.rgb * view.exposure);
            if view.channels < 4u {
                return colour;
            }
            return mix(checker(pixel), colour, saturate(value.a));
        }
        case MODE_ALPHA_OFF: {
            return encoded(value.rgb * view.exposure);
        }
        case MODE_DIRECTION: {
            return direction_colour(value.xy);
        }
        case MODE_LENGTH: {
            return mapped(length(select(vec3f(value.xy, 0.0), value.xyz, view.channels > 2u)));
        }
        default: {
            return mapped(value[min(view.channel, 3u)]);
        }
    }
}

// The value at a uv: of the nearest cell, or blended between the four around.
fn sampled(uv: vec2f) -> vec4f {
    let size = vec2f(textureDimensions(grid));
    let place = uv * size;
    if view.squares != 0u {
        return texel(vec2i(floor(place)));
    }
    let corner = floor(place - 0.5);
    let share = place - 0.5 - corner;
    let cell = vec2i(corner);
    let upper = mix(texel(cell), texel(cell + vec2i(1, 0)), share.x);
    let lower = mix(texel(cell + vec2i(0, 1)), texel(cell + vec2i(1, 1)), share.x);
    return mix(upper, lower, share.y);
}

fn texel(cell: vec2i) -> vec4f {
    let size = vec2i(textureDimensions(grid));
    let wrapped = ((cell % size) + size) % size;
    let clamped = clamp(cell, vec2i(0), size - 1);
    return textureLoad(grid, select(clamped, wrapped, view.tiled != 0u), 0);
}

fn mapped(number: f32) -> vec3f {
    let span = view.high - view.low;
    let share = select(0.5, (number - view.low) / span, abs(span) > 1e-30);
    let last = f32(textureDimensions(colour_map).x - 1u);
    let place = saturate(share) * last;
    let left = floor(place);
    let a = textureLoad(colour_map, vec2i(i32(left), 0), 0).rgb;
    let b = textureLoad(colour_map, vec2i(i32(min(left + 1.0, last)), 0), 0).rgb;
    return mix(a, b, place - left);
}

// Direction as hue, length as brightness.
fn direction_colour(vector: vec2f) -> vec3f {
    let reach = max(abs(view.low), abs(view.high));
    let brightness = saturate(length(vector) / max(reach, 1e-30));
    let turn = atan2(vector.y, vector.x) / 6.283185307;
    let hue = saturate(abs(fract(turn + vec3f(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0);
    return mix(vec3f(0.06), mix(vec3f(0.75), hue, 0.75), brightness);
}

// Linear to sRGB, IEC 61966-2-1.
fn encoded(linear: vec3f) -> vec3f {
    let clamped = saturate(linear);
    let bent = 1.055 * pow(clamped, vec3f(1.0 / 2.4)) - 0.055;
    return select(bent, clamped * 12.92, clamped <= vec3f(0.0031308));
}

fn checker(pixel: vec2f) -> vec3f {
    let square = vec2u(pixel) / 8u;
    return vec3f(select(0.20, 0.26, ((square.x + square.y) & 1u) == 0u));
}

// What is no number is striped, whatever the map.
fn fault_colour(pixel: vec2f) -> vec3f {
    let stripe = fract((pixel.x + pixel.y) / 12.0) < 0.5;
    return select(vec3f(0.10, 0.0, 0.08), vec3f(1.0, 0.1, 0.7), stripe);
}

// Compilers may take comparisons of floats for granted; bits can't be argued with.
fn is_number(value: vec4f) -> vec4<bool> {
    return (bitcast<vec4u>(value) & vec4u(0x7f800000u)) != vec4u(0x7f800000u);
}
