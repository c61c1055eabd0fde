//! Births of particles. The particle that is born as number `n` since the start takes the place `n` modulo the capacity: where there is no
//! room, the oldest makes way. Children of particles are born likewise, each parent having places of its own.

/// Who is born in a step.
struct Births {
    /// Births owed, in particles times steps in 1000 s: exact where the rate and the steps a second are whole numbers.
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
    let due = births_due(last.owed, rate, dt);
    let first = select(0.0, clamp(round(burst), 0.0, 4e9), step == 0u);
    return Births(due.rest, last.before + last.count, u32(min(due.born + first, 4e9)), step);
}

/// What a rate comes to in a step.
struct DueBirths {
    /// Whole births.
    born: f32,
    /// What is still owed, as `Births` count it.
    rest: f32,
}

/// The births of a step at `rate` a second, where so many are still owed.
fn births_due(owed: f32, rate: f32, dt: f32) -> DueBirths {
    // Rates of frames are known to a thousandth; 1 / dt is not exact.
    let steps = round(1000.0 / max(dt, 1e-6));
    let due = owed + 1000.0 * select(0.0, min(rate, 4e9), rate > 0.0);
    // WGSL lets a division be a little off, which would lose a birth where it comes out even.
    var born = floor(due / steps);
    born += select(0.0, 1.0, (born + 1.0) * steps <= due);
    born -= select(0.0, 1.0, born * steps > due);
    return DueBirths(born, clamp(due - born * steps, 0.0, steps));
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

/// The particle of the last step was another one, which had to make way in this step: it is the one that bears.
const BY_DEPARTED = 1u;
/// The parent's first hit was seen.
const HAS_HIT = 2u;
/// The value at whose rise the parent bears was high at the last step.
const WAS_HIGH = 4u;

/// What is known of the parent in a place, and the births that it owes. Parents of one place count their children on: a child's number tells
/// it apart from all others of the place.
struct Bearing {
    /// Births.
    births: Births,
    /// Number, plus 1, of the parent that lived here at the end of the last step; 0 where none did.
    seen: u32,
    /// What of the above is so.
    marks: u32,
}

/// The start of a step of a parent: nothing is born yet, and what was known of another one is forgotten.
fn next_bearing(last: Bearing, number: u32, lives: bool) -> Bearing {
    let births = Births(last.births.owed, last.births.before + last.births.count, 0u, last.births.step + 1u);
    let seen = select(0u, number + 1u, lives);
    if last.seen == number + 1u {
        return Bearing(births, seen, last.marks & ~BY_DEPARTED);
    }
    return Bearing(Births(0.0, births.before, 0u, births.step), seen, 0u);
}

/// Children of the dead: of each that lived at the end of a step, once, at the first step that it does not see the end of.
fn bear_at_death(last: Bearing, number: u32, lives: bool, count: u32) -> Bearing {
    var next = next_bearing(last, number, lives);
    let is_same = last.seen == number + 1u;
    if last.seen != 0u && !(is_same && lives) {
        next.births.count = count;
        next.marks |= select(BY_DEPARTED, 0u, is_same);
    }
    return next;
}

/// Children of those that hit something: of each once, also where it dies of it.
fn bear_at_hit(last: Bearing, number: u32, lives: bool, count: u32, hit: f32) -> Bearing {
    var next = next_bearing(last, number, lives);
    let lived = lives || last.seen == number + 1u;
    if lived && hit > 0.5 && (next.marks & HAS_HIT) == 0u {
        next.births.count = count;
        next.marks |= HAS_HIT;
    }
    return next;
}

/// Children all through life, `rate` a second from the step of the parent's own birth on.
fn bear_in_life(last: Bearing, number: u32, lives: bool, count: u32, rate: f32, dt: f32) -> Bearing {
    var next = next_bearing(last, number, lives);
    if lives {
        let due = births_due(next.births.owed, rate, dt);
        next.births.owed = due.rest;
        next.births.count = u32(min(due.born, f32(count)));
    }
    return next;
}

/// Children of those for whom a value rises above one half, or is there at their birth.
fn bear_at_value(last: Bearing, number: u32, lives: bool, count: u32, value: f32) -> Bearing {
    var next = next_bearing(last, number, lives);
    let is_high = value > 0.5;
    if lives && is_high && (next.marks & WAS_HIGH) == 0u {
        next.births.count = count;
    }
    next.marks = select(0u, WAS_HIGH, is_high);
    return next;
}

/// The birth at a place of a parent's `count`, if there is one. Numbers of all parents' children differ.
fn child_birth(births: Births, place: u32, count: u32, parent: u32, parents: u32) -> Birth {
    let birth = particle_birth(births, place, count);
    return Birth(birth.is_new, (birth.id * parents + parent) & 0xffffffu);
}
