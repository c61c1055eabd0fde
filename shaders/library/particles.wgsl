//! Births of particles. The particle that is born as number `n` since the start takes the place `n` modulo the capacity: where there is no
//! room, the oldest makes way.

/// Who is born in a step.
struct Births {
    /// Births owed, in particles times steps a second: exact where the rate and the steps are whole numbers.
    owed: f32,
    /// Born before this step, modulo 2^32.
    before: u32,
    /// Born in this step.
    count: u32,
    /// Number of the step that this is for.
    step: u32,
}

/// Whether a place gets a new particle, and which.
struct Birth {
    /// Whether it does.
    is_new: bool,
    /// The new particle's number since the start, modulo 2^24.
    id: u32,
}

/// The next step's births: `rate` a second, and `burst` at the start.
fn count_births(last: Births, rate: f32, burst: f32, dt: f32, step: u32) -> Births {
    // Rates of frames are known to a thousandth; 1 / dt is not exact.
    let steps_per_second = round(1000.0 / max(dt, 1e-6)) / 1000.0;
    let due = last.owed + clamp(rate, 0.0, 4e9);
    let born = floor(due / steps_per_second);
    let first = select(0.0, clamp(round(burst), 0.0, 4e9), step == 0u);
    let count = u32(min(born + first, 4e9));
    return Births(clamp(due - born * steps_per_second, 0.0, steps_per_second), last.before + last.count, count, step);
}

/// The birth at a place, if there is one. Of several in one step the last one stays.
fn particle_birth(births: Births, place: u32, capacity: u32) -> Birth {
    let room = max(capacity, 1u);
    // The first number from `before` on that takes this place.
    let ahead = (place + room - births.before % room) % room;
    if ahead >= births.count {
        return Birth(false, 0u);
    }
    let rounds = (births.count - 1u - ahead) / room;
    return Birth(true, (births.before + ahead + rounds * room) & 0xffffffu);
}
