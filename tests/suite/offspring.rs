//! Particles that bear others, on the real path: document, compiler, player, readback. Children carry their own number in their place, so that
//! what was ever born can be counted from those that are there.

use wavewright_core::compile::{CompileCache, CompileInput, compile};
use wavewright_core::gpu::{Keep, Player};
use wavewright_core::graph::PortRef;
use wavewright_core::node::Literal;

use crate::support::{Graph, MemoryFiles, Run, gpu, number, pipelines, text};

const DT_S: f64 = 1.0 / 60.0;

fn vector(numbers: &[f64]) -> Literal {
    Literal::Vector(numbers.to_vec())
}

/// Parents, and children that live on where their number says.
struct Family {
    graph: Graph,
    parents: usize,
    count: usize,
}

impl Family {
    /// Parents in the middle of the plane that stay there, `count` children each, born at `event`.
    fn new(parents: usize, count: usize, event: &str) -> Self {
        let cells = u32::try_from((parents * count).max(1)).unwrap();
        let mut graph = Graph::new([cells, 1], 1.0, DT_S);
        graph.node_with("old", "emit", [("capacity", number(parents as f64)), ("velocity", vector(&[0.0; 3]))]);
        graph.node_with("young", "emit_from", [("count", number(count as f64)), ("event", text(event)), ("lifetime", number(1e6))]);
        graph.link("old.particles", "young.parents");
        graph.node("number", "element_index");
        graph.node_with("spot", "expression", [("expression", text("vec3f(n, 0.0, 0.0)")), ("type", text("vec3"))]);
        graph.link("number.index", "spot.n");
        graph.link("spot.result", "young.position");
        graph.node("found", "particle_at");
        graph.link("young.particles", "found.particles");
        Self { graph, parents, count }
    }

    fn with<const COUNT: usize>(mut self, id: &str, inputs: [(&str, f64); COUNT]) -> Self {
        for (input, value) in inputs {
            self.graph.set(id, input, number(value));
        }
        self
    }

    /// A node that changes the parents, by a formula of their age.
    fn changed(mut self, kind: &str, input: &str, formula: &str) -> Self {
        let last =
            self.graph.document.links.iter().filter(|link| link.to.port == "particles" && link.to.node.starts_with("change")).count();
        let (id, carried) = (format!("change{last}"), format!("carried{last}"));
        let from = if last == 0 { "old".to_owned() } else { format!("change{}", last - 1) };
        self.graph.node(&id, kind);
        self.graph.link(&format!("{from}.particles"), &format!("{id}.particles"));
        self.by_age(&carried, formula);
        self.graph.link(&format!("{carried}_formula.result"), &format!("{id}.{input}"));
        self
    }

    fn by_age(&mut self, id: &str, formula: &str) {
        self.graph.node(id, "element");
        self.graph.node_with(&format!("{id}_formula"), "expression", [("expression", text(formula)), ("type", text("number"))]);
        if formula.contains("age") {
            self.graph.link(&format!("{id}.age"), &format!("{id}_formula.age"));
        }
    }

    fn start(&self) -> Run {
        self.graph.start(&["found.position", "found.alive"])
    }

    /// How many children each parent's place has had so far.
    fn born(&self, run: &Run) -> Vec<u64> {
        let (places, alive) = (run.read("found.position"), run.read("found.alive"));
        let of_parent = |parent: usize| {
            let own = parent * self.count..(parent + 1) * self.count;
            let numbers = own.filter(|place| alive[*place] > 0.5).map(|place| {
                let number = places[3 * place] as usize;
                assert_eq!(number % self.parents, parent, "the child in place {place} has the number {number}");
                let turn = (number - parent) / self.parents;
                assert_eq!(turn % self.count, place % self.count, "the child in place {place} is the {turn}th");
                turn as u64 + 1
            });
            numbers.max().unwrap_or(0)
        };
        (0..self.parents).map(of_parent).collect()
    }

    /// How many children there have been after each of some steps.
    fn born_after(&self, steps: &[u64]) -> Vec<u64> {
        let mut run = self.start();
        let mut before = 0;
        let mut born = Vec::new();
        for step in steps {
            run.player.run_steps(step - before).unwrap();
            before = *step;
            born.push(self.born(&run).iter().sum());
        }
        born
    }
}

const STEPS: [u64; 8] = [1, 13, 14, 30, 31, 60, 61, 600];

