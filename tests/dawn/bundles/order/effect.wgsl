// Whole numbers only: what comes out tells in which order passes ran, which copy each of them saw, and how often.

@group(0) @binding(0) var start__out: texture_storage_2d<r32float, write>;

@compute @workgroup_size(8, 8, 1)
fn start(@builtin(global_invocation_id) thread: vec3u) {
    if all(thread.xy < textureDimensions(start__out)) {
        textureStore(start__out, thread.xy, vec4f(f32(thread.x + 10u * thread.y)));
    }
}

@group(0) @binding(0) var grow__value: texture_2d<f32>;
@group(0) @binding(1) var grow__out: texture_storage_2d<r32float, write>;

@compute @workgroup_size(8, 8, 1)
fn grow(@builtin(global_invocation_id) thread: vec3u) {
    if all(thread.xy < textureDimensions(grow__out)) {
        let value = u32(textureLoad(grow__value, thread.xy, 0).r);
        textureStore(grow__out, thread.xy, vec4f(f32((value * 3u + 1u) % 65521u)));
    }
}

@group(0) @binding(0) var show__grown: texture_2d<f32>;
@group(0) @binding(1) var show__grown_back: texture_2d<f32>;
@group(0) @binding(2) var show__kept: texture_2d<f32>;
@group(0) @binding(3) var show__kept_back: texture_2d<f32>;
@group(0) @binding(4) var show__out: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(8, 8, 1)
fn show(@builtin(global_invocation_id) thread: vec3u) {
    if all(thread.xy < textureDimensions(show__out)) {
        let grown = vec2f(textureLoad(show__grown, thread.xy, 0).r, textureLoad(show__grown_back, thread.xy, 0).r);
        let kept = vec2f(textureLoad(show__kept, thread.xy, 0).r, textureLoad(show__kept_back, thread.xy, 0).r);
        textureStore(show__out, thread.xy, vec4f(grown, kept));
    }
}

@group(0) @binding(0) var add__kept: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> add__sum: array<u32>;

@compute @workgroup_size(1, 1, 1)
fn add() {
    add__sum[0] = (add__sum[0] * 31u + u32(textureLoad(add__kept, vec2u(3u, 2u), 0).r)) % 65521u;
}

@group(0) @binding(0) var<uniform> count__sum: vec4u;
@group(0) @binding(1) var count__out: texture_storage_2d<r32float, write>;
@group(0) @binding(2) var<storage, read_write> count__faults: array<atomic<u32>>;

@compute @workgroup_size(8, 8, 1)
fn count(@builtin(global_invocation_id) thread: vec3u) {
    if all(thread.xy < textureDimensions(count__out)) {
        atomicAdd(&count__faults[(thread.x + 1u) % 2u], 1u);
        textureStore(count__out, thread.xy, vec4f(f32(count__sum.x + thread.x)));
    }
}
