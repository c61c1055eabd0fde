//! Sprites that fade where they meet a surface.

use wavewright_core::compile::{Effect, TextureFormat};
use wavewright_core::node::Literal;

use crate::support::{Graph, number, text};

const DT_S: f64 = 1.0 / 60.0;
/// Metres before a surface from which on nothing fades.
const FADE_M: f64 = 2.0;
const SIZE: [usize; 2] = [47, 31];

fn vector(numbers: &[f64]) -> Literal {
    Literal::Vector(numbers.to_vec())
}

/// One white sprite that covers the whole picture, upright at z = `sprite_m` before black ground that stands upright at z = 0. The camera
/// looks along -z from 10 m. What the ground is made of: `mesh`, `field`, `glass` (a mesh that lets through), `wires` (its edges alone), a `ball` instead, or
/// `none`.
fn graph(ground: &str, sprite_m: f64, fades: bool) -> Graph {
    let mut graph = Graph::new([16, 16], 0.5, DT_S);
    graph.node_with(
        "spray",
        "emit",
        [
            ("capacity", number(1.0)),
            ("burst", number(1.0)),
            ("rate", number(0.0)),
            ("lifetime", number(1e6)),
            ("position", vector(&[0.0, 0.0, sprite_m])),
            ("velocity", vector(&[0.0; 3])),
            ("size", number(100.0)),
        ],
    );
    graph.node_with("discs", "draw_sprites", [("softness", number(0.0)), ("fade_distance", number(FADE_M))]);
    graph.set("discs", "depth_fade", Literal::Bool(fades));
    graph.node_with(
        "view",
        "render",
        [("width", number(SIZE[0] as f64)), ("height", number(SIZE[1] as f64)), ("heading", number(0.0)), ("pitch", number(0.0))],
    );
    graph.link("spray.particles", "discs.particles");
    graph.link("discs.scene", "view.scene");
    let black = vector(&[0.0, 0.0, 0.0, 1.0]);
    match ground {
        "none" => return graph,
        "ball" => {
            graph.node("wall", "sphere_mesh");
            graph.node_with("draw", "draw_mesh", [("colour", black)]);
            graph.link("wall.mesh", "draw.mesh");
        }
        "field" => {
            graph.node("wall", "plane");
            graph.set("wall", "normal", vector(&[0.0, 0.0, 1.0]));
            graph.node_with("draw", "draw_distance_field", [("colour", black)]);
            graph.link("wall.distance", "draw.distance_to");
        }
        _ => {
            graph.node_with("wall", "plane_mesh", [("size", vector(&[100.0, 100.0]))]);
            graph.node("own", "position");
            graph.node_with(
                "upright",
                "expression",
                [("expression", text("vec3f(place.x, -place.z, 0.0)")), ("type", text("vec3")), ("names", text("place vec3"))],
            );
            graph.node("stood", "set_position");
            graph.node_with("draw", "draw_mesh", [("colour", black)]);
            match ground {
                "glass" => graph.set("draw", "blend", text("over")),
                "wires" => graph.set("draw", "wireframe", text("only")),
                _ => {}
            }
            for (from, to) in [
                ("own.position", "upright.place"),
                ("wall.mesh", "stood.mesh"),
                ("upright.result", "stood.position"),
                ("stood.mesh", "draw.mesh"),
            ] {
                graph.link(from, to);
            }
        }
    }
    graph.link("draw.scene", "discs.scene");
    graph
}

/// How much of the sprite is seen: the least and the most over all texels.
fn seen(ground: &str, sprite_m: f64, fades: bool) -> [f32; 2] {
    let picture = graph(ground, sprite_m, fades).output_after(2, "view.picture");
    assert_eq!(picture.len(), SIZE[0] * SIZE[1] * 4);
    let red = picture.chunks_exact(4).map(|texel| texel[0]);
    [red.clone().fold(f32::INFINITY, f32::min), red.fold(f32::NEG_INFINITY, f32::max)]
}

fn smoothstep(share: f64) -> f64 {
    share * share * (3.0 - 2.0 * share)
}

#[test]
fn what_is_left_of_a_sprite_is_smooth_in_its_distance_from_the_surface() {
    // A field is found to 0.4 mm a metre of its distance: some 4 mm, where the curve is at its steepest 3 thousandths.
    for (ground, slack) in [("mesh", 1e-3), ("field", 4e-3)] {
        for share in [0.02, 0.25, 0.5, 0.8, 1.0, 1.4] {
            let expected = smoothstep(f64::min(share, 1.0));
            for got in seen(ground, share * FADE_M, true) {
                assert!((f64::from(got) - expected).abs() < slack, "{ground}, {share} of the way: {got} for {expected}");
            }
        }
    }
}