#[test]
fn each_parent_dies_once_however_it_goes() {
    // Capacity, rate, lifetime, and how many steps a parent sees the end of. At 0.5 s, 30 of them make place for each other exactly then.
    for (capacity, rate, lifetime, lived) in
        [(30, 60.0, 0.5, 30), (64, 60.0, 0.49, 30), (10, 60.0, 0.5, 10), (60, 120.0, 0.5, 30), (1, 60.0, 5.0, 1), (20, 60.0, 0.001, 1)]
    {
        let family = Family::new(capacity, 2, "death").with("old", [("rate", rate), ("lifetime", lifetime)]);
        let expected = STEPS.map(|steps| 2 * (rate / 60.0) as u64 * steps.saturating_sub(lived));
        assert_eq!(family.born_after(&STEPS), expected, "{capacity} places, {rate} a second, for {lifetime} s");
    }
}

#[test]
fn the_killed_die_once_too() {
    for capacity in [20, 30, 64] {
        let family = Family::new(capacity, 1, "death").with("old", [("rate", 60.0), ("lifetime", 0.5)]);
        let family = family.changed("kill_particles", "condition", "step(0.21, age)");
        assert_eq!(family.born_after(&STEPS), STEPS.map(|steps| steps.saturating_sub(13)), "{capacity} places");
    }
}

#[test]
fn who_never_lived_bears_nothing() {
    for (input, value) in [("mask", 0.0), ("lifetime", 0.0), ("lifetime", -1.0)] {
        for event in ["death", "hit", "life", "value"] {
            let family =
                Family::new(8, 2, event).with("old", [("rate", 600.0), (input, value)]).with("young", [("rate", 600.0), ("when", 1.0)]);
            let family = family.changed("set_particles", "hit", "1.0");
            assert_eq!(family.born_after(&[1, 2, 90]), [0, 0, 0], "{input} {value}, {event}");
        }
    }
}

#[test]
fn children_are_born_where_the_parent_was_though_another_has_its_place() {
    let mut graph = Graph::new([1, 1], 1.0, DT_S);
    graph.node("step", "frame");
    graph.node_with("spot", "expression", [("expression", text("vec3f(n, 2.0, -n)")), ("type", text("vec3"))]);
    graph.node_with("old", "emit", [("capacity", number(1.0)), ("rate", number(60.0)), ("velocity", vector(&[0.0, 3.0, 0.0]))]);
    graph.node_with("young", "emit_from", [("count", number(1.0)), ("inherit", number(0.5)), ("velocity", vector(&[0.25, 0.0, 0.0]))]);
    graph.node("found", "particle_at");
    for (from, to) in [
        ("step.number", "spot.n"),
        ("spot.result", "old.position"),
        ("old.particles", "young.parents"),
        ("young.particles", "found.particles"),
    ] {
        graph.link(from, to);
    }
    let mut run = graph.start(&["found.position", "found.velocity"]);
    run.player.run_steps(41).unwrap();
    assert_eq!(run.read("found.position"), [39.0, 2.0, -39.0], "born in the step 39, gone in the step 40");
    assert_eq!(run.read("found.velocity"), [0.25, 1.5, 0.0]);
}

/// Hits at two times of life.
const HITS: &str = "max(step(0.095, age) - step(0.195, age), step(0.295, age))";

#[test]
fn each_parent_hits_once() {
    let family = Family::new(5, 3, "hit").with("old", [("rate", 0.0), ("burst", 5.0), ("lifetime", 1e6)]);
    let family = family.changed("set_particles", "hit", HITS);
    let mut run = family.start();
    for (steps, expected) in [(6, [0; 5]), (1, [3; 5]), (1, [3; 5]), (60, [3; 5])] {
        run.player.run_steps(steps).unwrap();
        assert_eq!(family.born(&run), expected);
    }
}

#[test]
fn whoever_dies_of_its_hit_hits_all_the_same() {
    let family = Family::new(5, 3, "hit").with("old", [("rate", 0.0), ("burst", 5.0), ("lifetime", 1e6)]);
    let family = family.changed("set_particles", "hit", HITS).changed("kill_particles", "condition", HITS);
    assert_eq!(family.born_after(&[6, 7, 8, 90]), [0, 15, 15, 15]);
}

#[test]
fn each_new_parent_in_a_place_has_a_hit_of_its_own() {
    // Three lives of 20 steps in each place after 61 steps, and one step of the fourth.
    let family = Family::new(20, 1, "hit").with("old", [("rate", 60.0), ("lifetime", 10.0)]);
    let family = family.changed("set_particles", "hit", HITS);
    assert_eq!(family.born_after(&[60, 61, 80]), [54, 55, 74]);
}

