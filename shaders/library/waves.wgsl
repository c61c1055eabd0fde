//! Trochoidal waves, summed: where still water goes, how fast, and what its surface is like there.
//!
//! After Finch, "Effective Water Simulation from Physical Models" (GPU Gems, chapter 1).
//! @import lists time

/// A sum of waves at a place of still water.
struct WaveSum {
    /// From still water to the surface, in metres.
    offset: vec3f,
    /// Metres per second.
    velocity: vec3f,
    /// What the waves take from the stretch of still water: along x, across, along z.
    squeeze: vec3f,
    /// Rise of the surface per metre of still water along x and z.
    slope: vec2f,
}

/// The sum with one wave more, at its full stiffness. `root_gravity` is the square root of gravity.
fn add_wave(sum: WaveSum, wave: Wave, position: vec2f, moment: Moment, root_gravity: f32) -> WaveSum {
    let frequency = root_gravity * wave.root_wavenumber;
    let phase = wave.wavenumber * dot(wave.direction, position) - angle_at(moment, frequency);
    let cosine = cos(phase);
    let sine = sin(phase);
    let shift = wave.direction * wave.reach;
    let across = wave.direction.xxy * wave.direction.xyy;
    return WaveSum(
        sum.offset + vec3f(shift.x * cosine, wave.amplitude * sine, shift.y * cosine),
        sum.velocity + frequency * vec3f(shift.x * sine, -wave.amplitude * cosine, shift.y * sine),
        sum.squeeze + across * (wave.stiffness * sine),
        sum.slope + wave.direction * (wave.amplitude * wave.wavenumber * cosine),
    );
}

/// The sum of waves whose stiffness is multiplied by `share`.
fn with_stiffness(sum: WaveSum, share: f32) -> WaveSum {
    let shares = vec3f(share, 1.0, share);
    return WaveSum(sum.offset * shares, sum.velocity * shares, sum.squeeze * share, sum.slope);
}

/// Only the horizontal shift of one wave, for undoing it.
fn wave_shift(wave: Wave, position: vec2f, moment: Moment, root_gravity: f32) -> vec2f {
    let phase = wave.wavenumber * dot(wave.direction, position) - angle_at(moment, root_gravity * wave.root_wavenumber);
    return wave.direction * (wave.reach * cos(phase));
}

/// Normal of the summed surface, from its tangents along x and z. Straight up at a cusp, where there is none.
fn wave_normal(sum: WaveSum) -> vec3f {
    let along_x = vec3f(1.0 - sum.squeeze.x, sum.slope.x, -sum.squeeze.y);
    let along_z = vec3f(-sum.squeeze.y, sum.slope.y, 1.0 - sum.squeeze.z);
    let normal = cross(along_z, along_x);
    let size = length(normal);
    return select(normal / max(size, 1e-30), vec3f(0.0, 1.0, 0.0), size == 0.0);
}

/// How much area a patch of still water covers on the surface: 1 at rest, below 0 where it is folded over.
fn wave_fold(sum: WaveSum) -> f32 {
    return (1.0 - sum.squeeze.x) * (1.0 - sum.squeeze.z) - sum.squeeze.y * sum.squeeze.y;
}
