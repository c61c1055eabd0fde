//! Particles that are born by other particles: sparks of what dies, splashes and dust of what hits, smoke behind what flies. What is linked
//! here is asked for once by each newborn: what it carries (position, velocity, size, colour, ...) is its parent's at that moment, random
//! numbers are its own.
//!
//! Each parent has as many places as the count says: children that still live make way for the next. The children can bear others in their
//! turn.
//! @title Emit from particles
//! @category Particles
//! @tags sub-emit secondary death hit spark trail smoke spawn birth firework explosion
//! @particles parents The particles that bear them.
//! @makes particles from parents count event rate when

struct Born {
    /// Where it is born.
    position: vec3f,
    /// How fast it starts.
    velocity: vec3f,
    /// How long it lives.
    lifetime: f32,
    /// Its radius.
    size: f32,
    /// Nothing has been hit.
    hit: f32,
}

/// The children.
fn emit_from(
    /// Places that each parent has for its children; at an event all of them are filled. There are as many particles as places of all
    /// parents. @setting @default 8 @range 0 64
    count: u32,
    /// When they are born: at the parent's death, at its first hit, all through its life, or when a value rises.
    /// @choice death hit life value @default death
    event: u32,
    /// Born in a second by each parent, all through its life. Asked for by the parent. @default 10 @range 0 100 @unit 1/s
    rate: f32,
    /// The value: children are born when it rises above one half. Asked for by the parent. @default 0 @range 0 1
    when: f32,
    /// Where. @context position @unit m
    position: vec3f,
    /// How fast, besides what it inherits. @default 0 0 0 @unit m/s
    velocity: vec3f,
    /// How much of its parent's velocity it takes along. @default 0 @range 0 1
    inherit: f32,
    /// How long it lives. @default 1 @range 0 20 @unit s
    lifetime: f32,
    /// Radius. @default 0.03 @range 0 1 @unit m
    size: f32,
    /// Children for which it is below one half are not born. @default 1 @range 0 1
    mask: f32,
    /// @given velocity
    parent_velocity: vec3f,
) -> Born {
    let lives_s = select(0.0, max(lifetime, 0.0), mask >= 0.5);
    return Born(position, velocity + inherit * parent_velocity, lives_s, max(size, 0.0), 0.0);
}
