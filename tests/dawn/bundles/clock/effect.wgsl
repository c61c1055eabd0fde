// Writes the words of a buffer into a row of a texture, one row a step. Halves of words are whole numbers that floats hold exactly:
// a word as a float could be no number, and devices need not keep those.

struct Frame {
    words: array<vec4u, 3>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var out_words: texture_storage_2d<rg32float, write>;

@compute @workgroup_size(12, 1, 1)
fn log_words(@builtin(global_invocation_id) thread: vec3u) {
    let row = frame.words[2].y % textureDimensions(out_words).y;
    let word = frame.words[thread.x / 4u][thread.x % 4u];
    textureStore(out_words, vec2u(thread.x, row), vec4f(f32(word & 0xffffu), f32(word >> 16u), 0.0, 1.0));
}
