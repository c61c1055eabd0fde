// Eight diamonds that wander over a slope, and the trail that they leave. What their places are made of is whole numbers.

struct Frame {
    time_split: vec2f,
    time: f32,
    dt: f32,
    pointer_position: vec2f,
    pointer_velocity: vec2f,
    pointer_pressed: f32,
    frame: u32,
    seed: u32,
    padding: u32,
}

struct Body {
    place: vec2f,
    depth: f32,
    age: f32,
}

// The bodies keep their ages; `counted` is cleared before each step and 1 after it.

@group(0) @binding(0) var<storage, read_write> moved: array<Body, 8>;
@group(0) @binding(1) var<storage, read_write> counted: array<f32, 4>;

@compute @workgroup_size(8)
fn wander(@builtin(global_invocation_id) thread: vec3u) {
    let body = thread.x;
    if body >= 8u {
        return;
    }
    let age = moved[body].age + 1.0;
    let steps = u32(age);
    let cell = vec2f(f32((body * 5u + steps * 3u) % 16u), f32((body * 7u + steps) % 16u));
    moved[body] = Body(cell / 8.0 - 0.9375, f32(body) / 16.0 + 0.25, age);
    if body == 0u {
        counted[0] += 1.0;
    }
}

// The slope: a triangle that is near on its left and far on its right.

struct Slope {
    @builtin(position) position: vec4f,
    @location(0) colour: vec3f,
}

@vertex
fn slope_vertex(@builtin(vertex_index) vertex: u32) -> Slope {
    var places = array(vec3f(-0.9, -0.8, 0.75), vec3f(0.95, -0.45, 0.25), vec3f(-0.3, 0.9, 0.5));
    var colours = array(vec3f(1.0, 0.0, 0.25), vec3f(0.0, 1.0, 0.25), vec3f(0.0, 0.0, 1.0));
    return Slope(vec4f(places[vertex], 1.0), colours[vertex]);
}

@fragment
fn slope_fragment(slope: Slope) -> @location(0) vec4f {
    return vec4f(slope.colour, 1.0);
}

// A diamond for each body: half covering what is behind, or light that is added.

@group(0) @binding(0) var<storage, read> bodies: array<Body, 8>;
@group(0) @binding(1) var<storage, read> count: array<f32, 4>;
@group(0) @binding(2) var<uniform> frame: Frame;

struct Diamond {
    @builtin(position) position: vec4f,
    @location(0) @interpolate(flat, either) body: u32,
}

@vertex
fn diamond_vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) body: u32) -> Diamond {
    var corners = array(vec2f(1.0, 0.0), vec2f(0.0, 1.0), vec2f(-1.0, 0.0), vec2f(-1.0, 0.0), vec2f(0.0, -1.0), vec2f(1.0, 0.0));
    let place = bodies[body].place + corners[vertex] * 0.3 * count[0];
    return Diamond(vec4f(place, bodies[body].depth, 1.0), body);
}

@fragment
fn diamond_fragment(diamond: Diamond) -> @location(0) vec4f {
    let shade = f32(diamond.body) / 8.0;
    return vec4f(shade, 1.0 - shade, f32(frame.frame % 2u), 1.0) * 0.5;
}

// Half of the trail of the step before and the red of what was drawn.

@group(0) @binding(0) var trail_before: texture_2d<f32>;
@group(0) @binding(1) var trail_drawn: texture_2d<f32>;

@vertex
fn trail_vertex(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4f {
    // One triangle that is larger than the texture.
    return vec4f(f32(vertex & 1u) * 4.0 - 1.0, f32(vertex >> 1u) * 4.0 - 1.0, 0.5, 1.0);
}

@fragment
fn trail_fragment(@builtin(position) place: vec4f) -> @location(0) vec4f {
    let texel = vec2u(place.xy);
    return textureLoad(trail_before, texel, 0) * 0.5 + textureLoad(trail_drawn, texel, 0).r;
}

// What was drawn, upside down, for the second output.

@group(0) @binding(0) var flipped_drawn: texture_2d<f32>;
@group(0) @binding(1) var flipped_out: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(8, 8)
fn flipped(@builtin(global_invocation_id) thread: vec3u) {
    let size = textureDimensions(flipped_out);
    if all(thread.xy < size) {
        textureStore(flipped_out, vec2u(thread.x, size.y - 1u - thread.y), textureLoad(flipped_drawn, thread.xy, 0));
    }
}