#[test]
fn births_through_life_are_exact() {
    let steps = [1, 2, 30, 59, 60, 61, 600];
    for rate in [0.0, 1.0, 7.0, 60.0, 100.0, 999.0, 1e9] {
        let family =
            Family::new(3, 64, "life").with("old", [("rate", 0.0), ("burst", 3.0), ("lifetime", 1e6)]).with("young", [("rate", rate)]);
        let expected = steps.map(|steps| 3 * ((rate / 60.0).min(64.0) * steps as f64 + 1e-9).floor() as u64);
        assert_eq!(family.born_after(&steps), expected, "rate {rate}");
    }
    // A life of 30 steps.
    for (rate, expected) in [(60.0, 30), (7.0, 3), (90.0, 45)] {
        let family =
            Family::new(3, 64, "life").with("old", [("rate", 0.0), ("burst", 3.0), ("lifetime", 0.49)]).with("young", [("rate", rate)]);
        assert_eq!(family.born_after(&[100]), [3 * expected], "rate {rate}");
    }
    // Three lives of 20 steps in one place: nobody pays what another owed.
    let family = Family::new(1, 64, "life").with("old", [("rate", 3.0), ("lifetime", 10.0)]).with("young", [("rate", 7.0)]);
    assert_eq!(family.born_after(&[79]), [6]);
}

#[test]
fn a_parents_own_rate_counts_for_it() {
    let mut family = Family::new(2, 16, "life").with("old", [("rate", 0.0), ("burst", 2.0), ("lifetime", 1e6)]);
    family.graph.node_with("fertile", "expression", [("expression", text("60.0 * n")), ("type", text("number"))]);
    family.graph.link("number.index", "fertile.n");
    family.graph.link("fertile.result", "young.rate");
    let mut run = family.start();
    run.player.run_steps(50).unwrap();
    assert_eq!(family.born(&run), [0, 50]);
}

#[test]
fn a_value_bears_each_time_it_rises() {
    let mut family = Family::new(4, 2, "value").with("old", [("rate", 0.0), ("burst", 4.0), ("lifetime", 1e6)]);
    family.by_age("pulse", HITS);
    family.graph.link("pulse_formula.result", "young.when");
    assert_eq!(family.born_after(&[6, 7, 8, 18, 19, 20, 90]), [0, 8, 8, 8, 16, 16, 16]);
    let family = Family::new(4, 2, "value").with("old", [("rate", 0.0), ("burst", 4.0)]).with("young", [("when", 1.0)]);
    assert_eq!(family.born_after(&[1, 2, 90]), [8, 8, 8], "high from the start");
}

#[test]
fn generations_follow_each_other() {
    let mut family = Family::new(12, 2, "death");
    // What bears at the end are children themselves: four of them have three each.
    let document = &mut family.graph.document;
    document.links.retain(|link| link.to.node != "young" || link.to.port != "parents");
    family.graph.set("old", "capacity", number(4.0));
    let mut family = family.with("old", [("rate", 0.0), ("burst", 4.0), ("lifetime", 0.2)]);
    family.graph.node_with("middle", "emit_from", [("count", number(3.0)), ("lifetime", number(0.3))]);
    family.graph.link("old.particles", "middle.parents");
    family.graph.link("middle.particles", "young.parents");
    // Born in step 0, seen in 12 or 13 steps; their children in 18 or 19 from there on.
    assert_eq!(family.born_after(&[29, 34, 90]), [0, 24, 24]);
}

