// A sum of 64 Gerstner waves from a table in a uniform block: what a graphics engineer would write for one sea.

struct Wave {
    direction: vec2f,
    wavenumber: f32,
    frequency: f32,
    amplitude: f32,
    steepness: f32,
    padding: vec2f,
}

struct Sea {
    cell_size: f32,
    time: f32,
    count: u32,
    padding: u32,
    waves: array<Wave, 64>,
}

@group(0) @binding(0) var<uniform> sea: Sea;
@group(0) @binding(1) var out_offset: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(64)
fn sum(@builtin(global_invocation_id) thread: vec3u) {
    let size = vec2i(textureDimensions(out_offset));
    let cell = vec2i(thread.xy);
    if any(cell >= size) {
        return;
    }
    let place = (vec2f(cell) + 0.5 - 0.5 * vec2f(size)) * sea.cell_size;
    var offset = vec3f(0.0);
    for (var index = 0u; index < sea.count; index++) {
        let wave = sea.waves[index];
        let phase = wave.wavenumber * dot(wave.direction, place) - wave.frequency * sea.time;
        let across = wave.steepness / wave.wavenumber * wave.direction * cos(phase);
        offset += vec3f(across.x, wave.amplitude * sin(phase), across.y);
    }
    textureStore(out_offset, cell, vec4f(offset, 1.0));
}