#[test]
fn nothing_fades_before_nothing_or_behind_what_hides_or_where_it_is_off() {
    for (ground, sprite_m, fades, expected) in [
        ("none", 0.5, true, 1.0),
        ("mesh", -0.5, true, 0.0),
        ("mesh", 0.5, false, 1.0),
        // What lets through ends nothing, so nothing has to fade before it.
        ("glass", 0.5, true, 1.0),
        ("wires", 0.5, true, 1.0),
    ] {
        assert_eq!(seen(ground, sprite_m, fades), [expected; 2], "{ground} {sprite_m} {fades}");
    }
}

#[test]
fn what_is_seen_beside_a_surface_does_not_fade() {
    let picture = |sprite_m: f64, is_there: bool| {
        let mut graph = graph("ball", sprite_m, true);
        graph.set("view", "edges", text("plain"));
        graph.set("view", "distance", number(3.5));
        if !is_there {
            graph.set("spray", "burst", number(0.0));
        }
        graph.output_after(2, "view.picture")
    };
    let ball: Vec<bool> = picture(0.3, false).chunks_exact(4).map(|texel| texel[3] > 0.5).collect();
    let on_ball = ball.iter().filter(|is_on| **is_on).count();
    assert!((300..1200).contains(&on_ball), "{on_ball} texels of the ball");
    for sprite_m in [-0.5, 0.3, 1.0] {
        let seen = picture(sprite_m, true);
        let faded = seen.chunks_exact(4).zip(&ball).filter(|(texel, is_on)| !**is_on && texel[0] < 0.999).count();
        assert_eq!(faded, 0, "texels beside the ball, the sprite {sprite_m} m before its middle");
    }
}

#[test]
fn ground_reaches_to_the_horizon_as_a_field_as_it_does_as_a_mesh() {
    // How many rows of ground there are below the horizon, and whether what meets it fades in all of them.
    let rows = |ground: &str, pitch: f64| {
        let mut graph = Graph::new([16, 16], 0.5, DT_S);
        let bright = vector(&[1.0, 1.0, 1.0, 1.0]);
        if ground == "field" {
            graph.node("wall", "plane");
            graph.node_with("draw", "draw_distance_field", [("emission", bright), ("reach", number(1000.0))]);
            graph.link("wall.distance", "draw.distance_to");
        } else {
            graph.node_with("wall", "plane_mesh", [("size", vector(&[2000.0, 2000.0]))]);
            graph.node_with("draw", "draw_mesh", [("emission", bright)]);
            graph.link("wall.mesh", "draw.mesh");
        }
        let view = [("width", number(32.0)), ("height", number(180.0)), ("pitch", number(pitch)), ("distance", number(20.0))];
        graph.node_with("view", "render", view);
        graph.link("draw.scene", "view.scene");
        let picture = graph.output_after(1, "view.picture");
        (0..180).filter(|row| picture[(row * 32 + 16) * 4 + 3] > 0.5).count()
    };
    for pitch in [1.0, 2.0, 4.0] {
        let (field, mesh) = (rows("field", pitch), rows("mesh", pitch));
        assert!(mesh > 90 && field + 2 >= mesh && field <= mesh + 1, "pitch {pitch}: {field} rows as a field, {mesh} as a mesh");
    }
}

/// Textures of the effect that hold how near the first surface is.
fn maps(effect: &Effect) -> Vec<[u32; 2]> {
    let textures = effect.manifest.textures.iter();
    textures
        .filter(|texture| texture.format == TextureFormat::R32Float && texture.name.contains("nearest"))
        .map(|texture| texture.size)
        .collect()
}

#[test]
fn only_pictures_with_sprites_that_fade_pay_for_it() {
    let of = |fades| graph("mesh", 0.5, fades).compile(&["view.picture"]);
    assert_eq!(maps(&of(false)), [[0; 2]; 0]);
    assert_eq!(maps(&of(true)), [SIZE.map(|side| side as u32)]);
}

#[test]
fn any_number_may_be_the_distance() {
    for distance_m in [0.0, -1.0, 1e-30, 1e30, f64::from(f32::MAX)] {
        let mut graph = graph("mesh", 0.5, true);
        graph.set("discs", "fade_distance", number(distance_m));
        let picture = graph.output_after(2, "view.picture");
        assert!(picture.iter().all(|channel| (0.0..=1.0).contains(channel)), "{distance_m}");
    }
}