#[test]
fn children_move_collide_and_die_like_other_particles() {
    let mut graph = Graph::new([8, 1], 1.0, DT_S);
    graph.node_with("old", "emit", [("capacity", number(1.0)), ("rate", number(0.0)), ("burst", number(1.0)), ("lifetime", number(1e6))]);
    graph.node_with("young", "emit_from", [("count", number(8.0)), ("event", text("value")), ("when", number(1.0))]);
    graph.set("young", "lifetime", number(1e6));
    graph.node_with("fall", "move_particles", [("force", vector(&[0.0, -6.0, 0.0]))]);
    graph.node("carried", "element");
    graph.node_with("deep", "expression", [("expression", text("step(0.5, age)")), ("type", text("number"))]);
    graph.node("gone", "kill_particles");
    graph.node("found", "particle_at");
    for (from, to) in [
        ("old.particles", "young.parents"),
        ("young.particles", "fall.particles"),
        ("fall.particles", "gone.particles"),
        ("carried.age", "deep.age"),
        ("deep.result", "gone.condition"),
        ("gone.particles", "found.particles"),
    ] {
        graph.link(from, to);
    }
    let mut run = graph.start(&["found.position", "found.alive"]);
    run.player.run_steps(30).unwrap();
    // Sums of a fall by whole steps.
    let expected = -6.0 * DT_S * DT_S * (30.0 * 31.0 / 2.0);
    for place in run.read("found.position").chunks_exact(3) {
        assert!((f64::from(place[1]) - expected).abs() < 1e-4, "{place:?} is not {expected} m deep");
    }
    assert_eq!(run.read("found.alive"), [1.0; 8]);
    run.player.run_steps(2).unwrap();
    assert_eq!(run.read("found.alive"), [0.0; 8]);
}

#[test]
fn children_are_of_their_parents_colour() {
    let mut graph = Graph::new([1, 1], 1.0, DT_S);
    graph.node_with("old", "emit", [("capacity", number(2.0)), ("rate", number(0.0)), ("burst", number(2.0)), ("lifetime", number(0.1))]);
    graph.node_with("tinted", "set_particle_colour", [("colour", vector(&[0.25, 0.5, 0.125, 1.0]))]);
    graph.node_with("young", "emit_from", [("count", number(2.0)), ("lifetime", number(1e6)), ("position", vector(&[0.0; 3]))]);
    graph.node("carried", "element");
    graph.node("sum", "deposit");
    for (from, to) in [
        ("old.particles", "tinted.particles"),
        ("old.particles", "young.parents"),
        ("young.particles", "sum.particles"),
        ("carried.colour", "sum.value"),
    ] {
        graph.link(from, to);
    }
    assert_eq!(graph.output_after(20, "sum.sum"), [1.0, 2.0, 0.5, 4.0]);
}

#[test]
fn counts_and_rates_at_their_ends() {
    for event in ["death", "hit", "life", "value"] {
        for (parents, count) in [(0, 3), (3, 0), (0, 0), (1, 1)] {
            for rate in [0.0, 1e9, -1.0] {
                let family = Family::new(parents, count, event).with("old", [("rate", 100.0), ("lifetime", 0.05)]);
                let family = family.with("young", [("rate", rate), ("when", rate), ("lifetime", 0.1)]);
                let mut run = family.start();
                run.player.run_steps(40).unwrap();
                if parents * count == 0 {
                    assert_eq!(run.read("found.alive"), [0.0], "{parents} x {count}");
                }
            }
        }
        // Nothing divided by nothing.
        let mut family = Family::new(2, 2, event).with("old", [("rate", 0.0), ("burst", 2.0), ("lifetime", 0.1)]);
        family.graph.node_with("none", "expression", [("expression", text("a / b")), ("a", number(0.0)), ("b", number(0.0))]);
        for input in ["rate", "when", "lifetime", "size", "mask", "inherit"] {
            family.graph.link("none.result", &format!("young.{input}"));
        }
        let mut run = family.start();
        run.player.run_steps(40).unwrap();
        assert_eq!(run.read("found.alive"), [0.0; 4], "{event}");
    }
}

#[test]
fn too_many_children_are_told_with_both_counts() {
    let mut graph = Graph::new([4, 4], 1.0, DT_S);
    graph.node_with("old", "emit", [("capacity", number(100_000.0))]);
    graph.node_with("young", "emit_from", [("count", number(64.0))]);
    graph.node_with("lines", "particle_trails", [("points", number(50.0))]);
    graph.node("sum", "deposit");
    graph.node("corner", "vertex_at");
    for (from, to) in [
        ("old.particles", "young.parents"),
        ("old.particles", "lines.particles"),
        ("young.particles", "sum.particles"),
        ("lines.mesh", "corner.mesh"),
    ] {
        graph.link(from, to);
    }
    let looks = ["sum.sum", "corner.position"].map(|look| PortRef::try_from(look.to_owned()).unwrap());
    let files = MemoryFiles::default();
    let input =
        CompileInput { document: &graph.document, specs: Graph::catalog(), files: &files, looks: &looks, cache: &CompileCache::default() };
    let told: Vec<String> = compile(&input).diagnostics.iter().map(ToString::to_string).collect();
    for (node, each) in [("young", 64), ("lines", 50)] {
        let counts = format!("100000 particles of \"old\" x {each} = {}", 100_000 * each);
        assert!(told.iter().any(|problem| problem.contains(node) && problem.contains(&counts)), "{told:?}");
    }
}

