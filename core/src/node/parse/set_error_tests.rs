//! What is said about mistakes of nodes whose sets are made from other sets.

use super::error_tests::{check, errors};

/// Particles that others bear, to be spoilt.
const OFFSPRING: &str = "//! Children.
//! @category Particles
//! @particles parents Who bears them.
//! @mesh ground Something else.
//! @makes particles from parents places event rate when

/// The children. @output position
fn bear(
    /// Room. @setting @default 4
    places: u32,
    /// When. @choice death hit @default death
    event: u32,
    /// A second. @default 1
    rate: f32,
    /// Rises. @default 0
    when: f32,
    /// Where. @default 0 0 0
    position: vec3f,
    /// How. @choice death dusk @default dusk
    mood: u32,
) -> vec3f {
    return position;
}
";

/// Trails, to be spoilt.
const TRAILS: &str = "//! Trails.
//! @category Particles
//! @particles dots Whose they are.
//! @makes mesh trails dots points duration

struct Head {
    /// Where.
    position: vec3f,
    /// How large.
    size: f32,
}

/// The trails.
fn follow(
    /// How fine. @setting @default 4
    points: u32,
    /// How long. @default 1
    duration: f32,
    /// @given position
    position: vec3f,
) -> Head {
    return Head(position, 1.0);
}
";

#[test]
fn the_right_files_are_right() {
    assert_eq!(errors("bear.wgsl", OFFSPRING), "");
    assert_eq!(errors("follow.wgsl", TRAILS), "");
}

#[test]
fn mistakes_in_what_bears() {
    let cases = [
        ("from parents", "from parent", "`@makes` names the input `parent`, which does not exist (did you mean `parents`?)"),
        (
            "from parents",
            "from ground",
            "`@makes` names `ground`, which carries no particles (declare it with `//! @particles ground` and prose, or name such an input)",
        ),
        (
            "parents places",
            "parents rate",
            "`@makes` counts by `rate`, which is no setting with a default (a count decides how much memory is needed: add `@setting` and \
             `@default` to the input)",
        ),
        (
            "places event",
            "places rate",
            "`@makes` names `rate`, which does not choose when children are born (give it a `@choice` among death, hit, life, value)",
        ),
        (
            "places event",
            "places mood",
            "`@makes` names `mood`, which does not choose when children are born (give it a `@choice` among death, hit, life, value)",
        ),
        ("event rate", "event position", "`@makes` names `position`, which is no number (name an argument of type `f32`)"),
        ("rate when", "rate mood", "`@makes` names `mood`, which is no number (name an argument of type `f32`)"),
        (
            "particles from",
            "particle from",
            "`@makes particle from parents places event rate when` is unknown (write `@makes mesh grid COLUMNS ROWS`, `@makes mesh pieces \
             COUNT CORNERS`, `@makes mesh file PATH`, `@makes mesh trails PARTICLES POINTS DURATION`, `@makes particles CAPACITY RATE BURST` \
             or `@makes particles from PARENTS COUNT EVENT RATE WHEN`)",
        ),
    ];
    let lines = cases.map(|(_, _, expected)| format!("error: bear.wgsl:5: {expected}"));
    let cases: Vec<(&str, &str, &str)> =
        cases.iter().zip(&lines).map(|((piece, by, _), expected)| (*piece, *by, expected.as_str())).collect();
    check("bear.wgsl", OFFSPRING, &cases);
}

#[test]
fn mistakes_in_trails() {
    check(
        "follow.wgsl",
        TRAILS,
        &[
            (
                "trails dots",
                "trails points",
                "error: follow.wgsl:4: `@makes` names `points`, which carries no particles (declare it with `//! @particles points` and \
                 prose, or name such an input)",
            ),
            (
                "dots points",
                "dots duration",
                "error: follow.wgsl:4: `@makes` counts by `duration`, which is no setting with a default (a count decides how much memory \
                 is needed: add `@setting` and `@default` to the input)",
            ),
            (
                "points duration",
                "points points",
                "error: follow.wgsl:4: `@makes` names `points`, which is no number (name an argument of type `f32`)",
            ),
            (
                "points duration",
                "points",
                "error: follow.wgsl:4: `@makes` names the input ``, which does not exist (use one of dots, points, duration)",
            ),
            (
                "position: vec3f,\n    /// How large.",
                "velocity: vec3f,\n    /// How large.",
                "error: follow.wgsl:14: `follow` gives no `position`, so its trails are nowhere (give back where the head of the trail is)",
            ),
            (
                "size: f32",
                "age: f32",
                "error: follow.wgsl:14: `follow` gives the attribute `age`, which trails have by themselves (leave it out)",
            ),
        ],
    );
}
