// Reads textures that start from data, of other channels and formats than their files.

@group(0) @binding(0) var one: texture_2d<f32>;
@group(0) @binding(1) var three: texture_2d<f32>;
@group(0) @binding(2) var halves: texture_2d<f32>;
@group(0) @binding(3) var out_all: texture_storage_2d<rgba32float, write>;

@compute @workgroup_size(8, 8, 1)
fn gather(@builtin(global_invocation_id) thread: vec3u) {
    if any(thread.xy >= textureDimensions(out_all)) {
        return;
    }
    let colour = textureLoad(three, thread.xy, 0);
    textureStore(out_all, thread.xy, vec4f(textureLoad(one, thread.xy, 0).r, colour.b, colour.a, textureLoad(halves, thread.xy, 0).a));
}

@group(0) @binding(0) var negate__halves: texture_2d<f32>;
@group(0) @binding(1) var negate__out: texture_storage_2d<rgba16float, write>;

@compute @workgroup_size(8, 8, 1)
fn negate(@builtin(global_invocation_id) thread: vec3u) {
    if any(thread.xy >= textureDimensions(negate__out)) {
        return;
    }
    // What devices store for numbers beyond 16 bits is theirs.
    let within = clamp(textureLoad(negate__halves, thread.xy, 0), vec4f(-60000.0), vec4f(60000.0));
    textureStore(negate__out, thread.xy, -within);
}