/// Two generations of particles that fly about, with the trails of both, seen in a picture.
fn fireworks() -> Graph {
    let mut graph = Graph::new([16, 16], 0.5, DT_S);
    graph.node_with("old", "emit", [("capacity", number(12.0)), ("rate", number(30.0)), ("lifetime", number(0.4))]);
    graph.node_with("luck", "random", [("seed", number(5.0))]);
    graph.node_with("way", "expression", [("expression", text("3.0 * luck - 1.5")), ("type", text("vec3"))]);
    graph.node("fly", "move_particles");
    graph.node_with("young", "emit_from", [("count", number(4.0)), ("lifetime", number(0.5)), ("inherit", number(0.5))]);
    graph.node("fall", "move_particles");
    graph.node_with("smoke", "emit_from", [("count", number(3.0)), ("event", text("life")), ("rate", number(11.0))]);
    graph.node_with("rockets", "particle_trails", [("points", number(6.0)), ("duration", number(0.15))]);
    graph.node_with("streaks", "particle_trails", [("points", number(5.0)), ("duration", number(0.21))]);
    graph.node("corner", "vertex_at");
    graph.node("other_corner", "vertex_at");
    graph.node("sum", "deposit");
    for (from, to) in [
        ("luck.vector3", "way.luck"),
        ("way.result", "old.velocity"),
        ("way.result", "young.velocity"),
        ("old.particles", "fly.particles"),
        ("fly.particles", "young.parents"),
        ("young.particles", "fall.particles"),
        ("young.particles", "smoke.parents"),
        ("old.particles", "rockets.particles"),
        ("fall.particles", "streaks.particles"),
        ("rockets.mesh", "corner.mesh"),
        ("streaks.mesh", "other_corner.mesh"),
        ("smoke.particles", "sum.particles"),
    ] {
        graph.link(from, to);
    }
    graph
}

const LOOKS: [&str; 3] = ["corner.position", "other_corner.position", "sum.sum"];

/// All that is shown, as bits.
fn shown(player: &Player) -> Vec<u32> {
    LOOKS.iter().flat_map(|look| player.read_output(look).unwrap().values).map(f32::to_bits).collect()
}

fn player_after(steps: u64) -> Player {
    let mut player = fireworks().start(&LOOKS).player;
    player.run_steps(steps).unwrap();
    player
}

#[test]
fn generations_and_trails_are_the_same_every_time_and_after_a_reset() {
    let mut player = player_after(90);
    let state = player.save_state().unwrap();
    assert!(shown(&player).iter().any(|bits| f32::from_bits(*bits) != 0.0));
    assert_eq!(state, player_after(90).save_state().unwrap());
    player.reset().unwrap();
    player.run_steps(90).unwrap();
    assert_eq!(state, player.save_state().unwrap());
}

#[test]
fn a_saved_state_goes_on_with_children_and_trails() {
    let state = player_after(47).save_state().unwrap();
    let mut other = player_after(3);
    other.load_state(&state).unwrap();
    other.run_steps(43).unwrap();
    assert_eq!(shown(&other), shown(&player_after(90)));
}

#[test]
fn children_and_trails_live_on_when_something_else_is_changed() {
    let mut player = player_after(47);
    let mut graph = fireworks();
    graph.node("more", "uv");
    let mut looks = LOOKS.to_vec();
    looks.push("more.uv");
    let outcome = player.replace(Player::prepare(gpu(), graph.compile(&looks), pipelines()).unwrap(), Keep::State).unwrap();
    assert_eq!(outcome.fresh, Vec::<String>::new());
    for state in ["young.particles", "young.births", "smoke.births", "rockets.trails", "streaks.trails"] {
        assert!(outcome.carried.iter().any(|carried| carried == state), "{state} is not among {:?}", outcome.carried);
    }
    player.run_steps(43).unwrap();
    assert_eq!(shown(&player), shown(&player_after(90)));
}

#[test]
fn steps_that_nobody_looks_at_bear_and_trail_too() {
    let mut player = fireworks().start(&LOOKS).player;
    player.run_to_frame(89).unwrap();
    assert_eq!(shown(&player), shown(&player_after(90)));
}
