// A fluid step as a graphics engineer would write it for one effect: every number a constant or in one block, six passes.

struct Step {
    center: vec2f,
    push: vec2f,
    dt: f32,
    cell_size: f32,
    velocity_damping: f32,
    ink_damping: f32,
    opacity: f32,
}

@group(0) @binding(0) var<uniform> step: Step;
@group(0) @binding(1) var a: texture_2d<f32>;
@group(0) @binding(2) var b: texture_2d<f32>;
@group(0) @binding(3) var c: texture_2d<f32>;
@group(0) @binding(4) var out_rg: texture_storage_2d<rg32float, write>;
@group(0) @binding(5) var out_rg_too: texture_storage_2d<rg32float, write>;
@group(0) @binding(6) var out_r: texture_storage_2d<r32float, write>;

fn load(source: texture_2d<f32>, cell: vec2i) -> vec4f {
    return textureLoad(source, clamp(cell, vec2i(0), vec2i(textureDimensions(source)) - 1), 0);
}

fn edge_mask(cell: vec2i, size: vec2i) -> f32 {
    let place = vec2f(cell) + 0.5;
    let away = min(place, vec2f(size) - place);
    return smoothstep(0.0, 0.02, min(away.x, away.y) / f32(min(size.x, size.y)));
}

// a: painted, b: projected velocity, c: density; to painted, velocity, density.
@compute @workgroup_size(64)
fn add_sources(@builtin(global_invocation_id) thread: vec3u) {
    let size = vec2i(textureDimensions(a));
    let cell = vec2i(thread.xy);
    if any(cell >= size) {
        return;
    }
    let place = (vec2f(cell) + 0.5 - 0.5 * vec2f(size)) * step.cell_size;
    let dab = smoothstep(0.6, 0.0, distance(place, step.center));
    let painted = mix(textureLoad(a, cell, 0).xy, dab * step.push, step.opacity);
    let mask = edge_mask(cell, size);
    textureStore(out_rg, cell, vec4f(painted, 0.0, 1.0));
    textureStore(out_rg_too, cell, vec4f((painted + textureLoad(b, cell, 0).xy) * mask, 0.0, 1.0));
    textureStore(out_r, cell, vec4f((dab + textureLoad(c, cell, 0).x) * mask, 0.0, 0.0, 1.0));
}

// a: velocity, b: density; to velocity, density.
@compute @workgroup_size(64)
fn advect(@builtin(global_invocation_id) thread: vec3u) {
    let size = vec2i(textureDimensions(a));
    let cell = vec2i(thread.xy);
    if any(cell >= size) {
        return;
    }
    let point = vec2f(cell) - step.dt / step.cell_size * textureLoad(a, cell, 0).xy;
    let base = floor(point);
    let weight = point - base;
    let low = clamp(vec2i(base), vec2i(0), size - 1);
    let high = clamp(vec2i(base) + 1, vec2i(0), size - 1);
    let velocity = mix(
        mix(textureLoad(a, low, 0).xy, textureLoad(a, vec2i(high.x, low.y), 0).xy, weight.x),
        mix(textureLoad(a, vec2i(low.x, high.y), 0).xy, textureLoad(a, high, 0).xy, weight.x),
        weight.y,
    );
    let density = mix(
        mix(textureLoad(b, low, 0).x, textureLoad(b, vec2i(high.x, low.y), 0).x, weight.x),
        mix(textureLoad(b, vec2i(low.x, high.y), 0).x, textureLoad(b, high, 0).x, weight.x),
        weight.y,
    );
    let velocity_kept = pow(step.velocity_damping, 60.0 * step.dt);
    let ink_kept = pow(step.ink_damping, 60.0 * step.dt);
    textureStore(out_rg, cell, vec4f(velocity * velocity_kept, 0.0, 1.0));
    textureStore(out_r, cell, vec4f(density * ink_kept, 0.0, 0.0, 1.0));
}

// a: velocity.
@compute @workgroup_size(64)
fn divergence(@builtin(global_invocation_id) thread: vec3u) {
    let size = vec2i(textureDimensions(a));
    let cell = vec2i(thread.xy);
    if any(cell >= size) {
        return;
    }
    let x = load(a, cell + vec2i(1, 0)).x - load(a, cell - vec2i(1, 0)).x;
    let z = load(a, cell + vec2i(0, 1)).y - load(a, cell - vec2i(0, 1)).y;
    textureStore(out_r, cell, vec4f((x + z) / (2.0 * step.cell_size), 0.0, 0.0, 1.0));
}

// Kernel 0 of the SMD module for FluidNinja LIVE 2021, CC BY-SA 4.0.
const GAUSS = array(0.1807, 0.1631, 0.12, 0.07186, 0.035, 0.01394, 0.0045, 0.00117);
const CUSTOM = array(0.65711, 0.30636, 0.1348, 0.064, 0.028, 0.01, 0.003, 0.0006);

// a: pressure, b: divergence.
@compute @workgroup_size(64)
fn spread_along_x(@builtin(global_invocation_id) thread: vec3u) {
    let size = vec2i(textureDimensions(a));
    let cell = vec2i(thread.xy);
    if any(cell >= size) {
        return;
    }
    var sum = vec2f(GAUSS[0], CUSTOM[0]) * vec2f(load(a, cell).x, load(b, cell).x);
    for (var tap = 1; tap <= 7; tap++) {
        let left = cell - vec2i(tap, 0);
        let right = cell + vec2i(tap, 0);
        sum += vec2f(GAUSS[tap], CUSTOM[tap]) * vec2f(load(a, left).x + load(a, right).x, load(b, left).x + load(b, right).x);
    }
    textureStore(out_rg, cell, vec4f(sum, 0.0, 1.0));
}

// a: spread along x.
@compute @workgroup_size(64)
fn spread_along_z(@builtin(global_invocation_id) thread: vec3u) {
    let size = vec2i(textureDimensions(a));
    let cell = vec2i(thread.xy);
    if any(cell >= size) {
        return;
    }
    var sum = vec2f(GAUSS[0], CUSTOM[0]) * load(a, cell).xy;
    for (var tap = 1; tap <= 7; tap++) {
        sum += vec2f(GAUSS[tap], CUSTOM[tap]) * (load(a, cell - vec2i(0, tap)).xy + load(a, cell + vec2i(0, tap)).xy);
    }
    textureStore(out_r, cell, vec4f(sum.x - step.cell_size * step.cell_size * sum.y, 0.0, 0.0, 1.0));
}

// a: velocity, b: pressure.
@compute @workgroup_size(64)
fn subtract_gradient(@builtin(global_invocation_id) thread: vec3u) {
    let size = vec2i(textureDimensions(a));
    let cell = vec2i(thread.xy);
    if any(cell >= size) {
        return;
    }
    let x = load(b, cell + vec2i(1, 0)).x - load(b, cell - vec2i(1, 0)).x;
    let z = load(b, cell + vec2i(0, 1)).x - load(b, cell - vec2i(0, 1)).x;
    textureStore(out_rg, cell, vec4f(textureLoad(a, cell, 0).xy - vec2f(x, z) / (2.0 * step.cell_size), 0.0, 1.0));
}
