// Writes the words of a buffer into a row of a texture, one row a step. Halves of words are whole numbers that floats hold exactly:
// a word as a float could be no number, and devices need not keep those.

struct Frame {
    words: array<vec4u, 3>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<uniform> rounds: vec4u;
@group(0) @binding(3) var out_words: texture_storage_2d<rg32float, write>;

@compute @workgroup_size(64, 1, 1)
fn log_words(@builtin(global_invocation_id) thread: vec3u) {
    let size = textureDimensions(out_words);
    if thread.x >= size.x {
        return;
    }
    // The last column is how many rounds have run.
    let word = select(words[thread.x], rounds.x, thread.x == size.x - 1u);
    textureStore(out_words, vec2u(thread.x, frame.words[2].y % size.y), vec4f(f32(word & 0xffffu), f32(word >> 16u), 0.0, 1.0));
}

@group(0) @binding(0) var<storage, read_write> round__count: array<u32>;

@compute @workgroup_size(1, 1, 1)
fn count_round() {
    round__count[0] += 1u;
}
