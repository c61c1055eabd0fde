//! Sprites that fade where they meet a surface.

use wavewright_core::compile::{Effect, TextureFormat};
use wavewright_core::node::Literal;

use crate::support::{Graph, number, text};

const DT_S: f64 = 1.0 / 60.0;
/// Metres before a surface from which on nothing fades.
const FADE_M: f64 = 2.0;
/// An odd number of texels each way: the map that is asked has half of them, rounded up.
const SIZE: [usize; 2] = [47, 31];

fn vector(numbers: &[f64]) -> Literal {
    Literal::Vector(numbers.to_vec())
}

/// One white sprite that covers the whole picture, upright at z = `sprite_m` before black ground that stands upright at z = 0. The camera
/// looks along -z from 10 m. What the ground is made of: `mesh`, `field`, `glass` (a mesh that lets through), or `none`.
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
            if ground == "glass" {
                graph.set("draw", "blend", text("over"));
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
    // A field is found to a five-hundredth of its distance: some 20 mm, where the curve is at its steepest under 2 hundredths.
    for (ground, slack) in [("mesh", 1e-3), ("field", 0.02)] {
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
    ] {
        assert_eq!(seen(ground, sprite_m, fades), [expected; 2], "{ground} {sprite_m} {fades}");
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
    assert_eq!(maps(&of(true)), [[24, 16]]);
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
