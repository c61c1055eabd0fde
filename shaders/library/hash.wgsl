//! Random numbers from whole numbers: the same on every device, without state.
//! @source Jarzynski and Olano, "Hash Functions for GPU Rendering", Journal of Computer Graphics Techniques 9(3), 2020

/// Scrambles 32 bits: PCG-RXS-M-XS.
fn pcg(value: u32) -> u32 {
    let state = value * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
}

/// The number in 0..1 (1 excluded) that the upper 24 bits of a hash stand for: as many as an f32 holds exactly.
fn unit_float(hash: u32) -> f32 {
    return f32(hash >> 8u) * 0x1p-24;
}

/// The hash of element `element` and channel `channel` under `seed`: three chained `pcg`.
fn random_bits(seed: u32, element: u32, channel: u32) -> u32 {
    return pcg(pcg(pcg(seed) ^ element) ^ channel);
}

/// A random number in 0..1 of element `element`, channel `channel`.
fn random(seed: u32, element: u32, channel: u32) -> f32 {
    return unit_float(random_bits(seed, element, channel));
}

/// Two random numbers in 0..1: channels `channel` and the next.
fn random_vec2(seed: u32, element: u32, channel: u32) -> vec2f {
    return vec2f(random(seed, element, channel), random(seed, element, channel + 1u));
}

/// Three random numbers in 0..1: channels `channel` and the next two.
fn random_vec3(seed: u32, element: u32, channel: u32) -> vec3f {
    return vec3f(random_vec2(seed, element, channel), random(seed, element, channel + 2u));
}

/// A random direction of length 1, each as likely as any other: a height in -1..1 and an angle (Archimedes' hat-box theorem).
fn random_direction(seed: u32, element: u32, channel: u32) -> vec3f {
    let height = 2.0 * random(seed, element, channel) - 1.0;
    let angle_rad = 6.283185307179586 * random(seed, element, channel + 1u);
    let radius = sqrt(max(1.0 - height * height, 0.0));
    return vec3f(radius * cos(angle_rad), height, radius * sin(angle_rad));
}

/// The hash of a cell of a plane of whole numbers.
fn hash_cell_2d(cell: vec2i, seed: u32) -> u32 {
    return pcg(pcg(pcg(seed) ^ bitcast<u32>(cell.x)) ^ bitcast<u32>(cell.y));
}

/// The hash of a cell of a space of whole numbers.
fn hash_cell_3d(cell: vec3i, seed: u32) -> u32 {
    return pcg(hash_cell_2d(cell.xy, seed) ^ bitcast<u32>(cell.z));
}
