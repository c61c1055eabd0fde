//! What is painted, on a software GPU. With `CANVAS_PICTURES=folder` the pictures are kept there, to be looked at.

use egui::{Color32, Context, Key, Modifiers, PointerButton, Pos2, Theme, Vec2, pos2, vec2};
use egui_kittest::Harness;
use image::RgbaImage;

use super::demo;
use super::support::{TestHarness, World, at, press, type_text};
use crate::canvas::{CanvasGraph, View};
use crate::theme::{self, Palette};

/// A canvas that can be painted. The world is made at the first frame, because textures need a context.
fn canvas(graph: fn(&Context) -> CanvasGraph, theme: Theme, size: Vec2, view: View) -> TestHarness {
    let mut is_new = true;
    Harness::builder()
        .with_size(size)
        .with_theme(theme)
        .with_step_dt(0.02)
        .with_max_steps(40)
        .with_render_cursor(false)
        .with_context_setup(theme::install)
        .wgpu()
        .build_ui_state(
            move |ui, world: &mut World| {
                if std::mem::take(&mut is_new) {
                    *world = World::new(graph(ui.ctx()));
                    world.style = theme::canvas_style(&Palette::of(theme));
                    world.state.view = Some(view);
                }
                world.show(ui);
            },
            World::new(CanvasGraph::default()),
        )
}

fn painted(harness: &mut TestHarness, name: &str) -> RgbaImage {
    let picture = harness.render().unwrap();
    if let Ok(folder) = std::env::var("CANVAS_PICTURES") {
        picture.save(std::path::Path::new(&folder).join(format!("{name}.png"))).unwrap();
    }
    picture
}

fn pixel(picture: &RgbaImage, at: Pos2) -> Color32 {
    let [red, green, blue, _] = picture.get_pixel(at.x as u32, at.y as u32).0;
    Color32::from_rgb(red, green, blue)
}

fn is_close(one: Color32, other: Color32) -> bool {
    let apart = |one: u8, other: u8| one.abs_diff(other) <= 6;
    apart(one.r(), other.r()) && apart(one.g(), other.g()) && apart(one.b(), other.b())
}

#[test]
fn the_demo_looks_as_designed() {
    let view = View { centre: pos2(528.0, 290.0), zoom: 1.0 };
    let mut harness = canvas(|context| demo::graph(Some(context)), Theme::Dark, vec2(1100.0, 620.0), view);
    harness.state_mut().state.select_nodes(["advect".into()]);
    harness.run();
    let picture = painted(&mut harness, "demo");
    let to_screen = |x: f32, y: f32| (pos2(x, y) - view.centre + vec2(550.0, 310.0)).to_pos2();
    let style = &harness.state().style;
    assert!(is_close(pixel(&picture, to_screen(30.0, 30.0)), style.background), "the ground");
    assert!(is_close(pixel(&picture, to_screen(46.0, 150.0)), style.node), "a node's body");
    let (left, middle) = (at(&harness, "Advect node") - vec2(76.0, 0.0), at(&harness, "Advect node"));
    assert!(is_close(pixel(&picture, pos2(left.x, middle.y + 12.0)), style.accent), "the outline of the selected node");
    // Half-way along a level part of the wire from the curl noise.
    let port = at(&harness, "Curl noise output vector");
    let vec2_colour = theme::port_type(&Palette::DARK, "vec2").colour;
    assert!(
        (0..6).any(|step| is_close(pixel(&picture, port + vec2(12.0, step as f32 - 3.0)), vec2_colour)),
        "a wire has its type's colour"
    );
    assert!(is_close(pixel(&picture, port), vec2_colour), "and so has its port");
}

#[test]
fn states_and_gestures_are_painted() {
    let view = View { centre: pos2(430.0, 230.0), zoom: 1.0 };
    let mut harness = canvas(|_| demo::states(), Theme::Dark, vec2(860.0, 460.0), view);
    let picture = painted(&mut harness, "states");
    let title = at(&harness, "Expression node, broken");
    let is_red = |colour: Color32| colour.r() > 180 && colour.g() < 140 && colour.b() < 140;
    assert!((0..12).any(|step| is_red(pixel(&picture, title - vec2(40.0, 18.0 - step as f32)))), "a broken node is outlined");

    let (from, to) = (at(&harness, "Every type output vec2"), at(&harness, "Required input waves, needs a wire"));
    press(&mut harness, from);
    harness.hover_at(to);
    harness.step();
    painted(&mut harness, "refused");
    harness.drop_at(to);
    harness.key_press_modifiers(Modifiers::NONE, Key::Escape);
    harness.run();

    let pos = pos2(600.0, 400.0);
    harness.hover_at(pos);
    harness.key_press(Key::Tab);
    harness.run();
    type_text(&mut harness, "s");
    painted(&mut harness, "search");
    harness.key_press(Key::Escape);
    harness.run();

    let pos = at(&harness, "Foam group");
    harness.hover_at(pos);
    harness.step();
    for pressed in [true, false] {
        harness.event(egui::Event::PointerButton { pos, button: PointerButton::Secondary, pressed, modifiers: Modifiers::NONE });
        harness.step();
    }
    harness.run();
    painted(&mut harness, "menu");
    harness.key_press(Key::Escape);
    harness.run();

    let glow = at(&harness, "Values glow");
    super::support::click(&mut harness, glow);
    painted(&mut harness, "colour");
}

#[test]
fn the_light_theme_and_other_zooms_are_painted() {
    let view = View { centre: pos2(528.0, 290.0), zoom: 1.0 };
    let mut harness = canvas(|context| demo::graph(Some(context)), Theme::Light, vec2(1100.0, 620.0), view);
    let picture = painted(&mut harness, "light");
    assert!(is_close(pixel(&picture, pos2(14.0, 14.0)), Palette::LIGHT.canvas));
    for (name, zoom) in [("far", 0.3), ("middle", 0.6), ("near", 2.0)] {
        harness.state_mut().state.view = Some(View { zoom, ..view });
        harness.state_mut().style = theme::canvas_style(&Palette::DARK);
        harness.run();
        painted(&mut harness, name);
    }
}
